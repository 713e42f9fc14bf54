# Chapter 8: the kitchen that does not wait, asynchronous and local SGD.
async-title = Nobody waits, nobody agrees
async-hook = In kitchens without a meeting bell, each report changes the recipe as soon as it is written. There are more dishes every minute, and they are farther from the dish that was wished for.
async-text-1 = The kitchens above wait for all after each dish (synchronous). When all reports are in, they start the next dish by the new page.
async-text-2 = The kitchens below do not wait (asynchronous). Each leaves its report with the recipe’s keeper (a parameter server), copies the page as it is then, and starts the next dish. The kitchens above have such a keeper as well: only the waiting differs.
async-text-3 = While a kitchen cooks, the others’ reports change the page. What was written about an old page moves the new one. How old it was is its staleness.
async-text-4 = There are two ways between. One sets how many dishes anyone may be ahead. The other lets each cook several dishes by its own page and averages all pages now and then (local SGD); the kitchens above then average after each dish.
async-not-like-1 = A cook who hears that the recipe has changed puts down the spoon. A GPU computes to the end with the weights it was given.
async-not-like-2 = The numbers on the page are those of a sauce of three. The times and the page’s weight are those of GPT-3 XL with its 1.3 billion weights. All that joins the two is the order in which things arrived.
async-not-like-3 = Here all guests have the same tongues, and only their wishes differ from kitchen to kitchen. So an average is not biased. With real data, local SGD’s average is a little off as well.
async-teacher-goal = Goal: explain apart from each other why not waiting gives more dishes, and why those dishes are farther off.
async-teacher-question-1 = Question 1: with no slow kitchen, what becomes of the gain and of the loss? (There is hardly any waiting left to save, and every kitchen is heard as often. What remains is staleness.)
async-teacher-question-2 = Question 2: let the kitchens below wait for all as well. What becomes of the two curves? And counted by dishes, where is the upper curve when pages are averaged? (All lie on one another: all write about the same page, and nobody goes on before all reports are in.)
async-teacher-time = Time: 20 minutes (the guess 3, following both curves 7, changing who waits and who is slow 10).

async-keeper = keeper
async-salt = salt
async-vinegar = vinegar
async-sugar = sugar
async-meets = Wait for all, each dish
async-curve-time = time →
async-curve-dishes = dishes →
async-curve = height above the best
async-dishes = dishes

async-opening-1 = Above, { $n } kitchens wait for all after each dish. Below, { $n } go by another rule: { $rule }. Nothing else differs.
async-opening-2 = In the same { $time } there are { $meet } dishes above and { $other } below.
async-opening-3 = The times are those of { $model }. A page weighs { $bytes }, and so does a report.

async-beat-start = The { $n } above wait for all after each dish. The { $n } below: { $rule }. Kitchens 1 and { $slow } ({ $gpu }) take { $times } times as long.
async-beat-start-same = The { $n } above wait for all after each dish. The { $n } below: { $rule }. All cook on the same H100.
async-beat-met = At { $time } the page above had heard of everyone’s first dish. Those who had written first had waited { $wait } for kitchen 1.
async-beat-met-same = At { $time } the page above had heard of everyone’s first dish. All had written at the same moment.
async-beat-first = The first report below was kitchen { $kitchen }’s. At { $time } it alone changed the page.
async-beat-average = For { $k ->
    [one] { $k } dish
   *[other] { $k } dishes
} each kitchen below went by its own page. They were averaged for the first time at { $time }.
async-beat-stale = The report of kitchen { $kitchen } used at { $time } was written from an old page, edited { $behind ->
    [one] once
   *[other] { $behind } times
} since it was copied.
async-beat-race = So far the recipe has heard of { $meet } dishes above and { $other } below.
async-beat-ahead = At { $time } the height above the best was { $meet } above and { $other } below. The lower kitchens had come down sooner.
async-beat-alike = At { $time } both stood { $meet } above the best.
async-beat-behind = At { $time } the height above the best was { $meet } above and { $other } below. The lower kitchens stood higher.
async-beat-heard = By { $time } the page below had heard of { $all } dishes, { $heard } of them kitchen { $slow }’s: { $share }, where an equal share is { $equal }.
async-beat-end-far = By { $time } there were { $a } dishes above and { $b } below. Over the last fifth the height was { $meet } above and { $other } below: farther off below.
async-beat-end = By { $time } there were { $a } dishes above and { $b } below. Over the last fifth the height was { $meet } above and { $other } below.
async-beat-spilled = The pot below spilled at { $time }. Old reports had pushed on what had gone too far already.
async-xray-start = Above: synchronous SGD, { $n } nodes. Below: { $rule }. Gathered alike. Gradient { $bytes }, learning rate η = { $rate }
async-xray-met = First synchronous update done at { $time }, straggler wait { $wait }
async-xray-met-same = First synchronous update done at { $time }, all backward passes ended at once
async-xray-first = Push of GPU { $kitchen } applied at { $time }, weight η ÷ nodes
async-xray-average = Local SGD: weights averaged every { $k } steps, first at { $time }
async-xray-stale = Push of GPU { $kitchen } ({ $time }): { $behind ->
    [one] { $behind } update
   *[other] { $behind } updates
} since its pull, the gradient’s staleness
async-xray-race = Gradients applied: { $meet } synchronous, { $other } below
async-xray-heights = { $time }: L − L* is { $meet } synchronous, { $other } below
async-xray-heard = Of { $all } pushes by { $time }, GPU { $slow } made { $heard } ({ $share }; an equal share is { $equal })
async-xray-end = { $time }: { $a } gradients against { $b }, mean L − L* of the last 20 % { $meet } against { $other }
async-xray-spilled = Diverged: a weight out of range at { $time }

async-gate = Above, all wait for all after each dish; below: { $rule }. Averaged over the last fifth of the time, which pot is nearer to the best dish?
async-gate-meet = Above, where all wait
async-gate-other = Below
async-verdict = The height above the best was { $meet } above and { $other } below, after { $a } dishes above and { $b } below.
async-nothing = There are no pots to compare here.

async-figure-times = { $value } times
async-figure-grams = { $value } g
async-figure-dishes = Dishes in the same time
async-figure-dishes-formula = dishes below ÷ dishes above
async-figure-dishes-filled = { $other } ÷ { $meet } = { $ratio }
async-figure-dishes-source = Dishes that the recipe had heard of when the last one above was in at { $time }.
async-figure-late = Height in the end (below)
async-figure-late-formula = L − L*, mean of the last fifth of the time
async-figure-late-filled = { $meet } above, { $other } below
async-figure-late-source = Mean squared error of all kitchens’ guests. The least, L*, is { $floor } and not 0: kitchens wish for different things.
async-figure-rest = Where the salt below comes to rest
async-figure-rest-formula = Σ (dishes heard × salt that kitchen likes) ÷ dishes heard
async-figure-rest-filled = ({ $sum }) ÷ { $all } = { $salt }
async-figure-rest-source = It leans to those who are heard more. With equal voices it would be { $best } g. Tongues are the same everywhere, so a pot comes to rest at the mean weighed by voices.
async-figure-limit = Limit of the learning rate without waiting
async-figure-limit-formula = n × 2 sin(π ÷ (2 (2d + 1))) ÷ λ_max
async-figure-limit-filled = { $n } × 2 × sin(π ÷ (2 × { $odd })) ÷ { $steepest } = { $limit }
async-figure-limit-source = Where kitchens are equally fast and never wait, a report is d = { $d } updates old. Waiting for all leaves no delay: 2 ÷ λ_max = { $meeting }. Levin and May, 1976.
async-figure-street = A dish’s share of the street (below)
async-figure-street-value = { $value } GB
async-figure-street-formula = Keeper: there and back, 2 × page. Average: 2 (n − 1) ÷ n × page
async-figure-street-filled = Average: 2 × ({ $n } − 1) ÷ { $n } × { $page } = { $meet } GB
async-figure-street-source = By the trace { $above } GB a dish above and { $other } GB below, pages of dishes that are not heard yet included.
async-figure-slow = One dish of kitchen 1 ({ $gpu })
async-figure-slow-formula = forward and way back of kitchen 1 ÷ the same elsewhere
async-figure-slow-filled = { $own } ÷ { $usual } = { $times }
async-figure-slow-source = { $model }, forward and way back of 4 sequences. The other kitchens have an H100.

# Acts
async-act-wait = The stove of kitchen 1 is low. Above and below, all wait for all.
async-act-wait-xray = GPU 1 is older. Both halves: synchronous SGD, the same parameter server.
async-act-wait-button = Let all wait
async-act-free = Below, nobody waits any more. Keeper, stoves and street stay the same.
async-act-free-xray = The lower half turns asynchronous. Server, GPUs and network stay the same.
async-act-free-button = Next: nobody waits below
async-act-bound = How many dishes may anyone be ahead? Drag to decide.
async-act-bound-xray = Set the staleness bound: 0 is synchronous, none is asynchronous.
async-act-bound-button = Next: set how far ahead
async-act-bound-go = Allow one dish
async-act-local = Even with equal stoves each meeting takes time. Average every four dishes?
async-act-local-xray = Equal GPUs. Weights averaged every 4 steps below, every step above.
async-act-local-go = Run it
async-act-turn = What if the stove is lower still? Find many dishes and a low curve.
async-act-turn-xray = With GPU 1 slower still, find high throughput at a low L − L*.
async-act-turn-button = Next: your rule
async-act-turn-go = Turn the stove down
async-hand-rule = Who waits
async-hand-flame = Stove 1
async-hand-rate = Rate
async-hand-dishes = { $above } dishes a minute above, { $below } below
async-hand-height = height in the end { $height }
async-kept = { $times } × dishes
async-hand-full = H100
