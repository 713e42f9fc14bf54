# Chapter 17: mishaps, stragglers, failures, and how often to write down.
mishaps-title = In a thousand kitchens something is always broken
mishaps-hook = A kitchen closes about once in a year, and nobody expects it. In a city where a thousand of them work on one recipe, it stops everyone every few hours.
mishaps-text-1 = If one chef’s stove burns low (a straggler), the meeting waits for that chef. If a chef’s tunnels have fallen, the slips wait for that narrow way. In town streets fall or come and go, crossings die, and a door forgets to take its stop back. The control “Mishap” shows each beside the same without it.
mishaps-text-2 = If one kitchen closes, the whole city stops. The recipe in the making is cut up among the kitchens, and without one of the pieces nobody can go on.
mishaps-text-3 = So now and then all write down where they are (a checkpoint). After a stop they start again from there. What was cooked since is lost.
mishaps-text-4 = How long one kitchen stays open on average is its mean time between failures (MTBF). The city stops as often as that, times the number of kitchens. The share of the time that went into work which lasts is the goodput.
mishaps-text-5 = Try it: how often should all write down for most to last of the three days? How does that change with the number of kitchens? How many kitchens in reserve (spares) does it take so that the city need not wait?
mishaps-not-like-1 = Cooks go on without a colleague who leaves. The work of GPUs is cut to measure, and without one of them the whole mostly has to be set up again.
mishaps-not-like-2 = Here failures have nothing to do with each other and come at one rate. Real ones gather in new machines, in a few weak ones, in a row that lost its power.
mishaps-not-like-3 = Here all stop to write down. There are systems that copy to a shelf at hand, cook on, and carry the copy to the storehouse later.
mishaps-teacher-goal = Goal: explain by a division why a thousand things that rarely break are never all whole, and why there is a best time between checkpoints.
mishaps-teacher-question-1 = Question 1: with four times as many kitchens, how often does the city stop, and how often should all write down? (It stops four times as often. The best time between checkpoints is about half as long, for it goes with the square root.)
mishaps-teacher-question-2 = Question 2: what happens with 0 kitchens in reserve? (The whole city waits a day until the closed one is repaired. The next closes soon after, and hardly any time is left for cooking.)
mishaps-teacher-time = Time: 20 minutes (the guess 3, following the three cities 7, changing how often and how many 10).

mishaps-lane-often = 5 min
mishaps-lane-chosen = yours
mishaps-lane-seldom = 4 h
mishaps-lane-above = The town above
mishaps-lane-below = The town below
mishaps-task-work = work that counts
mishaps-task-lost = work that was lost
mishaps-task-write = writing it down
mishaps-task-stands = standing still
mishaps-row = every { $minutes } minutes
mishaps-row-hours = every { $hours } hours
mishaps-row-xray = checkpoint { $minutes } min
mishaps-row-kept = lasting { $hours } h
mishaps-row-kept-xray = useful { $hours } h
mishaps-legend-write = writing
mishaps-legend-lost = lost
mishaps-legend-stopped = stopped
mishaps-legend-hours = { $hours } h
mishaps-city = A city of { $n } kitchens
mishaps-city-xray = { $n } nodes
mishaps-now-work = cooking
mishaps-now-write = writing down
mishaps-now-detect = looking for the closed kitchen
mishaps-now-wait = no reserve: waiting for a repair
mishaps-now-restart = a reserve moves in, all start again
mishaps-now-over = three days are over
mishaps-now-work-xray = training
mishaps-now-write-xray = writing a checkpoint
mishaps-now-detect-xray = detection and diagnosis
mishaps-now-wait-xray = no spare: waiting for repair
mishaps-now-restart-xray = restart and load
mishaps-dark = { $dark } in repair, { $ready } in reserve
mishaps-dark-short = { $dark } out, { $ready } ready
mishaps-city-short = { $n } kitchens
mishaps-row-xray-short = every { $minutes } min
mishaps-now-write-short = writing
mishaps-now-detect-short = searching
mishaps-now-wait-short = waiting
mishaps-now-restart-short = restarting
mishaps-now-write-xray-short = writing
mishaps-now-detect-xray-short = diagnosis
mishaps-now-restart-xray-short = restarting
mishaps-days = three days →
mishaps-half-whole = Above: all is well
mishaps-half-stove = Below: chef { $slow }’s stove burns low
mishaps-half-tunnel = Below: chef { $slow }’s tunnels have fallen
mishaps-half-whole-xray = Upper group: healthy
mishaps-half-stove-xray = Lower group: GPU { $slow } at a low clock
mishaps-half-tunnel-xray = Lower group: GPU { $slow } without NVLink
mishaps-half-done = one step { $time }

mishaps-district-whole = Above: all streets are whole
mishaps-district-street = Below: a street falls
mishaps-district-flap = Below: a street comes and goes
mishaps-district-crossing = Below: a middle crossing dies
mishaps-district-door = Below: door 8 says stop
mishaps-district-whole-xray = Upper: healthy
mishaps-district-street-xray = Lower: link down
mishaps-district-flap-xray = Lower: flapping link
mishaps-district-crossing-xray = Lower: spine switch dead
mishaps-district-door-xray = Lower: NIC 8 pauses
mishaps-district-box = = { $bytes }
mishaps-district-came = parcels there { $n } / { $all }
mishaps-district-done = all there { $time }

mishaps-opening-1 = A city of { $n } kitchens works on one recipe. One kitchen closes once in { $days } days on average.
mishaps-opening-2 = The same three days and the same failures, three times: all write down every { $often } minutes, every { $chosen } minutes, every { $seldom } hours.
mishaps-opening-3 = The recipe is { $model }. To write it down once takes all of them { $time }.
mishaps-opening-step = The same step in two kitchens. In the lower one chef { $slow } meets with a mishap.
mishaps-opening-recipe = The recipe is { $model }. Each brings a report of { $bytes } to the meeting.

mishaps-opening-streets = In two towns { $n } kitchens each send a parcel of { $bytes } to the door across, all at once.
mishaps-opening-street = In the lower town a street falls at { $at }.
mishaps-opening-flap = In the lower town a street goes away for { $flap } and comes back for { $flap }, again and again from { $at } on.
mishaps-opening-crossing = In the lower town a crossing in the middle dies at { $at }, and two streets with it.
mishaps-opening-door = In the lower town door { $door } says stop at { $at } and does not take it back for { $stuck }.
mishaps-opening-chips = There are { $streets } streets; they and the doors carry { $gbit } Gbit/s each. Each packet takes the street with the shortest queue.

mishaps-beat-start = Through the night { $n } kitchens work on one recipe. If one closes, all stop. One kitchen closes once in { $days } days on average.
mishaps-xray-start = Synchronous training on { $n } nodes, MTBF of a node { $days } days; one failure stops the job
mishaps-beat-write = Every { $minutes } minutes the city in the middle stops to write down where it is. Each time it takes { $time }.
mishaps-xray-write = Checkpoint every { $minutes } minutes: weights and Adam’s state of { $model } written in { $time }
mishaps-beat-fail = After { $hours } hours kitchen { $kitchen } closed. The whole city stopped.
mishaps-xray-fail = { $hours } h: node { $kitchen } failed, job stopped
mishaps-beat-lost = Minutes of cooking undone: { $a } where all write every { $often } minutes, { $b } where every { $chosen }, { $c } where every { $seldom } hours.
mishaps-xray-lost = Lost since the last checkpoint: { $a } min (every { $often } min), { $b } min (every { $chosen } min), { $c } min (every { $seldom } h)
mishaps-beat-again = Kitchen { $by } came from the reserve for kitchen { $kitchen }. All stood { $minutes } minutes and start from what was written.
mishaps-xray-again = Node { $kitchen } replaced by { $by }; detection, restart and load took { $minutes } min
mishaps-beat-again-own = With nobody in reserve, all waited until kitchen { $kitchen } was repaired. All stood still for { $hours } hours.
mishaps-beat-many = A city of { $n } kitchens. Stops of the one in the middle so far: { $count }. In repair: { $dark }.
mishaps-xray-again-own = No spare: stopped for { $hours } h until node { $kitchen } was repaired and restarted
mishaps-xray-many = { $n } nodes. Failures: { $count }, in repair: { $dark }
mishaps-beat-books = Lasting work in the first { $hours } hours: { $a } hours where all write every { $often } minutes, { $b } where every { $chosen }, { $c } where every { $seldom } hours.
mishaps-xray-books = Useful training in the first { $hours } h: { $a } h (every { $often } min), { $b } h (every { $chosen } min), { $c } h (every { $seldom } h)
mishaps-beat-spares = At most { $most ->
    [one] { $most } kitchen was
   *[other] { $most } kitchens were
} closed at the same time. With { $spares } in reserve the city never had to wait.
mishaps-xray-spares = At most { $most ->
    [one] { $most } node
   *[other] { $most } nodes
} in repair, { $spares ->
    [one] { $spares } spare
   *[other] { $spares } spares
}: no waiting
mishaps-beat-spares-out = At most { $most ->
    [one] { $most } kitchen was
   *[other] { $most } kitchens were
} closed at the same time. The { $spares } in reserve were not enough, and the city waited { $hours } hours for repairs.
mishaps-xray-spares-out = At most { $most ->
    [one] { $most } node
   *[other] { $most } nodes
} in repair, { $spares ->
    [one] { $spares } spare
   *[other] { $spares } spares
}: { $hours } h of waiting
mishaps-beat-best = Writing costs time, and so does what is lost. Stops every { $hours } hours, { $time } to write: { $best } minutes between are best.
mishaps-xray-best = MTBF { $hours } h, write { $time }: best period { $best } min
mishaps-beat-found = Your period, { $minutes } minutes, keeps { $share } in the long run. The best keeps { $off } more, which nobody would notice.
mishaps-xray-found = { $minutes } min: expected goodput { $share }, { $off } from the best
mishaps-beat-too-often = Your period, { $minutes } minutes, keeps { $share } in the long run. A longer one could keep { $off } more.
mishaps-xray-too-often = { $minutes } min: expected goodput { $share }; shorter than the best, { $off } away
mishaps-beat-too-seldom = Your period, { $minutes } minutes, keeps { $share } in the long run. A shorter one could keep { $off } more.
mishaps-xray-too-seldom = { $minutes } min: expected goodput { $share }; longer than the best, { $off } away
mishaps-beat-end = Lasting work filled { $a } of the three days where all write every { $often } minutes, { $b } where every { $chosen }, { $c } where every { $seldom } hours.
mishaps-xray-end = Goodput: { $a } (every { $often } min), { $b } (every { $chosen } min), { $c } (every { $seldom } h)

mishaps-beat-stove = Both kitchens begin the same step at the same moment. Only chef { $slow } in the lower one has a low stove: { $pace } of the pace.
mishaps-beat-there = Parcels there of { $all }: { $a } above, { $b } below.
mishaps-xray-there = Flows done: { $a }/{ $all } above, { $b }/{ $all } below
mishaps-xray-stove = Two groups of 8 GPUs, data-parallel. GPU { $slow } runs at { $pace } of its clock (straggler)
mishaps-beat-tunnel = Both kitchens begin the same step at the same moment. Only chef { $slow }’s tunnels in the lower one have fallen: those slips take the shared corridor.
mishaps-xray-tunnel = Two groups of 8 GPUs, data-parallel. GPU { $slow } has lost all NVLinks and goes over PCIe
mishaps-beat-ready = Above, all had written their reports at { $time }, and the meeting began.
mishaps-xray-ready = Upper group: backward done at { $time }, ring all-reduce begins
mishaps-beat-whole = The upper kitchen was done with the step at { $time }.
mishaps-xray-whole = Upper group: updated at { $time }
mishaps-beat-late = Chef { $slow } below finished at { $time }. All the others had put down their spoons and waited { $wait } for one report.
mishaps-xray-late = GPU { $slow } ended its backward pass at { $time }. The others waited { $wait } for the straggler
mishaps-beat-narrow = In the lower meeting every ring of slips took the corridor at chef { $slow }. A ring is as fast as its narrowest way.
mishaps-xray-narrow = Ring all-reduce bound by PCIe, and the link between the sockets, on both sides of GPU { $slow }
mishaps-beat-longer = The lower kitchen was done at { $time }, the upper one at { $whole }. One chef’s mishap made everyone’s step { $longer } longer.
mishaps-xray-longer = Lower group { $time }, upper group { $whole }: step time +{ $longer }

mishaps-beat-sends = Above and below, { $n } kitchens send { $bytes } each to the door across. Each packet takes the street with the shortest queue.
mishaps-xray-sends = { $n } pairs, { $bytes } each, { $gbit } Gbit/s, MTU { $mtu } B, adaptive routing
mishaps-beat-street = At { $at } street { $n } below, from the top, fell. Packets that went in did not arrive and had to be sent again.
mishaps-xray-street = { $at }: leaf-spine link down; packets sent into it are lost and sent again
mishaps-beat-flap = At { $at } street { $n } below, from the top, went away. It comes back after { $flap }, and goes again.
mishaps-xray-flap = { $at }: link begins to flap, { $flap } down and { $flap } up by turns
mishaps-beat-crossing = At { $at } a crossing in the middle of the lower town died, and two streets with it. Packets that went in had to be sent again.
mishaps-xray-crossing = { $at }: a spine switch dead, and all of its links with it
mishaps-beat-door = At { $at } door { $door } below said stop. It does not take that back for { $stuck }.
mishaps-xray-door = { $at }: NIC { $door } pauses its port without end (for { $stuck })
mishaps-beat-known = At { $time } the first crossing had noticed and left the fallen street out. The rest goes over { $left } of { $all }.
mishaps-xray-known = { $time }: left out of routing; { $left } of { $all } links carry the rest
mishaps-beat-known-crossing = At { $time } the first crossing had noticed and went round the dead one. The rest goes over { $left } of { $all } streets.
mishaps-xray-known-crossing = { $time }: spine left out of routing; { $left } of { $all } links carry the rest
mishaps-beat-flaps = A street is left out once it has been away for { $known }. This one is back after { $flap }, so it never is: packets keep going in, and are lost each time it goes.
mishaps-xray-flaps = Left out after { $known } down; { $flap } is too short for that, and losses go on
mishaps-beat-stood = At { $time } kitchen { $kitchen } had to stop as well. Its door { $other } is open. The ways between are full of packets for door { $door }.
mishaps-xray-stood = { $time }: sender { $kitchen } (to { $other }) paused too; packets for { $door } fill the shared buffers
mishaps-beat-open = At { $time } door { $door } took its stop back.
mishaps-xray-open = { $time }: NIC { $door } resumes
mishaps-beat-came = In the upper town all parcels were there at { $time }.
mishaps-xray-came = Upper: all flows done at { $time }
mishaps-beat-end-street = Below, all parcels were there at { $time }, above at { $whole }: { $longer } longer, with { $lost } packets lost and sent again.
mishaps-xray-end-street = Lower { $time }, upper { $whole } (+{ $longer }), { $lost } packets lost
mishaps-beat-end-door = The parcels for the three open doors took { $whole } above and { $time } below. Door { $door } alone had stopped, and they took { $longer } longer.
mishaps-xray-end-door = Done but for { $door }: upper { $whole }, lower { $time } (+{ $longer }), for a pause of { $stuck } at { $door }

mishaps-gate = One kitchen closes once in { $days } days on average. How often does a city of { $n } kitchens stop?
mishaps-gate-own = Once in { $days } days, as one kitchen does
mishaps-gate-month = About once a month
mishaps-gate-week = About once a week
mishaps-gate-day = About once a day
mishaps-gate-hours = Every few hours
mishaps-gate-stove = Only chef { $slow } below cooks at { $pace } of the pace. How much longer does the lower kitchen’s step get?
mishaps-gate-tunnel = Only chef { $slow }’s tunnels below have fallen, and those slips take the corridor. How much longer does the lower kitchen’s step get?
mishaps-verdict = Counted over { $days } days, the city stopped { $count } times, every { $hours } hours. By division every { $expected } hours is expected. A city of one kitchen stopped { $one } times.
mishaps-verdict-step = The step took { $whole } in the upper kitchen and { $hurt } in the lower one.
mishaps-case-one = a single kitchen
mishaps-case-city = a city of { $n }
mishaps-case-whole = all is well
mishaps-case-hurt = with the mishap
mishaps-nothing = There are no kitchens to compare here.

mishaps-gate-street = In the lower town one of four streets falls at { $at }. How much longer than above does it take until all parcels are there?
mishaps-gate-flap = In the lower town one of four streets goes away for { $flap } and comes back for { $flap }, again and again from { $at } on. How much longer than above does it take until all parcels are there?
mishaps-gate-crossing = In the lower town a crossing in the middle dies at { $at }, and two streets with it. How much longer than above does it take until all parcels are there?
mishaps-gate-door = In the lower town door { $door } says stop at { $at } and does not take it back for { $stuck }. The three other doors are open. How much longer than above do the parcels for these take?
mishaps-verdict-street = All parcels were there at { $whole } in the upper town and at { $hurt } in the lower one.
mishaps-verdict-door = The parcels for the three open doors were there at { $whole } in the upper town and at { $hurt } in the lower one.
mishaps-case-upper = all streets whole
mishaps-case-lower = with the mishap

mishaps-figure-hours = Where the three days went (every { $minutes } minutes)
mishaps-figure-hours-value = goodput { $value }
mishaps-figure-hours-formula = lasting work + writing + lost work + stopped = three days
mishaps-figure-hours-filled = { $work } + { $write } + { $lost } + { $stopped } = { $all } hours
mishaps-figure-hours-source = Sums of the trace’s spans, with { $count } failures.
mishaps-figure-between = How often the city stops
mishaps-figure-every-hours = every { $value } hours
mishaps-figure-between-formula = MTBF of one kitchen ÷ kitchens
mishaps-figure-between-filled = { $own } ÷ { $n } = { $value } hours
mishaps-figure-between-source = Training Llama 3 405B on 2,048 servers of 8 GPUs was interrupted 419 times in 54 days (arXiv:2407.21783, section 3.3.4). One server’s MTBF follows from that.
mishaps-figure-minutes = { $value } minutes
mishaps-figure-best = The best time between checkpoints
mishaps-figure-best-formula = about √(2 × time to write × time between stops)
mishaps-figure-best-filled = √(2 × { $write } × { $between }) = { $young } minutes
mishaps-figure-best-source = That is Young’s approximation (1974); Daly’s (2006) gives { $daly } minutes. The large figure is where the formula for the expected share has its maximum, found numerically.
mishaps-figure-expected = Expected share (the city in the middle)
mishaps-figure-expected-formula = τ ÷ ((e^(λ(τ + δ)) − 1) × e^(λr) × (1 ÷ λ + d))
mishaps-figure-expected-filled = τ = { $period } minutes, δ = { $write }, r = { $restart }, d = { $detect }, and 1 ÷ λ is the time between stops: { $value }
mishaps-figure-expected-source = The average in the long run with enough in reserve. These three days gave { $got }. A failure finds no reserve with a probability of { $empty }. Finding out takes less than 10 minutes (arXiv:2402.15627), starting again 5 of the 5 to 20 minutes that were counted (arXiv:2410.21680), and then the reading.
mishaps-figure-repair = Kitchens in repair (mean)
mishaps-figure-repair-formula = time to repair ÷ time between stops
mishaps-figure-repair-filled = { $repair } ÷ { $between } = { $value }
mishaps-figure-repair-source = The mean if the city never stood still. The time to repair is assumed. At most { $most } were closed at once in these three days, with { $spares } in reserve.
mishaps-figure-longer = How much longer
mishaps-figure-longer-formula = lower step ÷ upper step − 1
mishaps-figure-longer-filled = { $hurt } ÷ { $whole } − 1 = { $value }
mishaps-figure-longer-source = From both kitchens’ traces. { $model } on a DGX H100.
mishaps-figure-sum = Chef { $chef }’s step
mishaps-figure-sum-formula = forward + way back + waiting + meeting + rewriting
mishaps-figure-sum-filled = { $forward } + { $backward } + { $wait } + { $meeting } + { $update } = { $all } ms
mishaps-figure-sum-source = Waiting is from the end of one’s own report to the end of the last one in the same kitchen.
mishaps-figure-later = How much longer
mishaps-figure-later-formula = time below ÷ time above − 1
mishaps-figure-later-source = From the traces of both towns, until the last parcel was there.
mishaps-figure-later-source-door = From the traces of both towns, until the last parcel for another door than { $door } was there.
mishaps-figure-below = Time below
mishaps-figure-below-door = Time below, to the open doors
mishaps-figure-below-formula = until it broke + the rest over what is left + other
mishaps-figure-below-filled = { $a } + { $b } + { $c } = { $all } µs
mishaps-figure-below-filled-less = { $a } + { $b } − { $c } = { $all } µs
mishaps-figure-below-source = A card takes { $sending } µs to send a parcel, and { $rest } µs of that were left when it broke. Of the streets { $left } are left: { $rest } ÷ { $left } = { $over } µs. Other: the way itself, and uneven queues.
mishaps-figure-below-source-flap = A card takes { $sending } µs to send a parcel, and { $rest } µs of that were left when it broke. One street in four is away half of the time, so { $left } are left on average: { $rest } ÷ { $left } = { $over } µs. Other: the way itself, and in which half it ends. How long it is away is assumed, shorter than what is noticed; real cards have been away for seconds (arXiv:2402.15627).
mishaps-figure-below-formula-door = time above + how long kitchen 1’s way out was stopped + other
mishaps-figure-below-source-door = The door was shut for { $stuck }. Until streets and crossings are full, the other parcels go on. How long is assumed: real watchdogs wait for 100 ms in a card (SIGCOMM’16) and 200 ms in SONiC, too late here.
mishaps-figure-lost = Packets lost
mishaps-figure-lost-formula = sent − arrived
mishaps-figure-lost-filled = { $sent } − { $arrived } = { $lost }
mishaps-figure-lost-source = Of at most { $bytes } each. A loss is known to the sender at once, and that packet alone is sent again: the lightest case. A way that was down for { $known } is left out, the bound that REPS gives itself at 400 Gbit/s (arXiv:2407.21625).
mishaps-figure-foreseen = Where the formula expects three days to go (the city in the middle)
mishaps-figure-foreseen-source = The formula for the expected share in its four parts: a long run’s average with enough in reserve, so three days differ. The same city counted for { $days } days gives a goodput of { $got }.


mishaps-pace = Pace of the low stove
mishaps-pace-help = How fast the chef with the low stove cooks. All others cook at 100 %.
mishaps-handle-kitchens = Kitchens of the city
mishaps-handle-kitchens-at = { $n } kitchens
mishaps-handle-spares = Kitchens in reserve
mishaps-handle-spares-at = { $n } in reserve
mishaps-handle-period = Time between two checkpoints
mishaps-handle-period-at = every { $minutes } min
mishaps-handle-stove-at = pace { $pace }
mishaps-effect-kept = work kept { $share }
mishaps-effect-stops = stops in three days: { $count }
mishaps-effect-waited = waiting for repairs { $hours } h
mishaps-effect-longer = step longer by { $longer }
mishaps-kept-share = { $share }
mishaps-kept-longer = { $longer } longer

mishaps-act-city = 1,024 kitchens now. Each closes once in 264 days, and then all stop.
mishaps-act-city-xray = 1,024 nodes, MTBF of each 264 days; one failure stops all.
mishaps-act-city-button = A larger city
mishaps-act-write = Each tick: all wrote down where they are. Move the middle city’s ticks.
mishaps-act-write-xray = Each tick is a checkpoint. Change the period in the middle.
mishaps-act-write-go = Every 30 minutes
mishaps-act-stove = Below, one chef’s stove burns low: turn it, or press another stove.
mishaps-act-stove-xray = Below, one GPU alone is clocked low. Change how far, or press another.
mishaps-act-stove-go = Cook with this flame
mishaps-act-turn = Your turn: keep the most work for each kitchen, reserve included.
mishaps-act-turn-xray = Your turn: raise the goodput, spares counted.
mishaps-act-turn-button = Run your own city
mishaps-act-turn-go = Every 20 min, 16 in reserve
mishaps-task-often = Short of { $wanted }. Writing took { $write }, and { $lost } was undone: write less often.
mishaps-task-often-xray = Short of { $wanted }. Checkpoints took { $write }, lost work { $lost }: lengthen the period.
mishaps-task-seldom = Short of { $wanted }. Writing took { $write }, and { $lost } was undone: write more often.
mishaps-task-seldom-xray = Short of { $wanted }. Checkpoints took { $write }, lost work { $lost }: shorten the period.
mishaps-task-few = Short of { $wanted }. The city waited { $wait } of the time for repairs: keep more in reserve.
mishaps-task-few-xray = Short of { $wanted }. Waiting for repairs took { $wait } of the time: more spares.
mishaps-task-many = Short of { $wanted }. The reserve is { $idle } of all kitchens: keep fewer.
mishaps-task-many-xray = Short of { $wanted }. Spares are { $idle } of all nodes: fewer.
mishaps-task-met = Done: in { $days } days the city stopped { $count } times, and { $share } of all kitchens’ hours lasted.
mishaps-task-met-xray = Done: { $count } failures in { $days } days, and a goodput of { $share }, spares counted.
mishaps-task-kept = { $minutes } min, { $spares } in reserve, { $days } d
mishaps-task-bound = formulas: { $minutes } min, { $spares }
mishaps-handle-road = The street that falls
mishaps-handle-road-at = street { $n } from the top
mishaps-road = Street that falls
mishaps-road-help = Which of the lower district’s four streets falls, or comes and goes: 1 is at the top.
mishaps-handle-flap = Where a street comes and goes
mishaps-handle-crossing = A crossing in the middle
mishaps-handle-door = Door 8
mishaps-handle-whole = whole
mishaps-handle-broken = breaks
mishaps-handle-flaps = comes and goes
mishaps-handle-shut = stays shut
mishaps-act-street = Below, one street breaks on the way. Press another thing to break it.
mishaps-act-street-xray = Below, one link goes down. Choose a spine or a NIC instead.
mishaps-act-street-go = Send the parcels
mishaps-rail-kitchens = City
mishaps-rail-spares = Reserve
mishaps-act-few = Eight kitchens cook one recipe, and none is in reserve. Press a kitchen to close it.
mishaps-act-few-xray = Eight nodes train one model, without a spare. Press a node to make it fail.
mishaps-act-few-button = Close a kitchen
mishaps-act-few-go = Close kitchen 3
mishaps-handle-kitchen = Kitchen { $kitchen }
mishaps-handle-node = Node { $kitchen }
mishaps-handle-stays = stays open
mishaps-handle-closes = closes after { $hour } h
mishaps-handle-far = from afar
mishaps-handle-near = looked into
mishaps-handle-stove = Chef { $chef }’s stove
mishaps-handle-flame = Low stove
mishaps-near = Kitchen looked into
mishaps-near-help = The number of a kitchen whose eight chefs are shown; 0 for none. It changes nothing in the run.
mishaps-near-title = Kitchen { $kitchen }: { $doing }
mishaps-near-title-xray = Node { $kitchen }: { $doing }
mishaps-near-repair = closed, in repair
mishaps-near-reserve = in reserve
mishaps-slow = Chef of the mishap
mishaps-slow-help = Which chef of the lower kitchen has the low stove or the fallen tunnels: 9 to 16.
