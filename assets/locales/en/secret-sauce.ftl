# Chapter 3: the secret sauce, gradient descent with every number shown.
secret-sauce-title = The report knows only the slope underfoot
secret-sauce-hook = Less salt or more sugar: no tongue can say. Yet from one tasting, a single report tells how to change every ingredient.
secret-sauce-text-1 = Six guests taste. Too strong is above zero, too weak below. Their errors, squared and averaged, are one number: the loss.
secret-sauce-text-2 = The errors go back the way they came and gather at the ingredients they came through. What gathers at each is its slope; all slopes on one sheet are the report, the gradient.
secret-sauce-text-3 = Where the slope is a plus, take less; where it is a minus, add. How far is the slope times the learning rate.
secret-sauce-text-4 = A slope says which way is down here, and how steep. How long a step to make of it is the learning rate's to say.
secret-sauce-not-like-1 = There is no less than 0 g of an ingredient. A parameter of gradient descent may well be negative.
secret-sauce-not-like-2 = No tongue tells which ingredient to change by how much. The slope is computed, back along every sum and product.
secret-sauce-not-like-3 = With three ingredients the loss is a bowl whose limit can be computed beforehand. A real model with billions of weights has no map; its learning rate is found by trying.
secret-sauce-teacher-goal = Goal: go once round forward, loss, backward and update in numbers; say why a gradient tells direction and steepness here, not the distance to the bottom.
secret-sauce-teacher-question-1 = Question 1: there was no sugar at all, yet vinegar and salt moved most at first. Which numbers on the report decided that?
secret-sauce-teacher-question-2 = Question 2: the slope of salt is +10.2. Does one more gram of salt add exactly 10.2 to the loss? (It adds 14.0: a slope holds only where one stands.)
secret-sauce-teacher-time = Time: 20 minutes (the four moves 7, the guess and the run at a learning rate of 0.2 6, trying the controls 7).

secret-sauce-salt = salt
secret-sauce-vinegar = vinegar
secret-sauce-sugar = sugar
secret-sauce-pot-1 = pot 1
secret-sauce-pot-2 = pot 2
secret-sauce-base = base
secret-sauce-group-1 = Pot 1’s page
secret-sauce-group-2 = Pot 2’s page
secret-sauce-group-mix = Mixing page
secret-sauce-column-now = now
secret-sauce-column-slope = slope
secret-sauce-column-change = change
secret-sauce-column-carried = carried
secret-sauce-column-next = next
secret-sauce-loss = loss
secret-sauce-strong = too strong
secret-sauce-weak = too weak
secret-sauce-curve = loss
secret-sauce-curve-steps = steps →
secret-sauce-map = lighter is lower
secret-sauce-map-start = another start, too
secret-sauce-map-changes = map changes each step

secret-sauce-opening-1 = One chef changes the { $n } numbers of a recipe, report by report.
secret-sauce-opening-2 = In { $n } steps the loss goes from { $first } to { $last }.
secret-sauce-opening-3 = An H100 takes { $time } for all of it: next to no arithmetic, nearly all of it starting kernels.

secret-sauce-beat-start = The first sauce: { $salt } g of salt, { $vinegar } g of vinegar, { $sugar } g of sugar. Six guests taste, and it is changed by what they find.
secret-sauce-beat-start-alike = Six tongues much alike. The first recipe is another, too: { $salt } g of salt, { $vinegar } g of vinegar, { $sugar } g of sugar.
secret-sauce-beat-start-one = Each step listens to one guest only, drawn by lot. The first is guest { $who }.
secret-sauce-beat-start-pages = The recipe has two layers now: { $pots } numbers on the pages of two pots, { $mix } on the page that mixes them. It starts from other numbers, too.
secret-sauce-beat-tasted = At the first tasting { $strong } found it too strong and { $weak } too weak.
secret-sauce-beat-loss = Each error was squared, and the six were averaged. The first recipe’s loss is { $loss }.
secret-sauce-beat-loss-one = This step’s loss is that one guest’s error squared. For the first recipe it is { $loss }.
secret-sauce-beat-back = The errors go back the way they came and gather at the ingredients they came through. In the first step salt gathers those of { $n ->
    [one] { $n } guest
   *[other] { $n } guests
}.
secret-sauce-beat-back-pages = The errors go back through the page that mixes to the pages of the pots. Salt of pot 1 gathers those of { $n ->
    [one] { $n } guest
   *[other] { $n } guests
}.
secret-sauce-beat-sheet = Report 1. The slope of salt is { $salt }, of vinegar { $vinegar }, of sugar { $sugar }. Less of what has a plus, more of what has a minus.
secret-sauce-beat-sheet-pages = Report 1. On the mixing page pot 1 has a slope of { $mix }; behind it, salt of pot 1 has { $salt }.
secret-sauce-beat-once = One tasting was enough for the report. Changing the numbers one by one would have taken { $n } more.
secret-sauce-beat-edit = Salt went from { $from } g to { $to } g: by its slope { $slope } times the learning rate { $rate }, the other way.
secret-sauce-beat-edit-own = You took the first step: salt from { $from } g to { $to } g. By the report it would have been { $report } g.
secret-sauce-beat-again = Tasted after step { $step }: the loss is { $loss }.
secret-sauce-beat-one = Step 1 listened to guest { $who } alone. The loss of all six rose from { $from } to { $to }.
secret-sauce-beat-rose = Step { $step } went too far. The loss rose from { $from } to { $to }.
secret-sauce-beat-zigzag = By then the salt had turned round { $n } times, less and more and less. The loss falls at every step, and yet the way down the valley is not straight.
secret-sauce-beat-shorter = Step 1 moved { $first } g, step { $step } moved { $later } g, at the same learning rate { $rate }. Near the bottom the slopes are small.
secret-sauce-beat-settled = It took { $step } steps to come within 1 % of the first height above the bottom.
secret-sauce-beat-floor = The bottom is at { $floor }, not at 0. Six guests wish for different things; no sauce suits them all.
secret-sauce-beat-valley = With tongues much alike, 1 g of salt and 1 g of sugar are hard to tell apart. The valley’s walls were { $condition } times as steep as its floor.
secret-sauce-beat-spilled = At step { $step } the { $what } came to { $grams } g, more than the pot holds. It leapt over the bottom, and landed higher each time.
secret-sauce-beat-spilled-pages = At step { $step } the number for { $what } came to { $grams }, and the recipe was of no more use.
secret-sauce-beat-unsettled = { $n } steps were taken. The loss went from { $first } to { $last }.
secret-sauce-xray-start = Gradient descent: learning rate η = { $rate }, momentum β = { $momentum }. One step is { $kernels } kernels
secret-sauce-xray-tasted = First forward: { $strong } errors above zero (too strong), { $weak } below (too weak)
secret-sauce-xray-loss = First loss: mean squared error L = { $loss }
secret-sauce-xray-loss-one = First loss (batch of 1): squared error L = { $loss }
secret-sauce-xray-back = Backward: the first ∂L/∂salt is a sum of { $n } paths’ products (chain rule)
secret-sauce-xray-sheet = First gradient: ‖∂L/∂w‖ = { $norm }
secret-sauce-xray-once = One backward pass gives the gradient by all parameters; differences would take { $n } more forward passes
secret-sauce-xray-edit = w ← w − η ∂L/∂w: salt { $from } − { $rate } × ({ $slope }) = { $to }
secret-sauce-xray-edit-own = First step by hand: salt { $from } → { $to }, by the gradient { $report }
secret-sauce-xray-again = After step { $step }: L = { $loss }. Last gradient ‖∂L/∂w‖ = { $norm }
secret-sauce-xray-one = Stochastic gradient descent: a step with a batch of 1 took the loss of all six from { $from } to { $to }
secret-sauce-xray-rose = The loss rose at step { $step }: { $from } → { $to }
secret-sauce-xray-zigzag = Condition number λ_max ÷ λ_min = { $condition }. The gradient hardly points along the valley
secret-sauce-xray-shorter = ‖∂L/∂w‖: { $first } at step 1, { $later } at step { $step }
secret-sauce-xray-settled = From step { $step } on L − L* is within 1 % of the first: L = { $loss }, L* = { $floor }
secret-sauce-xray-spilled = Diverged: η = { $rate }, limit of stability 2(1 + β) ÷ λ_max = { $limit }
secret-sauce-xray-end = { $n } steps, { $time }, nearly all of it starting kernels

secret-sauce-gate = With a learning rate of 0.05 it takes { $slow } steps to come within 1 % of the first height above the bottom; with 0.1 it takes { $fast }. And with 0.2, twice that?
secret-sauce-gate-about = About { $n } steps
secret-sauce-gate-never = Not within 30 steps
secret-sauce-gate-best = Which learning rate brings the loss lowest in { $n } steps?
secret-sauce-gate-rate = Learning rate { $rate }
secret-sauce-verdict = With 0.2 it never does: each step leaps over the bottom and lands higher on the other wall. For these six the limit is { $limit }; 0.1 had used { $share } of it.
secret-sauce-verdict-steps = With 0.2 it took { $n } steps.
secret-sauce-verdict-not = With 0.2 it is not there after { $n } steps: it keeps going past the bottom and back.
secret-sauce-verdict-best = The last loss was { $slow } with 0.05, { $fast } with 0.1, { $faster } with 0.2.


secret-sauce-figure-settled = Until within 1 %
secret-sauce-figure-settled-value = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
secret-sauce-figure-settled-formula = L(k) ≤ L* + 0.01 × (L(0) − L*)
secret-sauce-figure-settled-filled = L({ $n }) = { $loss } ≤ { $floor } + 0.01 × ({ $first } − { $floor }) = { $bound }
secret-sauce-figure-settled-source = L* is the least loss for these six, found by least squares without taking a step.
secret-sauce-figure-last = Loss after { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
secret-sauce-figure-loss = First loss
secret-sauce-figure-loss-formula = L = Σ (taste − wish)² ÷ n
secret-sauce-figure-loss-filled = ({ $sum }) ÷ { $n } = { $loss }
secret-sauce-figure-loss-source = From the six guests’ errors, in points. Mean squared error.
secret-sauce-figure-slope = First slope of salt
secret-sauce-figure-slope-formula = ∂L/∂salt = 2 ÷ n × Σ (error × sense of salt)
secret-sauce-figure-slope-filled = 2 ÷ { $n } × ({ $sum }) = { $slope }
secret-sauce-figure-slope-source = From the record of the way back: only guests who taste salt are in it. In points² per gram.
secret-sauce-figure-step = Salt after step one
secret-sauce-figure-step-value = { $salt } g
secret-sauce-figure-step-formula = w ← w − η ∂L/∂w
secret-sauce-figure-step-filled = { $from } − { $rate } × ({ $slope }) = { $to }
secret-sauce-figure-step-source = The first step; nothing is carried over yet.
secret-sauce-figure-limit = Limit of the learning rate
secret-sauce-figure-limit-formula = 2 (1 + β) ÷ λ_max
secret-sauce-figure-limit-filled = 2 × (1 + { $momentum }) ÷ { $steepest } = { $limit }
secret-sauce-figure-limit-source = λ_max is the bend of the loss where it is steepest, the Hessian’s largest eigenvalue. Polyak, 1964.
secret-sauce-figure-time = Time of a step (H100)
secret-sauce-figure-time-formula = kernels × start
secret-sauce-figure-time-filled = { $n } × { $each } = { $time }
secret-sauce-figure-time-source = A model that counts 3 µs to start a kernel. A step has only about { $operations } products and sums, for which an H100 needs less than 1 ns.

secret-sauce-act-taste = Far too much salt. Turn the salt by hand, or let six taste it and report.
secret-sauce-act-taste-xray = One parameter turned by hand, or all of them by one gradient.
secret-sauce-act-taste-button = Taste it
secret-sauce-act-down = Take the next step by hand from the first page, or follow the reports down.
secret-sauce-act-down-xray = Take one step by hand, or follow the gradients until it converges.
secret-sauce-act-down-button = Next: walk down
secret-sauce-act-twice = Now each step is twice as long.
secret-sauce-act-twice-xray = Now the learning rate is twice as large: 0.1.
secret-sauce-act-twice-button = Next: twice the step
secret-sauce-act-far = And twice as long again. Pull the arrow's tip to set the step's length.
secret-sauce-act-far-xray = And twice again. Pull the arrow's tip to set the learning rate.
secret-sauce-act-far-go = Walk with 0.2
secret-sauce-act-valley = Six tongues much alike make a steep valley. What if the ball keeps its swing?
secret-sauce-act-valley-xray = A valley of high condition number. What does momentum do?
secret-sauce-act-valley-go = Walk with swing
secret-sauce-act-turn = Your turn: choose the step and the swing, and reach the bottom in the fewest steps.
secret-sauce-act-turn-xray = Your turn: choose rate and momentum, and converge in the fewest steps.
secret-sauce-act-turn-button = Your turn
secret-sauce-act-turn-go = Walk from here
secret-sauce-task-met = Done: down in { $n } steps. No length and no swing here takes fewer.
secret-sauce-task-met-xray = Converged in { $n } steps, the fewest with these rates and momenta.
secret-sauce-task-leaps = Down in { $n } steps, but it leapt over the bottom and came back. { $fewest } will do.
secret-sauce-task-leaps-xray = Converged in { $n } steps, but it overshot the minimum. { $fewest } will do.
secret-sauce-task-slow = Down in { $n } steps, each of them short. { $fewest } will do.
secret-sauce-task-slow-xray = Converged in { $n } steps, with small updates. { $fewest } will do.
secret-sauce-task-spilled = Each leap over the bottom landed higher, until it spilled. With shorter steps { $fewest } will do.
secret-sauce-task-spilled-xray = Diverged. With a lower rate { $fewest } steps will do.
secret-sauce-task-swings = It swings to and fro over the bottom, and is not down yet. With less swing { $fewest } steps will do.
secret-sauce-task-swings-xray = Oscillates, not converged. With less momentum or rate { $fewest } steps will do.
secret-sauce-task-short = The steps are short, and it is not down yet. Make them longer, or add swing: { $fewest } will do.
secret-sauce-task-short-xray = Small updates, not converged. Raise rate or momentum: { $fewest } steps will do.
secret-sauce-task-bound = the fewest
secret-sauce-task-kept = { $rate }, swing { $momentum }
secret-sauce-kept-valley = valley, { $rate }
secret-sauce-kept-hand = { $rate }, own first step
secret-sauce-kept-steps = { $n ->
    [one] 1 step
   *[other] { $n } steps
}
secret-sauce-kept-spilled = spilled
secret-sauce-kept-loss = loss { $loss }
secret-sauce-grip-rate = Step's length (learning rate)
secret-sauce-grip-ball = First recipe
secret-sauce-grip-momentum = Swing
secret-sauce-grip-momentum-xray = Momentum
secret-sauce-grip-tasters = Who tastes
secret-sauce-grip-value = swing { $value }
secret-sauce-grip-grid = salt { $salt } g, sugar { $sugar } g
secret-sauce-start-own = Amounts of your own
secret-sauce-param-salt-help = Grams of salt to begin with, where amounts of your own are chosen.
secret-sauce-param-sugar-help = Grams of sugar to begin with, where amounts of your own are chosen.
secret-sauce-rail-rate = Step
secret-sauce-rail-rate-xray = Rate
secret-sauce-rail-momentum = Swing
secret-sauce-rail-momentum-xray = Momentum
secret-sauce-case = Learning rate { $rate }: loss { $loss } after { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
secret-sauce-case-spilled = Learning rate { $rate }: spilled after { $n ->
    [one] { $n } step
   *[other] { $n } steps
} (loss { $loss })
secret-sauce-beat-unsettled-one = { $n } steps: the loss went from { $first } to { $last }. Each step listened to someone else, so it wanders.
secret-sauce-grip-salt = salt { $salt } g
secret-sauce-grip-sensor = sensor { $loss }
secret-sauce-grip-step = One step by hand
secret-sauce-grip-no-step = no step taken
secret-sauce-grip-stepped = sensor { $before } to { $mine }; by the report { $report }
