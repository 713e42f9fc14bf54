# 第7章：一冊のレシピ — データ並列と、逆伝播に重なるall-reduce。
data-title = 火を止めずに会議をして、同じ一冊に戻る
data-hook = どのシェフも同じレシピを持ち、別々の食材で料理する。書けたレポートから束にして会議へ出せば、ほとんど待たずに一冊へ戻れる。
data-text-1 = 裏口に、シェフごとに別の食材が届く。同じレシピで料理しても、味見のあとに書く分析レポートの数字は一人ずつちがう。
data-text-2 = 自分のレポートだけで直せば、次の一歩からレシピはばらばらになる。だから全員の数字を足し合わせ、その合計を全員が持ち帰る。これが全体会議だ。
data-text-3 = レポートは、最後のページから前へ向かって書けていく。書けた分を束にして、火がついているうちに会議へ出す。
data-text-4 = 同じレシピを、同じ合計で、同じだけ直す。だから一冊のままでいる。直すあいだ、火は消えている。全ページを棚から出して書きもどすので、短くはない。
data-not-like-1 = 会議に話し合いはない。足し算だけで、順番も相手も先に決まっている。
data-not-like-2 = 本物のレポートは数億個の小数で、足す順番によって最後の桁が変わる。ここでは、ひと区切りを小さな整数一つで描いている。
data-not-like-3 = 本物のGPUでは、会議の足し算も計算装置とメモリを少し使い、そのぶん料理が遅くなる。ここでは数えていない。
data-teacher-goal = めあて：束に分けて火をつけたまま会議を開くと、待つのは最後の束だけになることを、実行の数字で確かめる。
data-teacher-question-1 = 問い1：束の数を1、2、4、8と増やすと、待つ時間はどう減るか。会議の合計を束の数で割った値と比べよう。
data-teacher-question-2 = 問い2：設備を廊下（PCIe）に変えると、束に分けても隠しきれない。何と何を比べれば、走らせる前に分かるか。
data-teacher-time = 時間：20分（伝票を紙で回す活動8分、束の数を変えて実行7分、予想5分）。

data-opening-1 = シェフ{ $n }人が、同じ{ $pages }ページのレシピで、それぞれ別の{ $tokens }トークンを料理する。
data-opening-2 = { $bytes }のレポートを{ $bundles }束に分け、書けた束から会議へ出す。
data-opening-2-one = { $bytes }のレポートを、全部書き終えてから会議へ出す。
data-opening-2-bell = { $bytes }のレポートを{ $bundles }束に分け、鐘が鳴ってから会議へ出す。
# $total time
data-opening-3 = 会議は合わせて{ $total }。そのうちシェフが待ったのは{ $wait }。

data-beat-start = シェフ{ $n }人に、同じ{ $pages }ページのレシピ。食材は一人ずつ別の{ $tokens }トークン。
data-beat-cook = 全員が自分の食材を料理している。シェフ1は{ $pages }ページ中{ $page }ページ目。
data-beat-cooked = { $pages }ページすべての料理は{ $time }に終わった。
data-beat-taste = 味見。お手本からどれだけ離れているかを測っている。
data-beat-tasted = 味見は{ $time }に終わった。
data-beat-report = 分析レポートは最後のページから前へ書く。シェフ1はいま{ $page }ページ目。
data-beat-written = 最後の1ページは{ $time }に書けた。
# $page int
data-beat-bundle = { $page }ページ目まで書けた{ $time }、{ $bundles }束のうち最初の束（{ $bytes }）がいっぱいになり、会議へ出た。火はつけたまま。
data-beat-bundle-one = 最後の1ページまで書けた{ $time }、レポート{ $bytes }が初めて会議へ出た。火はもう消えている。
data-beat-bundle-bell = { $time }に鐘が鳴った。もう書けていた最初の束（{ $bundles }束の一つ、{ $bytes }）が、会議へ出た。
# $value int
data-beat-slip = シェフ{ $from }が、{ $place }番の数字をシェフ{ $to }へ送っている。伝票には「{ $value }」。
# $value int
data-beat-slip-switch = シェフ{ $from }が、{ $place }番の数字を交換機へ送っている。伝票には「{ $value }」。
# $value int
data-beat-slip-came = シェフ{ $from }の{ $place }番の伝票「{ $value }」は、{ $time }に届いた。
# $own int
data-beat-add = { $time }、シェフ{ $to }は{ $place }番の自分の{ $own }に、届いた{ $got }を足して{ $sum }にした。二人ぶんの合計だ。
data-beat-switch-add = { $time }、交換機が{ $n }人の{ $place }番を足した{ $sum }が、全員へ出はじめた。
data-beat-whole = { $time }、シェフ{ $chef }の{ $place }番が{ $sum }になった。{ $n }人全員の数字が入った、最初の合計だ。
data-beat-copy = { $place }番の合計{ $sum }が、シェフ{ $from }からシェフ{ $to }へ渡っている。もう足さず、書き写す。
data-beat-copied = { $place }番の合計{ $sum }は、{ $time }にシェフ{ $to }へ届いた。足さずに書き写した。
data-beat-overlap = { $bundles }束のうち{ $done }束がそろった。シェフ1はまだ火の前で、{ $page }ページ目を書いている。
data-beat-stove-off = 火は{ $time }に消えた。全員が会議を待っている。まだそろっていないのは{ $left }束。
# $total time
data-beat-agreed = { $n }人のレポートは{ $time }にすべて同じ数字になった。会議は合わせて{ $total }、待ったのは{ $wait }。
data-beat-update = 最後の束の1番は合計{ $sum }。{ $n }で割って{ $mean }、その0.1倍だけ、全員が{ $before } gを{ $after } gに直す。
data-beat-end = { $n }人で{ $tokens }トークン、一歩は{ $time }。会議を待ったのは{ $wait }。どのシェフのレシピも同じ一冊。
data-xray-start = GPU 1〜{ $last }：重みは同じ、入力はGPUごとに別の{ $tokens }トークン
data-xray-page = GPU 1：{ $what }、層{ $page }/{ $pages }
data-xray-pass = GPU 1：{ $what }
data-xray-taste = GPU 1：語彙への射影と損失、{ $time }
data-xray-bundle = バケット1/{ $bundles }（{ $bytes }）が{ $time }にそろい、all-reduceが始まった
data-xray-bundle-bell = all-reduceは{ $time }に開始。バケット1/{ $bundles }（{ $bytes }）はすでに完成していた
data-xray-whole = GPU { $chef }：チャンク{ $place }の総和が{ $time }に完成
data-xray-overlap = all-reduce { $done }/{ $bundles }完了、GPU 1は層{ $page }の逆伝播
data-xray-stove-off = 逆伝播は{ $time }に完了。残りのall-reduceは{ $left }
# $total time
data-xray-agreed = all-reduceは{ $time }に完了：合計{ $total }、隠れなかった分{ $wait }、busbw { $busbw }
data-xray-end = 1ステップ{ $time }、隠れなかった通信{ $wait }、busbw { $busbw }

data-gate = { $m }束に分けて、書けた束から会議へ出している。1束のまま、書き終えてから出すときとくらべて、一歩の時間は何倍？
data-gate-bell = レポートを{ $m }束に分け、鐘が鳴るまで出さずにおく。全部書いてから一束で出すのにくらべて、一歩の時間は何倍？
data-gate-split = いまは1束のまま、書き終えてから会議へ出す。{ $m }束に分け、書けた束から出すと、一歩の時間はいまの何倍？
# $after time, $before time
data-verdict = 走らせてみると、1束で{ $before }、{ $m }束で{ $after }（{ $ratio }倍）。会議でする足し算は同じ。火がついているうちに開けた分だけ、一歩が短い。
# $after time, $before time
data-verdict-bell = 一束なら{ $before }、鐘を待つ{ $m }束なら{ $after }。{ $ratio }倍。短くなるのは、火がついているあいだに足せた分だけ。

data-value-ms = { $value } ms
data-figure-step = 一歩の時間
data-figure-step-formula = 料理と味見 + レポート + 待ち + 書き直し
# $wait number
data-figure-step-filled = { $forward } + { $backward } + { $wait } + { $update } = { $value } ms
data-figure-step-source = 記録から。いちばん長く待ったシェフの時間の内訳。
data-figure-wait = 会議を待った時間
data-figure-wait-formula = 会議の合計 − 火の前で過ぎた分
data-figure-wait-filled = { $total } − { $hidden } = { $value } ms
data-figure-wait-source = 記録から。束ごとの会議の時間を足し、逆伝播と重なった分を引いた。会議が料理を遅らせる分は数えない。
data-figure-busbw = 一人の道に換算した速さ（busbw）
data-figure-busbw-formula = S ÷ 会議の合計 × 2(n − 1)/n
# $time number, $value rate
data-figure-busbw-filled = { $bytes } ÷ { $time } ms × 2({ $n } − 1)/{ $n } = { $value }
data-figure-busbw-source = nccl-testsの定義。人数がちがっても、リンクの速さと比べられる。
data-figure-sent = 一人が送った量（最大）
data-figure-sent-formula = 2(n − 1)/n × S
# $value bytes
data-figure-sent-filled = 2({ $n } − 1)/{ $n } × { $bytes } = { $value }
data-figure-sent-switch-formula = S
# $value bytes
data-figure-sent-switch-filled = { $bytes } = { $value }
data-figure-sent-tree-formula = 2 × S
# $value bytes
data-figure-sent-tree-filled = 2 × { $bytes } = { $value }
data-figure-sent-source = 記録の転送を、送り手ごとに足したうちの最大。
data-case = { $n }束

# 幕
data-act-apart = 同じレシピ、ちがう食材。二人のレポートは、同じ数字になるだろうか。
data-act-apart-xray = 重みは同じ、入力は別。GPU 2台の勾配は同じになるか。
data-act-apart-button = 料理させる
data-act-meet = 四人分のレポートを、廊下ごしに足し合わせる。書き終えてから始める。
data-act-meet-xray = 逆伝播のあとでall-reduce。GPU 4台、PCIe。
data-act-meet-button = 次へ：会議を開く
data-act-bundles = レポートを束に切る。書けた束から、火を止めずに会議へ出す。
data-act-bundles-xray = 勾配をバケットに分け、逆伝播と重ねてall-reduceする。
data-act-bundles-button = 次へ：束に切る
data-act-bundles-go = 8束に切る
data-act-more = 厨房を増やす。中で足した合計だけを、番号ごとに一人の代表が外へ運び、足して返す。
data-act-more-xray = サーバーを増やす。中で足した総和だけを、番号ごとに1基が外へ送る。
data-act-more-go = 次へ：厨房を増やす
data-act-turn = 八人で待たずにすむのは、束をいくつにして、どの道を通すとき？
data-act-turn-xray = GPU 8台で通信を隠しきれる設定をさがす。
data-act-turn-button = 次へ：自分で決める
data-act-turn-go = 電話交換機にする
data-hand-cuts = 束
# $n int
data-hand-bundles = { $n }束
data-hand-chefs = シェフ
# $n int
data-hand-number = { $n }人
data-hand-way = 道
data-hand-corridor = 廊下
data-hand-exchange = 電話交換機
# $step number, $wait number
data-hand-effect = 一歩 { $step } ms・待ち { $wait } ms
# $n int, $chefs int
data-kept = { $n }束・{ $chefs }人
# $n int, $chefs int, $system words
data-kept-away = { $system }・{ $n }束・{ $chefs }人
data-bell = 会議の鐘
data-bell-help = 後ろ向きのどの四分の一から、束を会議へ出すか。0なら書けた束からすぐに、4なら全部書き終えてから。
data-hand-bell = 鐘
data-bell-0 = すぐ
data-bell-1 = 1/4
data-bell-2 = 1/2
data-bell-3 = 3/4
data-bell-4 = 書き終え
# $bell words
data-kept-bell = { $n }束・鐘{ $bell }
data-kitchens = 厨房
data-kitchens-help = 厨房がいくつあるか。一つなら中のシェフの人数を選べる。二つからはどの厨房も8人で、厨房ごとに足したあと、代表どうしが会う。

# $chefs int, $kitchens int
data-hand-places = { $chefs }人・厨房{ $kitchens }か所
# $kitchens int, $chefs int
data-kept-kitchens = 厨房{ $kitchens }か所・{ $chefs }人
# $n int
data-others = ほかに厨房{ $n }か所
# $home int, $other int
data-beat-delegate = 厨房{ $home }は{ $place }番を足し終えた。代表のシェフ{ $from }が、合計を厨房{ $other }のシェフ{ $to }へ送っている。
# $home int, $other int
data-beat-delegate-came = 厨房{ $home }で足した{ $place }番の合計は、{ $time }に厨房{ $other }のシェフ{ $to }へ届いた。
data-figure-sent-kitchens-formula = (中で + 代表どうしで) × S
# $inside number, $outside number, $value bytes
data-figure-sent-kitchens-filled = ({ $inside } + { $outside }) × { $bytes } = { $value }
