# 第9章：会議のいろいろ — 集団通信の標本室。
collectives-title = 持ち寄る前の棚と、持ち帰ったあとの棚
collectives-hook = 会議の種類は、始まりと終わりの棚のちがいで決まる。伝票の回し方は、それとは別に選べる。
collectives-text-1 = 棚の一段が、データの一つの塊。色は、だれの数字が入っているかを表す。
collectives-text-2 = 足す会議では一つの段に色がそろい、配る会議では一つの色が広がる。全員で交換すると、縦と横が入れ替わる。
collectives-text-3 = 同じ会議でも、輪に回す、木に沿わせる、まっすぐ送ると、やり方はいくつもある。変わるのは、手順の数と、一枚の大きさ。
collectives-text-4 = 小さな会議の長さは手順の数で決まり、大きな会議の長さは、いちばん混む線を通る量で決まる。
collectives-not-like-1 = 本物の一段には、何億個もの数が入る。ここでは小さな整数一つが、その代わりをしている。
collectives-not-like-2 = 伝票を渡せば、シェフの手元からは消える。GPUが送るのは写しなので、書き換えるまで自分のところにも残る。
collectives-not-like-3 = 交換機の中に上下の道はない。図では、ちがう相手への伝票を見分けるために高さを変えている。
collectives-teacher-goal = めあて：会議の種類（始まりと終わり）とアルゴリズム（あいだの運び方）を分けて考え、手順の数と送る量で比べる。
collectives-teacher-question-1 = 問い1：all-reduceの実行を、reduce-scatterとall-gatherの二つに切るとしたら、どの瞬間か。棚のどこを見れば分かるか。
collectives-teacher-question-2 = 問い2：大きさを1 KiBから1 GiBまで変えると、いちばん速いアルゴリズムはどう入れ替わるか。何が時間を決めているか。
collectives-teacher-time = 時間：20分（紙の伝票で輪と直接を試す8分、実行6分、大きさを変えて予想6分）。

collectives-opening = { $op }を「{ $algorithm }」で。
collectives-opening-time = 会議は{ $time }。
collectives-time = ここまで{ $time }。
# $time words
collectives-done = { $what }{ $time }

collectives-start-all-reduce = { $n }人の棚に、それぞれ{ $bytes }の数字がある。終わりには、全員がすべての段の合計を持つ。
collectives-end-all-reduce = { $n }人の棚が、どの段も同じ合計になった。
collectives-start-reduce-scatter = { $n }人の棚に、それぞれ{ $bytes }の数字がある。終わりには、一人が一段ずつ、その段の合計を持つ。
collectives-end-reduce-scatter = どの段の合計も、受け持ちのシェフの棚にそろった。
collectives-start-all-gather = { $n }人が一段ずつ、合わせて{ $bytes }の数字を持つ。終わりには、全員がすべての段を持つ。
collectives-end-all-gather = { $n }人の棚に、全員の段がそろった。
collectives-start-broadcast = シェフ1だけが、{ $bytes }の数字を持つ。終わりには、{ $n }人全員が同じものを持つ。
collectives-end-broadcast = { $n }人の棚が、シェフ1と同じになった。
collectives-start-reduce = { $n }人の棚に、それぞれ{ $bytes }の数字がある。終わりには、シェフ1がすべての段の合計を持つ。
collectives-end-reduce = シェフ1の棚に、{ $n }人ぶんの合計がそろった。
collectives-start-all-to-all = { $n }人の棚に、それぞれ{ $bytes }の数字がある。「12」は、シェフ1からシェフ2への分。終わりには、全員が自分あての分を持つ。
collectives-end-all-to-all = 縦と横が入れ替わった。どの棚にも、{ $n }人からの自分あての分がそろっている。
collectives-start-send-recv = { $n }人が、それぞれ{ $bytes }の数字を次のシェフへ渡す。最後の人の次は、シェフ1。
collectives-end-send-recv = { $n }人全員が、前のシェフから受け取った。

collectives-way-ring = リング：伝票は輪の順に、次のシェフへだけ渡る。
collectives-way-direct = 直接送信：持っている人から要る人へ、まっすぐ送る。
collectives-way-tree = 木：シェフがやりとりする相手は、木で自分の上と下にいる人だけ。
collectives-way-double-binary-tree = 二本の木：半分ずつを別々の木で運ぶ。片方で枝の途中に立つ人は、なるべくもう片方の葉になる。
collectives-way-in-network = 交換機も加わる：伝票を交換機へ上げれば、足すのも写すのも交換機がする。

# $value int
collectives-beat-slip = シェフ{ $from }が、「{ $value }」の伝票をシェフ{ $to }へ送っている。
# $value int
collectives-beat-slip-switch = シェフ{ $from }が、「{ $value }」の伝票を交換機へ送っている。
# $value int
collectives-beat-slip-came = シェフ{ $from }の「{ $value }」の伝票は、{ $time }にシェフ{ $to }へ届いた。
# $value int
collectives-beat-slip-switch-came = シェフ{ $from }の「{ $value }」の伝票は、{ $time }に交換機へ届いた。
# $own int, $place words
collectives-beat-add = シェフ{ $to }の{ $place }段：自分の{ $own }に、{ $time }に届いた{ $got }を足して{ $sum }。二人ぶんの数字ができた。
# $place words
collectives-beat-switch-add = 交換機が{ $n }人の{ $place }段を足して{ $sum }。その伝票が出ていくところ。
# $place words
collectives-beat-switch-add-came = 交換機が{ $n }人の{ $place }段を足した{ $sum }の伝票は、{ $time }にシェフ{ $to }へ届いた。
# $place words, $value int
collectives-beat-whole = { $time }に、最初の{ $count }段が約束どおりになった。シェフ{ $chef }の{ $place }段は「{ $value }」。
# $all int
collectives-beat-half = 届くはずの{ $all }段のうち、{ $done }段が約束どおりになった。
collectives-beat-first = シェフ{ $chef }の棚がそろった。まだそろわない人は{ $left }人。
collectives-xray-start = { $op }、{ $algorithm }：GPU { $n }台、{ $bytes }
# $gpu int, $place words
collectives-xray-add = GPU { $gpu }：{ $time }に届いた{ $bytes }を、チャンク{ $place }に加算した
# $gpu int, $place words
collectives-xray-whole = GPU { $gpu }：チャンク{ $place }が完成
# $all int
collectives-xray-half = 完成したチャンク { $done }/{ $all }
# $gpu int
collectives-xray-first = GPU { $gpu }：完了。残り{ $left }台
collectives-xray-done = { $op }：{ $time }、busbw { $busbw }

collectives-gate = シェフ{ $n }人、{ $bytes }の{ $op }。いちばん早く終わるのは？
# $other bytes
collectives-gate-bytes = この会議のやり方は一つだけ。{ $bytes }を{ $other }にすると、時間は何倍になる？
# $last words, $slow time, $why words
collectives-verdict = 走らせてみると、いちばん早いのは「{ $first }」の{ $fast }。いちばん遅い「{ $last }」は{ $slow }で、{ $ratio }倍。{ $why }
# $after time, $before time
collectives-verdict-bytes = 走らせてみると、{ $before }が{ $after }に（{ $ratio }倍）。

collectives-figure-time = 会議の時間
# $a-terms words, $b-terms words
collectives-figure-time-formula = t₀ + { $a-terms } × α + { $b-terms } × S ÷ B
# $a number, $b number, $value time
collectives-figure-time-filled = { $start } + { $a } × { $alpha } + { $b } × { $bytes } ÷ { $rate } = { $value }
collectives-figure-time-source = 教科書の式（Thakurほか、2005。二本の木はSandersほか、2009）。n = { $n }人、k = { $k }枚に切る。t₀は最初の伝票が出るまで、αは一回の受け渡しの遅れ、Bは一人の線を流れる速さで、どれも記録から。差は、待ち合わせと、線の取り合い。人数が2のべき乗でない木や二人組では、目安。
collectives-figure-sent-formula = 係数 × S
# $value bytes
collectives-figure-sent-filled = 係数{ $factor } × { $bytes } = { $value }
collectives-figure-sent-source = 記録の転送を、送り手ごとに足したうちの最大。係数はnccl-testsの定義で、一本の線を通る量の目安。
collectives-start-scatter = シェフ1だけが、{ $bytes }の数字を持つ。終わりには、{ $n }人が一段ずつ受け取っている。
collectives-end-scatter = { $n }人の棚に、受け持ちの一段が届いた。
collectives-start-gather = { $n }人が一段ずつ、合わせて{ $bytes }の数字を持つ。終わりには、シェフ1がすべてを持つ。
collectives-end-gather = シェフ1の棚に、{ $n }人の段がそろった。
collectives-start-barrier = { $n }人がそろうまで、だれも先へ進まない。運ぶのは「来た」という知らせだけ。棚の数字は、知らせの届いた人数。
collectives-end-barrier = { $n }人がそろったことを、全員が知った。
collectives-way-halving-doubling = 半分ずつ・倍々：二人一組で交換し、相手までの間隔を回ごとに倍か半分にする。
collectives-way-binomial = 二項木：シェフ1を頂点に、つながる人が回ごとに倍になる木をたどる。
collectives-way-bruck = Bruck法：相手までの間隔を、回ごとに倍にする。伝票は途中の人を経て届くこともある。
collectives-way-pairwise = 二人組：どの回でも、一人が受け取る相手は一人だけ。
collectives-way-pat = PAT：段ごとに木が一本ある。ずらして重ね、同じ相手への伝票はまとめて送る。
collectives-beat-slips = シェフ{ $from }が、伝票{ $count }枚をまとめてシェフ{ $to }へ送っている。
collectives-beat-slips-switch = シェフ{ $from }が、伝票{ $count }枚をまとめて交換機へ送っている。
collectives-beat-mark = シェフ{ $from }が「来た」という知らせをシェフ{ $to }へ送っている。
collectives-beat-mark-switch = シェフ{ $from }が「来た」という知らせを交換機へ送っている。
collectives-beat-slips-came = シェフ{ $from }がまとめて送った伝票{ $count }枚は、{ $time }にシェフ{ $to }へ届いた。
collectives-beat-slips-switch-came = シェフ{ $from }がまとめて送った伝票{ $count }枚は、{ $time }に交換機へ届いた。
collectives-beat-mark-came = シェフ{ $from }が「来た」という知らせは、{ $time }にシェフ{ $to }へ届いた。
collectives-beat-mark-switch-came = シェフ{ $from }が「来た」という知らせは、{ $time }に交換機へ届いた。
collectives-beat-all-lines = { $n }人全員が、送りながら受け取っている。
# $n live
collectives-beat-some-lines = いま送っているのは{ $n }人、受け取っているのは{ $receivers }人。
# $rate live
collectives-xray-lines = 転送中のフロー{ $moving }本、合わせて{ $rate }
collectives-beat-sums-done = 足し算は終わった。どの段にも、合計を知るシェフがいる。残りは配るだけ。
collectives-xray-sums-done = reduce完了。残りはコピー{ $left }回
collectives-figure-sent = 一人が送った量（最大）
collectives-figure-busbw = バス帯域（busbw）
collectives-figure-busbw-formula = S ÷ 時間 × 係数
collectives-figure-busbw-filled = { $bytes } ÷ { $time } × { $factor } = { $busbw }
collectives-figure-busbw-source = 係数はnccl-testsの定義。人数や会議の種類がちがっても、リンクの速さと比べられる。
# $a-terms words
collectives-figure-time-empty-formula = t₀ + { $a-terms } × α
# $a number, $value time
collectives-figure-time-empty-filled = { $start } + { $a } × { $alpha } = { $value }
collectives-beat-knows = シェフ{ $chef }は、全員がそろったことを知った。まだ知らない人は{ $left }人。

# 幕
collectives-act-one = シェフ1だけが、みんなに要る数字を持っている。どう配ろう。
collectives-act-one-xray = GPU 1だけが持つデータを全員へ。ブロードキャスト、リング。
collectives-act-one-button = 隣へ配っていく
collectives-act-apart = こんどは全員が数字を持つ。段ごとに足して、一人が一段を受け持つ。
collectives-act-apart-xray = reduce-scatter：チャンクごとの総和を、一台が一つずつ持つ。
collectives-act-apart-button = 次へ：分けて足す
collectives-act-again = 分けて足し、もう一度配る。続けると、全員が同じ合計を持つ。
collectives-act-again-xray = all-reduce ＝ reduce-scatter ＋ all-gather。リングで。
collectives-act-again-button = 次へ：続けて配る
collectives-act-pinch = 運ぶ量を、袋からひとつまみに。いちばん早いやり方は同じままだろうか。
collectives-act-pinch-xray = 1 GiBから1 KiBへ。最速のアルゴリズムは変わるか。
collectives-act-pinch-go = ひとつまみにする
collectives-act-swap = 全員が全員へ、ちがう一枚を送る。足し算はない。
collectives-act-swap-xray = all-to-all：全員が全員へ別々のチャンクを送る。加算なし。
collectives-act-swap-button = 次へ：全員から全員へ
collectives-act-turn = ひとつまみ、ひと皿、ひと袋。どれにも早いやり方をさがそう。
collectives-act-turn-xray = 1 KiB、1 MiB、1 GiBで最速のアルゴリズムをさがす。
collectives-act-turn-button = 次へ：自分で選ぶ
collectives-act-turn-go = やり方を変えて走らせる
# $time time, $ways int
collectives-task-met = できた。{ $time }。{ $ways }つのやり方をぜんぶ走らせて、これがいちばん早い。
# $time time, $ways int
collectives-task-met-xray = 達成。{ $time }。{ $ways }つのアルゴリズムで最速。
# $times number, $ways int
collectives-task-slow = いちばん早いやり方の{ $times }倍かかった。やり方は{ $ways }つ。少ない量なら、回数の少ないものを試す。
# $times number, $ways int
collectives-task-slow-xray = 最速のアルゴリズムの{ $times }倍。候補は{ $ways }つ。小さいサイズなら、段数の少ないものを試す。
collectives-task-bound = いちばん早い
collectives-follow = 目で追う段
collectives-follow-help = どこへ行っても印のつく棚の段。1がA、0なら印なし。
collectives-hand-follow = 一つの段を追う
# $letter words
collectives-hand-follow-at = { $letter }の段
collectives-hand-follow-none = 追わない
collectives-hand-size = 運ぶ量
collectives-hand-way = やり方
collectives-hand-meeting = 会議
# $op words
collectives-kept = { $op }・{ $bytes }
collectives-kept-way = { $algorithm }・{ $bytes }
collectives-kept-value = { $busbw }
# $a number, $b number, $begin time, $late time
collectives-why-turns = 運ぶ時間はわずか。最初の伝票が出るまで{ $begin }と{ $late }、手渡しは{ $a }回と{ $b }回。
# $a number, $b number, $fast-rate rate, $slow-rate rate
collectives-why-rates = 一人の線が運ぶ量は{ $a }倍と{ $b }倍、線を流れた速さは{ $fast-rate }と{ $slow-rate }。
