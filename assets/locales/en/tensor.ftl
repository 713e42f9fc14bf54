# Chapter 6: two chefs, one pot: tensor parallelism.
tensor-title = One pot, cooked in parts and added up
tensor-hook = Sometimes a spice rack is so big that a single step is too much for one chef. Then several chefs share one pot, and add up the taste at the end.
tensor-text-1 = A pot takes two steps of work, with a sieve between them: what is below zero becomes zero. Only whole numbers can be sieved.
tensor-text-2 = So the first step is cut by columns. The numbers in a chef's own columns come out whole, and it can sieve them without asking anyone. The second step is cut the same way, by rows.
tensor-text-3 = After it, every plate is a part of the dish. Add up all the plates, and the taste is exactly that of a dish cooked alone. So there has to be a meeting that adds.
tensor-text-4 = Every layer has a meeting going forward and one on the way back. If the way between is slow, hands stop each time.
tensor-not-like-1 = They do not stir in one pot. Each has its own, and only the numbers that come out are added.
tensor-not-like-2 = Adding the tastes is no approximation. A matrix product that is cut and added gives the same answer.
tensor-not-like-3 = Real matrices are thousands to tens of thousands wide. The 8 columns on the board and the integers on the slips are of a small one, cut the same way.
tensor-teacher-goal = Goal: check with numbers that a product cut by columns and rows adds up, and that the way decides how long that meeting takes.
tensor-teacher-question-1 = Question 1: cut the first matrix by rows and the second by columns. How many meetings are needed? Why do columns come first?
tensor-teacher-question-2 = Question 2: with n chefs each has 1/n of the work. What happens to the meeting? From how many chefs on is one more not worth it?
tensor-teacher-time = Time: 20 minutes (8 cutting and adding a 2 by 2 product by hand, 6 for the run, 6 for predicting and talking).

tensor-opening-1 = { $n ->
    [one] { $n } chef needs
   *[other] { $n } chefs together need
} { $time } for one layer, out and back.
tensor-opening-2 = On the way, partial sums of { $bytes } are added up. The first meeting takes { $time }.
tensor-opening-3 = Over the whole time, hands stand still for { $share }.

tensor-beat-start = One pot, { $n } chefs. Of the spices A to Z, chef 1 has { $spices }.
tensor-beat-start-alone = One pot, and chef 1 alone with all spices, A to Z.
tensor-beat-columns = Sieved, chef 1's columns are { $row }. It got this far without asking anyone. Next come the same rows of B.
tensor-beat-columns-alone = Sieved, all 8 columns are { $row }. Next come the rows of B.
tensor-beat-parts = Chef 1's plate came to { $first }, chef 2's to { $second }. Each was only a part of the taste.
tensor-beat-whole-alone = The plate says { $z }. It was cooked alone, so there is nothing to add.
tensor-beat-slip = Chef { $from } is sending a slip that says { $value } to chef { $to } over the { $way }.
tensor-beat-slip-switch = Chef { $from } is sending a slip that says { $value } to the exchange.
tensor-beat-add = Chef { $to } had { $own }. With the { $got } that came, that made { $sum }.
tensor-beat-switch-add = The exchange has added the plates of { $n } chefs: { $sum }. The same slip goes out to all.
tensor-beat-wait = While the slips travel, { $n } chefs stand still.
tensor-beat-agreed = Each of the { $n } plates is at { $z } now: the taste of a dish cooked alone. The meeting took { $time }.
tensor-beat-back = On to the way back. The analysis report is written with the same split.
tensor-beat-beside = The second meeting goes on while the reports are being written.
tensor-beat-second = The second meeting. The way back needs its sum, too.
tensor-beat-tail = Hands were done at { $hands }. The meeting takes { $time } more.
tensor-beat-hidden = The second meeting ended before the work did. Nobody had to wait for it.
tensor-beat-end = This layer took { $time }, out and back. Hands stood still for { $share } of it.
tensor-beat-end-alone = This layer took { $time }, out and back, without a meeting.
tensor-xray-parts = Partial sums computed: { $n } GPUs hold one each, as large as the output
tensor-xray-whole = Matrix product computed, no partial sums
tensor-xray-agreed = All-reduce done: { $bytes }, { $time }
tensor-xray-tail = Computing done at { $hands }. The all-reduce takes { $time } more
tensor-xray-pot-empty = Z: not computed yet
tensor-xray-pot-partial = Z: a partial sum per HBM
tensor-xray-pot-whole = Z: the same sum per HBM

tensor-gate = One pot, cooked by { $n } chefs instead of one. How many times as fast?
tensor-verdict = Run both: one chef needs { $alone }, { $n } chefs { $together }. That is { $times } times as fast, and hands stood still for { $share } of the time.

tensor-figure-meeting = Meeting of the partial sums
tensor-figure-idle = Idle hands
tensor-figure-idle-formula = 1 − computing ÷ (n × whole)
tensor-figure-idle-filled = 1 − { $compute } µs ÷ ({ $n } × { $time } µs) = { $value }
tensor-figure-bytes = Each brings, S
tensor-figure-bytes-formula = tokens × hidden size × 2 bytes
tensor-figure-bytes-filled = { $tokens } × { $hidden } × 2 B = { $value }
tensor-figure-bytes-source = The output for one sequence in 16 bits, split as in Megatron-LM (Shoeybi et al., 2019).
tensor-figure-speedup = Speed-up over one
tensor-figure-speedup-value = { $times } times
tensor-figure-speedup-formula = T(1) ÷ T(n)
tensor-figure-speedup-filled = { $alone } ÷ { $together } = { $times } (ideal: { $n })
tensor-figure-speedup-source = One chef was simulated on the same GPU, too.
tensor-figure-other = Same, over the { $way }
tensor-figure-other-value = { $time } ({ $times } times)
tensor-figure-other-source = Simulated on { $machine }, with the same H100. One chef's own way ({ $link }) has { $nominal } by the data sheet and { $effective } as simulated.
tensor-opening-machine = The place: { $machine }. The way changes, the GPU stays an H100.
tensor-opening-thought = { $machine }. GPUs and links are as sold, the server is not.
tensor-beat-start-thought = A thought experiment, wired as nobody sells it. One pot, { $n } chefs; of the spices A to Z, chef 1 has { $spices }.
tensor-rack = Spice rack
tensor-whole = whole taste in { $n } of { $all } pots
tensor-whole-xray = all of Z on { $n } of { $all } GPUs
tensor-rack-xray = Weights A: { $n } columns
tensor-beat-sieve = The sieve between the two steps: what is below 0 becomes 0. Cut by columns, every number is whole, so each chef sieves without asking anyone.
tensor-beat-sieve-alone = The sieve between the two steps: what is below 0 becomes 0.
tensor-beat-slip-done = Chef { $from }'s slip, { $value }, reached chef { $to } at { $time }.
tensor-beat-slip-switch-done = Chef { $from }'s slip, { $value }, reached the exchange at { $time }.
tensor-beat-switch-added = The exchange added the plates of { $n } chefs: { $sum }. By { $time } the slip had come back.
tensor-xray-sieve = Activation function, max(0, ·) on each value, nothing sent, { $time }
tensor-figure-columns = Why columns come first
tensor-figure-columns-value = { $apart } ≠ { $whole }
tensor-figure-columns-formula = max(0, a) + max(0, b) ≠ max(0, a + b)
tensor-figure-columns-filled = Cut A by rows, and one number of Y falls into { $first } and { $second }: sieved apart { $apart }, sieved as a whole { $whole }
tensor-figure-columns-source = Computed with the small matrices on the slips. Real activation functions (GELU and others) are alike: there would be one more meeting before the sieve (Shoeybi et al., 2019, section 3).
tensor-case = { $n } { $n ->
    [one] chef
   *[other] chefs
}

tensor-act-alone = One pot, spices A to Z, and chef 1 alone. Remember how long it takes.
tensor-act-alone-xray = One MLP block, computed on one GPU.
tensor-act-alone-button = Cook it alone
tensor-act-eight = Eight chefs share the spice rack. What is in their pots is added up over the corridor.
tensor-act-eight-xray = Eight GPUs share the same block. Partial sums go over PCIe.
tensor-act-eight-button = Next: eight chefs
tensor-act-road = The slips queued in the corridor. Press the way to change it.
tensor-act-road-xray = The all-reduce queued on PCIe. Press the link to change it.
tensor-act-road-button = Next: another way
tensor-act-road-go = Take the exchange
tensor-act-why = The rack is cut in two, A–M and N–Z. Read both plates: why must they be added?
tensor-act-why-xray = Why add partial sums? Share it between two GPUs, with numbers.
tensor-act-why-button = Next: read two plates
tensor-act-turn = Your turn: from how many chefs on does one more not help?
tensor-act-turn-xray = Your turn: from how many GPUs on does one more not help?
tensor-act-turn-button = Your turn
tensor-act-turn-go = Cook with these
tensor-kept-alone = { $n ->
    [one] 1 chef
   *[other] { $n } chefs
}
tensor-kept = { $n } chefs, { $way }
tensor-hand-ways = Chefs
tensor-hand-ways-xray = GPUs
tensor-hand-hidden = Recipe's width
tensor-hand-hidden-xray = Hidden size
tensor-hand-link = The slips' way
tensor-hand-time = a layer { $time }
tensor-meeting-formula = 2 × (n − 1) ÷ n × S ÷ the way's rate + starts and queues
tensor-meeting-filled = 2 × ({ $n } − 1) ÷ { $n } × { $bytes } ÷ { $rate }: { $carry } + { $rest } = { $value } µs
tensor-meeting-switch-formula = S ÷ the way's rate + starts and queues
tensor-meeting-switch-filled = { $bytes } ÷ { $rate }: { $carry } + { $rest } = { $value } µs
tensor-way-corridor = corridor
tensor-way-tunnel = tunnels
tensor-way-exchange = exchange
