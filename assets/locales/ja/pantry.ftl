# 第16章：通りの先の倉庫 — 離れたメモリプール。
pantry-title = 遠くても困らない瓶、困る瓶
pantry-hook = 棚に載りきらない瓶を、通りの先の共同倉庫に置くことにした。三つは置いても気づかれないのに、一つが厨房を止める。
pantry-text-1 = シェフごとの棚のほかに、通りの先に大きな共同倉庫（メモリプール）がある。どのシェフも、そこまで自分の道を一本持つ。
pantry-text-2 = 一歩のあいだに、レシピはボウルごとに二度読む。レポートは後ろ向きのたびに足す。帳面は終わりに一度だけ。ボウルは作るそばから増え、戻るときに全部いる。
pantry-text-3 = 次にいる瓶は、いまの束を料理しているあいだに頼んでおく（先読み）。道が間に合えば、遠さは見えない。間に合わないと、シェフの手が止まる。
pantry-text-4 = 手前の交差点が足し算できるなら（ネットワーク内の足し算）、レポートは出すだけでよい。倉庫には、八人分ではなく合計が一つ着く。
pantry-text-5 = 遠さが困らせるのは、しょっちゅう頼まれるものだけ。では、運んでいる途中で何かが壊れたら？
pantry-not-like-1 = 本物の倉庫番は、瓶を丸ごと渡す。メモリプールは、何億もの小さな読み書きを続けて受ける。荷車一台は、その一続きを表す。
pantry-not-like-2 = ここでは倉庫の戸口が八本の道と同じだけ広い。本物では、戸口で道どうしが取り合うこともある。
pantry-not-like-3 = 料理人は足りない材料を飛ばして進める。GPUは、次の束の数が一つでも届いていなければ始められない。
pantry-teacher-goal = めあて：遠いメモリの損得を、大きさではなく「料理一秒あたりに頼む量」で見積もれる。
pantry-teacher-question-1 = 問い1：Llama 3 8Bで、ボウルだけを倉庫に置くと、なぜ一歩が二倍近くになるのか（答え：前向きのあいだに出ていく量が、道の運べる量の二倍を超える）。
pantry-teacher-question-2 = 問い2：レシピの大きいモデルに替えると、ボウルの待ちはなぜ縮むか（答え：ボウルは層の幅に比例し、料理の時間は幅の二乗に比例する）。
pantry-teacher-time = 時間：20分（予想3分、実行7分、瓶を動かす課題10分）。

pantry-lane-away = 倉庫を使うシェフ
pantry-lane-whole = ぜんぶ手もと
pantry-kind-recipe = レシピ
pantry-kind-report = レポート
pantry-kind-notebooks = 帳面
pantry-kind-bowls = ボウル
pantry-kind-weights = 重み
pantry-kind-gradients = 勾配
pantry-kind-optimizer = Adam
pantry-kind-activations = 活性値
pantry-name = 共同倉庫
pantry-pool = メモリプール
pantry-shelf = 棚
pantry-hbm = HBM
pantry-road = 片道 { $rate }
pantry-far = 往復 { $time }
pantry-each = 8人とも、自分の道
pantry-row-away = 倉庫を使うシェフ
pantry-row-whole = ぜんぶ手もとのシェフ
pantry-row-away-xray = メモリプールあり
pantry-row-whole-xray = すべてHBM
pantry-row-done = 一歩 { $time }
pantry-now-forward = 前向き
pantry-now-back = 後ろ向き
pantry-now-update = 書き直し
pantry-now-wait = 待ち
pantry-now-forward-xray = 順伝播
pantry-now-back-xray = 逆伝播
pantry-now-update-xray = 更新
pantry-now-wait-xray = 待機
pantry-now-done = 完了
pantry-now-place = ：ボウル{ $round }/{ $rounds }、束{ $piece }/{ $pieces }
pantry-now-place-xray = ：{ $round }/{ $rounds }、層群 { $piece }/{ $pieces }

pantry-opening-1 = { $model }を、シェフ{ $chefs }人の厨房で学ぶ一歩。
pantry-opening-2 = ぜんぶ手もとに置くと、いちばん多いときで{ $gb } GB。棚は{ $hbm } GB。
# $other words
pantry-opening-3 = 倉庫に置くのは、{ $what }。一歩は{ $time }、{ $other }は{ $whole }。

# $other words
pantry-beat-start = { $model }を、シェフ{ $chefs }人で学ぶ。通りの先の倉庫に置くのは、{ $what }。いちばん下の帯は、{ $other }の同じ一歩。
pantry-xray-start = { $model }、H100 ×{ $chefs }（ZeRO-1）、マイクロバッチは{ $words }トークン。メモリプールに：{ $what }
pantry-beat-start-nothing = { $model }を、シェフ{ $chefs }人で学ぶ。倉庫はまだ空で、瓶はぜんぶ手もとにある。
pantry-xray-start-nothing = { $model }、H100 ×{ $chefs }（ZeRO-1）、マイクロバッチは{ $words }トークン。プールは未使用
pantry-beat-first = { $time }に、はじめの束（{ $layers }層）の前向きが済んだ。束は{ $pieces }つ。前向きで順に通り、後ろ向きで逆に通る。
pantry-xray-first = { $time }：最初の{ $layers }層の順伝播が完了。{ $pieces }群に分けて転送
pantry-beat-blocked = シェフの手が止まっている。前に送り出した{ $what }がまだ道の上で、次を置く場所がない。
pantry-beat-blocked-done = { $time }にシェフの手が止まり、{ $wait }待った。送り出した{ $what }が着くまで、次を置く場所がなかった。
pantry-xray-blocked = 待機中：{ $what }の書き出しが終わらず、次のバッファが空かない
pantry-xray-blocked-done = { $time }から{ $wait }待機：{ $what }の書き出し待ち
pantry-beat-starved = シェフの手が止まっている。頼んだ{ $what }が、まだ道の上にある。
pantry-beat-starved-done = { $time }にシェフの手が止まり、頼んだ{ $what }が着くまで{ $wait }待った。
pantry-xray-starved = 待機中：先読みした{ $what }が未着
pantry-xray-starved-done = { $time }から{ $wait }待機：{ $what }の読み込み待ち
# $other words
pantry-beat-turn = 最初のボウルの前向きは、{ $time }に済んだ。{ $other }は{ $whole }。
# $a live, $b live, $other words
pantry-beat-now = 片づいたボウルは{ $n }個のうち{ $a }個。{ $other }は{ $b }個。
# $a live, $b live
pantry-xray-now = 完了したマイクロバッチ { $a }/{ $n }。比較するGPUは{ $b }/{ $n }
pantry-xray-turn = マイクロバッチ1の順伝播：{ $time }。比較するGPUは{ $whole }
# $other words
pantry-beat-back = 最初のボウルの後ろ向きは、{ $time }に済んだ。{ $other }は{ $whole }。ボウル{ $rounds }つで、一歩になる。
pantry-xray-back = マイクロバッチ1/{ $rounds }の逆伝播：{ $time }。比較するGPUは{ $whole }
# $gb live
pantry-beat-crossed = ここまでに道を渡った瓶は{ $gb } GB。頼まれるたびに増える。
# $gb live
pantry-xray-crossed = 往復の転送量の累計：{ $gb } GB
pantry-beat-once = { $what }が道を渡るのは、一歩の終わりの一度きり。{ $gb } GBが来て、書いたら帰る。
pantry-xray-once = { $what }：更新時にだけ{ $gb } GBを読み、書き戻す
pantry-beat-need-more = { $what }で手を止めずに料理するには、道に{ $need }がいる。この道が運べるのは{ $road }。
pantry-xray-need-more = { $what }に要る帯域{ $need } ＞ 道の{ $road }
pantry-beat-need-less = { $what }だけなら、道に{ $need }あればよい。この道は{ $road }運べるので、料理のうしろに隠れる。
pantry-xray-need-less = { $what }に要る帯域{ $need } ≦ 道の{ $road }
# $other words
pantry-beat-whole = { $other }は、{ $time }に一歩を終えた。倉庫を使うシェフの料理は、そのとき{ $share }まで。
pantry-xray-whole = 比較するGPU：{ $time }に完了。プール側の計算の進みは、そのとき{ $share }
pantry-beat-update = 最後の後ろ向きは{ $time }に済んだ。帳面はひとり{ $gb } GBで、手もとにある。書き直しは短い。
pantry-xray-update = 逆伝播の完了{ $time }。Adamの状態{ $gb } GBはHBM
pantry-beat-update-away = 最後の後ろ向きは{ $time }に済んだ。帳面はひとり{ $gb } GB。倉庫から来て、書き直されて帰る。
pantry-xray-update-away = 逆伝播の完了{ $time }。Adamの状態{ $gb } GBはプールから読み、書き戻す
# $other words
pantry-beat-end = 一歩は{ $time }、{ $other }は{ $whole }で、{ $times }倍。棚には最大{ $gb } GBと{ $all } GB。{ $gb } GBは{ $hbm } GBに載る。
pantry-xray-end = 1ステップ{ $time }（比較するGPUは{ $whole }、{ $times }倍）。HBMの最大は{ $gb } GB（比較側{ $all } GB）、容量{ $hbm } GB
# $other words
pantry-beat-end-over = 一歩は{ $time }、{ $other }は{ $whole }で、{ $times }倍。棚には最大{ $gb } GBと{ $all } GB。{ $gb } GBは{ $hbm } GBに載らない。
pantry-xray-end-over = 1ステップ{ $time }（比較するGPUは{ $whole }、{ $times }倍）。HBMの最大は{ $gb } GB（比較側{ $all } GB）で、容量{ $hbm } GBを超える

pantry-gate = { $model }の瓶を一種類だけ、通りの先の倉庫に移す。厨房を止めるのは、どの瓶？
pantry-gate-none = どれも止めない
# $bowls time, $notebooks time, $recipe time, $report time, $again time
pantry-verdict = レシピを移すと一歩は{ $recipe }、レポートなら{ $report }、帳面なら{ $notebooks }、ボウルなら{ $bowls }。移さずにもう一度作ると{ $again }。棚に限りがなければ{ $whole }。
pantry-case-whole = 棚に限りがなければ
pantry-case-away = 倉庫に：{ $what }

pantry-figure-step = 倉庫を使うシェフの一歩
pantry-figure-whole = ぜんぶ手もとのシェフの一歩
pantry-figure-step-formula = 前向き ＋ 後ろ向き ＋ 待ち ＋ 書き直し ＋ あと片づけ
# $wait number
pantry-figure-step-filled = { $forward } ＋ { $backward } ＋ { $wait } ＋ { $update } ＋ { $rest } = { $all } ms
pantry-figure-step-source = 記録の時間を足したもの。あと片づけは、最後の書き直しから、瓶や新しいページが行き着くまで。比べたシェフの{ $times }倍。
pantry-figure-asked = 一歩で頼む量：{ $what }
pantry-figure-asked-value = { $gb } GB
pantry-figure-asked-formula = 来る量 ＋ 行く量
pantry-figure-asked-filled = { $in } ＋ { $out } = { $all } GB
# $road number, $times int
pantry-figure-asked-source = これだけを倉庫に置いたとき、一人分。一歩に{ $times }度、道を渡る。手を止めないために要る速さは、前向きで毎秒{ $forward } GB、後ろ向きで毎秒{ $backward } GB。道は毎秒{ $road } GB。
pantry-figure-street = 道が運べる速さ
pantry-figure-street-formula = 道の太さと、道の上にいられる量 ÷ 往復の時間の、小さいほう
pantry-figure-street-filled = { $rate } と { $bytes } ÷ { $time } = { $far }
pantry-figure-street-source = 一度に頼んでおけるのは、RDMAカードの16件（1 MiBずつと仮定）。遠い倉庫では、道が空いていてもこの量で頭打ちになる。
pantry-figure-shelf = 棚に載った量の最大
pantry-figure-shelf-value = { $gb } GB（棚は{ $hbm } GB）
pantry-figure-shelf-formula = レシピ ＋ 帳面 ＋ レポート ＋ ボウル ＋ 道具
pantry-figure-shelf-filled = { $recipe } ＋ { $notebooks } ＋ { $report } ＋ { $bowls } ＋ { $tools } = { $all } GB
# $whole number
pantry-figure-shelf-source = 記録の{ $time }。行き来の途中の瓶も数える。ぜんぶ手もとなら{ $whole } GB。


pantry-rival = 比べる相手
pantry-rival-help = ぜんぶ手もとに置くシェフ（棚に載るかどうかは問わない）か、ボウルをしまわずにもう一度作るシェフ。
pantry-rival-whole = ぜんぶ手もと
pantry-rival-again = もう一度作る
pantry-other-whole = ぜんぶ手もとのシェフ
pantry-other-again = もう一度作るシェフ
pantry-lane-again = もう一度作る
pantry-row-again = もう一度作るシェフ
pantry-figure-again = もう一度作るシェフの一歩
pantry-recipe-report = レシピとレポート
pantry-recipe-notebooks = レシピと帳面
pantry-recipe-bowls = レシピとボウル
pantry-report-notebooks = レポートと帳面
pantry-report-bowls = レポートとボウル
pantry-notebooks-bowls = 帳面とボウル
pantry-all-but-notebooks = 帳面のほか全部
pantry-all-but-report = レポートのほか全部
pantry-all-but-recipe = レシピのほか全部
pantry-handle-jar = { $what } { $gb } GB
pantry-handle-here = 棚
pantry-handle-away = 倉庫
pantry-handle-street = 倉庫までの道のり
pantry-effect-step = 一歩 { $time }
pantry-kept-away = 倉庫：{ $what }
pantry-kept-far = { $km } km先：{ $what }
pantry-kept-again = もう一度作る
pantry-kept-over = 載らない

pantry-act-full = 棚に10 GBほど載りきりません。下のシェフは、ボウルをしまわず、作り直します。
pantry-act-full-xray = 活性値がHBMに収まりません。比較側は再計算（recompute）します。
pantry-act-full-button = 一歩を料理する
pantry-act-which = 瓶を一種類、通りの先の倉庫へ運べます。置き場所を決めてください。
pantry-act-which-xray = 一種類のテンソルをメモリプールへ移します。どれを移すか選んでください。
pantry-act-which-button = 瓶を倉庫へ運ぶ
pantry-act-which-go = ボウルを運んでみる
pantry-act-seldom = こんどはレポートだけを倉庫へ。後ろ向きのあいだに、少しずつ出ていきます。
pantry-act-seldom-xray = 勾配だけをプールへ。逆伝播の陰で書き出します。
pantry-act-seldom-button = レポートを運ぶ
pantry-act-far = 同じ瓶のまま、倉庫を遠ざけられます。遠いほど、道の上の荷が詰まります。
pantry-act-far-xray = 往復遅延を変えられます。転送中のバイト数には上限があります。
pantry-act-far-go = 100 km先に置く
pantry-act-turn = あなたの番です。大きいレシピを棚に収め、一歩をいちばん短くしてください。
pantry-act-turn-xray = 13BをHBMに収め、ステップ時間を最短にしてください。
pantry-act-turn-button = 自分で棚を空ける
pantry-act-turn-go = 帳面とボウルを運ぶ
pantry-task-over = まだ{ $over } GBはみ出ている。もう一つ瓶を運ぶ。
pantry-task-over-xray = HBMを{ $over } GB超過。ほかのテンソルも移す。
pantry-task-met = できた。棚に収まり、一歩は{ $time }。これより短い置き方はない。
pantry-task-met-xray = HBMに収まり、ステップは{ $time }。これが最短の配置。
pantry-task-slow = 棚には収まったが、一歩は最短の{ $times }倍。{ $what }は、しょっちゅう頼まれる。手もとに戻す。
pantry-task-slow-xray = 収まるが、ステップは最短の{ $times }倍。{ $what }の転送が多い。HBMに戻す。
pantry-task-else = 棚には収まったが、一歩は最短の{ $times }倍。別の瓶でも試す。
pantry-task-else-xray = 収まるが、ステップは最短の{ $times }倍。別の組み合わせもある。
pantry-task-bound = 収まる最短
