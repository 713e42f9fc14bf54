# Chapter 5: the relay, pipeline parallelism.
pipeline-title = One big pot, many small bowls
pipeline-hook = A big recipe does not fit on one chef's shelf. So each chef keeps some of its pages, and the dish goes down the line in small bowls.
pipeline-text-1 = Hand over a whole pot, and the next chef can only wait until it comes.
pipeline-text-2 = Hand over a small bowl, and the chef before is free for the second one at that very moment.
pipeline-text-3 = When the last chef tastes, the flow turns round. The analysis reports go back the way the bowls came, chef by chef.
pipeline-text-4 = Hands are still idle where the line fills and where it empties. That idle time is called the bubble.
pipeline-not-like-1 = Ingredients are used up. Data and weights are still there after they were read.
pipeline-not-like-2 = A dish only goes forward. In training the result comes back along the same line.
pipeline-not-like-3 = Chefs have good days and bad days. These GPUs take the same time for the same work, always.
pipeline-teacher-goal = Goal: explain, by the formula and by running it, that more bowls (micro-batches) shrink the bubble, and why the gain levels off.
pipeline-teacher-question-1 = Question 1: twice as many bowls, is the bubble exactly halved? Where in the formula can you see it?
pipeline-teacher-question-2 = Question 2: 1F1B has the same bubble as GPipe. Why is it preferred? Count the bowls on chef 1's shelf.
pipeline-teacher-time = Time: 15 minutes (5 for the story, 5 for predicting and talking, 5 at the controls).

pipeline-opening-1 = { $p } chefs stand in line, { $m } bowls come through. One step takes { $time }.
pipeline-opening-2 = Bowl 1 needs { $fill } to reach the end of the line. Until then not all hands can be busy.
pipeline-opening-3 = During the relay, hands are idle for { $bubble } of the time.

pipeline-beat-start = Chef 1 has started on bowl 1. Nothing has reached the other { $rest } yet.
pipeline-beat-handover = Bowl 1 is on its way to chef 2 over the { $way }. It holds { $bytes }.
pipeline-beat-overlap = Chef 2 works on bowl 1, chef 1 on bowl { $n }: two pairs of hands at once.
pipeline-beat-passed = Chef 2 has bowl 1. Chef 1 has nothing to do.
pipeline-beat-all-busy = All { $p } chefs are busy for the first time. It took { $time } to get here.
pipeline-beat-turn = Chef { $p } has tasted bowl 1 and starts on its analysis report. Here the flow turns round.
pipeline-beat-report = Chef { $from }'s report goes back to chef { $to }, against the way bowl 1 came.
pipeline-beat-reading = Chef { $n } reads the report and starts to add what its own pages say.
pipeline-beat-wait = Chef 1 stops, with { $n -> 
    [one] { $n } bowl
   *[other] { $n } bowls
} sent out. The first report comes back in { $time }.
pipeline-beat-peak = { $n } bowls on chef 1's shelf wait for their reports. There will never be more.
pipeline-beat-alternate = Chef 1 has dealt with one report and starts bowl { $n }. One finished, one begun.
pipeline-beat-last-bowl = Bowl { $m }, the last one, has entered the line. No more will follow.
pipeline-beat-drain = Chef { $p } has nothing left to do. { $busy ->
    [one] { $busy } other chef is
   *[other] { $busy } other chefs are
} still in the relay.
pipeline-beat-last-report = The last report has reached chef 1. Every other station is done.
pipeline-beat-last-report-busy = The last report has reached chef 1. It is the last work on the way back.
pipeline-beat-update = Chef { $n } starts to edit its own pages as the reports say.
pipeline-beat-end = The step is over after { $time }. During the relay, hands were idle { $bubble } of the time, on average.
pipeline-xray-hold = GPU 0: holds activations of { $n } micro-batches that wait for backward
pipeline-xray-idle = GPU 0: waits with the activations of { $n } micro-batches, { $time }
pipeline-xray-end = End { $time }. Bubble { $bubble }, computing { $compute }, all GPUs together

pipeline-gate-more = There are { $m } bowls. With { $n }, what happens to the share of idle time?
pipeline-gate-fewer = There are { $m } bowls. With only { $n }, what happens to the share of idle time?
pipeline-option-same = Hardly changes (about { $bubble })
pipeline-option-half = Half (about { $bubble })
pipeline-option-none = Disappears (0%)
pipeline-option-double = Twice (about { $bubble })
pipeline-verdict = Run both: { $m } bowls leave { $before } idle, { $n } bowls { $after }. Only the two ends of the line are idle, and they stay as long as they were; what changes is their share of the whole.
pipeline-verdict-naive = Run both: { $m } bowls leave { $before } idle, { $n } bowls { $after }. When one bowl at a time goes there and back, only one chef is ever busy.

pipeline-figure-bubble = Idle share (bubble)
pipeline-figure-bubble-formula = (p − 1) ÷ (m + p − 1)
pipeline-figure-bubble-filled = ({ $p } − 1) ÷ ({ $m } + { $p } − 1) = { $value }
pipeline-figure-bubble-naive-formula = (p − 1) ÷ p
pipeline-figure-bubble-naive-filled = ({ $p } − 1) ÷ { $p } = { $value }
pipeline-figure-bubble-source = Formula: GPipe (Huang et al., 2019). Value from the trace: 1 − computing time ÷ (p × time of the relay). They differ by stages of unequal length and by the handovers.
pipeline-figure-step = Time of one step
pipeline-figure-step-formula = Σ(T_F + T_B) + (m − 1) × max(T_F + T_B) + T_U
pipeline-figure-step-filled = { $sum } + ({ $m } − 1) × { $longest } + { $update } = { $value }
pipeline-figure-step-naive-formula = m × Σ(T_F + T_B) + T_U
pipeline-figure-step-naive-filled = { $m } × { $sum } + { $update } = { $value }
pipeline-figure-step-source = For GPipe and 1F1B alike, with free handovers. T_F, T_B and T_U (update) are from the trace. Where stages differ, the longest sets the pace.
pipeline-figure-handover = Handing over one bowl
pipeline-figure-handover-formula = S ÷ B + latency
pipeline-figure-handover-filled = { $bytes } ÷ { $rate } + { $latency } = { $value }
pipeline-figure-handover-source = S is the size of the activations (2 bytes × sequence × micro-batch × hidden size), B what the route really carries.
pipeline-figure-shelf = Most bowls at once on chef 1's shelf
pipeline-figure-shelf-formula-gpipe = m
pipeline-figure-shelf-formula-1f1b = min(p, m)
pipeline-figure-shelf-formula-naive = 1
pipeline-figure-shelf-filled = { $n } by the formula
pipeline-figure-shelf-value = { $n }
pipeline-figure-shelf-source = Counted in the trace: micro-batches whose forward has ended and whose backward has not.
pipeline-beat-drain-edit = Chef { $p } has written its last report and already edits its pages. { $busy ->
    [one] { $busy } other chef is
   *[other] { $busy } other chefs are
} still in the relay.
pipeline-option-two-thirds = Down to about two thirds (about { $bubble })
pipeline-option-half-again = About half as much again (about { $bubble })
pipeline-beat-received = Chef 2 has bowl 1.
