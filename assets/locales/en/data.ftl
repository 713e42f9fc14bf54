# Chapter 7: one recipe, data parallelism, and all-reduce beside the backward pass.
data-title = Meet while the stove is hot, and stay one recipe
data-hook = Every chef has the same recipe and cooks other ingredients. Reports that go to the meeting bundle by bundle, as they are written, bring all back to one recipe with hardly any waiting.
data-text-1 = Each chef finds other ingredients at the back door. They cook the same recipe and taste, and the numbers on their reports differ.
data-text-2 = If each followed only its own report, there would be as many recipes as chefs after one step. So all add up their numbers and take the same sum home: that is the meeting.
data-text-3 = A report is written from the last page to the first. What is written goes to the meeting in bundles, while the stove is still hot.
data-text-4 = The same recipe, the same sum, the same rewriting. That is how it stays one. The stove is off during the rewriting, which is not short: every page is taken from the shelf and written back.
data-not-like-1 = Nobody discusses anything at this meeting. It is addition, and who sends to whom was settled before.
data-not-like-2 = A real report has hundreds of millions of fractions, and the order of adding can change the last digit. Here one small integer stands for each section.
data-not-like-3 = On real GPUs the meeting's additions take some arithmetic units and memory, and the cooking slows a little. That is not counted here.
data-teacher-goal = Goal: see in the run's numbers that with bundles, and meetings while the stove is hot, only the last bundle is waited for.
data-teacher-question-1 = Question 1: with 1, 2, 4, 8 bundles, how does the wait shrink? Compare it with the meetings' total divided by the bundles.
data-teacher-question-2 = Question 2: on the corridor (PCIe) bundles no longer hide the meeting. Which two numbers would have told that before the run?
data-teacher-time = Time: 20 minutes (8 passing paper slips, 7 running with other bundles, 5 for the prediction).

data-opening-1 = { $n } chefs cook the same recipe of { $pages } pages, each with { $tokens } tokens of its own.
data-opening-2 = The report of { $bytes } { $bundles ->
    [one] is one bundle, which goes
   *[other] is split into { $bundles } bundles, and each goes
} to the meeting as soon as it is written.
data-opening-2-one = The report of { $bytes } goes to the meeting when all of it is written.
data-opening-2-bell = The report of { $bytes } is split into { $bundles } bundles. None goes to the meeting before the bell rings.
data-opening-3 = The meetings take { $total } in all. For { $wait } of that, the chefs wait.

data-beat-start = { $n } chefs, the same recipe of { $pages } pages. The ingredients differ: { $tokens } tokens for each.
data-beat-cook = All are cooking their own ingredients. Chef 1 is on page { $page } of { $pages }.
data-beat-cooked = All { $pages } pages were cooked by { $time }.
data-beat-taste = Tasting: how far is the dish from what it should be?
data-beat-tasted = The tasting was over at { $time }.
data-beat-report = The report is written from the last page to the first. Chef 1 is on page { $page } now.
data-beat-written = The last page of the report was written at { $time }.
data-beat-bundle = With page { $page } written, the first of { $bundles } bundles ({ $bytes }) was full and left for the meeting at { $time }. The stove stayed on.
data-beat-bundle-one = Only at { $time }, with the last page written, did the report of { $bytes } leave for the meeting. The stove is off.
data-beat-bundle-bell = The bell rang at { $time }. The first of { $bundles } bundles ({ $bytes }), full before, left for the meeting.
data-beat-slip = Chef { $from } is sending entry { $place } of its report to chef { $to }. The slip says { $value }.
data-beat-slip-switch = Chef { $from } is sending entry { $place } of its report to the exchange. The slip says { $value }.
data-beat-slip-came = Chef { $from }’s slip with entry { $place }, { $value }, arrived at { $time }.
data-beat-add = At { $time } chef { $to } had entry { $place } added: its own { $own } and the { $got } that came made { $sum }, a sum of two.
data-beat-switch-add = At { $time } the exchange had added entry { $place } of { $n } chefs, { $sum }, and began to send it to all.
data-beat-whole = At { $time } entry { $place } at chef { $chef } became { $sum }: the first sum with all { $n } chefs in it.
data-beat-copy = The sum in entry { $place }, { $sum }, is on its way from chef { $from } to chef { $to }: copied now, not added.
data-beat-copied = The sum in entry { $place }, { $sum }, reached chef { $to } at { $time }, and was copied, not added.
data-beat-overlap = Bundles agreed on: { $done } of { $bundles }. Chef 1 is still at the stove, writing about page { $page }.
data-beat-stove-off = The stoves are off since { $time }, and all wait for the meeting. Bundles not agreed on yet: { $left }.
data-beat-agreed = All { $n } reports said the same at { $time }. The meetings took { $total } in all, the wait { $wait }.
data-beat-update = Entry 1 of the last bundle sums to { $sum }; divided by { $n } that is { $mean }. Everyone rewrites by 0.1 times that: every chef turns { $before } g into { $after } g.
data-beat-end = { $n } chefs, { $tokens } tokens, one step in { $time }. They waited { $wait } for the meeting. Every recipe is the same book.
data-xray-start = GPUs 1–{ $last }: the same weights, other inputs, { $tokens } tokens each
data-xray-page = GPU 1: { $what }, layer { $page } of { $pages }
data-xray-pass = GPU 1: { $what }
data-xray-taste = GPU 1: vocabulary projection and loss, { $time }
data-xray-bundle = Bucket 1 of { $bundles } ({ $bytes }) was complete at { $time }, and its all-reduce began
data-xray-bundle-bell = All-reduces begin at { $time }: bucket 1 of { $bundles } ({ $bytes }) had been complete
data-xray-whole = GPU { $chef }: the sum of chunk { $place } was complete at { $time }
data-xray-overlap = { $done } of { $bundles } all-reduces done, GPU 1: backward, layer { $page }
data-xray-stove-off = Backward pass done at { $time }; all-reduces left: { $left }
data-xray-agreed = All-reduce done at { $time }: { $total } in all, { $wait } exposed, busbw { $busbw }
data-xray-end = Step { $time }, exposed communication { $wait }, busbw { $busbw }

data-gate = The report leaves in { $m ->
    [one] { $m } bundle
   *[other] { $m } bundles
} while it is written. Against one bundle that is sent when all is written: how many times as long is the step?
data-gate-bell = The report is split into { $m } bundles, which wait for the bell. Against one bundle that is sent when all is written: how many times as long is the step?
data-gate-split = The report leaves as one bundle when all is written. Split into { $m } that leave while it is written: how many times as long is the step?
data-verdict = One bundle: { $before }. { $m ->
    [one] { $m } bundle
   *[other] { $m } bundles
}: { $after }, { $ratio } times as long. The same additions are made; the step is shorter by what was added while the stove was hot.

data-verdict-bell = One bundle: { $before }. { $m } bundles and the bell: { $after }, { $ratio } times as long. Only what was added while the stove was hot is saved.

data-value-ms = { $value } ms
data-figure-step = Time of the step
data-figure-step-formula = cooking and tasting + report + wait + rewriting
data-figure-step-filled = { $forward } + { $backward } + { $wait } + { $update } = { $value } ms
data-figure-step-source = From the trace: where the time of the chef went that waited longest.
data-figure-wait = Time spent waiting for the meeting
data-figure-wait-formula = all meetings − what passed at the stove
data-figure-wait-filled = { $total } − { $hidden } = { $value } ms
data-figure-wait-source = From the trace: the meetings of all bundles, less what ran beside the backward pass. What meetings take from the cooking is not counted.
data-figure-busbw = Rate as seen by one chef's links (busbw)
data-figure-busbw-formula = S ÷ all meetings × 2(n − 1)/n
data-figure-busbw-filled = { $bytes } ÷ { $time } ms × 2({ $n } − 1)/{ $n } = { $value }
data-figure-busbw-source = As nccl-tests defines it, so that it compares with a link's rate whatever the number of chefs.
data-figure-sent = Most that one chef sent
data-figure-sent-formula = 2(n − 1)/n × S
data-figure-sent-filled = 2({ $n } − 1)/{ $n } × { $bytes } = { $value }
data-figure-sent-switch-formula = S
data-figure-sent-switch-filled = { $bytes } = { $value }
data-figure-sent-tree-formula = 2 × S
data-figure-sent-tree-filled = 2 × { $bytes } = { $value }
data-figure-sent-source = Transfers in the trace, added up for each sender; the largest.
data-case = Bundles: { $n }

# Acts
data-act-apart = The same recipe, other ingredients. Will the two reports say the same?
data-act-apart-xray = The same weights, other inputs: will both GPUs have the same gradients?
data-act-apart-button = Let them cook
data-act-meet = Four reports are added up over the corridor, once all is written.
data-act-meet-xray = All-reduce after the backward pass: 4 GPUs over PCIe.
data-act-meet-button = Next: hold the meeting
data-act-bundles = Cut the report into bundles: each leaves while the stove is hot.
data-act-bundles-xray = Gradients in buckets: all-reduce overlaps the backward pass.
data-act-bundles-button = Next: cut it
data-act-bundles-go = Cut it in eight
data-act-more = More kitchens: each adds up inside, and for each number one delegate takes the sum to the others.
data-act-more-xray = More servers: sums are made inside, and one GPU for each number sends them out.
data-act-more-go = Next: more kitchens
data-act-turn = Eight chefs, hardly any waiting: how many bundles, and which way?
data-act-turn-xray = Hide the communication of 8 GPUs: how many buckets, which link?
data-act-turn-button = Next: your kitchen
data-act-turn-go = Take the exchange
data-hand-cuts = Bundles
data-hand-bundles = { $n ->
    [one] { $n } bundle
   *[other] { $n } bundles
}
data-hand-chefs = Chefs
data-hand-number = { $n }
data-hand-way = Way
data-hand-corridor = corridor
data-hand-exchange = exchange
data-hand-effect = step { $step } ms, wait { $wait } ms
data-kept = { $n ->
    [one] { $n } bundle, { $chefs } chefs
   *[other] { $n } bundles, { $chefs } chefs
}
data-kept-away = { $system }: { $n }, { $chefs } chefs
data-bell = Bell for the meeting
data-bell-help = From which quarter of the way back on bundles go to the meeting. 0: each as soon as it is full; 4: only when all is written.
data-hand-bell = Bell
data-bell-0 = at once
data-bell-1 = 1/4
data-bell-2 = 1/2
data-bell-3 = 3/4
data-bell-4 = written
data-kept-bell = { $n } bundles, bell { $bell }
data-kitchens = Kitchens
data-kitchens-help = How many kitchens there are. In one, the number of chefs can be chosen. Of several, each has 8: sums are made inside first, then delegates meet.

data-hand-places = { $chefs } chefs, { $kitchens } kitchens
data-kept-kitchens = { $kitchens } kitchens, { $chefs } chefs
data-others = { $n ->
    [one] { $n } more kitchen
   *[other] { $n } more kitchens
}
data-beat-delegate = Kitchen { $home } has added up number { $place }. Its delegate, chef { $from }, is sending the sum to chef { $to } of kitchen { $other }.
data-beat-delegate-came = The sum of number { $place } in kitchen { $home } reached chef { $to } of kitchen { $other } at { $time }.
data-figure-sent-kitchens-formula = (inside + among delegates) × S
data-figure-sent-kitchens-filled = ({ $inside } + { $outside }) × { $bytes } = { $value }
