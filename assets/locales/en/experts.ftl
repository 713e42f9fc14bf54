# Chapter 13: a counter of specialists: mixture of experts.
experts-title = One favourite stops all the others
experts-hook = Eight specialists share out the thickest pages of the recipe. A bowl does not go round all eight: it asks only those that suit it.
experts-text-1 = For each word (token), a table of scores (the router) rates the specialists (experts). Only the few with the highest scores take that word’s bowls (top-k).
experts-text-2 = Specialists stand at different chefs’ places. So on every page bowls are handed out (dispatch), seasoned, and handed back (combine). Each is a meeting in which everyone sends to everyone.
experts-text-3 = Nobody turns to the next page before all of its own bowls are back. Where one specialist is the favourite, what goes there arrives last, is seasoned last, and comes back last. The slowest plate sets the table. In learning the reports go back the same way, and everyone waits for that one again.
experts-text-4 = There are two remedies. A limit on what is taken (capacity factor) keeps the time, and some bowls pass by unseasoned. Correcting the choice little by little (load balancing) evens it out, and none passes by. But what if bowls must cross the street?
experts-not-like-1 = These are not trades of a kitchen. Learning decides what an expert is good at, and it need not be anything that people have a name for.
experts-not-like-2 = A real chef whose hands are free would help a neighbour. A GPU holds its own experts’ weights only, and cannot do another’s work.
experts-not-like-3 = Here the choice is a draw with a liking added. A real router is learnt, and what is popular differs by layer and by text. Scores, limit and correction follow the papers’ formulas. Two pages go there and at once back; in a real model all its other pages lie in between.
experts-teacher-goal = Goal: count that the time is set by the one who has most to do, though all the work together is the same.
experts-teacher-question-1 = Question 1: with a favourite asked for three times as often, which of a page’s four parts grow, and by how much? Which does not?
experts-teacher-question-2 = Question 2: a limit of 100%, or 300 batches of correction. Both bring the time back. What is the difference, and which would hurt learning?
experts-teacher-time = Time: 20 minutes (3 predicting, 7 for the run, 10 changing limit and correction).

experts-opening-1 = { $model }. { $n } chefs share { $experts } specialties and have { $words } words each. A word picks { $top } specialists.
experts-opening-2 = The favourite stands at chef { $chef }’s place: { $asked } bowls ask for it, { $times } times an even share.
experts-opening-3 = The first page took { $time }. For { $share } of it hands stood still.

experts-beat-start = The { $experts } specialties of { $model }, shared by { $n } chefs, with { $words } words each. Every word picks { $top } specialists.
experts-beat-corrected = The choice has been corrected over { $batches } batches. It took the favourite from { $before } times an even share to { $after } times.
experts-beat-asked = The choices are made. Of { $all } bowls, { $asked } ask for a specialist at chef { $chef }’s place: { $times } times an even share.
experts-beat-passed = There is a limit on what is taken. Of { $all } bowls, { $passed } ({ $share }) passed by unseasoned.
experts-beat-sent = Chef { $from } is sending { $bowls } bowls to chef { $to } over the { $way }.
experts-beat-came = Chef { $from }’s { $bowls } bowls reached chef { $to } at { $time }.
experts-beat-first = At { $time } chef { $quick } was done with { $bowls } bowls. Chef { $slow } had { $left } left then.
experts-beat-wait = Only chef { $slow } has its hands at work. The other { $n } wait for the bowls there.
experts-beat-waited = Until chef { $slow } was done, the other { $n } had kept their hands still for { $time }.
experts-beat-slowest = Chef { $slow } took { $time } for { $bowls } bowls. Chef { $quick } had { $few }, and took { $short }.
experts-beat-back = Chef { $from } is handing { $bowls } seasoned bowls back to chef { $to }.
experts-beat-back-done = { $bowls } seasoned bowls came back from chef { $from } to chef { $to } at { $time }.
experts-beat-page = With everyone’s bowls back, the first page had taken { $time }. For { $share } of it hands stood still.
experts-beat-other = The next page has a table of its own. Its favourite stands at chef { $chef }’s place: { $asked } bowls, { $times } times an even share.
experts-beat-turn = There took { $time }. Now it goes back: each bowl’s report to the specialist that seasoned it, and from there home.
experts-beat-back-wait = On the way back only chef { $slow } is working on reports. The other { $n } wait for those.
experts-beat-back-waited = Over the reports the other { $n } had waited { $time } for chef { $slow } to be done. Going forward it was { $there }.
experts-beat-end = Two pages in { $time }: { $there } there, { $back } back. On the first page all waited for chef { $first }, on the next for chef { $second }.

experts-xray-start = MoE layers of { $model }, { $gpu } ×{ $n }, { $n }-way expert parallel. { $experts } experts, top-{ $top }, { $words } tokens a GPU
experts-xray-corrected = Bias updated over { $batches } batches: largest expert load { $before } → { $after } times the mean
experts-xray-asked = Routing done: of { $all } assignments { $asked } go to an expert on GPU { $chef } ({ $times } times the mean)
experts-xray-passed = Tokens over capacity dropped: { $passed } of { $all } assignments ({ $share })
experts-xray-first = { $time }: experts on GPU { $quick } done ({ $bowls } tokens). { $left } tokens left on GPU { $slow }
experts-xray-wait = Only GPU { $slow } computes. The other { $n } wait
experts-xray-waited = The other { $n } waited { $time } for GPU { $slow } to finish computing
experts-xray-slowest = Experts: GPU { $slow } { $bowls } tokens { $time }, GPU { $quick } { $few } tokens { $short }
experts-xray-page = Layer 1: { $time }. Not computing for { $share } of all GPUs’ time
experts-xray-other = Routing of layer 2 done: the largest load is { $asked } on an expert of GPU { $chef }, { $times } times the mean
experts-xray-turn = Forward done at { $time }. Backward: the gradient of the combine is handed out, that of the dispatch handed back
experts-xray-back-wait = Backward: only GPU { $slow } computes. The other { $n } wait
experts-xray-back-waited = Backward: the other { $n } waited { $time } for GPU { $slow } to finish computing (forward { $there })

experts-scene-unit = one drawn = { $n } bowls
experts-scene-unit-xray = one block = { $bytes }

experts-gate = The favourite was chosen { $times } times as often as with even choice. There are as many bowls in all. How many times as long do two pages take, there and back, as with even choice?
experts-verdict = Run both: { $short } with even choice, { $long } with a favourite, { $times } times as long. All the work together is the same, and all wait for the slowest.
experts-case-even = Even choice
experts-case-favourite = A favourite

experts-figure-page = The first page
experts-figure-page-formula = own part + hand out + slowest specialist + hand back
experts-figure-page-filled = { $own } + { $out } + { $slowest } + { $back } = { $all } ms
experts-figure-page-source = From the simulation’s trace. The own part is attention and the router; handing out and back are all-to-alls (GShard, arXiv:2006.16668).
experts-figure-run = Two pages, there and back
experts-figure-run-formula = first page + next page + way back
experts-figure-run-filled = { $first } + { $second } + { $back } = { $all } ms
experts-figure-back = The way back
experts-figure-back-formula = hand out + slowest specialist + hand back + own part
experts-figure-back-filled = { $out } + { $slowest } + { $back } + { $own } = { $all } ms
experts-figure-back-source = From the simulation’s trace, both pages together. The gradient of the combine is handed out, that of the dispatch handed back (DeepEP). For each product there are two: the gradient of its input, and that of its weights.
experts-figure-times = { $times } times
experts-figure-popularity = How popular (asked for)
experts-figure-popularity-formula = the favourite ÷ mean of all specialists
experts-figure-popularity-filled = { $asked } ÷ ({ $all } ÷ { $experts }) = { $times }
experts-figure-popularity-source = A word picks { $top }. A score is a draw for each word and specialist with a liking added (chosen as in Switch Transformer, arXiv:2101.03961, section 2.1).
experts-figure-load = How uneven (taken)
experts-figure-load-formula = chef with most ÷ mean of all chefs
experts-figure-load-filled = { $most } ÷ { $mean } = { $times }
experts-figure-load-source = Bowls that were seasoned; those that passed by are not counted. On the first page hands stood still for { $share } of everyone’s time.
experts-figure-rate = How fast chef { $chef } works
experts-figure-rate-formula = tokens × 6 × hidden size × expert width ÷ time
experts-figure-rate-filled = { $bowls } × 6 × { $hidden } × { $width } FLOP ÷ { $time } = { $rate }
experts-figure-rate-source = Three matrices, a product and a sum for each weight. The time is that of the model of matrix products (“how we compute”).
experts-figure-way = What comes to chef { $chef }
experts-figure-way-formula = tokens that come × hidden size × 2 bytes
experts-figure-way-filled = { $bowls } × { $hidden } × 2 B = { $bytes }
experts-figure-way-source = From the first to the last byte { $time }, { $rate } on average. Sent in 16 bits (DeepSeek-V3 hands out in 8, arXiv:2412.19437, section 3.2.2).
experts-figure-passed = Share that passed by
experts-figure-passed-formula = bowls over the limit ÷ all bowls
experts-figure-passed-filled = { $passed } ÷ { $all }. Words that nobody seasoned: { $unseasoned }
experts-figure-passed-source = The limit is capacity factor × tokens × k ÷ experts, on each GPU, filled in the order of words (Switch Transformer, arXiv:2101.03961, section 2.2).


experts-beat-end-even = Two pages in { $time }: { $there } forward, { $back } on the way back. Nobody was waited for long.

# Acts
experts-act-even = All specialists are chosen alike: hand out, season, hand back.
experts-act-even-xray = An MoE layer, routed evenly: all-to-all, experts, all-to-all.
experts-act-even-button = Hand them out
experts-act-favourite = What if one is liked more? Drag the favourite up.
experts-act-favourite-xray = Skew the routing towards one expert. The work in all stays the same.
experts-act-favourite-go = Make it 1.6 times
experts-act-limit = The extreme: a favourite of three times. What if there is a limit?
experts-act-limit-xray = The extreme: skewed three times. What does a capacity factor do?
experts-act-limit-go = Take 125% at most
experts-act-nudge = No limit now: nudge the choice itself, a little each batch.
experts-act-nudge-xray = No capacity limit: update the router’s bias until loads are even.
experts-act-nudge-go = Nudge for 300 batches
experts-act-street = All alike again, but four cook across the street.
experts-act-street-xray = Even routing over two nodes of four: all-to-all by Ethernet.
experts-act-street-button = Next: over the street
experts-act-turn = Your turn: take points off each page’s favourite until nobody is waited for.
experts-act-turn-xray = Your turn: lower each layer’s favourite by a bias until loads are even.
experts-act-turn-button = Next: your turn
experts-act-turn-go = Take 300 off each
experts-task-short = Page { $page }: chef { $chef } has { $times } times the mean, still the favourite. Take more points off.
experts-task-short-xray = Layer { $page }: GPU { $chef } has { $times } times the mean. Lower the favourite’s bias further.
experts-task-far = Page { $page }: too much taken off. Now chef { $chef } has { $times } times the mean.
experts-task-far-xray = Layer { $page }: lowered too far. Now GPU { $chef } has { $times } times the mean.
experts-task-met = Done: the busiest chef has { $times } times the mean, in { $time }, and no bowl was passed by.
experts-task-met-xray = Done: the peak load is { $times } times the mean, in { $time }, and no token was dropped.
experts-task-passed = { $passed } bowls were passed by.
experts-task-passed-xray = { $passed } tokens were dropped.
experts-task-goal = asked for
experts-task-limit = { $limit } times the mean
experts-task-kept = { $first } and { $second } points off
experts-handle-points = Points off the favourite of page { $page } (chef { $chef })
experts-handle-points-at = { $taken } points off
experts-effect-busiest = busiest chef { $times } times the mean
experts-rail-favourite = Favourite
experts-rail-limit = Limit
experts-rail-nudge = Nudge
experts-rail-way = Way
experts-stop-even = even
experts-stop-1-6 = 1.6×
experts-stop-2 = 2×
experts-stop-3 = 3×
experts-stop-4 = 4×
experts-stop-all = none
experts-stop-200 = 200%
experts-stop-125 = 125%
experts-stop-100 = 100%
experts-stop-0-batches = none
experts-stop-100-batches = 100
experts-stop-200-batches = 200
experts-stop-300-batches = 300
experts-kept-favourite = Liked { $times }
experts-kept-limit = Limit { $limit }
experts-kept-nudge = Nudged { $batches }
experts-kept-street = Street
experts-kept-both = { $times }, street
experts-kept = { $time }
experts-kept-passed = { $passed } missed
