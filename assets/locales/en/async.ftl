# Chapter 8: the kitchen that does not wait, asynchronous and local SGD.
async-title = Nobody waits, nobody agrees
async-hook = In kitchens without a meeting bell, each report changes the recipe as soon as it is written. There are more dishes every minute, and they are farther from the dish that was wished for.
async-text-1 = The kitchens above bring all their reports together after each dish (synchronous). The meeting starts when the slowest has written its own.
async-text-2 = The kitchens below do not wait (asynchronous). Each leaves its report with the recipe’s keeper (a parameter server), copies the page as it is then, and starts the next dish.
async-text-3 = While a kitchen cooks, the others’ reports change the page. What was written about an old page moves the new one. How old it was is its staleness.
async-text-4 = There are two ways between. One sets how many dishes anyone may be ahead. The other lets each cook several dishes by its own page and averages all pages now and then (local SGD).
async-not-like-1 = A cook who hears that the recipe has changed puts down the spoon. A GPU computes to the end with the weights it was given.
async-not-like-2 = The numbers on the page are those of a sauce of three. The times and the page’s weight are those of GPT-3 XL with its 1.3 billion weights. All that joins the two is the order in which things arrived.
async-not-like-3 = Here all guests have the same tongues, and only their wishes differ from kitchen to kitchen. So an average is not biased. With real data, local SGD’s average is a little off as well.
async-teacher-goal = Goal: explain apart from each other why not waiting gives more dishes, and why those dishes are farther off.
async-teacher-question-1 = Question 1: with no slow kitchen, what becomes of the gain and of the loss? (There is hardly any waiting left to save, and every kitchen is heard as often. What remains is staleness.)
async-teacher-question-2 = Question 2: counted by dishes, “Wait for all” lies exactly on the curve of the meetings. Why? (All write about the same page, and nobody goes on before all reports are in.)
async-teacher-time = Time: 20 minutes (the guess 3, following both curves 7, changing who waits and who is slow 10).

async-keeper = keeper
async-salt = salt
async-vinegar = vinegar
async-sugar = sugar
async-meets = Meet each dish
async-curve-time = time →
async-curve-dishes = dishes →
async-curve = height above the best
async-dishes = dishes

async-opening-1 = Above, { $n } kitchens meet after each dish. Below, { $n } others follow another rule: { $rule }.
async-opening-2 = In the same { $time } there are { $meet } dishes above and { $other } below.
async-opening-3 = The times are those of { $model }. A page weighs { $bytes }, and so does a report.

async-beat-start = Above, { $n } kitchens meet after each dish; below, another rule for { $n }: { $rule }. Kitchens 1 and { $slow } have an { $gpu } and take { $times } times as long for a dish.
async-beat-start-same = Above, { $n } kitchens meet after each dish; below, another rule for { $n }: { $rule }. All cook on the same H100.
async-beat-met = The first meeting above ended at { $time }. Those who had written first had waited { $wait } for kitchen 1.
async-beat-met-same = The first meeting above ended at { $time }. All had written at the same moment, and nobody had waited.
async-beat-first = The first report below was kitchen { $kitchen }’s. At { $time } it alone changed the page.
async-beat-average = For { $k } dishes each kitchen below went by its own page. They were averaged for the first time at { $time }.
async-beat-stale = The report of kitchen { $kitchen } that was followed at { $time } spoke of a page that had been changed { $behind } times since it was copied.
async-beat-race = So far the recipe has heard of { $meet } dishes above and { $other } below.
async-beat-ahead = At { $time } the height above the best was { $meet } above and { $other } below. The lower kitchens had come down sooner.
async-beat-behind = At { $time } the height above the best was { $meet } above and { $other } below. The lower kitchens stood higher.
async-beat-heard = By { $time } the page below had heard of { $all } dishes, { $heard } of them kitchen { $slow }’s: { $share }, where an equal share is { $equal }.
async-beat-end-far = In { $time } there were { $a } dishes above and { $b } below. Over the last fifth the height was { $meet } above and { $other } below: farther without waiting.
async-beat-end = In { $time } there were { $a } dishes above and { $b } below. Over the last fifth the height was { $meet } above and { $other } below.
async-beat-spilled = The pot below spilled at { $time }. Old reports had pushed on what had gone too far already.
async-xray-start = Above: synchronous SGD, ring all-reduce of { $n } nodes. Below: { $rule }. Gradient { $bytes }, learning rate η = { $rate }
async-xray-met = First all-reduce and update done at { $time }, straggler wait { $wait }
async-xray-met-same = First all-reduce and update done at { $time }, no straggler
async-xray-first = Push of GPU { $kitchen } applied at { $time }, weight η ÷ nodes
async-xray-average = Local SGD: weights averaged every { $k } steps, first at { $time }
async-xray-stale = Push of GPU { $kitchen } ({ $time }): { $behind } updates since its pull, the gradient’s staleness
async-xray-race = Gradients applied: { $meet } synchronous, { $other } below
async-xray-heights = { $time }: L − L* is { $meet } synchronous, { $other } below
async-xray-heard = Of { $all } pushes by { $time }, GPU { $slow } made { $heard } ({ $share }; an equal share is { $equal })
async-xray-end = { $time }: { $a } gradients against { $b }, mean L − L* of the last 20 % { $meet } against { $other }
async-xray-spilled = Diverged: a weight out of range at { $time }

async-gate = Above, a meeting after each dish; below: { $rule }. Averaged over the last fifth of the time, which pot is nearer to the best dish?
async-gate-meet = Above, where they meet
async-gate-other = Below
async-verdict = The height above the best was { $meet } above and { $other } below, after { $a } dishes above and { $b } below.
async-nothing = There are no pots to compare here.

async-figure-times = { $value } times
async-figure-grams = { $value } g
async-figure-dishes = Dishes in the same time
async-figure-dishes-formula = dishes below ÷ dishes above
async-figure-dishes-filled = { $other } ÷ { $meet } = { $ratio }
async-figure-dishes-source = Dishes that the recipe had heard of when the last meeting above ended at { $time }.
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
async-figure-limit-source = Where kitchens are equally fast and never wait, a report is d = { $d } updates old. A meeting has no delay: 2 ÷ λ_max = { $meeting }. Levin and May, 1976.
async-figure-street = A dish’s share of the street (below)
async-figure-street-value = { $value } GB
async-figure-street-formula = Meeting: 2 (n − 1) ÷ n × page. Keeper: there and back, 2 × page
async-figure-street-filled = Meeting: 2 × ({ $n } − 1) ÷ { $n } × { $page } = { $meet } GB
async-figure-street-source = By the trace { $above } GB a dish above and { $other } GB below, pages of dishes that are not heard yet included.
async-figure-slow = One dish of kitchen 1 ({ $gpu })
async-figure-slow-formula = forward and backward of kitchen 1 ÷ the same elsewhere
async-figure-slow-filled = { $own } ÷ { $usual } = { $times }
async-figure-slow-source = { $model }, forward and backward of 4 sequences. The other kitchens have an H100.
