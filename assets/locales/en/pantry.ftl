# Chapter 16: the pantry down the street, a pool of memory.
pantry-title = Jars that may be far, and one that may not
pantry-hook = What finds no room on the shelf moves into the common pantry down the street. Three kinds of jar are hardly missed, and one stops the kitchen.
pantry-text-1 = Beside each chef’s shelf there is a large common pantry down the street (a memory pool). Each chef has a street of their own that leads there.
pantry-text-2 = In one step the recipe is read twice for every bowl. The report is added to on every way back. The notebooks are wanted once, at the end. Bowls pile up as one cooks, and all are wanted on the way back.
pantry-text-3 = What is wanted next is asked for while the bundle before is cooked (prefetching). If the street keeps up, nobody sees the distance. If it does not, the chef stands still.
pantry-text-4 = Where the crossing before the pantry can add (in-network sums), reports only have to be sent. What arrives is one sum, and not the reports of all eight.
pantry-text-5 = Distance hurts only what is asked for often. And what if something breaks on the way?
pantry-not-like-1 = A keeper of stores hands over whole jars. A memory pool serves hundreds of millions of small reads and writes. One cart stands for a row of them.
pantry-not-like-2 = The pantry’s door is as wide as all eight streets here. In real pools the streets may compete for it.
pantry-not-like-3 = A cook leaves out what is missing and goes on. A GPU cannot begin while one number of the next bundle is not there.
pantry-teacher-goal = Goal: estimate what distant memory costs, not from its size but from what is asked of it for each second of cooking.
pantry-teacher-question-1 = Question 1: with Llama 3 8B and only the bowls in the pantry, why does the step take nearly twice as long? (During forward more than twice as much leaves as the street carries.)
pantry-teacher-question-2 = Question 2: why do larger models wait less for their bowls? (Bowls grow with the width of a layer, cooking with its square.)
pantry-teacher-time = Time: 20 minutes (the guess 3, the run 7, the task of moving jars 10).

pantry-lane-away = With the pantry
pantry-lane-whole = All at hand
pantry-kind-recipe = Recipe
pantry-kind-report = Report
pantry-kind-notebooks = Notebooks
pantry-kind-bowls = Bowls
pantry-kind-weights = Weights
pantry-kind-gradients = Gradients
pantry-kind-optimizer = Adam
pantry-kind-activations = Activations
pantry-name = Common pantry
pantry-pool = Memory pool
pantry-shelf = shelf
pantry-hbm = HBM
pantry-road = { $rate } each way
pantry-far = { $time } there and back
pantry-each = each of the 8 has one
pantry-row-away = The chef with the pantry
pantry-row-whole = The chef with all at hand
pantry-row-away-xray = With the memory pool
pantry-row-whole-xray = All in HBM
pantry-row-done = step { $time }
pantry-now-forward = forward
pantry-now-back = way back
pantry-now-update = rewriting
pantry-now-wait = waiting
pantry-now-forward-xray = forward
pantry-now-back-xray = backward
pantry-now-update-xray = update
pantry-now-wait-xray = idle
pantry-now-done = done
pantry-now-place = : bowl { $round }/{ $rounds }, bundle { $piece }/{ $pieces }
pantry-now-place-xray = : { $round }/{ $rounds }, layers { $piece }/{ $pieces }

pantry-opening-1 = One step of learning { $model } in a kitchen of { $chefs } chefs.
pantry-opening-2 = With everything at hand it takes up to { $gb } GB. The shelf has { $hbm } GB.
pantry-opening-3 = In the pantry: { $what }. The step takes { $time }, and { $whole } beside it: { $other }.

pantry-beat-start = { $chefs } chefs learn { $model }; down the street: { $what }. The lowest band is the same step of { $other }.
pantry-xray-start = { $model }, { $chefs } × H100 (ZeRO-1), micro-batches of { $words } tokens. In the memory pool: { $what }
pantry-beat-start-nothing = { $chefs } chefs learn { $model }. The pantry is still empty, all jars are at hand.
pantry-xray-start-nothing = { $model }, { $chefs } × H100 (ZeRO-1), micro-batches of { $words } tokens. The pool is not used
pantry-beat-first = At { $time } forward was done with the first bundle of pages ({ $layers } layers). In all: { $pieces ->
    [one] { $pieces } bundle
   *[other] { $pieces } bundles
}: forward takes them in order, the way back in reverse.
pantry-xray-first = { $time }: forward done for the first { $layers } layers. They move in { $pieces } groups
pantry-beat-blocked = The chef stands still: what was sent off ({ $what }) is on the street yet, and there is no room for the next.
pantry-beat-blocked-done = At { $time } the chef stood still and waited { $wait }: until what was sent off ({ $what }) had arrived, there was no room for the next.
pantry-xray-blocked = Idle: writing { $what } to the pool has not ended, no buffer is free
pantry-xray-blocked-done = Idle from { $time } for { $wait }: writing { $what } to the pool
pantry-beat-starved = The chef stands still: what was asked for ({ $what }) is on the street yet.
pantry-beat-starved-done = At { $time } the chef stood still and waited { $wait } for what had been asked for ({ $what }).
pantry-xray-starved = Idle: prefetched { $what } not there yet
pantry-xray-starved-done = Idle from { $time } for { $wait }: reading { $what } from the pool
pantry-beat-turn = Forward of the first bowl was done at { $time }; { $other } had it at { $whole }.
pantry-beat-now = Bowls done: { $a } of { $n }. { $other } has done { $b }.
pantry-xray-now = Micro-batches done: { $a }/{ $n }. The other GPU: { $b }/{ $n }
pantry-xray-turn = Forward of micro-batch 1: { $time }. The other GPU: { $whole }
pantry-beat-back = The first bowl’s way back was done at { $time }; { $other } had it at { $whole }. { $rounds ->
    [one] { $rounds } bowl makes
   *[other] { $rounds } bowls make
} a step.
pantry-xray-back = Backward of micro-batch 1/{ $rounds }: { $time }. The other GPU: { $whole }
pantry-beat-crossed = So far { $gb } GB of jars have crossed the street. Each time one is asked for adds to it.
pantry-xray-crossed = Moved both ways so far: { $gb } GB
pantry-beat-once = On the street only once, at the end of the step: { $what }. { $gb } GB come, are rewritten, and go back.
pantry-xray-once = { $what }: { $gb } GB read and written back, in the update alone
pantry-beat-need-more = To cook without a pause, the street would have to carry { $need } for { $what }. This one carries { $road }.
pantry-xray-need-more = Needed for { $what }: { $need } > { $road } of the link
pantry-beat-need-less = For { $what } alone, { $need } on the street would do. This one carries { $road }, so it hides behind the cooking.
pantry-xray-need-less = Needed for { $what }: { $need } ≤ { $road } of the link
pantry-beat-whole = At { $time } the step was ended by { $other }. The one with the pantry had { $share } of the cooking done then.
pantry-xray-whole = The other GPU: done at { $time }. With the pool, { $share } of the compute was done then
pantry-beat-update = The last way back was done at { $time }. The notebooks, { $gb } GB for each chef, are at hand, and rewriting is short.
pantry-xray-update = Backward done at { $time }. Adam’s state, { $gb } GB, is in HBM
pantry-beat-update-away = The last way back was done at { $time }. The notebooks, { $gb } GB for each chef, come from the pantry, are rewritten and go back.
pantry-xray-update-away = Backward done at { $time }. Adam’s state, { $gb } GB, is read from the pool and written back
pantry-beat-end = { $time } with the pantry, { $whole } for { $other }: { $times } times. At most { $gb } GB and { $all } GB lay on their shelves. { $gb } GB fit { $hbm } GB.
pantry-xray-end = Step { $time } (the other GPU { $whole }, { $times } times). HBM at most { $gb } GB (the other { $all } GB) of { $hbm } GB
pantry-beat-end-over = { $time } with the pantry, { $whole } for { $other }: { $times } times. At most { $gb } GB and { $all } GB lay on their shelves. { $gb } GB do not fit { $hbm } GB.
pantry-xray-end-over = Step { $time } (the other GPU { $whole }, { $times } times). HBM at most { $gb } GB (the other { $all } GB), over its { $hbm } GB

pantry-gate = One kind of jar of { $model } moves into the pantry down the street. Which one stops the kitchen?
pantry-gate-none = none of them
pantry-verdict = With the recipe away the step takes { $recipe }, the report { $report }, the notebooks { $notebooks }, the bowls { $bowls }. Cooking again instead: { $again }. With a shelf without limit: { $whole }.
pantry-case-whole = A shelf without limit
pantry-case-away = In the pantry: { $what }

pantry-figure-step = The step of the chef with the pantry
pantry-figure-whole = The step with everything at hand
pantry-figure-step-formula = forward + way back + waiting + rewriting + clearing up
pantry-figure-step-filled = { $forward } + { $backward } + { $wait } + { $update } + { $rest } = { $all } ms
pantry-figure-step-source = Times of the trace added up. Clearing up lasts from the last rewriting until jars and new pages are where they belong. { $times } times the other chef’s.
pantry-figure-asked = Asked for in a step: { $what }
pantry-figure-asked-value = { $gb } GB
pantry-figure-asked-formula = what comes + what goes
pantry-figure-asked-filled = { $in } + { $out } = { $all } GB
pantry-figure-asked-source = Of one chef, were it alone in the pantry. It crosses the street { $times } times a step. So that nobody waits, forward needs { $forward } GB a second and the way back { $backward } GB a second; the street has { $road } GB a second.
pantry-figure-street = What the street carries
pantry-figure-street-formula = the smaller of the street’s rate and what may be under way ÷ the round trip
pantry-figure-street-filled = { $rate } and { $bytes } ÷ { $time } = { $far }
pantry-figure-street-source = Under way may be an RDMA card’s 16 requests (1 MiB each is assumed). A pantry far away is bound by that, however empty the street.
pantry-figure-shelf = The shelf at its fullest
pantry-figure-shelf-value = { $gb } GB (the shelf has { $hbm } GB)
pantry-figure-shelf-formula = recipe + notebooks + report + bowls + tools
pantry-figure-shelf-filled = { $recipe } + { $notebooks } + { $report } + { $bowls } + { $tools } = { $all } GB
pantry-figure-shelf-source = At { $time } of the trace. Jars on their way count too. With everything at hand { $whole } GB.

pantry-hand-task = With everything at hand it is { $all } GB, more than the shelf’s { $hbm } GB. Move jars into the pantry until the rest fits, with the step at most { $times } times as long.
pantry-hand-known = { $gb } GB at most when it is at hand
pantry-hand-unit = 1 for the pantry, 0 at hand
pantry-hand-hint-over = { $over } GB find no room. Move one jar larger than that, or several smaller ones.
pantry-hand-hint-often = Look less at how large a jar is than at how often it is asked for. One is wanted once a step, others twice for every bowl.
pantry-hand-hint-rounds = The report hides behind the way back, and the notebooks are wanted once at the end. Try these two first.
pantry-hand-none = With this street and this recipe there is no such task: everything fits at hand, or nothing that is moved makes it fit.
pantry-hand-digits = Give each a 0 or a 1: 1 for the pantry, 0 at hand.
pantry-hand-away = { $what }: in the pantry. Moving this alone makes the step { $times } times as long.
pantry-hand-here = { $what }: at hand. It takes { $gb } GB of the shelf.
pantry-hand-met = Done: { $gb } GB fit the shelf’s { $hbm } GB, and the step is { $times } times as long.
pantry-hand-slow = { $gb } GB fit the shelf’s { $hbm } GB, but the step became { $times } times as long.
pantry-hand-over = There are { $gb } GB on the shelf yet, which do not fit { $hbm } GB (the step is { $times } times as long).
pantry-hand-open = Move the jars
pantry-hand-check = Run it this way

pantry-rival = Compared with
pantry-rival-help = A chef with everything at hand (whether or not the shelf has room), or one who keeps no bowls and cooks them again.
pantry-rival-whole = all at hand
pantry-rival-again = cooking again
pantry-other-whole = the chef with everything at hand
pantry-other-again = the chef who cooks again
pantry-lane-again = Cooking again
pantry-row-again = The chef who cooks again
pantry-figure-again = The step of the chef who cooks again
pantry-recipe-report = the recipe and the report
pantry-recipe-notebooks = the recipe and the notebooks
pantry-recipe-bowls = the recipe and the bowls
pantry-report-notebooks = the report and the notebooks
pantry-report-bowls = the report and the bowls
pantry-notebooks-bowls = the notebooks and the bowls
pantry-all-but-notebooks = all but the notebooks
pantry-all-but-report = all but the report
pantry-all-but-recipe = all but the recipe
pantry-handle-jar = { $what }, { $gb } GB
pantry-handle-here = shelf
pantry-handle-away = pantry
pantry-handle-street = How far the pantry is
pantry-effect-step = step { $time }
pantry-kept-away = away: { $what }
pantry-kept-again = cook again

pantry-act-full = Ten GB too much for the shelf. The chef below keeps no bowls, and cooks again.
pantry-act-full-xray = Activations do not fit HBM. The other GPU recomputes them.
pantry-act-full-button = Cook one step
pantry-act-which = Carry one kind of jar down the street. Which one?
pantry-act-which-xray = Move one kind of tensor to the pool. Which one?
pantry-act-which-button = Use the pantry
pantry-act-which-go = Try the bowls
pantry-act-seldom = Now the report alone is away. It leaves bit by bit on the way back.
pantry-act-seldom-xray = Gradients alone in the pool, written behind backward.
pantry-act-seldom-button = Carry the report
pantry-act-far = Same jars, and the pantry can be moved farther away.
pantry-act-far-xray = Change the round trip. Bytes in flight are limited.
pantry-act-far-go = 100 km away
pantry-act-turn = Your turn: fit a larger recipe into 80 GB, with a short step.
pantry-act-turn-xray = Fit 13B into 80 GB of HBM, with a short step.
pantry-act-turn-button = Clear the shelf yourself
pantry-act-turn-go = Report and notebooks away
