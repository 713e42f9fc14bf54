# Chapter 18: a restaurant of your own, the lab.
lab-title = Which purchase makes the step shorter
lab-hook = One thing can be bought: wider streets, tunnels, faster chefs, larger shelves, or twice the kitchens. Before you buy, look at what today’s step waits for.
lab-text-1 = One restaurant can share out its work in hundreds of ways: how many chefs to a pot (tensor parallelism), how many stages in the relay (pipeline parallelism), how many groups that do the same (data parallelism). First of all the fast ones are searched for among those that fit the shelf.
lab-text-2 = The step’s time adds up: cooking, meetings over a shared pot, meetings of all, waiting for the relay, rewriting. Each wait waits for somebody’s work. Who follows the waits back finds the critical path.
lab-text-3 = Only buying what the critical path waits for makes the step shorter. However wide a street becomes that nobody waits for, the step stays as long as it was.
lab-text-4 = Once something is bought, the critical path waits for something else. So run it again before you buy the next thing. The work is shared out anew each time, too.
lab-text-5 = Try it: choose another restaurant of today. What should it buy? And where there are tunnels and wide streets already? All tools of the chapters before are in this one picture.
lab-not-like-1 = A real restaurant closes while it is rebuilt. Here everything that was bought works from the next step on.
lab-not-like-2 = “Faster chefs” changes the GPU and leaves all else as it was. Such a server is not always sold.
lab-not-like-3 = In a kitchen the price comes first. Here only prices with a source are told; of everything else, how many times as fast it makes the step.
lab-teacher-goal = Goal: read what a step is made of, and say before the run which purchase will help.
lab-teacher-question-1 = Question 1: in the first restaurant twice the kitchens do not halve the step. Why? (Answer: with as many bowls as before the relay gets longer, or more chefs share a pot, and more of the time is waiting.)
lab-teacher-question-2 = Question 2: with good streets and tunnels faster chefs help most. Why? (Answer: nearly all of the step is cooking then, so cooking is the critical path.)
lab-teacher-time = Time: 25 minutes (guess 3, run 7, other restaurants and purchases 15).

lab-lane-now-1 = Today 1
lab-lane-now-2 = Today 2
lab-lane-now-3 = Today 3
lab-lane-now-4 = Today 4
lab-lane-then-1 = After 1
lab-lane-then-2 = After 2
lab-lane-then-3 = After 3
lab-lane-then-4 = After 4
lab-lane-then-5 = After 5
lab-lane-then-6 = After 6
lab-lane-then-7 = After 7
lab-lane-then-8 = After 8
lab-task-waits = waiting
lab-too-large = The shelves of two kitchens of H100 do not hold this model. The nearest restaurant that does has four.
lab-has-tunnels = This restaurant has tunnels already. It buys wider streets instead.
lab-now = Today
lab-now-xray = Today
lab-plan = { $tensor } to a pot × relay of { $pipeline } × { $data } alike
lab-each = { $kitchens ->
    [one] { $kitchens } kitchen
   *[other] { $kitchens } kitchens
} of { $chefs }
lab-each-xray = { $kitchens } × { $chefs } GPUs
lab-each-drawn = { $kitchens } kitchens of { $chefs }; { $drawn } drawn for all
lab-each-drawn-xray = { $kitchens } × { $chefs } GPUs ({ $drawn } servers drawn)
lab-own-texts = { $texts } texts of { $words } tokens a step
lab-own-tokens = { $millions } M tokens together
lab-own-not-sold = That purchase is not sold for your own restaurant. It buys something else instead.
lab-own-unreadable = The link’s restaurant of your own cannot be read. One of the usual lots is open instead.
lab-lot-own = with its own streets and tunnels
lab-chefs-a100 = Faster chefs (A100)
lab-chefs-h100 = Faster chefs (H100)
lab-chefs-a100-xray = A100 GPUs
lab-chefs-h100-xray = H100 GPUs
lab-own-open = Your own
lab-server-xray = server { $n }
lab-plan-xray = TP { $tensor } × PP { $pipeline } × DP { $data }
lab-row-done = step { $time }
lab-does-forward = forward
lab-does-back = way back
lab-does-update = rewriting
lab-does-inside = waits: shared pot
lab-does-meeting = waits: meeting
lab-does-relay = waits: relay
lab-does-forward-xray = forward
lab-does-back-xray = backward
lab-does-update-xray = update
lab-does-inside-xray = waits: TP
lab-does-meeting-xray = waits: DP
lab-does-relay-xray = waits: PP
lab-wait-inside = those who share the pot
lab-wait-street = the meeting on the street
lab-wait-meeting = the meeting inside the kitchen
lab-wait-relay = the relay’s next bowl

lab-opening-1 = Today: { $kitchens ->
    [one] { $kitchens } kitchen
   *[other] { $kitchens } kitchens
}, { $chefs } chefs learn { $model }. { $lot }.
lab-opening-2 = Beside it the same restaurant with one purchase: { $buy }.
lab-opening-3 = A step takes { $now } today and { $then } after the purchase ({ $times } times as fast).

lab-beat-start = One step of { $model }: { $kitchens ->
    [one] { $kitchens } kitchen
   *[other] { $kitchens } kitchens
}, { $chefs } chefs. Left: today ({ $lot }). Right: after buying “{ $buy }”.
lab-xray-start = { $model }, { $kitchens ->
    [one] { $kitchens } server
   *[other] { $kitchens } servers
}, { $chefs } × { $gpu } ({ $lot }). Right: { $bought }. Layouts searched for each
lab-beat-own-start = One step of { $model }. Left: your own { $kitchens ->
    [one] { $kitchens } kitchen
   *[other] { $kitchens } kitchens
}, { $chefs } chefs ({ $gpu }; { $cards } × { $gbit } Gbit/s of street each). Right: after buying “{ $buy }”.
lab-xray-own-start = { $model }, { $kitchens ->
    [one] { $kitchens } server
   *[other] { $kitchens } servers
}, { $chefs } × { $gpu }, NICs { $cards } × { $gbit } Gbit/s a server. Right: { $bought }. Layouts searched for each
lab-beat-first = The busiest chef was done with forward of the first bowl at { $now } today, and at { $then } after the purchase.
lab-xray-first = Forward of the first micro-batch done: today { $now }, after { $then }
lab-beat-stoves = The last way back was done at { $now } today, and at { $then } after the purchase.
lab-beat-now = Of the step's time { $a } has passed today, { $b } after the purchase.
lab-xray-now = Elapsed of the step: { $a } today, { $b } after the purchase
lab-xray-stoves = Last backward done: today { $now }, after { $then }
lab-beat-wait = Today the chef of kitchen { $kitchen } stands still, and waits for { $what }.
lab-beat-waited = Today, from { $time } on, the chef of kitchen { $kitchen } waited { $wait } for { $what }.
lab-xray-wait = Today: server { $kitchen } idle ({ $what })
lab-xray-waited = Today: server { $kitchen } idle from { $time } for { $wait } ({ $what })
lab-beat-wait-then = After the purchase the chef of kitchen { $kitchen } stands still, and waits for { $what }.
lab-beat-waited-then = After the purchase, from { $time } on, the chef of kitchen { $kitchen } waited { $wait } for { $what }.
lab-xray-wait-then = After: server { $kitchen } idle ({ $what })
lab-xray-waited-then = After: server { $kitchen } idle from { $time } for { $wait } ({ $what })
lab-beat-done = Today’s restaurant was done first, at { $time }. Buying “{ $buy }” did not shorten this step.
lab-xray-done = Today’s cluster was done first: { $time }. No gain from { $bought }
lab-beat-done-then = With “{ $buy }” the step was done at { $time }.
lab-xray-done-then = After “{ $bought }”: done at { $time }
lab-beat-end = A step takes { $now } today and { $then } with “{ $buy }”: { $times } times as fast. Today { $share } of it is cooking.
lab-beat-end-cooks = A step takes { $now } today and { $then } with “{ $buy }”. Today { $share } is cooking: faster ways save { $rest } at most.
lab-xray-end = Step: today { $now }; { $bought }: { $then } ({ $times } times). Compute today { $share }
lab-xray-end-cooks = Step: today { $now }; { $bought }: { $then } ({ $times } times). Compute today { $share }; faster links can save { $rest } at most

lab-gate = This restaurant learns { $model } ({ $lot }). It may buy one thing. Which shortens the step most?
lab-verdict = Today’s step takes { $now }. With wider streets { $street }, with tunnels { $tunnel }, with faster chefs { $chef }, with larger shelves { $shelf }, with twice the kitchens { $kitchens }.
lab-verdict-tunnels = Today’s step takes { $now }. With wider streets { $street }, with faster chefs { $chef }, with larger shelves { $shelf }, with twice the kitchens { $kitchens }.
lab-case = { $side }

lab-account-title = Where a step’s time went
lab-account-note = The first chef’s time in the kitchen that cooks the longest.
lab-account-cook = cooking
lab-account-again = cooking again
lab-account-bowl = waits: a bowl on its way
lab-account-host = waits: the next order
lab-account-pantry = waits: the pantry
lab-account-attention-xray = attention
lab-account-mlp-xray = MLP
lab-account-experts-xray = experts
lab-account-head-xray = vocabulary and loss
lab-account-again-xray = recomputation
lab-account-update-xray = optimizer
lab-account-context-xray = waits: CP
lab-account-expert-xray = waits: EP
lab-account-weights-xray = waits: weights gathered
lab-account-gradients-xray = waits: gradients reduced
lab-account-bowl-xray = waits: PP, on its way
lab-account-bubble-xray = waits: PP, bubble
lab-account-host-xray = waits: kernel launch
lab-account-pantry-xray = waits: host memory
lab-account-on = { $what }, { $way }
lab-way-corridor = corridor
lab-way-tunnel = tunnels
lab-way-street = streets
lab-way-corridor-xray = PCIe
lab-way-tunnel-xray = NVLink
lab-way-street-xray = network

lab-figure-step = Where the step went: { $side }
lab-figure-step-formula = cooking + waiting for the pot + for the meeting + for the relay + rewriting
lab-figure-step-filled = { $cooking } + { $inside } + { $meeting } + { $relay } + { $update } = { $all } ms
lab-figure-step-source = Times of the trace added up, of the first chef of kitchen { $kitchen }, who cooks the longest. The largest term says what to look at next.
lab-figure-mfu = How much the chefs do, MFU: { $side }
lab-figure-mfu-value = { $share }
lab-figure-mfu-formula = what learning asks for ÷ (chefs × the fastest that one can be × step)
lab-figure-mfu-filled = { $flops } PFLOP ÷ ({ $chefs } × { $peak } PFLOP/s × { $seconds } s) = { $share }
lab-figure-mfu-source = A step is { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
} of { $words } tokens. The fastest that one can be is the data sheet’s dense 16-bit rate.
lab-figure-plan = The plan that the search found: { $side }
lab-figure-plan-value = TP { $tensor } × PP { $pipeline } × DP { $data }
lab-figure-plan-formula = chefs to a pot × stages of the relay × groups alike
lab-figure-plan-filled = { $tensor } × { $pipeline } × { $data } = { $chefs } chefs
lab-figure-plan-published = As published, not searched for. { $texts } texts to a bowl, ZeRO-{ $zero }, { $again }.
lab-figure-plan-proven = Of { $fit } plans that fit the shelf { $simulated } were run; the others take longer for their cooking alone. { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
} to a bowl, ZeRO-{ $zero }, { $again }.
lab-figure-plan-cut = The fastest of the { $simulated } plans that were run, of { $fit } that fit the shelf. Among those not run one may be faster. { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
} to a bowl, ZeRO-{ $zero }, { $again }.
lab-again-none = nothing cooked again
lab-again-some = attention cooked again
lab-again-all = forward cooked again
lab-figure-shelf = The fullest shelf: { $side }
lab-figure-shelf-value = { $gb } GB (the shelf has { $hbm } GB)
lab-figure-shelf-formula = recipe, notebooks and report + bowls
lab-figure-shelf-filled = { $state } + { $bowls } = { $all } GB
lab-figure-shelf-source = Counted from the plan, as in chapter 4.
lab-figure-price = Prices with a source
lab-figure-price-value = a kitchen ${ $kitchen }, its street ${ $street }
lab-figure-price-formula = street = switches and cables for one chef × chefs of a kitchen
lab-figure-price-filled = ${ $each } × { $chefs } = ${ $street } (a kitchen: ${ $kitchen })
lab-figure-price-source = A server of eight H100, and one GPU’s share of a 400G fat tree for 512 (a public spreadsheet of costs, August 2024). The other purchases have no price with a good source, so only what they give is told.
lab-texts = Texts of a step
lab-texts-help = How many texts all learn in a step, of 4,096 tokens each. With few of them, waiting stands out.
lab-texts-16 = 16 (66 thousand tokens)
lab-texts-128 = 128 (524 thousand tokens)
lab-texts-1024 = 1,024 (4.2 million tokens)
lab-chef = Today’s chefs
lab-chef-help = Who cooks in today’s restaurant. What is bought can become today’s.
lab-chef-h100 = H100
lab-chef-h200 = Larger shelves (H200)
lab-chef-b200 = Faster chefs (B200)
lab-has-chefs = This restaurant has such chefs already. It buys wider streets instead.
lab-no-place = The lot is full: no more kitchens can be built.
lab-batch = { $texts } texts
lab-handle-buy = What is bought
lab-handle-take = Buy it: it is today’s
lab-handle-taken = today’s: { $buy }
lab-effect-step = step { $time }
lab-effect-times = { $times } times as fast
lab-buy-plan = A better plan
lab-buy-plan-xray = Best split
lab-buy-street-xray = NIC upgrade
lab-buy-tunnel-xray = NVLink
lab-buy-chef-xray = B200 GPUs
lab-buy-shelf-xray = H200 GPUs
lab-buy-kitchens-xray = Twice the servers
lab-tensor = Chefs to a pot
lab-tensor-help = How many chefs share a pot in today’s restaurant (tensor parallelism). At 0 the search finds the fastest plan.
lab-stages = Stages of the relay
lab-stages-help = How many stages the relay has in today’s restaurant (pipeline parallelism). At 0 the search finds the fastest plan.
lab-cut-tensor = { $tensor } to a pot
lab-cut-stages = { $stages ->
    [one] { $stages } stage
   *[other] { $stages } stages
}
lab-effect-cut = { $data } alike, step { $time }
lab-cut-large = Those cuts do not fit. At the lightest the fullest shelf needs { $least } and has { $have }.
lab-kept-each = { $time } a text

lab-act-today = A large job’s usual step: 1,024 texts, 4 million tokens, 32 chefs.
lab-act-today-xray = 8B on 32 GPUs, 4 M tokens a step: where the time goes.
lab-act-today-button = See today’s step
lab-act-which = Nearly all of the bar is cooking. What one thing would you buy?
lab-act-which-xray = Most of the step is compute. What would you invest in?
lab-act-which-button = Choose a purchase
lab-act-small = Now a small step of 16 texts, over narrow ways: waiting shows.
lab-act-small-xray = A batch of 66 k tokens on slow links: waiting dominates.
lab-act-small-button = A smaller step
lab-act-small-go = Buy tunnels
lab-act-plan = The same restaurant, another plan. Drag the cuts to match the right.
lab-act-plan-xray = One cluster, two layouts. Drag TP and PP on the left towards the best that the search found.
lab-act-plan-button = Cut the work yourself
lab-act-plan-go = Cut it less
lab-kept-plan = { $tensor } × { $pipeline } × { $data }
lab-act-turn = Your turn: buy, make it today’s, and make each text faster.
lab-act-turn-xray = Your turn: invest step by step, and cut the time a sequence.
lab-act-turn-button = Run your own restaurant
