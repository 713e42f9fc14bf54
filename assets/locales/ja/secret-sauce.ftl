# 第3章：秘伝のソース — 勾配降下法を、全部の数字つきで。
secret-sauce-title = レポートは、足もとの坂だけを知っている
secret-sauce-hook = 塩を減らすか、砂糖を足すか。一度の味見から、材料すべての直し方が一枚のレポートに出る。
secret-sauce-text-1 = 六人が味見をする。濃すぎれば上、薄すぎれば下。そのずれを二乗してならした一つの数が、損失。
secret-sauce-text-2 = ずれは来た道を逆にたどり、通ってきた材料に集まる。材料ごとに集まった数が傾きで、並べて書いたものがレポート（勾配）。
secret-sauce-text-3 = 傾きがプラスなら減らし、マイナスなら足す。動かす幅は、傾きに学習率を掛けた分。
secret-sauce-text-4 = 傾きが教えるのは、いまいる場所での向きと急さ。一歩をどれだけ長くするかは、学習率で決める。
secret-sauce-not-like-1 = ソースの材料は0 gより減らせない。勾配降下法のパラメータは、マイナスになってもかまわない。
secret-sauce-not-like-2 = 人の舌は、どの材料をどれだけ直せばよいかを教えてくれない。傾きは、計算の道筋をさかのぼって求めている。
secret-sauce-not-like-3 = 材料三つの損失はお椀の形で、限界の学習率を先に計算できる。何十億もの重みを持つ本物には地図がなく、学習率は試して決める。
secret-sauce-teacher-goal = めあて：順伝播・損失・逆伝播・更新を数字で一周し、勾配が教えるのは足もとの向きと急さで、底までの距離ではないと説明できる。
secret-sauce-teacher-question-1 = 問い1：砂糖はまったく入っていないのに、最初に大きく動いたのは酢と塩だった。レポートのどの数がそれを決めたか。
secret-sauce-teacher-question-2 = 問い2：塩の傾きは+10.2。では塩を1 g増やすと、損失はちょうど10.2増えるか（答え：14.0増える。傾きは、いまいる場所だけのもの）。
secret-sauce-teacher-time = 時間：20分（四つの手順を追う7分、予想と学習率0.2の実行6分、つまみを変えて7分）。

secret-sauce-salt = 塩
secret-sauce-vinegar = 酢
secret-sauce-sugar = 砂糖
secret-sauce-pot-1 = 鍋1
secret-sauce-pot-2 = 鍋2
secret-sauce-base = 下味
secret-sauce-group-1 = 鍋1のページ
secret-sauce-group-2 = 鍋2のページ
secret-sauce-group-mix = 混ぜるページ
secret-sauce-column-now = いま
secret-sauce-column-slope = 傾き
secret-sauce-column-change = 直す分
secret-sauce-column-carried = 持ち越し
secret-sauce-column-next = 次
secret-sauce-loss = 損失
secret-sauce-strong = 濃すぎる
secret-sauce-weak = 薄すぎる
secret-sauce-curve = 損失
secret-sauce-curve-steps = 歩数 →
secret-sauce-map = 明るいほど損失が低い
secret-sauce-map-start = 最初のレシピも替わる
secret-sauce-map-changes = 地図は一歩ごとに変わる

secret-sauce-opening-1 = シェフが一人、レシピの数字{ $n }個を、レポートを見ながら直していく。
# $first number, $last number
secret-sauce-opening-2 = { $n }歩で、損失は{ $first }から{ $last }になる。
secret-sauce-opening-3 = H100なら全部で{ $time }。計算はごくわずかで、時間はほぼすべてカーネルの起動。

secret-sauce-beat-start = 最初のソースは塩{ $salt } g、酢{ $vinegar } g、砂糖{ $sugar } g。六人の味見で直していく。
secret-sauce-beat-start-alike = 舌のよく似た六人。最初のレシピも替えて、塩{ $salt } g、酢{ $vinegar } g、砂糖{ $sugar } gから始める。
secret-sauce-beat-start-one = 一歩ごとに、くじで選んだ一人の言うことだけを聞く。最初は客{ $who }。
secret-sauce-beat-start-pages = レシピが二段になった。鍋二つのページに数字が{ $pots }個、混ぜるページに{ $mix }個。最初の数字も替わる。
secret-sauce-beat-tasted = 最初の味見で、濃すぎると言ったのは{ $strong }人、薄すぎると言ったのは{ $weak }人。
secret-sauce-beat-loss = ずれを二乗して、六人でならした。最初のレシピの損失は{ $loss }。
secret-sauce-beat-loss-one = その一人のずれの二乗が、この一歩で見る損失。最初は{ $loss }。
secret-sauce-beat-back = ずれは来た道を逆向きにたどり、通ってきた材料に集まる。最初の一歩で塩に集まるのは{ $n }人分。
secret-sauce-beat-back-pages = ずれは混ぜるページを通って、鍋のページまでさかのぼる。鍋1の塩に集まるのは{ $n }人分。
secret-sauce-beat-sheet = 1枚目のレポート。傾きは塩{ $salt }、酢{ $vinegar }、砂糖{ $sugar }。プラスは減らし、マイナスは足す。
# $mix number
secret-sauce-beat-sheet-pages = 1枚目のレポート。混ぜるページの鍋1は傾き{ $mix }、その先の鍋1の塩は{ $salt }。
secret-sauce-beat-once = レポート1枚に、味見は一度で足りた。数字を一つずつ変えて調べたら、あと{ $n }度かかった。
# $from number, $rate number, $to number
secret-sauce-beat-edit = 塩は{ $from } gから{ $to } gになった。傾き{ $slope }に学習率{ $rate }を掛けた分だけ、逆へ動かした。
# $from number, $to number
secret-sauce-beat-edit-own = 最初の一歩は自分で動かした。塩は{ $from } gから{ $to } gへ。レポートどおりなら{ $report } gだった。
# $loss live, $step live
secret-sauce-beat-again = { $step }歩進んだところの味見で、損失は{ $loss }。
# $from number, $to number
secret-sauce-beat-one = 1歩目は客{ $who }だけの言うことを聞いた。六人の損失は、{ $from }から{ $to }に上がった。
# $from number, $to number
secret-sauce-beat-rose = { $step }歩目は行きすぎた。損失が{ $from }から{ $to }に上がった。
secret-sauce-beat-zigzag = 塩はここまでに{ $n }回、減ったり増えたりと向きを変えた。損失は毎歩下がっているのに、谷をまっすぐ下れない。
# $first number, $later number, $rate number
secret-sauce-beat-shorter = 1歩目に動いたのは{ $first } g、{ $step }歩目は{ $later } g。学習率は{ $rate }のまま。底が近いと、傾きが小さい。
secret-sauce-beat-settled = { $step }歩で、損失は最初の高さの1 %以内まで下りた。高さは底から測る。
secret-sauce-beat-floor = 底の損失は{ $floor }で、0ではない。六人の望みが違うから、全員にぴったりの味はない。
secret-sauce-beat-valley = 舌が似ていると、塩1 gと砂糖1 gの区別がつきにくい。谷の壁は、底の道の{ $condition }倍急だった。
secret-sauce-beat-spilled = { $step }歩目で{ $what }が{ $grams } gになり、鍋に収まらない。底を飛びこえては、もっと高い壁に着いていた。
secret-sauce-beat-spilled-pages = { $step }歩目で{ $what }の数字が{ $grams }になり、レシピが使えなくなった。
# $first number, $last number
secret-sauce-beat-unsettled = { $n }歩歩いた。損失は{ $first }から{ $last }になった。
# $rate number
secret-sauce-xray-start = 勾配降下法：学習率 η = { $rate }、モーメンタム β = { $momentum }。1ステップはカーネル{ $kernels }個
secret-sauce-xray-tasted = 最初の順伝播：誤差が正（濃すぎ）{ $strong }個、負（薄すぎ）{ $weak }個
secret-sauce-xray-loss = 最初の損失：平均二乗誤差 L = { $loss }
secret-sauce-xray-loss-one = 最初の損失（バッチ1）：二乗誤差 L = { $loss }
secret-sauce-xray-back = 逆伝播：最初の∂L/∂塩は、経路{ $n }本の積の和（連鎖律）
secret-sauce-xray-sheet = 最初の勾配：‖∂L/∂w‖ = { $norm }
secret-sauce-xray-once = 逆伝播一回で全パラメータの勾配。差分なら順伝播があと{ $n }回
# $from number, $rate number, $to number
secret-sauce-xray-edit = w ← w − η ∂L/∂w：塩 { $from } − { $rate } × ({ $slope }) = { $to }
# $from number, $to number
secret-sauce-xray-edit-own = 最初の一歩は手で：塩 { $from } → { $to }（勾配なら{ $report }）
# $loss live, $norm live, $step live
secret-sauce-xray-again = { $step }ステップ後：L = { $loss }。最後に求めた勾配 ‖∂L/∂w‖ = { $norm }
# $from number, $to number
secret-sauce-xray-one = 確率的勾配降下法：バッチ1の一歩で、六人の損失は{ $from }から{ $to }
# $from number, $to number
secret-sauce-xray-rose = ステップ{ $step }で損失が増加：{ $from } → { $to }
secret-sauce-xray-zigzag = 条件数 λ_max ÷ λ_min = { $condition }。勾配は谷底の方向をほとんど向かない
# $first number, $later number
secret-sauce-xray-shorter = ‖∂L/∂w‖：ステップ1で{ $first }、ステップ{ $step }で{ $later }
secret-sauce-xray-settled = ステップ{ $step }から L − L* が最初の1 %以内：L = { $loss }、L* = { $floor }
# $limit number, $rate number
secret-sauce-xray-spilled = 発散：η = { $rate }、安定の限界 2(1 + β) ÷ λ_max = { $limit }
secret-sauce-xray-end = { $n }ステップ、{ $time }。時間はほぼすべてカーネルの起動

# $fast int
secret-sauce-gate = 学習率0.05では{ $slow }歩、0.1では{ $fast }歩で、損失が最初の高さの1 %以内まで下りる。さらに2倍の0.2では？
secret-sauce-gate-about = { $n }歩くらい
secret-sauce-gate-never = 30歩では入らない
secret-sauce-gate-best = { $n }歩で損失がいちばん低くなるのは、どの学習率？
# $rate number
secret-sauce-gate-rate = 学習率{ $rate }
# $limit number
secret-sauce-verdict = 0.2では入らない。一歩ごとに底を飛びこえ、向こうの壁のもっと高いところに着く。この六人では{ $limit }が限界で、0.1はその{ $share }まで来ていた。
secret-sauce-verdict-steps = 0.2では{ $n }歩だった。
secret-sauce-verdict-not = 0.2では、{ $n }歩たっても入らない。底のまわりを行きすぎては戻る。
# $fast number, $slow number
secret-sauce-verdict-best = 最後の損失は、0.05で{ $slow }、0.1で{ $fast }、0.2で{ $faster }だった。


secret-sauce-figure-settled = 1 %以内に入るまで
secret-sauce-figure-settled-value = { $n }歩
secret-sauce-figure-settled-formula = L(k) ≤ L* + 0.01 × (L(0) − L*)
# $bound number, $first number
secret-sauce-figure-settled-filled = L({ $n }) = { $loss } ≤ { $floor } + 0.01 × ({ $first } − { $floor }) = { $bound }
secret-sauce-figure-settled-source = L*はこの六人での最小の損失。最小二乗法で、歩かずに求めた。
secret-sauce-figure-last = { $n }歩後の損失
secret-sauce-figure-loss = 最初の損失
secret-sauce-figure-loss-formula = L = Σ (味 − 望み)² ÷ n
# $sum words
secret-sauce-figure-loss-filled = ({ $sum }) ÷ { $n } = { $loss }
secret-sauce-figure-loss-source = 六人の味のずれ（点）から。平均二乗誤差。
secret-sauce-figure-slope = 最初の塩の傾き
secret-sauce-figure-slope-formula = ∂L/∂塩 = 2 ÷ n × Σ (ずれ × 塩の感じ方)
# $sum words
secret-sauce-figure-slope-filled = 2 ÷ { $n } × ({ $sum }) = { $slope }
secret-sauce-figure-slope-source = 逆伝播の記録から。塩を感じる客だけが入る。単位は点²/g。
secret-sauce-figure-step = 一歩目の塩
# $salt number
secret-sauce-figure-step-value = { $salt } g
secret-sauce-figure-step-formula = w ← w − η ∂L/∂w
# $from number, $rate number, $to number
secret-sauce-figure-step-filled = { $from } − { $rate } × ({ $slope }) = { $to }
secret-sauce-figure-step-source = 最初の一歩。持ち越しはまだない。
secret-sauce-figure-limit = 限界の学習率
secret-sauce-figure-limit-formula = 2 (1 + β) ÷ λ_max
# $limit number
secret-sauce-figure-limit-filled = 2 × (1 + { $momentum }) ÷ { $steepest } = { $limit }
secret-sauce-figure-limit-source = λ_maxは損失のいちばん急な向きの曲がり（ヘッセ行列の最大固有値）。Polyak、1964年。
secret-sauce-figure-time = 一歩の時間（H100）
secret-sauce-figure-time-formula = カーネルの数 × 起動
secret-sauce-figure-time-filled = { $n } × { $each } = { $time }
# $operations number
secret-sauce-figure-time-source = 起動を3 µsと数えるモデル。かけ算と足し算は一歩に約{ $operations }回しかなく、H100では1 nsもかからない。

secret-sauce-act-taste = 塩を入れすぎたソースです。塩を手で動かすか、六人の味見をレポートにします。
secret-sauce-act-taste-xray = パラメータを一つだけ手で動かすか、勾配で全部を一度に動かします。
secret-sauce-act-taste-button = 味見する
secret-sauce-act-down = 最初の一歩を手で選べます。あとはレポートのとおりに、何歩で底に着くでしょう。
secret-sauce-act-down-xray = 最初の一歩を手で選べます。勾配に従うと、何ステップで収束するでしょう。
secret-sauce-act-down-button = 次：底まで歩く
secret-sauce-act-twice = 次は、一歩の長さを2倍にします。
secret-sauce-act-twice-xray = 次は、学習率を2倍の0.1にします。
secret-sauce-act-twice-button = 次：一歩を2倍に
secret-sauce-act-far = さらに2倍にします。矢印の先を引っぱると、一歩の長さが変わります。
secret-sauce-act-far-xray = さらに2倍にします。矢印の先を引っぱると、学習率が変わります。
secret-sauce-act-far-go = 0.2で歩く
secret-sauce-act-valley = 舌のよく似た六人の谷は、壁が急です。玉に勢いをつけると、どうなるでしょう。
secret-sauce-act-valley-xray = 条件数の大きな谷です。モーメンタムを加えると、どうなるでしょう。
secret-sauce-act-valley-go = 勢いをつけて歩く
secret-sauce-act-turn = あなたの番です。一歩の長さと勢いを選び、いちばん少ない歩数で底に着いてください。
secret-sauce-act-turn-xray = あなたの番です。学習率とモーメンタムを選び、最少のステップで収束させてください。
secret-sauce-act-turn-button = あなたの番
secret-sauce-act-turn-go = ここから歩く
secret-sauce-task-met = できた。{ $n }歩で底に着いた。ここの長さと勢いでは、これより少なくならない。
secret-sauce-task-met-xray = { $n }ステップで収束。この学習率とモーメンタムの中では最少。
secret-sauce-task-leaps = { $n }歩で着いたが、底を飛び越えて戻った。{ $fewest }歩で着ける。
secret-sauce-task-leaps-xray = { $n }ステップで収束したが、最小点を行き過ぎた。最少は{ $fewest }ステップ。
secret-sauce-task-slow = { $n }歩で着いた。どの一歩も短い。{ $fewest }歩で着ける。
secret-sauce-task-slow-xray = { $n }ステップで収束。更新が小さい。最少は{ $fewest }ステップ。
secret-sauce-task-spilled = 飛び越えるたびに高くなり、こぼれた。一歩を短くすれば、{ $fewest }歩で着ける。
secret-sauce-task-spilled-xray = 発散した。学習率を下げる。最少は{ $fewest }ステップ。
secret-sauce-task-swings = 底を行ったり来たりして、まだ着かない。勢いを弱めれば、{ $fewest }歩で着ける。
secret-sauce-task-swings-xray = 振動して収束しない。モーメンタムか学習率を下げる。最少は{ $fewest }ステップ。
secret-sauce-task-short = 一歩が短く、まだ着かない。長くするか、勢いをつける。{ $fewest }歩で着ける。
secret-sauce-task-short-xray = 更新が小さく、収束しない。学習率かモーメンタムを上げる。最少は{ $fewest }ステップ。
secret-sauce-task-bound = いちばん少ない
# $rate number
secret-sauce-task-kept = { $rate }・勢い{ $momentum }
# $rate number
secret-sauce-kept-valley = 谷・{ $rate }
# $rate number
secret-sauce-kept-hand = { $rate }・一歩目は手で
secret-sauce-kept-steps = { $n }歩
secret-sauce-kept-spilled = こぼれた
# $loss number
secret-sauce-kept-loss = 損失{ $loss }
secret-sauce-grip-rate = 一歩の長さ（学習率）
secret-sauce-grip-ball = 最初のレシピ
secret-sauce-grip-momentum = 勢い
secret-sauce-grip-momentum-xray = モーメンタム
secret-sauce-grip-tasters = 味見する人
# $value number
secret-sauce-grip-value = 勢い { $value }
# $salt number, $sugar number
secret-sauce-grip-grid = 塩{ $salt } g、砂糖{ $sugar } g
secret-sauce-start-own = 自分で決めた量
secret-sauce-param-salt-help = 「自分で決めた量」から始めるときの、塩のグラム数。
secret-sauce-param-sugar-help = 「自分で決めた量」から始めるときの、砂糖のグラム数。
secret-sauce-rail-rate = 一歩の長さ
secret-sauce-rail-rate-xray = 学習率
secret-sauce-rail-momentum = 勢い
secret-sauce-rail-momentum-xray = モーメンタム
# $loss number, $rate number
secret-sauce-case = 学習率{ $rate }：{ $n }歩で損失{ $loss }
# $loss number, $rate number
secret-sauce-case-spilled = 学習率{ $rate }：{ $n }歩でこぼれた（損失{ $loss }）
# $first number, $last number
secret-sauce-beat-unsettled-one = { $n }歩歩いた。損失は{ $first }から{ $last }に。一歩ごとに聞く相手が替わるので、行ったり来たりする。
# $salt number
secret-sauce-grip-salt = 塩{ $salt } g
# $loss number
secret-sauce-grip-sensor = センサー { $loss }
secret-sauce-grip-step = 手で選ぶ一歩
secret-sauce-grip-no-step = まだ動かない
# $before number, $mine number, $report number
secret-sauce-grip-stepped = センサー { $before }から{ $mine }へ。レポートなら{ $report }
