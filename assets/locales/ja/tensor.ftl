# 第6章：一つの鍋を二人で — テンソル並列。
tensor-title = 一つの鍋を、分けて作って足し合わせる
tensor-hook = スパイスの棚が大きすぎて、一つの工程さえ一人では手に余ることがある。そこで一つの鍋を何人かで受け持ち、最後に味を足し合わせる。
tensor-text-1 = 鍋には二段の仕事がある。間に「ふるい」がはさまり、0より小さい数は0になる。ふるえるのは、丸ごとそろった数だけだ。
tensor-text-2 = だから一段めは列で切る。自分の列の数は丸ごと仕上がり、だれにも聞かずにふるえる。二段めは同じ分け方の行で切る。
tensor-text-3 = 二段めのあと、各自の皿は料理の一部ずつになる。全員の皿を足すと、一人で作ったときとまったく同じ味になる。だから、足す会議が欠かせない。
tensor-text-4 = 会議は一層ごとに、前向きと後ろ向きにある。道が遅ければ、手はそのたびに止まる。
tensor-not-like-1 = 二人で同じ鍋をかき混ぜるのではない。どちらも自分の鍋を持ち、できた数字だけを足す。
tensor-not-like-2 = 味の足し算は近似ではない。行列の積は、切って足しても同じ答えになる。
tensor-not-like-3 = 本物の行列は一辺が数千から数万。黒板の8列と伝票の整数は、同じ切り方をした小さな行列のもの。
tensor-teacher-goal = めあて：行列の積を列と行で切ると部分和が足し合わさること、その会議の時間が道の速さで決まることを、数字で確かめる。
tensor-teacher-question-1 = 問い1：一枚めを行で、二枚めを列で切ったら、会議は何回いるか。なぜ列が先なのか。
tensor-teacher-question-2 = 問い2：人数を増やすと、一人の計算は1/nになる。会議の時間はどうなるか。どこで割に合わなくなるか。
tensor-teacher-time = 時間：20分（2×2の行列を手で切って足す8分、実行6分、予想と話し合い6分）。

tensor-opening-1 = シェフ{ $n }人で、一層ぶんの鍋を前向きと後ろ向きで{ $time }。
tensor-opening-2 = 途中で{ $bytes }の部分和を足し合わせる。前向きの会議は{ $time }。
tensor-opening-3 = 全体のうち、手が止まっていた割合は{ $share }。

tensor-beat-start = 一つの鍋に{ $n }人。AからZまであるスパイスのうち、シェフ1の担当は{ $spices }。
tensor-beat-start-alone = 一つの鍋に、シェフ1が一人。AからZまでのスパイスを全部見る。
tensor-beat-columns = ふるい終えたシェフ1の列は{ $row }。だれにも聞かずに、ここまで作れた。次は、同じ分け方の行を掛ける。
tensor-beat-columns-alone = ふるい終えた8列は{ $row }。次は行を掛ける。
# $first int
tensor-beat-parts = シェフ1の皿は{ $first }、シェフ2の皿は{ $second }になった。どちらも、味の一部でしかない。
tensor-beat-whole-alone = 皿は{ $z }。一人で作ったので、足す相手はいない。
# $value int
tensor-beat-slip = シェフ{ $from }が、「{ $value }」と書いた伝票を{ $way }でシェフ{ $to }へ送っている。
# $value int
tensor-beat-slip-switch = シェフ{ $from }が、「{ $value }」と書いた伝票を交換機へ送っている。
# $own int
tensor-beat-add = シェフ{ $to }の皿には{ $own }があった。届いた{ $got }を足して{ $sum }になった。
tensor-beat-switch-add = 交換機が{ $n }人の皿を足して{ $sum }。同じ伝票が全員へ出ていく。
tensor-beat-wait = 伝票が走るあいだ、{ $n }人の手は止まっている。
tensor-beat-agreed = { $n }人の皿が、どれも{ $z }になった。一人で作った味と同じ。会議は{ $time }。
tensor-beat-back = 後ろ向きに入った。分析レポートも、同じ分け方で書く。
tensor-beat-beside = 二度めの会議は、レポート書きと並んで進んでいる。
tensor-beat-second = 二度めの会議。後ろ向きにも足し合わせがいる。
tensor-beat-tail = 手仕事は{ $hands }に終わった。会議には、そのあと{ $time }かかる。
tensor-beat-hidden = 二度めの会議は、手仕事より先に終わった。だれも待たずにすんだ。
tensor-beat-end = この層は、前向きと後ろ向きで{ $time }。手が止まっていた割合は{ $share }。
tensor-beat-end-alone = この層は、前向きと後ろ向きで{ $time }。会議はなかった。
tensor-xray-parts = 部分和の計算が終了。{ $n }台とも出力と同じ大きさの部分和を持つ
tensor-xray-whole = 行列積の計算が終了。部分和はない
tensor-xray-agreed = all-reduce完了：{ $bytes }、{ $time }
tensor-xray-tail = 計算は{ $hands }に終了。all-reduceはそのあと{ $time }
tensor-xray-pot-empty = Z：まだ計算前
tensor-xray-pot-partial = Z：各HBMに部分和
tensor-xray-pot-whole = Z：どのHBMにも同じ和

tensor-gate = 一つの鍋を、一人ではなく{ $n }人で作る。一人のときの何倍の速さになる？
tensor-verdict = 走らせてみると、一人で{ $alone }、{ $n }人で{ $together }。{ $times }倍の速さで、{ $n }人の時間の{ $share }は手が止まっていた。

tensor-figure-meeting = 部分和を足す会議（前向き）
tensor-figure-idle = 手が止まっていた割合
tensor-figure-idle-formula = 1 − 計算の合計 ÷ (n × 全体)
# $compute number, $time number, $value percent
tensor-figure-idle-filled = 1 − { $compute } µs ÷ ({ $n } × { $time } µs) = { $value }
tensor-figure-bytes = 会議に持ち寄る量 S
tensor-figure-bytes-formula = トークン数 × 隠れ次元 × 2バイト
# $tokens number, $value bytes
tensor-figure-bytes-filled = { $tokens } × { $hidden } × 2 B = { $value }
tensor-figure-bytes-source = 一つの系列ぶんの出力、16ビット。切り方はMegatron-LM（Shoeybiほか、2019）。
tensor-figure-speedup = 一人のときと比べた速さ
tensor-figure-speedup-value = { $times }倍
tensor-figure-speedup-formula = T(1) ÷ T(n)
tensor-figure-speedup-filled = { $alone } ÷ { $together } = { $times }（理想は{ $n }）
tensor-figure-speedup-source = 同じGPUで、一人の場合も走らせた値。
tensor-figure-other = 同じ会議を{ $way }で
tensor-figure-other-value = { $time }（{ $times }倍）
tensor-figure-other-source = { $machine }で走らせた値。GPUは同じH100。シェフ一人の道（{ $link }）は公称{ $nominal }、実効{ $effective }。
tensor-opening-machine = 場所は{ $machine }。道を替えても、GPUは同じH100のまま。
tensor-opening-thought = { $machine }。GPUも道も本物の値だが、この形のサーバーは売られていない。
tensor-beat-start-thought = 売られていない配線での思考実験。一つの鍋に{ $n }人、AからZまであるスパイスのうち、シェフ1の担当は{ $spices }。
tensor-rack = スパイスの棚
# $all int
tensor-whole = 味がそろった鍋：{ $all }個のうち{ $n }個
# $all int
tensor-whole-xray = Zが全部そろったGPU：{ $n }/{ $all }
# $n number
tensor-rack-xray = 重みA：{ $n }列
tensor-beat-sieve = 二段の間の「ふるい」。0より小さい数は0になる。列で切ったので、どの数も丸ごとそろっていて、だれにも聞かずにふるえる。
tensor-beat-sieve-alone = 二段の間の「ふるい」。0より小さい数は0になる。
# $value int
tensor-beat-slip-done = シェフ{ $from }の伝票「{ $value }」は、{ $time }にシェフ{ $to }へ届いた。
# $value int
tensor-beat-slip-switch-done = シェフ{ $from }の伝票「{ $value }」は、{ $time }に交換機へ届いた。
tensor-beat-switch-added = 交換機は{ $n }人の皿を足して{ $sum }にした。{ $time }には、同じ伝票が届いていた。
tensor-xray-sieve = 活性化関数（要素ごとの max(0, ·)）、通信なし、{ $time }
tensor-figure-columns = なぜ列が先か
# $whole int
tensor-figure-columns-value = { $apart } ≠ { $whole }
tensor-figure-columns-formula = max(0, a) ＋ max(0, b) ≠ max(0, a ＋ b)
# $first int, $whole int
tensor-figure-columns-filled = Aを行で切ると、Yの一つの数が { $first } と { $second } に割れる。別々にふるうと合わせて{ $apart }、足してからふるうと{ $whole }
tensor-figure-columns-source = 伝票の小さな行列で計算した。本物の活性化関数（GELUなど）でも同じで、ふるいの前に会議が一つ増える（Shoeybiほか、2019、3節）。
tensor-case = シェフ{ $n }人

tensor-act-alone = 一つの鍋に、AからZまでのスパイス。シェフ1が一人で作ります。時間を覚えておいてください。
tensor-act-alone-xray = MLPブロック1層を、GPU 1台で計算します。
tensor-act-alone-button = 一人で作る
tensor-act-eight = スパイスの棚を8人で分けます。鍋の中身は、みんなで使う廊下を通って足し合わされます。
tensor-act-eight-xray = 同じ1層をGPU 8台で分けます。部分和はPCIeを通ります。
tensor-act-eight-button = 次：8人で作る
tensor-act-road = 伝票は廊下で順番待ちをしていました。道を押すと、道が替わります。
tensor-act-road-xray = all-reduceはPCIeで詰まっていました。道を押すと、リンクが替わります。
tensor-act-road-button = 次：道を替える
tensor-act-road-go = 電話交換機にする
tensor-act-why = 棚をA–MとN–Zに切りました。味はどちらも半端です。なぜ足すのか、皿の数字で見ます。
tensor-act-why-xray = なぜ部分和を足すのでしょう。2台に分けて、数字で見ます。
tensor-act-why-button = 次：二人の皿を見る
tensor-act-turn = あなたの番です。もう一人足しても速くならないのは、何人からでしょう。
tensor-act-turn-xray = あなたの番です。台数を増やしても速くならないのは、何台からでしょう。
tensor-act-turn-button = あなたの番
tensor-act-turn-go = この人数で作る
tensor-kept-alone = { $n }人
# $way words
tensor-kept = { $n }人・{ $way }
tensor-hand-ways = シェフ
tensor-hand-ways-xray = GPU
tensor-hand-hidden = レシピの幅
tensor-hand-hidden-xray = 隠れ次元
tensor-hand-link = 伝票の道
tensor-hand-time = 一層 { $time }
tensor-meeting-formula = 2 × (n − 1) ÷ n × S ÷ 道の速さ ＋ 手順の遅れと順番待ち
# $carry number, $rest number, $value number
tensor-meeting-filled = 2 × ({ $n } − 1) ÷ { $n } × { $bytes } ÷ { $rate }：{ $carry } ＋ { $rest } = { $value } µs
tensor-meeting-switch-formula = S ÷ 道の速さ ＋ 手順の遅れと順番待ち
# $carry number, $rest number, $value number
tensor-meeting-switch-filled = { $bytes } ÷ { $rate }：{ $carry } ＋ { $rest } = { $value } µs
tensor-way-corridor = 廊下
tensor-way-tunnel = トンネル
tensor-way-exchange = 交換機
