# はじめの一分：一皿を、一人で、二人で、ボウルに分けて。
prologue-title = はじめの一分
prologue-hook = 一皿の料理を、一人で作り、二人で作り、ボウルに分けて作る。二人なら二倍速いだろうか。
prologue-text = 本は一冊のモデル、一皿は文章のひと束。シェフは本を最初のページから順に読んで作る。ここではまだ何も学ばない。できた皿を味わって本を直す話は、第3章から始まる。
prologue-not-like = 本物の料理人は、皿の半分を先に渡せる。GPUは、先に小分けと決めておかなければ、全部できるまで渡さない。
prologue-teacher-goal = ねらい：人手を増やすだけでは速くならないこと、仕事の分け方で速くなることを、自分の予想との差で知る。
prologue-teacher-question = 問い：ボウルを8つにしたら、待ち時間はどうなるか。ゼロになるか。
prologue-teacher-time = 所要1分。全員に指で予想を示させてから「二人で作る」を動かす。

prologue-gate = 二人目のシェフが来た。二倍速くなる？
prologue-gate-twice = 二倍速い
prologue-gate-little = 少し速い
prologue-gate-same = 変わらない
# $one time
prologue-verdict = 一人で{ $one }、{ $chefs }人で{ $two }。本を半分ずつ持っても、皿は一つ。片方が作る間、もう片方は待つ。
prologue-case-one = 一人で
prologue-case-two = 二人で、一皿のまま

prologue-beat-one = シェフが一人、鍋が一つ。シェフはGPUのこと。
prologue-beat-cooked = 一人で作ると{ $time }。
prologue-beat-same = 二人でも{ $time }。どの瞬間も、一人は待っていた。
prologue-beat-two = シェフは二人、皿は一つのまま。本は半分ずつ持つ。
prologue-xray-two = 2 GPUに層を半分ずつ、バッチは一つ。
# $bowls int
prologue-beat-end = { $bowls }つのボウルに分けて{ $time }。{ $gain }倍速い。待ち時間はまだ{ $idle }残る。
prologue-xray-cooked = 1 GPUで{ $layers }層、{ $sequences }系列 × { $tokens }トークン：{ $time }。
prologue-xray-same = 2 GPUに半分ずつ：{ $time }。計算していたのは、どの瞬間も1 GPU。
# $bowls int
prologue-xray-end = { $bowls }マイクロバッチで{ $time }。{ $gain }倍速い。バブルは{ $idle }。

prologue-figure-gain = ボウルに分けて速くなった
prologue-figure-gain-formula = 一人の時間 ÷ ボウルに分けた時間
# $now number, $one number
prologue-figure-gain-filled = { $one } ms ÷ { $now } ms = { $gain }倍
