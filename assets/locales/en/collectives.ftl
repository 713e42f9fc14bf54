# Chapter 9: all sorts of meetings, a gallery of collectives.
collectives-title = The shelves before, and the shelves after
collectives-hook = A meeting is defined by the shelves before it and after it. How the slips travel in between is a choice of its own.
collectives-text-1 = Each place on a shelf is one chunk of the data. Its colours say whose numbers are in it.
collectives-text-2 = Where numbers are added, colours gather in one place. Where they are handed out, one colour spreads. When all exchange with all, rows become columns.
collectives-text-3 = The same meeting can go round a ring, along a tree, or straight to whoever needs it. What changes is the number of steps and the size of a slip.
collectives-text-4 = A small meeting is as long as its steps are many. A large one is as long as the busiest line has bytes to carry.
collectives-not-like-1 = A real place holds hundreds of millions of numbers. Here one small integer stands for all of them.
collectives-not-like-2 = A chef who hands a slip over no longer has it. A GPU sends a copy and keeps its own until it is overwritten.
collectives-not-like-3 = There are no upper and lower ways inside an exchange. Slips to different chefs are drawn at different heights to tell them apart.
collectives-teacher-goal = Goal: tell the kind of meeting (before and after) from the algorithm (the way in between), and compare algorithms by steps and by what is sent.
collectives-teacher-question-1 = Question 1: if you cut the run of an all-reduce into a reduce-scatter and an all-gather, at which moment? Where on the shelves is it seen?
collectives-teacher-question-2 = Question 2: from 1 KiB to 1 GiB, how does the fastest algorithm change? What decides the time?
collectives-teacher-time = Time: 20 minutes (8 passing paper slips by ring and directly, 6 for the run, 6 for predictions at other sizes).

collectives-opening = { $op }, by the algorithm “{ $algorithm }”.
collectives-opening-time = The meeting takes { $time }.
collectives-time = It took { $time }.
collectives-done = { $what } { $time }

collectives-start-all-reduce = { $n } chefs, each with { $bytes } of numbers on the shelf. In the end all of them hold the sum of every place.
collectives-end-all-reduce = On all { $n } shelves every place says the same sum.
collectives-start-reduce-scatter = { $n } chefs, each with { $bytes } of numbers on the shelf. In the end each holds the sum of one place.
collectives-end-reduce-scatter = The sum of every place is with the chef it belongs to.
collectives-start-all-gather = { $n } chefs with one place each, { $bytes } of numbers in all. In the end all of them hold every place.
collectives-end-all-gather = All { $n } shelves hold everyone's place.
collectives-start-broadcast = Chef 1 alone has { $bytes } of numbers. In the end all { $n } chefs hold the same.
collectives-end-broadcast = All { $n } shelves are like chef 1's.
collectives-start-reduce = { $n } chefs, each with { $bytes } of numbers on the shelf. In the end chef 1 holds the sum of every place.
collectives-end-reduce = Chef 1's shelf holds the sums of all { $n } chefs.
collectives-start-all-to-all = { $n } chefs, each with { $bytes } of numbers on the shelf: 12 is from chef 1 for chef 2. In the end each holds what is for it.
collectives-end-all-to-all = Rows have become columns: each of the { $n } shelves holds what everyone had for it.
collectives-start-send-recv = { $n } chefs each hand { $bytes } of numbers to the next chef. After the last comes chef 1.
collectives-end-send-recv = All { $n } chefs have what the chef before them had.

collectives-way-ring = Ring: slips go to the next chef in the circle, and to no one else.
collectives-way-direct = Direct: whoever has it sends it straight to whoever needs it.
collectives-way-tree = Tree: a chef deals only with the one above and the ones below in the tree.
collectives-way-double-binary-tree = Two trees: each carries half of the slips. Who stands inside one is, where possible, a leaf of the other.
collectives-way-in-network = The exchange takes part: slips go up to it, and it does the adding and copying itself.

collectives-beat-slip = Chef { $from } is sending a slip to chef { $to }. It says { $value }.
collectives-beat-slip-switch = Chef { $from } is sending a slip to the exchange. It says { $value }.
collectives-beat-slip-came = Chef { $from }'s slip reached chef { $to } at { $time }. It said { $value }.
collectives-beat-slip-switch-came = Chef { $from }'s slip reached the exchange at { $time }. It said { $value }.
collectives-beat-add = Chef { $to }, place { $place }: a { $got } came at { $time } and with its own { $own } made { $sum }, the numbers of two chefs.
collectives-beat-switch-add = The exchange has added place { $place } of { $n } chefs: { $sum }. The slip is on its way out.
collectives-beat-switch-add-came = The exchange added place { $place } of { $n } chefs: { $sum }. Chef { $to } had the slip at { $time }.
collectives-beat-whole = { $count ->
    [one] The first place was
   *[other] The first { $count } places were
} as promised at { $time }. Place { $place } of chef { $chef } says { $value }.
collectives-beat-half = Of the { $all } places that something must come to, { $done } are as promised.
collectives-beat-first = Chef { $chef } has everything. { $left ->
    [one] { $left } chef does
   *[other] { $left } chefs do
} not yet.
collectives-xray-start = { $op }, { $algorithm }: { $n } GPUs, { $bytes }
collectives-xray-add = GPU { $gpu }: { $bytes } arrived at { $time } and were added to chunk { $place }
collectives-xray-whole = GPU { $gpu }: chunk { $place } complete
collectives-xray-half = Chunks complete: { $done }/{ $all }
collectives-xray-first = GPU { $gpu } is done, { $left } to go
collectives-xray-done = { $op }: { $time }, busbw { $busbw }

collectives-gate = { $n } chefs, { $op }, { $bytes }. Which way finishes first?
collectives-gate-bytes = There is one way to hold this meeting. With { $other } instead of { $bytes }, how many times as long does it take?
collectives-verdict = Run them: the first to finish is “{ $first }” in { $fast }. The last, “{ $last }”, needs { $slow }, { $ratio } times as long. { $why }
collectives-verdict-bytes = Run both: { $before } become { $after } ({ $ratio } times).

collectives-figure-time = Time of the meeting
collectives-figure-time-formula = t₀ + { $a-terms } × α + { $b-terms } × S ÷ B
collectives-figure-time-filled = { $start } + { $a } × { $alpha } + { $b } × { $bytes } ÷ { $rate } = { $value }
collectives-figure-time-source = The textbook form (Thakur et al., 2005; two trees: Sanders et al., 2009) for n = { $n } chefs and { $k ->
    [one] k = { $k } slice
   *[other] k = { $k } slices
}. From the trace: t₀ until the first slip leaves, α the delay of one hop, B what flows over one chef's line. The rest is waiting for each other and sharing lines. For trees and pairs it is a rough guide where n is no power of two.
collectives-figure-sent-formula = factor × S
collectives-figure-sent-filled = factor { $factor } × { $bytes } = { $value }
collectives-figure-sent-source = Transfers in the trace, added up for each sender; the largest. The factor is that of nccl-tests: what passes one line.
collectives-start-scatter = Chef 1 alone has { $bytes } of numbers. In the end each of the { $n } chefs holds one place of them.
collectives-end-scatter = Each of the { $n } chefs holds its own place.
collectives-start-gather = { $n } chefs with one place each, { $bytes } of numbers in all. In the end chef 1 holds every place.
collectives-end-gather = Chef 1's shelf holds the places of all { $n } chefs.
collectives-start-barrier = No one goes on before all { $n } chefs have come. Only word of coming travels; the number on a shelf says from how many it has come.
collectives-end-barrier = All { $n } chefs know that all have come.
collectives-way-halving-doubling = Halving and doubling: chefs exchange in pairs, and the distance to the partner doubles or halves each round.
collectives-way-binomial = Binomial tree: with chef 1 at the top, along branches that reach twice as many chefs each round.
collectives-way-bruck = Bruck: each round the partner is twice as far away. Slips may reach their end by way of others.
collectives-way-pairwise = Pairwise: in any round a chef receives from one other chef only.
collectives-way-pat = PAT: each place has a tree of its own. The trees are turned against each other, and slips for the same chef go in one bundle.
collectives-beat-slips = Chef { $from } is sending { $count } slips in one bundle to chef { $to }.
collectives-beat-slips-switch = Chef { $from } is sending { $count } slips in one bundle to the exchange.
collectives-beat-mark = Chef { $from } is letting chef { $to } know that it has come.
collectives-beat-mark-switch = Chef { $from } is letting the exchange know that it has come.
collectives-beat-slips-came = Chef { $from }'s { $count } slips reached chef { $to } in one bundle at { $time }.
collectives-beat-slips-switch-came = Chef { $from }'s { $count } slips reached the exchange in one bundle at { $time }.
collectives-beat-mark-came = At { $time } chef { $to } got word that chef { $from } had come.
collectives-beat-mark-switch-came = At { $time } the exchange got word that chef { $from } had come.
collectives-beat-all-lines = All { $n } chefs send and receive at the same time.
collectives-beat-some-lines = Chefs sending now: { $n }. Receiving: { $receivers }.
collectives-xray-lines = Flows under way: { $moving }, { $rate } in all
collectives-beat-sums-done = The adding is done. For each place some chef knows the sum. What is left is to pass it on.
collectives-xray-sums-done = Reduction done. Copies left: { $left }
collectives-figure-sent = Most that one chef sent
collectives-figure-busbw = Bus bandwidth (busbw)
collectives-figure-busbw-formula = S ÷ time × factor
collectives-figure-busbw-filled = { $bytes } ÷ { $time } × { $factor } = { $busbw }
collectives-figure-busbw-source = The factor is that of nccl-tests, so that it compares with a link's rate whatever the meeting and the number of chefs.
collectives-figure-time-empty-formula = t₀ + { $a-terms } × α
collectives-figure-time-empty-filled = { $start } + { $a } × { $alpha } = { $value }
collectives-beat-knows = Chef { $chef } knows that all have come. { $left ->
    [one] { $left } chef does
   *[other] { $left } chefs do
} not yet.

# Acts
collectives-act-one = Chef 1 alone has the numbers that all need. How do they get round?
collectives-act-one-xray = GPU 1 alone has the data: broadcast to all, in a ring.
collectives-act-one-button = Pass them on
collectives-act-apart = Now all have numbers. They are added shelf by shelf, one chef each.
collectives-act-apart-xray = Reduce-scatter: each GPU ends with the sum of one chunk.
collectives-act-apart-button = Next: add them in parts
collectives-act-again = Add in parts, then hand round again: all have the same sum.
collectives-act-again-xray = All-reduce is reduce-scatter and all-gather, here in a ring.
collectives-act-again-button = Next: hand round again
collectives-act-pinch = From a sack to a pinch: is the same way still the first?
collectives-act-pinch-xray = From 1 GiB to 1 KiB: is the same algorithm still the fastest?
collectives-act-pinch-go = Make it a pinch
collectives-act-swap = Everyone sends everyone a slip of their own. Nothing is added.
collectives-act-swap-xray = All-to-all: a chunk from each to each. No sums.
collectives-act-swap-button = Next: all to all
collectives-act-turn = A pinch, a plate, a sack: find a fast way for each.
collectives-act-turn-xray = Find the fastest algorithm at 1 KiB, 1 MiB and 1 GiB.
collectives-act-turn-button = Next: your choice
collectives-act-turn-go = Try another way
collectives-task-met = Done: { $time }. All { $ways } ways were run, and none is faster.
collectives-task-met-xray = Done: { $time }, the fastest of { $ways } algorithms.
collectives-task-slow = It took { $times } times as long as the fastest of { $ways } ways. For little, try one with fewer rounds.
collectives-task-slow-xray = It took { $times } times as long as the fastest of { $ways } algorithms. For small sizes, try fewer rounds.
collectives-task-bound = fastest way
collectives-follow = Place followed
collectives-follow-help = The place of the shelves that is marked wherever it is, from 1 (A); 0 marks none.
collectives-hand-follow = Follow one place
collectives-hand-follow-at = place { $letter }
collectives-hand-follow-none = none
collectives-hand-size = Amount
collectives-hand-way = Way
collectives-hand-meeting = Meeting
collectives-kept = { $op }, { $bytes }
collectives-kept-way = { $algorithm }, { $bytes }
collectives-kept-value = { $busbw }
collectives-why-turns = The carrying takes hardly any time. The first slip leaves after { $begin } against { $late }, and there are { $a } against { $b } hand-overs.
collectives-why-rates = A chef’s line has { $a } against { $b } times the amount to carry, at { $fast-rate } against { $slow-rate }.
