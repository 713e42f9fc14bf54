# 第6章：一つの鍋を二人で — テンソル並列。
tensor-title = 一つの鍋を、分けて作って足し合わせる
tensor-hook = スパイスの棚が大きすぎて、一つの工程さえ一人では手に余ることがある。そこで一つの鍋を何人かで受け持ち、最後に味を足し合わせる。
tensor-text-1 = 棚のスパイスを、列で切って分ける。自分の列の下ごしらえは、だれにも聞かずに仕上がる。
tensor-text-2 = つぎの工程では、同じ分け方で行を切る。すると、各自の皿は料理の一部ずつになる。
tensor-text-3 = 全員の皿を足すと、一人で作ったときとまったく同じ味になる。だから、足す会議が欠かせない。
tensor-text-4 = 会議は一層ごとに、行きと帰りにある。道が遅ければ、手はそのたびに止まる。
tensor-not-like-1 = 二人で同じ鍋をかき混ぜるのではない。どちらも自分の鍋を持ち、できた数字だけを足す。
tensor-not-like-2 = 味の足し算は近似ではない。行列の積は、切って足しても同じ答えになる。
tensor-not-like-3 = 本物の行列は一辺が数千から数万。伝票の整数は、同じ切り方をした小さな行列のもの。
tensor-teacher-goal = めあて：行列の積を列と行で切ると部分和が足し合わさること、その会議の時間が道の速さで決まることを、数字で確かめる。
tensor-teacher-question-1 = 問い1：一枚めを行で、二枚めを列で切ったら、会議は何回いるか。なぜ列が先なのか。
tensor-teacher-question-2 = 問い2：人数を増やすと、一人の計算は1/nになる。会議の時間はどうなるか。どこで割に合わなくなるか。
tensor-teacher-time = 時間：20分（2×2の行列を手で切って足す8分、実行6分、予想と話し合い6分）。

tensor-opening-1 = シェフ{ $n }人で、一層ぶんの鍋を行きと帰りで{ $time }。
tensor-opening-2 = 途中で{ $bytes }の部分和を足し合わせる。行きの会議は{ $time }。
tensor-opening-3 = 全体のうち、手が止まっていた割合は{ $share }。

tensor-beat-start = 一つの鍋に{ $n }人。8種のスパイスのうち、シェフ1の担当は{ $spices }番。
tensor-beat-start-alone = 一つの鍋に、シェフ1が一人。8種のスパイスを全部見る。
tensor-beat-columns = シェフ1の列は{ $row }。だれにも聞かずに、ここまで作れた。
tensor-beat-columns-alone = 8列ぜんぶで{ $row }。ここまでが一枚め。
tensor-beat-parts = シェフ1の皿は{ $first }、シェフ2の皿は{ $second }。どれもまだ、味の一部でしかない。
tensor-beat-whole-alone = 皿は{ $z }。一人で作ったので、足す相手はいない。
tensor-beat-slip = シェフ{ $from }が、「{ $value }」と書いた伝票を{ $way }でシェフ{ $to }へ送っている。
tensor-beat-slip-switch = シェフ{ $from }が、「{ $value }」と書いた伝票を交換機へ送っている。
tensor-beat-add = シェフ{ $to }の皿は{ $own }。届いた{ $got }を足して{ $sum }になった。
tensor-beat-switch-add = 交換機が{ $n }人の皿を足して{ $sum }。同じ伝票が全員へ出ていく。
tensor-beat-wait = 伝票が走るあいだ、{ $n }人の手は止まっている。
tensor-beat-agreed = { $n }人の皿が、どれも{ $z }になった。一人で作った味と同じ。会議は{ $time }。
tensor-beat-back = 帰り道。味の分析レポートを、同じ分け方で書いていく。
tensor-beat-beside = 二度めの会議は、レポート書きと並んで進んでいる。
tensor-beat-second = 二度めの会議。帰りにも足し合わせがいる。
tensor-beat-tail = 手は空いたが、会議が終わらない。あと{ $time }。
tensor-beat-hidden = 二度めの会議は、手仕事より先に終わった。だれも待たずにすんだ。
tensor-beat-end = この層は、行きと帰りで{ $time }。手が止まっていた割合は{ $share }。
tensor-beat-end-alone = この層は、行きと帰りで{ $time }。会議はなかった。
tensor-xray-parts = 部分和の計算が終了。{ $n }台とも出力と同じ大きさの部分和を持つ
tensor-xray-whole = 行列積の計算が終了。部分和はない
tensor-xray-agreed = all-reduce完了：{ $bytes }、{ $time }
tensor-xray-tail = 計算は終了、all-reduceの残り{ $time }
tensor-xray-pot-empty = 鍋 = 出力Z：まだ計算前
tensor-xray-pot-partial = 鍋 = 出力Z：どのHBMにも部分和
tensor-xray-pot-whole = 鍋 = 出力Z：どのHBMにも同じ和

tensor-gate = 一つの鍋を、一人ではなく{ $n }人で作る。かかる時間は？
tensor-option-share = 一人のときの、ほぼ{ $n }分の1
tensor-option-between = 短くなるが、{ $n }分の1には届かない
tensor-option-no-gain = ほとんど短くならない
tensor-verdict = 走らせてみると、一人で{ $alone }、{ $n }人で{ $together }。{ $times }倍の速さで、{ $n }人の時間の{ $share }は手が止まっていた。

tensor-figure-meeting = 部分和を足す会議（行き）
tensor-figure-idle = 手が止まっていた割合
tensor-figure-idle-formula = 1 − 計算の合計 ÷ (n × 全体)
tensor-figure-idle-filled = 1 − { $compute } ÷ ({ $n } × { $time }) = { $value }
tensor-figure-bytes = 会議に持ち寄る量 S
tensor-figure-bytes-formula = トークン数 × 隠れ次元 × 2バイト
tensor-figure-bytes-filled = { $tokens } × { $hidden } × 2 B = { $value }
tensor-figure-bytes-source = 一つの系列ぶんの出力、16ビット。切り方はMegatron-LM（Shoeybiほか、2019）。
tensor-figure-speedup = 一人のときと比べた速さ
tensor-figure-speedup-value = { $times }倍
tensor-figure-speedup-formula = T(1) ÷ T(n)
tensor-figure-speedup-filled = { $alone } ÷ { $together } = { $times }（理想は{ $n }）
tensor-figure-speedup-source = 同じ機種で、一人の場合も走らせた値。
tensor-figure-other = 同じ会議を{ $way }で
tensor-figure-other-value = { $time }（{ $times }倍）
tensor-figure-other-source = { $machine }で走らせた値。シェフ一人の道（{ $link }）は公称{ $nominal }、実効{ $effective }。機種がちがえば、道の世代と車線の数もちがう。
