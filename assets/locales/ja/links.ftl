# 第11章：廊下、トンネル、交換機 — 同じ会議を一つの時計で競う。
links-title = 同じ会議を、ちがう道で
links-hook = シェフの腕が同じでも、レポートの通る道がちがえば会議の長さは変わる。廊下、トンネル、交換機、通りの向こうの厨房を、一つの時計で並べて走らせる。
links-text-1 = 廊下は一本を全員で使う。荷車が重なれば、速さを分け合う。
links-text-2 = トンネルは二人だけのもの。ただし、つながっていない相手へは、だれかの厨房を抜けていく。
links-text-3 = 交換機には全員の線が集まる。だれがだれと話しても、自分の線をまるごと使える。
links-text-4 = 厨房が二つになると、あいだは道路になる。外へ出る線は、イーサネットでもInfiniBandでも一人に一本、400 Gb/s。部屋の中が速いほど、外の遅さが目立つ。
links-not-like-1 = 本物の廊下では人がぶつかる。PCIeでは、道の幅を分け合って同時に進む。
links-not-like-2 = トンネルは一本ずつ掘るものではない。車線の数は、GPUを設計した日に決まっている。
links-not-like-3 = 交換機は話を聞かない。ただし、通る数字を足すように作られたものはある。
links-teacher-goal = めあて：同じ仕事の時間が、つなぎ方でどれだけ変わるかを読みとり、busbwとリンクの速さを結びつける。
links-teacher-question-1 = 問い1：大きさを1 KiBまで小さくすると、順位や差はどう変わるか。何が時間を決めているか。
links-teacher-question-2 = 問い2：シェフを72人にすると、一室に収まる厨房と収まらない厨房の差はどうなるか。
links-teacher-time = 時間：15分（予想3分、競走6分、大きさと人数を変えて6分）。

links-machine = { $name }
# $nodes quantity
links-machines = { $name } × { $nodes }（{ $link }）
links-opening-1 = { $machines }つの厨房で、同じ{ $bytes }の会議を同時に始める。
links-opening-2 = 最初に終わるのは{ $machine }、{ $time }。
links-opening-3 = 最後は{ $machine }、{ $time }。{ $ratio }倍かかる。

links-beat-start = { $machines }つの厨房で、{ $bytes }の会議がいっせいに始まった。
links-beat-start-own = { $machines }つの厨房で、{ $bytes }の会議がいっせいに始まった。うちのシェフは{ $machine }にいる。
# $n live
links-beat-crowd = 廊下のいちばん混むところに、いま荷車が{ $n }台。一本の道の速さを分け合う。
links-beat-crowd-over = 廊下の一本の道を、多いときは荷車{ $n }台が分け合った。{ $machine }は、もう終わっている。
links-beat-first = 一番に終わったのは{ $machine }、{ $time }。{ $how }
links-beat-done = { $place }番めに{ $machine }が終わった。{ $time }。{ $how }
# $ratio live, $share live
links-beat-behind = 一着の{ $ratio }倍の時間がたった。{ $machine }は、まだ{ $share }のところ。
links-beat-end = 最後に{ $machine }が終わった。{ $time }、一着の{ $first }の{ $ratio }倍。
# $left words, $left_time time
links-beat-end-faster = 同じシェフ、同じ荷物。{ $left }では{ $left_time }、{ $machine }へ移すと{ $time }。{ $ratio }倍速い。
# $left words, $left_time time
links-beat-end-slower = 同じシェフ、同じ荷物。{ $left }では{ $left_time }、{ $machine }へ移すと{ $time }。{ $ratio }倍かかる。
links-beat-end-own = うちのシェフは{ $machine }で{ $time }。{ $machines }つの厨房の{ $place }番め。
links-xray-start = { $op }、{ $bytes }
# $n live, $rate live
links-xray-crowd = いちばん混むPCIe系リンク（{ $rate }）に、いまフロー{ $n }本
links-xray-done = { $machine }：{ $time }、busbw { $busbw }（{ $link }、GPU一基あたり片道{ $rate }）
# $ratio live, $share live
links-xray-behind = { $machine }：所要時間の{ $share }、一着の{ $ratio }倍が経過

links-gate = シェフ{ $chefs }人、{ $bytes }の会議。いちばん遅い厨房は、いちばん速い厨房の何倍かかる？
# $fast words, $slow words
links-verdict = 走らせてみると、{ $fast }は{ $fast_time }、{ $slow }は{ $slow_time }。{ $ratio }倍。
links-nobody = 競走に出る厨房がない。

links-figure-ratio = いちばん遅い厨房 ÷ いちばん速い厨房
links-figure-ratio-value = { $ratio }倍
links-figure-ratio-formula = t(最後) ÷ t(最初)
# $slow time
links-figure-ratio-filled = { $slow } ÷ { $fast } = { $ratio }
links-figure-machine-value = { $time }（busbw { $busbw }）
links-figure-machine-formula = busbw = S ÷ t × 係数
links-figure-machine-filled = { $bytes } ÷ { $time } × { $factor } = { $busbw }
links-figure-machine-source = 係数はnccl-testsの定義。シェフ一人の道（{ $link }）は公称{ $nominal }、シミュレーションで使う実効{ $effective }。
links-how-way = 通り道は{ $way }、一人あたり片道{ $rate }。
links-how-added = 一人あたり片道{ $rate }の電話交換機が、通る伝票を自分で足した。
links-figure-network-source = 係数はnccl-testsの定義。厨房のあいだの道（{ $link }）は一人あたり公称{ $nominal }、シミュレーションで使う実効{ $effective }。部屋の中で先に足した分は通らないので、busbwはこれを超えることがある。
links-figure-added-source = 係数はnccl-testsの定義。シェフ一人の道（{ $link }）は公称{ $nominal }、シミュレーションで使う実効{ $effective }。交換機が足すと送る量が減るので、busbwは道の速さを超えることがある。

# $n int
links-beat-crowd-at-times = { $machine }の廊下では、多いときで荷車{ $n }台が一本の道を分け合う。
# $n int
links-xray-crowd-at-times = { $machine }：一本のPCIe系リンクにフローは最大{ $n }本

# 幕
links-act-two = 同じ八人、同じ荷物。廊下で運ぶか、交換機で運ぶか。
links-act-two-xray = 同じH100が8基。PCIeとNVSwitchでall-reduceを競わせる。
links-act-two-button = いっせいに始める
links-act-all = 同じ荷物を持つ八人を、どの厨房へ移す？ つかんで運ぼう。
links-act-all-xray = 同じ8基のall-reduceを、六つのシステムのどれで走らせるか。
links-act-all-button = 次へ：全部の道で
links-act-all-go = 足し算する交換機へ移す
links-act-cut = トンネルの厨房で、1本だけふさいだら？ トンネルを押してみよう。
links-act-cut-xray = DGX-1のNVLinkを1本ふさぐ。リングはどうなるか。
links-act-cut-button = 次へ：トンネルをふさぐ
links-act-cut-go = ふさいで走らせる
links-act-turn = 荷物を小さくすると、順番はどう変わる？ 道も人数も、自分で決めよう。
links-act-turn-xray = 大きさ、台数、故障を変えて、順位が入れ替わる所をさがす。
links-act-turn-button = 次へ：自分で決める
links-act-turn-go = 1 KiBで走らせる
links-hand-size = 荷物
links-hand-size-xray = データ量
links-hand-chefs = シェフ
links-hand-chefs-xray = GPU
links-hand-field = 走る厨房
links-hand-field-xray = 走るサーバー
links-hand-tunnel = シェフ1と2のトンネル
links-hand-tunnel-xray = GPU 1と2のNVLink
links-hand-open = 通れる
links-hand-cut = トンネル1本なし
links-hand-cut-xray = NVLink 1本なし
# $time time
links-hand-last = 最後の厨房 { $time }
links-hand-home = うちのシェフ
links-hand-home-xray = うちのGPU
# $place int
links-hand-own = 会議 { $time }・{ $place }番め
links-home = うちのシェフの厨房
links-home-help = うちのシェフを立たせる厨房。競走の左上から1、2、3と数える。0ならどこにも立たせない。
links-left = 前にいた厨房
links-left-help = うちのシェフの時間を、どの厨房とくらべるか。競走の左上から1、2、3と数える。0ならくらべない。
links-kept = { $way }・{ $bytes }
links-kept-value = { $busbw }

links-beat-end-small = 最後は{ $machine }、{ $time }。{ $first }の{ $ratio }倍。この大きさの順番は、太さより、手渡しの回数と遅れで決まる。
