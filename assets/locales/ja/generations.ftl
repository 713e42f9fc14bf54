# 第12章：トンネルの歩み — 年ごとの厨房で、同じ会議を一つの時計で開く。
generations-title = トンネルの十年
generations-hook = 2016年の厨房では、シェフのトンネルは4本で、隣にしか届かなかった。そこから発表されたばかりの厨房まで、同じ会議を一つの時計で並べて開く。
generations-text-1 = はじめの厨房に交換機はない。トンネルは二人だけをつなぎ、伝票は隣から隣へと回っていく。
generations-text-2 = 2018年、トンネルの先に電話交換機が立った。チップ12個で16人。だれの声も、同じ速さでだれにでも届く。
generations-text-3 = 次の世代からは、トンネルの数が増え、一本が速くなった。2022年には、交換機が自分で足し算を始める。
generations-text-4 = 2024年、交換機は棚一つぶんの大きさになり、72人が一つの会議に着いた。一人あたりの速さは、落ちていない。
generations-not-like-1 = こわれたトンネルは、一本だけ休ませて残りを使えるとは限らない。実機では管理ソフトが決め、チップやGPUごと止めることもある。
generations-not-like-2 = 厨房は建て増しできる。NVLinkは世代ごとに速さも決まりもちがい、新しい交換機だけを古いGPUに付け替えることはできない。
generations-not-like-3 = 発表だけの厨房（Vera Rubin、VR）では、まだだれも時間を測っていない。ここの値は、発表された本数と速さから計算したもの。
generations-teacher-goal = めあて：会議の速さを「本数 × 一本の速さ」で見積もり、世代の差がどちらから来たのかを言えるようにする。
generations-teacher-question-1 = 問い1：チップを1個外すと、いちばん困るのはどの厨房か。本数の分かれ方から、走らせる前に計算してみよう。
generations-teacher-question-2 = 問い2：大きさを1 KiBにすると、72人の厨房の順位はどうなるか。なぜか。
generations-teacher-time = 時間：15分（予想3分、観察6分、故障と大きさを変えて6分）。

# $last words
generations-opening-1 = { $first }年から{ $last }年までの厨房{ $machines }つが、同じ{ $bytes }の会議を同時に始める。
generations-opening-2 = { $year }年の{ $machine }は{ $time }。シェフ{ $chefs }人、トンネルは一人{ $links }本、一本{ $rate }。
generations-opening-3 = 発売された中でいちばん新しいのは{ $year }年の{ $machine }。{ $time }。シェフ{ $chefs }人、一人{ $links }本、一本{ $rate }。

# $last words
generations-beat-start = { $first }年から{ $last }年までの厨房{ $machines }つで、{ $bytes }の会議がいっせいに始まった。
generations-beat-start-chip = どの交換機からもチップを1個外して、{ $bytes }の会議が始まった。{ $first }年と2017年の厨房には、外すチップがない。
generations-beat-start-link = どの厨房でも、シェフ1のトンネルを1本ふさいで、{ $bytes }の会議が始まった。
# $way rate
generations-beat-done = { $year }年の{ $machine }、{ $time }。{ $chefs }人、トンネルは一人{ $links }本 × { $rate } = { $way }。{ $how }
# $all int, $way rate
generations-beat-done-less = { $year }年の{ $machine }、{ $time }。{ $chefs }人、シェフ1のトンネルは{ $all }本中{ $links }本 × { $rate } = { $way }。{ $how }
generations-how-rings = 伝票は{ $rings }つの輪で回った。
generations-how-chips = 交換機のチップは{ $chips }個。
generations-how-added = チップ{ $chips }個が足し算もした。
# $share live
generations-beat-behind = ほかの厨房{ $others }つは、もう終わっている。{ $year }年の{ $machine }は、まだ{ $share }のところ。
generations-beat-end = 最後は{ $year }年の{ $machine }。{ $time }、一着の{ $first }の{ $ratio }倍かかった。
generations-xray-start = { $op }、{ $bytes }
# $share live
generations-xray-behind = { $machine }：所要時間の{ $share }が経過
# $way rate
generations-xray-done = { $machine }：{ $time }、busbw { $busbw }（NVLink { $links }本 × { $rate } = GPU一基あたり片道{ $way }）

# $year words
generations-gate = { $bytes }の会議のbusbwは、2016年の{ $old }から{ $year }年の{ $new }までに、およそ何倍になる？
generations-gate-missing = { $what }を外すと、busbwをいちばん大きな割合で失うのは、どの厨房？
generations-gate-chip = 交換機のチップ1個
generations-gate-link = シェフ1のトンネル1本
# $apart words, $fast rate, $lanes number, $slow rate
generations-verdict = { $old }は{ $slow }、{ $new }は{ $fast }。{ $ratio }倍。トンネルの速さは、一人ぶんで{ $lanes }倍になっている。{ $apart }
# $all int, $loss percent
generations-verdict-missing = いちばん失うのは{ $machine }で、{ $loss }。シェフ1に残るトンネルは、{ $all }本のうち{ $links }本。
generations-nobody = 会議を開く厨房がない。

generations-figure-ratio = { $new } ÷ { $old }（busbw）
generations-figure-ratio-value = { $ratio }倍
generations-figure-ratio-formula = busbw(新) ÷ busbw(旧)
# $fast rate, $slow rate
generations-figure-ratio-filled = { $fast } ÷ { $slow } = { $ratio }
generations-figure-name = { $year }　{ $machine }
generations-figure-value = { $time }（busbw { $busbw }）
generations-figure-formula = 道 = 本数 × 一本の速さ、busbw = S ÷ t × 係数
# $way rate
generations-figure-filled = { $links } × { $rate } = { $way }、{ $bytes } ÷ { $time } × { $factor } = { $busbw }
# $measured words
generations-figure-source = 配線の出典：{ $source }。{ $measured }
generations-measured = nccl-testsの実測は{ $busbw }（{ $who }）
generations-not-measured = 同じ条件の公開された実測値は、見つかっていない
generations-announced-only = 発表のみで、実測はまだない

generations-panel-link = NVLink { $generation }
generations-panel-chefs = { $chefs }人
generations-panel-gpus = GPU { $chefs }基
generations-case = { $machine }（{ $year }年）、トンネル{ $links }本 × { $rate }

generations-how-across = 伝票は、トンネルのある相手へまっすぐ、ない相手へは隣を抜けて渡った。
# $measured rate, $ratio number
generations-verdict-measured = 新しいほうの実測は{ $measured }で、それなら{ $ratio }倍。
generations-verdict-computed = どちらも計算した値。

# 幕
generations-act-first = 2016年から2018年まで。隣へのトンネルだけの厨房と、初めての交換機。
generations-act-first-xray = DGX-1のキューブメッシュ2世代と、初のNVSwitch。
generations-act-first-button = 会議を始める
generations-act-years = つまみを動かして、年を進める。会議はどこまで速くなる？
generations-act-years-xray = 年を進める。NVLink 3と4の本数とbusbwを見る。
generations-act-years-button = 次へ：年を進める
generations-act-years-go = 2022年まで進める
generations-act-rack = 棚いっぱいの交換機に、72人。人数が9倍でも、会議は遅くならない？
generations-act-rack-xray = NVL72と、発表されたVera Rubinまで。GPU 72基のall-reduce。
generations-act-rack-button = 次へ：72人の厨房へ
generations-act-chip = どの交換機からも、チップを1個外す。いちばん困るのはどの厨房？
generations-act-chip-xray = 各システムからNVSwitchを1個外す。busbwをいちばん失うのは？
generations-act-chip-button = 次へ：チップを外す
generations-act-turn = 1 KiBでも順位は同じ？ シェフを別の年へ運び、部品も大きさも変えよう。
generations-act-turn-xray = 大きさと故障を変えて、世代の順位が崩れる所をさがす。
generations-act-turn-button = 次へ：自分で変える
generations-act-turn-go = 1 KiBで走らせる
generations-hand-year = 何年まで
generations-hand-missing = 外す物
generations-hand-size = 荷物
generations-hand-size-xray = データ量
generations-hand-chip = 交換機のチップ
generations-hand-chip-xray = NVSwitchのチップ
generations-hand-whole = ついている
generations-hand-out = 1個外した
# $machine words
generations-hand-busbw = { $machine } { $busbw }
# $machine words, $year words
generations-kept = { $year }年 { $machine }
# $machine words, $year words
generations-kept-less = { $machine }（部品なし）・{ $year }年
# $machine words
generations-kept-size = { $machine }・{ $bytes }
generations-kept-value = { $busbw }

generations-beat-end-small = 最後は{ $year }年の{ $machine }、{ $time }。{ $first }の{ $ratio }倍。この大きさの順番は、本数や速さより、手渡しの回数と遅れで決まる。

# $from words, $past words, $before time
generations-beat-end-own = 同じ荷物の会議が、{ $past }年の{ $from }で{ $before }、{ $year }年の{ $machine }で{ $time }。{ $times }倍の速さ。
generations-hand-home = うちのシェフ
generations-hand-home-xray = うちのGPU
generations-home = うちのシェフの厨房
generations-home-help = うちのシェフを立たせる厨房。古い年から1、2、3と数える。0ならどこにも立たせない。
generations-left = 前にいた厨房
generations-left-help = うちのシェフの時間を、どの年の厨房とくらべるか。古い年から1、2、3と数える。0ならくらべない。
