# Chapter 7: one recipe, data parallelism and all-reduce.
data-title = Add up the reports, and stay one recipe
data-hook = Every chef has the same recipe and cooks with other ingredients. When all add up what they learned, the recipe stays one.
data-text-1 = The recipe is the same, the ingredients are not, so the numbers on the reports differ.
data-text-2 = If each chef followed only its own report, there would be as many recipes as chefs after one step.
data-text-3 = So there is a meeting. Slips go round, numbers are added, and everyone takes the same sum home.
data-text-4 = The same recipe, the same sum, the same edit. That is how it stays one.
data-not-like-1 = Nobody discusses anything at this meeting. It is addition, and who sends to whom was settled before.
data-not-like-2 = A real report has hundreds of millions of numbers. Here one small integer stands for a whole bundle.
data-not-like-3 = Real GPUs add rounded fractions, so the order can change the last digit. With the integers here it cannot.
data-teacher-goal = Goal: check on the slips that everyone ends with the same sum, and that what one chef sends levels off at 2(n−1)/n reports.
data-teacher-question-1 = Question 1: with twice the chefs, what happens to the number of slips, to the size of one, and to what one chef sends?
data-teacher-question-2 = Question 2: if all sent their reports to one chair who hands the sum back, which way would be crowded?
data-teacher-time = Time: 20 minutes (8 passing paper slips, 7 comparing with the run, 5 for the prediction).

data-opening-1 = { $n } chefs each bring a report of { $bytes }.
data-opening-2 = The meeting takes { $time }. Then all of them hold the same sum.
data-opening-3 = As seen by one chef's links that is { $rate } (busbw).

data-beat-start = { $n } chefs, each with a report of { $bytes }. They cooked different pots, so the numbers differ.
data-beat-cook = { $n } chefs are writing the reports on their own pots.
data-beat-slip = Chef { $from } is sending entry { $place } of its report to chef { $to }. The slip says { $value }.
data-beat-slip-switch = Chef { $from } is sending entry { $place } of its report to the exchange. The slip says { $value }.
data-beat-add = Chef { $to }, entry { $place }: its own { $own } and the { $got } that came make { $sum }. Two chefs are in it now.
data-beat-switch-add = The exchange has added entry { $place } of { $n } chefs: { $sum }. The same slip goes out to all.
data-beat-whole = Entry { $place } at chef { $chef } is now { $sum }: the first sum with all { $n } chefs in it.
data-beat-all-lines = All { $n } chefs send and receive at the same time.
data-beat-some-lines = { $n } chefs are sending now, { $receivers } are receiving.
data-beat-sums-done = The adding is done. For each entry some chef knows the sum. What is left is to pass it on.
data-beat-copy = The sum in entry { $place }, { $sum }, goes from chef { $from } to chef { $to }: copied now, not added.
data-beat-agreed = All { $n } reports say the same, { $time } into the meeting.
data-beat-update = Entry 1 sums to { $sum }; divided by { $n } that is { $mean }. A tenth of it is the edit: every chef turns { $before } g into { $after } g.
data-beat-end = The meeting of { $n } chefs over { $bytes } took { $time }. Every chef's recipe is the same book.
data-xray-start = GPUs 0–{ $last }: gradients of { $bytes } each, different on every GPU
data-xray-whole = GPU { $gpu }: the sum of chunk { $place } is complete
data-xray-lines = { $moving } flows under way, { $rate } in all
data-xray-sums-done = Reduction done. { $left } copies left
data-xray-agreed = All-reduce done: { $time }, busbw { $busbw }

data-gate = There are { $n } chefs. With { $m } and the same { $bytes }, the meeting takes:
data-option-same = Hardly longer or shorter
data-verdict = Run both: { $n } chefs need { $before }, { $m } chefs { $after } ({ $ratio } times). One chef sends 2(n−1)/n reports, which never reaches two.
data-verdict-switch = Run both: { $n } chefs need { $before }, { $m } chefs { $after } ({ $ratio } times). The exchange adds, so each chef sends one report, however many there are.
data-verdict-tree = Run both: { $n } chefs need { $before }, { $m } chefs { $after } ({ $ratio } times). In a tree, twice the chefs means one more level.

data-figure-time = Time of the meeting
data-figure-time-tree-formula = 2 × S ÷ B
data-figure-time-tree-filled = 2 × { $bytes } ÷ { $rate } = { $value }
data-figure-busbw = Rate as seen by one chef's links (busbw)
data-figure-busbw-formula = S ÷ time × 2(n − 1)/n
data-figure-busbw-filled = { $bytes } ÷ { $time } × 2({ $n } − 1)/{ $n } = { $value }
data-figure-busbw-source = As nccl-tests defines it, so that it compares with a link's rate whatever the number of chefs.
data-figure-sent = Most that one chef sent
data-figure-sent-formula = 2(n − 1)/n × S
data-figure-sent-filled = 2({ $n } − 1)/{ $n } × { $bytes } = { $value }
data-figure-sent-switch-formula = S
data-figure-sent-switch-filled = { $bytes } = { $value }
data-figure-sent-tree-formula = 2 × S
data-figure-sent-tree-filled = 2 × { $bytes } = { $value }
data-figure-sent-source = Transfers in the trace, added up for each sender; the largest.
data-option-longer = About { $times } times as long
data-option-shorter = About { $part }/{ $whole } of the time
