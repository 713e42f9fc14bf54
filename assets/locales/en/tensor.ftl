# Chapter 6: two chefs, one pot: tensor parallelism.
tensor-title = One pot, cooked in parts and added up
tensor-hook = Sometimes a spice rack is so big that a single step is too much for one chef. Then several chefs share one pot, and add up the taste at the end.
tensor-text-1 = The rack is cut by columns. Each chef prepares its own columns without asking anyone.
tensor-text-2 = The next step is cut the same way, by rows. Now every plate is a part of the dish.
tensor-text-3 = Add up all the plates, and the taste is exactly that of a dish cooked alone. So there has to be a meeting that adds.
tensor-text-4 = There is one in every layer on the way out, and one on the way back. If the way is slow, hands stop each time.
tensor-not-like-1 = They do not stir in one pot. Each has its own, and only the numbers that come out are added.
tensor-not-like-2 = Adding the tastes is no approximation. A matrix product that is cut and added gives the same answer.
tensor-not-like-3 = Real matrices are thousands to tens of thousands wide. The integers on the slips are of a small one, cut the same way.
tensor-teacher-goal = Goal: check with numbers that a product cut by columns and rows adds up, and that the way decides how long that meeting takes.
tensor-teacher-question-1 = Question 1: cut the first matrix by rows and the second by columns. How many meetings are needed? Why do columns come first?
tensor-teacher-question-2 = Question 2: with n chefs each has 1/n of the work. What does the meeting do? Where does it stop to pay?
tensor-teacher-time = Time: 20 minutes (8 cutting and adding a 2 by 2 product by hand, 6 for the run, 6 for predicting and talking).

tensor-opening-1 = { $n ->
    [one] { $n } chef needs
   *[other] { $n } chefs together need
} { $time } for one layer, out and back.
tensor-opening-2 = On the way, partial sums of { $bytes } are added up. The first meeting takes { $time }.
tensor-opening-3 = Over the whole time, hands stand still for { $share }.

tensor-beat-start = One pot, { $n } chefs. Of the 8 spices, chef 1 has { $spices }.
tensor-beat-start-alone = One pot, and chef 1 alone with all 8 spices.
tensor-beat-columns = Chef 1's columns are { $row }. It got this far without asking anyone.
tensor-beat-columns-alone = All 8 columns: { $row }. That was the first page.
tensor-beat-parts = Chef 1's plate says { $first }, chef 2's { $second }. Each is only a part of the taste.
tensor-beat-whole-alone = The plate says { $z }. It was cooked alone, so there is nothing to add.
tensor-beat-slip = Chef { $from } is sending a slip that says { $value } to chef { $to } over the { $way }.
tensor-beat-slip-switch = Chef { $from } is sending a slip that says { $value } to the exchange.
tensor-beat-add = Chef { $to } had { $own }. With the { $got } that came, that is { $sum }.
tensor-beat-switch-add = The exchange has added the plates of { $n } chefs: { $sum }. The same slip goes out to all.
tensor-beat-wait = While the slips travel, { $n } chefs stand still.
tensor-beat-agreed = { $n } plates say { $z } now, the taste of a dish cooked alone. The meeting took { $time }.
tensor-beat-back = The way back. The analysis report is written with the same split.
tensor-beat-beside = The second meeting goes on while the reports are being written.
tensor-beat-second = The second meeting. The way back needs its sum, too.
tensor-beat-tail = Hands are free, but the meeting is not over: { $time } to go.
tensor-beat-hidden = The second meeting ended before the work did. Nobody had to wait for it.
tensor-beat-end = This layer took { $time }, out and back. Hands stood still for { $share } of it.
tensor-beat-end-alone = This layer took { $time }, out and back, without a meeting.
tensor-xray-parts = Partial sums computed: { $n } GPUs hold one each, as large as the output
tensor-xray-whole = Matrix product computed, no partial sums
tensor-xray-agreed = All-reduce done: { $bytes }, { $time }
tensor-xray-tail = Computing done, { $time } of the all-reduce left
tensor-xray-pot-empty = The pot: output Z, not computed yet
tensor-xray-pot-partial = The pot: output Z, a partial sum in each HBM
tensor-xray-pot-whole = The pot: output Z, the same sum in each HBM

tensor-gate = One pot, cooked by { $n } chefs instead of one. How long does it take?
tensor-option-share = Very nearly 1/{ $n } of the time
tensor-option-between = Less time, but more than 1/{ $n }
tensor-option-no-gain = Hardly less time
tensor-verdict = Run both: one chef needs { $alone }, { $n } chefs { $together }. That is { $times } times as fast, and hands stood still for { $share } of the time.

tensor-figure-meeting = Meeting of the partial sums
tensor-figure-idle = Idle hands
tensor-figure-idle-formula = 1 − computing ÷ (n × whole)
tensor-figure-idle-filled = 1 − { $compute } ÷ ({ $n } × { $time }) = { $value }
tensor-figure-bytes = Each brings, S
tensor-figure-bytes-formula = tokens × hidden size × 2 bytes
tensor-figure-bytes-filled = { $tokens } × { $hidden } × 2 B = { $value }
tensor-figure-bytes-source = The output for one sequence in 16 bits, split as in Megatron-LM (Shoeybi et al., 2019).
tensor-figure-speedup = Speed-up over one
tensor-figure-speedup-value = { $times } times
tensor-figure-speedup-formula = T(1) ÷ T(n)
tensor-figure-speedup-filled = { $alone } ÷ { $together } = { $times } (ideal: { $n })
tensor-figure-speedup-source = One chef was simulated on the same machine, too.
tensor-figure-other = Same, over the { $way }
tensor-figure-other-value = { $time } ({ $times } times)
tensor-figure-other-source = Simulated on { $machine }, where one chef's own way ({ $link }) has { $nominal } by the data sheet and { $effective } as simulated. Machines differ in the generation of their ways and in the number of lanes.
