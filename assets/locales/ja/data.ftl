# 第7章：一冊のレシピ — データ並列とall-reduce。
data-title = レポートを足し合わせ、同じ一冊に戻る
data-hook = どのシェフも同じレシピを持ち、別々の食材で料理する。学んだことを全員で足し合わせれば、レシピは一冊のままでいられる。
data-text-1 = 同じレシピでも、食材がちがえば分析レポートの数字もちがう。
data-text-2 = 自分のレポートだけで直せば、次の一歩からレシピはばらばらになる。
data-text-3 = そこで全体会議を開く。伝票を回して数字を足し、その合計を全員が持ち帰る。
data-text-4 = 同じレシピを、同じ合計で、同じだけ直す。だから一冊のままでいる。
data-not-like-1 = 会議に話し合いはない。足し算だけで、順番も相手も先に決まっている。
data-not-like-2 = レポートの数字は数億個ある。ここでは一つの束を小さな整数一つで描いている。
data-not-like-3 = 本物のGPUは小数を足すので、足す順番で最後の桁が変わることがある。ここの整数では変わらない。
data-teacher-goal = めあて：all-reduceのあと全員が同じ合計を持つことと、一人が送る量が2(n−1)/nで頭打ちになることを、伝票の数字で確かめる。
data-teacher-question-1 = 問い1：シェフが倍になると、伝票の枚数と一枚の大きさはそれぞれどうなるか。一人が送る量は？
data-teacher-question-2 = 問い2：全員が一人の代表へレポートを送り、代表が配り返すやり方では、どの道が混むか。
data-teacher-time = 時間：20分（伝票を紙で回す活動8分、実行と照らし合わせ7分、予想5分）。

data-opening-1 = シェフ{ $n }人が、{ $bytes }の分析レポートを持ち寄る。
data-opening-2 = 会議は{ $time }。そのあと、全員が同じ合計を手にしている。
data-opening-3 = 一人の道に換算した速さ（busbw）は{ $rate }。

data-beat-start = シェフ{ $n }人に、それぞれ{ $bytes }の分析レポート。鍋がちがうので、数字もみなちがう。
data-beat-cook = { $n }人が、自分の鍋の分析レポートを書いている。
data-beat-slip = シェフ{ $from }が、{ $place }番の数字をシェフ{ $to }へ送っている。伝票には「{ $value }」。
data-beat-slip-switch = シェフ{ $from }が、{ $place }番の数字を交換機へ送っている。伝票には「{ $value }」。
data-beat-add = シェフ{ $to }の{ $place }番：自分の{ $own }に、届いた{ $got }を足して{ $sum }。二人ぶんになった。
data-beat-switch-add = 交換機が{ $n }人の{ $place }番を足して{ $sum }。同じ伝票が全員へ出ていく。
data-beat-whole = シェフ{ $chef }の{ $place }番が{ $sum }に。{ $n }人全員の数字が入った、最初の合計だ。
data-beat-all-lines = { $n }人全員が、送りながら受け取っている。
data-beat-some-lines = いま送っているのは{ $n }人、受け取っているのは{ $receivers }人。
data-beat-sums-done = 足し算は終わった。どの数字にも、合計を知るシェフがいる。残りは配るだけ。
data-beat-copy = { $place }番の合計{ $sum }が、シェフ{ $from }からシェフ{ $to }へ渡る。もう足さず、書き写す。
data-beat-agreed = { $n }人のレポートが、すべて同じ数字になった。会議を始めて{ $time }。
data-beat-update = 1番の合計{ $sum }を{ $n }で割って{ $mean }。その0.1倍だけ、全員が{ $before } gを{ $after } gに直す。
data-beat-end = { $n }人が{ $bytes }を持ち寄った会議は{ $time }。どのシェフのレシピも同じ一冊。
data-xray-start = GPU 0〜{ $last }：勾配{ $bytes }ずつ、値はGPUごとに異なる
data-xray-whole = GPU { $gpu }：チャンク{ $place }の総和が完成
data-xray-lines = 転送中のフロー{ $moving }本、合わせて{ $rate }
data-xray-sums-done = reduce完了。残りはコピー{ $left }回
data-xray-agreed = all-reduce完了：{ $time }、busbw { $busbw }

data-gate = いまシェフは{ $n }人。{ $bytes }のまま{ $m }人にすると、会議の時間は？
data-option-same = ほとんど変わらない
data-verdict = 走らせてみると、{ $n }人で{ $before }、{ $m }人で{ $after }（{ $ratio }倍）。一人が送る量はレポートの2(n−1)/n倍で、人数が増えても2倍を超えない。
data-verdict-switch = 走らせてみると、{ $n }人で{ $before }、{ $m }人で{ $after }（{ $ratio }倍）。足し算は交換機がするので、一人が送るのは人数によらずレポート1つぶん。
data-verdict-tree = 走らせてみると、{ $n }人で{ $before }、{ $m }人で{ $after }（{ $ratio }倍）。木では、人数が倍になっても段が一つ増えるだけ。

data-figure-time = 全体会議の時間
data-figure-time-tree-formula = 2 × S ÷ B
data-figure-time-tree-filled = 2 × { $bytes } ÷ { $rate } = { $value }
data-figure-busbw = 一人の道に換算した速さ（busbw）
data-figure-busbw-formula = S ÷ 時間 × 2(n − 1)/n
data-figure-busbw-filled = { $bytes } ÷ { $time } × 2({ $n } − 1)/{ $n } = { $value }
data-figure-busbw-source = nccl-testsの定義。人数がちがっても、リンクの速さと比べられる。
data-figure-sent = 一人が送った量（最大）
data-figure-sent-formula = 2(n − 1)/n × S
data-figure-sent-filled = 2({ $n } − 1)/{ $n } × { $bytes } = { $value }
data-figure-sent-switch-formula = S
data-figure-sent-switch-filled = { $bytes } = { $value }
data-figure-sent-tree-formula = 2 × S
data-figure-sent-tree-filled = 2 × { $bytes } = { $value }
data-figure-sent-source = 記録の転送を、送り手ごとに足したうちの最大。
data-option-longer = およそ{ $times }倍に延びる
data-option-shorter = およそ{ $whole }分の{ $part }に縮む
