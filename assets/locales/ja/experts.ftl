# 第13章：専門のシェフたち — 専門家の混合。
experts-title = お気に入りの一人が、みんなを止める
experts-hook = レシピの分厚いページを、八人の専門家が分けて持つ。ボウルは八人を全部まわらず、自分に合う専門家だけに味つけを頼む。
experts-text-1 = 一語（トークン）ごとに、割り振りの表（ルーター）が専門家（エキスパート）に点をつける。点の高い何人かだけが、その語のボウルを受け持つ（top-k）。
experts-text-2 = 専門家は、別々のシェフの手元にいる。だからページごとに、ボウルを配り（ディスパッチ）、味をつけ、元のシェフへ返す（コンバイン）。どちらも、全員が全員へ送る会議になる。
experts-text-3 = 次のページへ進めるのは、自分のボウルが全部もどってから。人気の専門家が一人いると、そこへ届くのも、味つけも、返ってくるのも最後になる。いちばん遅い皿が、食卓の時間を決める。学習ではレポートが同じ道をもどり、また同じ一人を待つ。
experts-text-4 = 手は二つある。受け取る数に上限（容量係数）を置けば、間に合うかわりに、素通りするボウルが出る。選び方を少しずつ手直しすれば（負荷の分散）、素通りなしで偏りが消える。では、ボウルが厨房の外の道を渡るなら？
experts-not-like-1 = 料理の専門とはちがう。何を受け持つかは学習が決め、人が読んで「甘い物の係」と呼べるものになるとは限らない。
experts-not-like-2 = 本物のシェフなら、手が空けば隣を手伝う。GPUの棚には自分の専門家の重みしかなく、ほかの専門家の仕事はできない。
experts-not-like-3 = ここでの選び方は、くじに好みを足したもの。本物の表は学習で育ち、人気は層でも文章でも変わる。点と上限と手直しの式は、論文のまま。ここでは2ページ進んで、すぐもどる。本物のモデルでは、前向きと後ろ向きのあいだに残りのページが全部はさまる。
experts-teacher-goal = めあて：仕事の合計が同じでも、偏りがあると、時間は「いちばん多く受け持った一人」で決まることを、数えて確かめる。
experts-teacher-question-1 = 問い1：人気が3倍のとき、一ページの時間の四つの部分のうち、どれがどれだけ延びるか。動かないのはどれか。
experts-teacher-question-2 = 問い2：上限100%と、手直し300バッチ。時間はどちらも戻る。ちがいは何か。学習ではどちらが困るか。
experts-teacher-time = 時間：20分（予想3分、実行7分、上限と手直しを変えて10分）。

# $words number
experts-opening-1 = { $model }。{ $n }人のシェフが{ $experts }人ぶんの専門を分け持ち、{ $words }語ずつ。一語が{ $top }人の専門家を選ぶ。
experts-opening-2 = いちばん人気は、シェフ{ $chef }の手元の専門家。{ $asked }杯に選ばれ、均等なときの{ $times }倍。
experts-opening-3 = はじめのページに{ $time }。その{ $share }は、手が止まっていた。

# $words number
experts-beat-start = { $model }の{ $experts }人ぶんの専門を、{ $n }人で分け持つ。手元に{ $words }語ずつ。一語ごとに、{ $top }人の専門家を選ぶ。
experts-beat-corrected = 選び方は、{ $batches }バッチかけて手直ししてある。いちばん人気の専門家は、均等なときの{ $before }倍から{ $after }倍になった。
experts-beat-asked = 行き先が決まった。{ $all }杯のうち{ $asked }杯が、シェフ{ $chef }の手元の専門家を選んだ。均等なときの{ $times }倍。
experts-beat-passed = 受け取る数に上限がある。{ $all }杯のうち{ $passed }杯（{ $share }）は、味つけなしで素通りになった。
experts-beat-sent = シェフ{ $from }が、{ $bowls }杯を{ $way }でシェフ{ $to }へ送っている。
experts-beat-came = シェフ{ $from }の{ $bowls }杯は、{ $time }にシェフ{ $to }へ届いた。
# $left number
experts-beat-first = { $time }、シェフ{ $quick }が{ $bowls }杯を作り終えた。このときシェフ{ $slow }には、まだ{ $left }杯残っていた。
experts-beat-wait = 手を動かしているのは、シェフ{ $slow }だけ。ほかの{ $n }人は、そこにあるボウルを待っている。
experts-beat-waited = シェフ{ $slow }が作り終えるまで、ほかの{ $n }人の手は{ $time }止まっていた。
experts-beat-slowest = シェフ{ $slow }は{ $bowls }杯に{ $time }。シェフ{ $quick }は{ $few }杯で、{ $short }だった。
experts-beat-back = シェフ{ $from }が、味をつけた{ $bowls }杯をシェフ{ $to }へ返している。
experts-beat-back-done = 味のついた{ $bowls }杯が、{ $time }にシェフ{ $from }からシェフ{ $to }へもどった。
experts-beat-page = 全員のボウルがそろい、はじめのページは{ $time }かかった。その{ $share }は、手が止まっていた。
experts-beat-other = 次のページには、別の割り振りの表がある。こんどの人気はシェフ{ $chef }の手元の専門家で、{ $asked }杯、均等なときの{ $times }倍。
experts-beat-turn = 前向きは{ $time }。ここから後ろ向き。ボウルごとのレポートが、味をつけた専門家へ届き、そこから持ち主へもどる。
experts-beat-back-wait = 後ろ向きでも、手を動かしているのはシェフ{ $slow }だけ。ほかの{ $n }人は、そこにあるレポートを待っている。
# $there time
experts-beat-back-waited = シェフ{ $slow }がレポートを終えるまで、ほかの{ $n }人の手は{ $time }止まっていた。前向きでは{ $there }だった。
# $back time, $first int, $there time
experts-beat-end = 二つのページで{ $time }。前向き{ $there }、後ろ向き{ $back }。はじめのページではシェフ{ $first }を、次のページではシェフ{ $second }を、みんなが待った。

# $words number
experts-xray-start = { $model }のMoE層、{ $gpu } ×{ $n }、エキスパート並列{ $n }。エキスパート{ $experts }、top-{ $top }、GPUごとに{ $words }トークン
experts-xray-corrected = バイアスを{ $batches }バッチ更新：最多のエキスパートの負荷は平均の{ $before }倍 → { $after }倍
experts-xray-asked = ルーティング完了：{ $all }件のうち{ $asked }件がGPU { $chef }のエキスパートへ（平均の{ $times }倍）
experts-xray-passed = 容量を超えたトークンは破棄：{ $all }件のうち{ $passed }件（{ $share }）
# $left number
experts-xray-first = { $time } GPU { $quick }のエキスパート終了（{ $bowls }トークン）。GPU { $slow }の残りは{ $left }トークン
experts-xray-wait = 計算中はGPU { $slow }だけ。ほかの{ $n }台は待機
experts-xray-waited = GPU { $slow }の計算が終わるまで、ほかの{ $n }台は{ $time }待機
experts-xray-slowest = エキスパートの計算：GPU { $slow } { $bowls }トークン { $time }、GPU { $quick } { $few }トークン { $short }
experts-xray-page = 1層め { $time }。全GPUの時間のうち、計算していない割合 { $share }
experts-xray-other = 2層めのルーティング完了：最多はGPU { $chef }のエキスパートで{ $asked }件、平均の{ $times }倍
experts-xray-turn = 順伝播は{ $time }で終了。逆伝播：コンバインの勾配を配り、ディスパッチの勾配を返す
experts-xray-back-wait = 逆伝播：計算中はGPU { $slow }だけ。ほかの{ $n }台は待機
# $there time
experts-xray-back-waited = 逆伝播：GPU { $slow }の計算が終わるまで、ほかの{ $n }台は{ $time }待機（順伝播では{ $there }）

# $n number
experts-scene-unit = 絵の1杯＝{ $n }杯
experts-scene-unit-xray = 1ブロック＝{ $bytes }

experts-gate = いちばん人気の専門家は、均等なときの{ $times }倍選ばれた。ボウルの数は全部で同じ。2ページの前向きと後ろ向きにかかる時間は、人気が均等なときの何倍？
experts-verdict = 走らせてみると、均等なら{ $short }、人気が偏ると{ $long }。{ $times }倍。仕事の合計は同じでも、全員がいちばん遅い一人を待つ。
experts-case-even = 人気が均等
experts-case-favourite = 人気が偏る

experts-figure-page = はじめのページ
experts-figure-page-formula = 自分の分 ＋ 配る ＋ いちばん遅い専門家 ＋ 返す
# $own number
experts-figure-page-filled = { $own } ＋ { $out } ＋ { $slowest } ＋ { $back } ＝ { $all } ms
experts-figure-page-source = シミュレーションの記録から。自分の分は注意機構（attention）とルーター、配ると返すはall-to-all（GShard、arXiv:2006.16668）。
experts-figure-run = 2ページの前向きと後ろ向き
experts-figure-run-formula = はじめのページ ＋ 次のページ ＋ 後ろ向き
# $first number, $second number
experts-figure-run-filled = { $first } ＋ { $second } ＋ { $back } ＝ { $all } ms
experts-figure-back = 後ろ向き
experts-figure-back-formula = 配る ＋ いちばん遅い専門家 ＋ 返す ＋ 自分の分
# $own number
experts-figure-back-filled = { $out } ＋ { $slowest } ＋ { $back } ＋ { $own } ＝ { $all } ms
experts-figure-back-source = シミュレーションの記録から、2ページの合計。コンバインの勾配を配り、ディスパッチの勾配を返す（DeepEP）。積は前向きの一つにつき二つ、入力の勾配と重みの勾配。
experts-figure-times = { $times }倍
experts-figure-popularity = 人気（選ばれた数）
experts-figure-popularity-formula = いちばん人気の専門家 ÷ 専門家一人あたりの平均
experts-figure-popularity-filled = { $asked } ÷ （{ $all } ÷ { $experts }） ＝ { $times }
experts-figure-popularity-source = 一語が選ぶのは{ $top }人。点は、語と専門家ごとのくじに好みを足したもの（Switch Transformer、arXiv:2101.03961、2.1節の選び方）。
experts-figure-load = 偏り（受け持った数）
experts-figure-load-formula = いちばん多いシェフ ÷ シェフ一人あたりの平均
# $most number
experts-figure-load-filled = { $most } ÷ { $mean } ＝ { $times }
experts-figure-load-source = 素通りを除いて、味つけしたボウルを数えた。はじめのページでは、全員の時間の{ $share }で手が止まっていた。
# $chef quantity
experts-figure-rate = シェフ{ $chef }の手の速さ
experts-figure-rate-formula = トークン × 6 × 隠れ次元 × 専門家の幅 ÷ 時間
# $rate flop-rate
experts-figure-rate-filled = { $bowls } × 6 × { $hidden } × { $width } FLOP ÷ { $time } ＝ { $rate }
experts-figure-rate-source = 行列が3枚、重み一つに掛け算と足し算。時間は行列積のモデルから（「計算のしかた」）。
# $chef quantity
experts-figure-way = シェフ{ $chef }に届く量
experts-figure-way-formula = 届くトークン × 隠れ次元 × 2バイト
experts-figure-way-filled = { $bowls } × { $hidden } × 2 B ＝ { $bytes }
experts-figure-way-source = 届き始めから終わりまで{ $time }、平均{ $rate }。16ビットで送る（DeepSeek-V3は配るとき8ビット、arXiv:2412.19437、3.2.2節）。
experts-figure-passed = 素通りの割合
experts-figure-passed-formula = 上限を超えたボウル ÷ 全部のボウル
experts-figure-passed-filled = { $passed } ÷ { $all }。一人にも味つけされなかった語は{ $unseasoned }
experts-figure-passed-source = 上限＝容量係数 × トークン × k ÷ 専門家の数。GPUごとに、先に来た語から埋まる（Switch Transformer、arXiv:2101.03961、2.2節）。


# $back time, $there time
experts-beat-end-even = 二つのページで{ $time }。前向き{ $there }、後ろ向き{ $back }。だれか一人を長く待つことはなかった。

# 幕
experts-act-even = どの専門家も同じくらい選ばれる。配って、味をつけて、返す。
experts-act-even-xray = ルーティングが均等なときのMoE層：all-to-all、計算、all-to-all。
experts-act-even-button = 配ってみる
experts-act-favourite = 一人だけ人気が出たら？ つまみを動かして、人気を上げてみよう。
experts-act-favourite-xray = 一つのエキスパートに偏らせる。仕事の合計は変わらない。
experts-act-favourite-go = 1.6倍にする
experts-act-limit = 極端に、3倍の人気者。受け取る数に上限を置いたら？
experts-act-limit-xray = 極端な例、3倍の偏り。容量係数で上限を置くとどうなるか。
experts-act-limit-go = 125%までにする
experts-act-nudge = 上限をやめて、選び方のほうを少しずつ手直しする。
experts-act-nudge-xray = 容量の上限なし。ルーターのバイアスを更新して均す。
experts-act-nudge-go = 300バッチ手直しする
experts-act-street = 人気は均等のまま、四人ずつ別の厨房へ。ボウルは道路を渡る。
experts-act-street-xray = 均等なルーティングで、4基ずつ2ノードに。all-to-allがイーサネットを通る。
experts-act-street-button = 次へ：道路を渡る
experts-act-turn = あなたの番です。ページごとの人気者の点を引いて、だれも待たせないでください。
experts-act-turn-xray = あなたの番です。各層の偏りをバイアスで打ち消し、負荷をそろえてください。
experts-act-turn-button = 次へ：自分で決める
experts-act-turn-go = 300点ずつ引く
# $page int
experts-task-short = { $page }ページめ：シェフ{ $chef }は平均の{ $times }倍。まだ人気者に寄っている。もっと引く。
# $page int
experts-task-short-xray = 第{ $page }層：GPU { $chef }は平均の{ $times }倍。偏りが残る。バイアスをさらに下げる。
# $page int
experts-task-far = { $page }ページめ：引きすぎ。シェフ{ $chef }が平均の{ $times }倍になった。
# $page int
experts-task-far-xray = 第{ $page }層：下げすぎ。GPU { $chef }が平均の{ $times }倍。
experts-task-met = できた。いちばん忙しいシェフでも平均の{ $times }倍で、{ $time }。素通りは一杯もない。
experts-task-met-xray = 達成。最大負荷は平均の{ $times }倍、{ $time }。破棄なし。
experts-task-passed = { $passed }杯が素通りした。
experts-task-passed-xray = { $passed }トークンを破棄した。
experts-task-goal = めあて
# $limit number
experts-task-limit = 平均の{ $limit }倍まで
# $first number, $second number
experts-task-kept = { $first }点・{ $second }点引く
# $page int
experts-handle-points = { $page }ページめの人気者（シェフ{ $chef }）から引く点
# $taken number
experts-handle-points-at = { $taken }点引く
experts-effect-busiest = いちばん忙しいシェフ 平均の{ $times }倍
experts-rail-favourite = 人気者
experts-rail-limit = 上限
experts-rail-nudge = 手直し
experts-rail-way = 道
experts-stop-even = 均等
experts-stop-1-6 = 1.6倍
experts-stop-2 = 2倍
experts-stop-3 = 3倍
experts-stop-4 = 4倍
experts-stop-all = なし
experts-stop-200 = 200%
experts-stop-125 = 125%
experts-stop-100 = 100%
experts-stop-0-batches = なし
experts-stop-100-batches = 100回
experts-stop-200-batches = 200回
experts-stop-300-batches = 300回
# $times words
experts-kept-favourite = 人気{ $times }
# $limit words
experts-kept-limit = 上限{ $limit }
# $batches words
experts-kept-nudge = 直し{ $batches }
experts-kept-street = 道路
# $times words
experts-kept-both = { $times }・道路
experts-kept = { $time }
experts-kept-passed = 素通り{ $passed }杯
