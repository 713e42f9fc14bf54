# Chapter 5: the relay, pipeline parallelism.
pipeline-title = One big pot, many small bowls
pipeline-hook = A big recipe does not fit on one chef's shelf. So each chef keeps some of its pages, and the dish goes down the line in small bowls.
pipeline-text-1 = Send one bowl there and back before the next, and only one chef is ever busy.
pipeline-text-2 = GPipe sends bowl after bowl. All hands are busy, but what was prepared for each bowl must wait on the shelf until its report is back.
pipeline-text-3 = The recipe and its tools (weights and optimizer) are on that shelf, too. When what is left has no room, that is the end.
pipeline-text-4 = 1F1B begins a new bowl for each report dealt with. As many hands are idle (the bubble), and the shelf holds only as many bowls as there are chefs.
pipeline-not-like-1 = Ingredients are used up. Data and weights are still there after they were read.
pipeline-not-like-2 = A dish only goes forward. In training the result comes back along the same line.
pipeline-not-like-3 = Chefs have good days and bad days. These GPUs take the same time for the same work, always.
pipeline-teacher-goal = Goal: explain, by the formula and by running it, that more bowls (micro-batches) shrink the bubble, that they cost shelf (memory), and that 1F1B makes do with as many places as chefs.
pipeline-teacher-question-1 = Question 1: twice as many bowls, is the bubble exactly halved? Where in the formula can you see it?
pipeline-teacher-question-2 = Question 2: 1F1B has the same bubble as GPipe. Why is it preferred? Count the bowls on chef 1's shelf in the second and in the third step.
pipeline-teacher-time = Time: 15 minutes (5 for the story, 5 for predicting and talking, 5 at the controls).

pipeline-opening-1 = { $p } chefs stand in line, { $m ->
    [one] { $m } bowl comes
   *[other] { $m } bowls come
} through. One step takes { $time }.
pipeline-opening-2 = Bowl 1 needs { $fill } to reach the end of the line. Until then not all hands can be busy.
pipeline-opening-3 = During the relay, hands are idle for { $bubble } of the time.
pipeline-opening-4 = Chef 1's shelf has room for { $places ->
    [one] { $places } bowl
   *[other] { $places } bowls
}. The rest of it belongs to weights and optimizer.

pipeline-beat-start = Chef 1 has started on bowl 1. Nothing has reached the other { $rest } yet.
pipeline-beat-handover = Bowl 1 is on its way to chef 2 over the { $way }. It holds { $bytes }.
pipeline-beat-overlap = Chef 2 works on bowl 1, chef 1 on bowl { $n }: two pairs of hands at once.
pipeline-beat-passed = Chef 2 got bowl 1 at { $time }. In the naive order chef 1 begins no other before bowl 1 is back.
pipeline-beat-all-busy = All { $p } chefs are busy for the first time. It took { $time } to get here.
pipeline-beat-turn = Chef { $p } has tasted bowl { $n } and begun its analysis report. Here the flow turns round.
pipeline-beat-report = Chef { $from }'s report goes back to chef { $to }, against the way bowl { $n } came.
pipeline-beat-reading = Chef { $n } has the report and has begun to add what its own pages say.
pipeline-beat-wait = Chef 1 stopped, with { $n -> 
    [one] { $n } bowl
   *[other] { $n } bowls
} sent out. It waits { $time } for the first report.
pipeline-beat-peak = { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
} on chef 1's shelf came to wait for their reports. In this step there are never more.
pipeline-beat-alternate = Chef 1 dealt with one report and began bowl { $n }. One finished, one begun.
pipeline-beat-last-bowl = Bowl { $m }, the last one, has entered the line. No more will follow.
pipeline-beat-drain = Chef { $p } had nothing left to do at { $time }. { $busy ->
    [one] { $busy } other chef was
   *[other] { $busy } other chefs were
} still in the relay then.
pipeline-beat-last-report = The last report reached chef 1 at { $time }. Every other station is done.
pipeline-beat-last-report-busy = The last report reached chef 1 at { $time }. It is the last work on the way back.
pipeline-beat-update = Chef { $n } has begun to edit its own pages as the reports say.
pipeline-beat-now = Bowls dealt with: { $done } of { $all }. Waiting on chef 1's shelf: { $held }.
pipeline-beat-so-far = Bowls dealt with: { $done } of { $all }.
pipeline-xray-now = Micro-batches done: { $done }/{ $all }. Activations held by GPU 1: { $held }
pipeline-xray-so-far = Micro-batches done: { $done }/{ $all }
pipeline-beat-end = The step took { $time }. The chefs’ hands were idle for { $share } of it.
pipeline-xray-hold = GPU 1: came to hold activations of { $n } micro-batches, the most in this step
pipeline-xray-idle = GPU 1: time spent waiting with the activations of { $n ->
    [one] { $n } micro-batch
   *[other] { $n } micro-batches
}, { $time }
pipeline-xray-end = Step { $time }. Bubble: formula { $ideal }%, unequal stages { $unequal }%, transfers { $handover }%, in all { $value }%

pipeline-gate-more = { $m ->
    [one] There is { $m } bowl.
   *[other] There are { $m } bowls.
} With { $n }, what share of the time are hands idle?
pipeline-gate-fewer = { $m ->
    [one] There is { $m } bowl.
   *[other] There are { $m } bowls.
} With only { $n }, what share of the time are hands idle?
pipeline-verdict = Run both: { $m ->
    [one] { $m } bowl leaves
   *[other] { $m } bowls leave
} { $before } idle, { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
} { $after }. The idle ends of the line stay as long as they were; what changes is their share of the whole. The little that is left comes from unequal stages and hand-overs.
pipeline-verdict-naive = Run both: { $m ->
    [one] { $m } bowl leaves
   *[other] { $m } bowls leave
} { $before } idle, { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
} { $after }. When one bowl at a time goes there and back, only one chef is ever busy.

pipeline-figure-bubble = Idle share (bubble)
pipeline-figure-bubble-formula = (p − 1) ÷ (m + p − 1) + unequal stages + hand-over
pipeline-figure-bubble-filled = ({ $p } − 1) ÷ ({ $m } + { $p } − 1) = { $ideal }%. { $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-naive-formula = (p − 1) ÷ p + unequal stages + hand-over
pipeline-figure-bubble-naive-filled = ({ $p } − 1) ÷ { $p } = { $ideal }%. { $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-source = Formula: GPipe (Huang et al., 2019). Value from the trace: 1 − computing time ÷ (p × time of the relay). Unequal stages: the same passes with free hand-overs, less the formula. Hand-over: the rest. The vocabulary projection counts as layers, and the last stage has that many fewer. Rounded so that they add up.
pipeline-figure-step = Time of one step
pipeline-figure-step-formula = Σ(T_F + T_B) + (m − 1) × max(T_F + T_B) + T_U
pipeline-figure-step-filled = { $sum } + ({ $m } − 1) × { $longest } + { $update } = { $value } ms
pipeline-figure-step-naive-formula = m × Σ(T_F + T_B) + T_U
pipeline-figure-step-naive-filled = { $m } × { $sum } + { $update } = { $value } ms
pipeline-figure-step-source = For GPipe and 1F1B alike, with free handovers. T_F, T_B and T_U (update) are from the trace. Where stages differ, the longest sets the pace.
pipeline-figure-handover = Handing over one bowl
pipeline-figure-handover-formula = S ÷ B + latency
pipeline-figure-handover-filled = { $bytes } MB ÷ { $rate } GB/s + { $latency } µs = { $value } µs
pipeline-figure-handover-source = S is the size of the activations (2 bytes × sequence × micro-batch × hidden size), B what the route really carries.
pipeline-figure-shelf = Most bowls at once on chef 1's shelf
pipeline-figure-shelf-formula-gpipe = m
pipeline-figure-shelf-formula-1f1b = min(p, m)
pipeline-figure-shelf-formula-naive = 1
pipeline-figure-shelf-filled = { $n } by the formula
pipeline-figure-shelf-value = { $n }
pipeline-figure-shelf-source = Counted in the trace: micro-batches whose forward pass has ended and whose backward pass has not.
pipeline-beat-drain-edit = Chef { $p } wrote its last report by { $time } and turned to its pages. { $busy ->
    [one] { $busy } other chef was
   *[other] { $busy } other chefs were
} still in the relay then.
pipeline-beat-received = Chef 2 got bowl 1.
pipeline-beat-handed = Bowl 1 reached chef { $to } at { $time }.
pipeline-beat-handed-back = The report reached chef { $to } at { $time }.
pipeline-beat-next = With bowl 1's report back, chef 1 has begun bowl { $n }. In this order one chef at most has a bowl in hand.
pipeline-beat-gpipe = The first step, in the naive order, took { $time }; hands were idle for { $bubble }. The second is GPipe's: bowl after bowl, without waiting for reports.
pipeline-beat-overflow = At { $time } chef 1's shelf ran over: it has room for { $places ->
    [one] { $places } bowl
   *[other] { $places } bowls
} and should hold { $n }. A real GPU stops here, out of memory.
pipeline-beat-full = { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
} came to wait for reports. The shelf has { $places ->
    [one] { $places } place
   *[other] { $places } places
}, { $over ->
    [one] { $over } bowl went
   *[other] { $over } bowls went
} to the floor. Here we go on as if they had fitted.
pipeline-beat-one-for-one = GPipe took { $time }, hands idle for { $bubble }, but it needs a shelf for { $n }. The third step is 1F1B's: one done, one begun.
pipeline-beat-hold = Chef 1 stopped at { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
}. Its shelf has { $places ->
    [one] { $places } place
   *[other] { $places } places
}, yet it begins no more before the first report.
pipeline-beat-hold-full = Chef 1 stopped at { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
}. Its shelf has { $places ->
    [one] { $places } place
   *[other] { $places } places
}. It waits for the first report.
pipeline-xray-gpipe = Naive: { $time }, bubble { $bubble }. Next: GPipe
pipeline-xray-overflow = GPU 1: at { $time } activations of { $n } micro-batches, more than HBM has room for ({ $places }). A real run ends here, out of memory
pipeline-xray-full = GPU 1: activations of { $n } micro-batches at most, HBM has room for { $places }, { $over } too many
pipeline-xray-one-for-one = GPipe: { $time }, bubble { $bubble }, activations of { $n ->
    [one] { $n } micro-batch
   *[other] { $n } micro-batches
} at most. Next: 1F1B
pipeline-xray-hold-places = GPU 1: activations of { $n ->
    [one] { $n } micro-batch
   *[other] { $n } micro-batches
} at most, HBM has room for { $places }
pipeline-figure-places = Bowls that fit on chef 1's shelf
pipeline-figure-places-formula = (HBM − weights, gradients, optimizer) ÷ activations of a bowl
pipeline-figure-places-filled = ({ $whole } − { $state }) ÷ { $bowl } = { $value } (GB)
pipeline-figure-places-source = Model state: 16 bytes a parameter (Adam, mixed precision). Activations: Korthikanti et al. (2022), selective recomputation. A bowl is { $sequences ->
    [one] { $sequences } sequence
   *[other] { $sequences } sequences
}. Working space is not counted.
pipeline-figure-in-turn = A step in each of the three orders
pipeline-figure-in-turn-value = { $naive } · { $gpipe } · { $one }
pipeline-figure-in-turn-formula = naive · GPipe · 1F1B
pipeline-figure-in-turn-filled = Idle { $naive-share } · { $gpipe-share } · { $one-share }; on the shelf at most { $held-naive } · { $held-gpipe } · { $held-one }
pipeline-case = { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
}
pipeline-own-none = One's own order is not whole, or is of another number of chefs or bowls. 1F1B is run instead.
pipeline-opening-4-halves = Chef 1's shelf has room for { $places } halves of bowls. The rest of it belongs to weights and optimizer.
pipeline-beat-reading-first = Chef { $n } has the report and has begun with the part for the chef before (B). The part for its own pages (W) can wait.
pipeline-beat-weights = Chef { $n } has begun the part for its own pages (W) of bowl { $bowl }. The report for the chef before (B) was written first.
pipeline-beat-filled = From { $time } on no more reports come to chef { $n }. { $left } Ws were put off, and they fill hands that would be idle.
pipeline-xray-filled = GPU { $n }: the last B (input gradient) ended at { $time }; { $left } Ws (weight gradients) are left
pipeline-beat-peak-halves = { $n } halves of bowls, { $whole } bowls in all, came to stand on chef 1's shelf. In this step there are never more.
pipeline-xray-hold-halves = GPU 1: activations of { $n } chunks at most, { $whole } micro-batches in all
pipeline-beat-end-own = In this order the step took { $time }. The chefs’ hands were idle for { $share } of it.
pipeline-xray-end-own = Step { $time }. Bubble: order { $unequal }%, transfers { $handover }%, in all { $value }% (formula { $ideal }%)
pipeline-gate-own = This is one's own order, with { $m ->
    [one] { $m } bowl
   *[other] { $m } bowls
}. With the same bowls in 1F1B's order, what share of the time are hands idle?
pipeline-verdict-own = Run both: one's own order leaves { $own } idle, 1F1B { $other }.
pipeline-figure-bubble-times-filled = ({ $p } − 1) × { $bracket } = { $idle } ms; { $idle } ÷ ({ $idle } + { $m } × { $work }) = { $ideal }%. { $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-split-formula = t ÷ (t + m(F+B+W)), t = (p − 1)(F + B), + unequal stages + hand-over
pipeline-figure-bubble-zb-h1-formula = t ÷ (t + m(F+B+W)), t = (p − 1)(F + B − W), + unequal stages + hand-over
pipeline-figure-bubble-zb-h2-formula = t ÷ (t + m(F+B+W)), t = (p − 1)(F + B − 2W), + unequal stages + hand-over
pipeline-figure-bubble-interleaved-formula = t ÷ (t + m(F+B)), t = (p − 1)(F + B) ÷ v, + unequal stages + hand-over
pipeline-figure-bubble-times-source = Formulas: Narayanan et al. (2021, interleaved) and Qi et al. (2024, split gradient, ZB-H1, ZB-H2). F, B and W are the chefs' means (ms, from the trace). Value from the trace: 1 − computing time ÷ (p × the time of the chef who is in the relay longest). Unequal stages: the same passes with free hand-overs, less the formula. Hand-over: the rest.
pipeline-figure-bubble-own-formula = the order as placed + hand-over
pipeline-figure-bubble-own-filled = { $ideal }% { $unequal }% { $handover }% = { $value }% (p = { $p }, m = { $m })
pipeline-figure-bubble-own-source = No formula knows one's own order. Value from the trace: 1 − computing time ÷ (p × the time of the chef who is in the relay longest). The order: the same passes with free hand-overs. Hand-over: the rest.
pipeline-figure-step-bubble-formula = Σ(F + B + W) ÷ p ÷ (1 − idle share) + rest
pipeline-figure-step-bubble-filled = { $sum } ÷ { $p } ÷ (1 − { $bubble }%) + { $rest } = { $value } ms
pipeline-figure-step-bubble-source = Σ is the computing time of all chefs (from the trace). The rest: what comes before and after the chef who is in the relay longest, and the rewriting.
pipeline-figure-shelf-formula-interleaved = p × (1 + (p − 1) ÷ (p v)), v = 2
pipeline-figure-shelf-formula-zb-h2 = min(2p − 1, m)
pipeline-figure-shelf-bowls = { $n }
pipeline-opening-2-both = Bowls go in at both ends of the line. It takes { $fill } until all hands are busy for the first time.
pipeline-beat-fold = Chef { $p } handed bowl { $n } to nobody and went on with the next pages. The rest of the book folds back here and runs up to chef 1.
pipeline-beat-turn-fold = Chef 1 tasted bowl { $n } and began its report. The first pages and the last are both chef 1's.
pipeline-beat-both-start = Bowl 1 went in at chef 1, bowl 2 at chef { $p }. The same book lies along the line twice, in opposite directions.
pipeline-beat-meet = Chef { $n } began bowl { $bowl }, which came from the other end. It has pages for bowls of either direction.
pipeline-beat-turn-both = Chef { $p } began the report on bowl { $n }, chef 1 that on bowl { $up }. The flow turns round at both ends.
pipeline-beat-pair = Chef { $n } took bowl { $bowl } and the report on bowl { $report } as one piece of work, and at { $time }, with both done, handed both on.
pipeline-xray-pair = GPU { $n }: forward of micro-batch { $bowl } and backward of { $report } computed as a pair, both sent on from { $time }
pipeline-figure-bubble-zb-v-formula = 0 (where F = B = W) + unequal lengths + hand-over
pipeline-figure-bubble-zb-v-source = Qi et al. (2024): nothing is idle where F, B and W take equally long. No formula is published for other lengths. Value from the trace: 1 − computing time ÷ (p × the time of the chef who is in the relay longest). Unequal lengths: the same passes with free hand-overs. Hand-over: the rest.
pipeline-figure-bubble-dual-formula = t ÷ (t + m(F+B+W)), t = (p ÷ 2 − 1)(F + 2B − W), + unequal stages + hand-over
pipeline-figure-bubble-dual-filled = ({ $p } ÷ 2 − 1) × { $bracket } = { $idle } ms; { $idle } ÷ ({ $idle } + { $m } × { $work }) = { $ideal }%. { $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-dual-source = Formula: DeepSeek-V3 (2024), table 2. The two passes of a pair run one after the other here, so that a pair takes F + B + W. F, B and W are the chefs' means (ms, from the trace). Value from the trace: 1 − computing time ÷ (p × the time of the chef who is in the relay longest). Putting together the reports on the two copies of each page is not counted here.
pipeline-figure-shelf-formula-dual = p + 1
pipeline-figure-shelf-formula-zb-v = at most min(p, m)

pipeline-act-one-pot = Wash, cut, simmer, season: one big pot goes down the line of four. Watch how many cook.
pipeline-act-one-pot-xray = One micro-batch of 48 sequences through four stages. Watch how many GPUs compute.
pipeline-act-one-pot-button = Cook one pot
pipeline-act-cut = The same pot, cut into four bowls. The next chef no longer waits for all of it.
pipeline-act-cut-xray = The same 48 sequences in four micro-batches. The next stage starts after a quarter.
pipeline-act-cut-button = Cut it into four
pipeline-act-all-first = Eight bowls, all of them forward first. Keep an eye on chef 1’s shelf.
pipeline-act-all-first-xray = GPipe with eight micro-batches. Keep an eye on GPU 1’s memory.
pipeline-act-all-first-button = Eight bowls, all forward
pipeline-act-sooner = The same eight bowls; now a chef deals with a report before beginning another bowl.
pipeline-act-sooner-xray = 1F1B: each stage prefers a backward pass to a new forward pass.
pipeline-act-sooner-button = Begin the way back sooner
pipeline-act-halves = A report in two halves: the one the neighbour waits for first, one’s own pages later.
pipeline-act-halves-xray = ZB-H1: input gradients (B) first, weight gradients (W) where a stage would idle.
pipeline-act-halves-button = Split the way back
pipeline-act-turn = Your turn: drag any pass along its lane. Who has to begin the way back, and when?
pipeline-act-turn-xray = Your turn: drag any pass along its lane. How small can the bubble get?
pipeline-act-turn-button = Now you
pipeline-act-turn-go = Cook it like this
pipeline-kept-bowls = { $n ->
    [one] one pot
   *[other] { $n } bowls
}
pipeline-kept-line = { $n } × { $chefs } chefs
pipeline-kept = { $idle } idle
pipeline-pot-dishes = One pot, { $n } dishes
pipeline-pot-each = six dishes a bowl
pipeline-pot-cut = one pot, cut up
pipeline-groups = Interleaved bowls go round in whole groups here, { $p } each, one for each chef; { $m } do not divide into such groups. { $n } are taken.
pipeline-cut-uneven = { $dishes } dishes do not go into that many equal bowls. The nearest that works: { $n }.
pipeline-hand-cut = Cuts in the pot
pipeline-hand-line = Chefs in the line
pipeline-hand-bowls = { $n ->
    [one] one pot of { $dishes } dishes
   *[other] { $n } bowls of { $dishes }
}
pipeline-hand-chefs = { $n } chefs
pipeline-hand-idle = idle { $idle }
pipeline-hand-first-back = Chef { $chef }’s first pass back
pipeline-hand-back = after { $n ->
    [one] { $n } bowl
   *[other] { $n } bowls
}
pipeline-hand-stuck = If chef { $chef } began it then, all would wait for each other.
pipeline-hand-forward = Chef { $chef }: bowl { $n } forward
pipeline-hand-report = Chef { $chef }: bowl { $n } on its way back
pipeline-hand-input = Chef { $chef }: the report on bowl { $n }
pipeline-hand-weight = Chef { $chef }: bowl { $n }, the part for its own pages
pipeline-hand-place = place { $n } of { $all }
pipeline-pass-no-bowl = Chef { $chef } would wait for bowl { $n }: chef { $from } could not hand it on before.
pipeline-pass-no-report = Chef { $chef } would wait for the report on bowl { $n }: chef { $from } could not send it before.
pipeline-pass-not-forward = Chef { $chef } has to take bowl { $n } forward first.
pipeline-pass-not-input = The report on bowl { $n } comes first.
pipeline-hand-halves = The way back
pipeline-hand-whole = whole
pipeline-hand-in-halves = in two halves
pipeline-kept-back = back after { $list }
pipeline-lanes-bound = no order ends before
