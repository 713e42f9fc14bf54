# Chapter 14: ordinary streets, Ethernet, hashes and lights.
ethernet-title = Can ordinary streets carry this?
ethernet-hook = Eight parcels turn into one and the same street while three lie empty. A hash does not look out of the window.
ethernet-text-1 = At the kitchens’ doors there is a crossing (a leaf switch). Beyond it lie four streets, each over a crossing of its own farther on (a spine), and all equally long.
ethernet-text-2 = Ordinary Ethernet picks a street by a number mixed from what the label says (a hash; the method is called ECMP): the addresses of sender and receiver and the numbers of their doors. The same label always gets the same street. Nothing overtakes, and nobody looks how full it is.
ethernet-text-3 = There are other ways: pick again after a pause (flowlets), send each packet down another street (spraying), take the shortest queue (adaptive routing). Or use more labels: a parcel split into parts with numbers of their own (queue pairs) is drawn for many times.
ethernet-text-4 = So that nothing is dropped, a crossing tells the one before it to stop (PFC). Where a queue grows, it puts a slow-down mark on parcels (ECN), and the sender’s card slows down (DCQCN). A stop also stops what is going elsewhere.
ethernet-text-5 = Stops are given class by class. At its way out a crossing can give each class of queue a share of the width (ETS). Stops can also form a ring in which each waits for the next. So every crossing has a watchdog: a queue that has been stopped for too long loses its packets, and moves again. The railway (InfiniBand) counts the room at the next station by tokens, and sends only what there is room for (credits).
ethernet-not-like-1 = A courier who sees a full street turns into another. A packet goes where the crossing has sent it.
ethernet-not-like-2 = On a real street everyone slows down in a crowd. On a link one goes after another at full speed, and all that grows is the wait in the queue.
ethernet-not-like-3 = A courier in the picture is one packet of many. Those between pass the same crossings. The answers’ way back (ACK) is not drawn.
ethernet-teacher-goal = Goal: explain by the queues in the picture that an equal choice is not an equal load, and that a stop stops those who have nothing to do with it.
ethernet-teacher-question-1 = Question 1: try the draws one after another from 1. How many parcels does the fullest street get? (Eight thrown at four streets: 3.5 on average over all throws, so it takes about 1.8 times as long as shared equally.)
ethernet-teacher-question-2 = Question 2: does hashing 16 parts of each parcel bring it within a tenth of the town below? (It depends on the draw, and more often it does not. The unevenness only falls with the square root of the number of balls.)
ethernet-teacher-time = Time: 20 minutes (the guess 3, counting queues 5, draws and queue pairs 7, all to one door 5).

ethernet-lights = Stops alone (PFC)
ethernet-credits = Tokens alone (credits)
ethernet-one-queue = One queue
ethernet-own-queue = A queue of its own (ETS)
ethernet-its-parcel = In a hurry:
ethernet-lane-above = The town above
ethernet-lane-below = The town below
ethernet-lane-city-above = The city above
ethernet-lane-city-below = The city below
ethernet-city-legend = The fuller, the wider and redder
ethernet-head-ledger = By way in
ethernet-head-room = Room
ethernet-head-queues = Queues by street
ethernet-head-doors = Queues by door
ethernet-line-stop = Stop
ethernet-line-credit = Tokens
ethernet-line-class = Stop, each queue
ethernet-mark-min = Marks from here
ethernet-mark-max = All marked
ethernet-signs = Marks, too (ECN)
ethernet-piece = one box is
ethernet-arrived = Parcels there:
ethernet-elsewhere = Elsewhere:

ethernet-opening-parcels = { $n } kitchens send a parcel of { $bytes } each to { $n } doors beyond { $streets } streets. How a street is picked: { $choice }.
ethernet-opening-times = The last parcel came at { $a }. With each packet sent down the next street it comes at { $b }.
ethernet-opening-crowd = { $n } kitchens send { $bytes } each to one door, number { $door }. Only kitchen { $one } sends to another, door { $other }.
ethernet-opening-waits = Kitchen { $one }’s parcel came at { $a } with stops alone, and at { $b } with slow-down marks as well.
ethernet-opening-waits-railway = Kitchen { $one }’s parcel came at { $a } with tokens alone, and at { $b } with slow-down marks as well.
ethernet-opening-classes = { $n } kitchens send { $bytes } each to one door, number { $door }. Kitchen { $one } sends as much to the same door, and is in a hurry.
ethernet-opening-waits-classes = Kitchen { $one }’s parcel came at { $a } in one queue with all, and at { $b } in a queue of its own.
ethernet-opening-town = Cards of { $card } Gb/s, { $streets } streets of { $street } Gb/s, crossings made of { $chip }.

ethernet-beat-start = { $n } kitchens send { $bytes } each to a door of its own, over { $streets } streets. The town below sends each packet down the next street.
ethernet-beat-hash = Above, a hash of the label picks the street. Streets used in this draw: { $used }. The fullest carries { $times } times the mean.
ethernet-beat-flowlet = Above, the crossing draws again only after a pause. Streets used in this run: { $used }. The fullest carries { $times } times the mean.
ethernet-beat-even = Above, too, each packet gets a street of its own. Streets used in this run: { $used }. The fullest carries { $times } times the mean.
ethernet-beat-queue-empty = At { $time } the longest queue above held { $bytes }, and streets never used: { $empty }. A label does not change because a queue is long.
ethernet-beat-queue = At { $time } the longest queue above held { $bytes }.
ethernet-beat-stop = At { $time } the crossing above ran short of room, and kitchen { $k } was the first to be told to stop.
ethernet-beat-behind = The town above goes on: { $ratio } times the time of the one below by now. Its load is uneven, and uses { $share } of the streets’ width.
ethernet-beat-below = Below, all { $all } were there at { $time }. Above, { $n } parcels have come by now.
ethernet-beat-end = { $a } above, { $b } below: { $ratio } times as long on the same streets. An equal choice is not an equal load.
ethernet-beat-end-alike = { $a } above, { $b } below: { $ratio } times as long.
ethernet-beat-city = All { $n } parcels of { $districts } districts, the framed one among them, had come at { $a } above and { $b } below. Above, the last was from district { $k }. In a meeting the whole city waits for it.

ethernet-beat-crowd = { $n } kitchens send { $bytes } each to one door, number { $door }. Only kitchen { $one } sends to door { $other }, which is free. Above there are stops alone, below slow-down marks as well.
ethernet-beat-crowd-railway = { $n } kitchens send { $bytes } each to one door, number { $door }. Only kitchen { $one } sends to door { $other }, which is free. Above there are tokens for room alone, below slow-down marks as well.
ethernet-beat-back-1 = At { $time } the crossing before the doors above was full, and told the one before it to stop.
ethernet-beat-back-2 = At { $time } the stop above was passed on to the crossing before that.
ethernet-beat-back-3 = At { $time } the stop above had come back to the kitchens’ own doors. A jam grows away from its cause.
ethernet-beat-passed = At { $time } kitchen { $one }’s parcel came to door { $other } below. Above it is still in one queue with the others’.
ethernet-beat-passed-both = Kitchen { $one }’s parcel came to door { $other } at { $time } below, and at { $later } above.
ethernet-beat-late = Above, kitchen { $one }’s parcel came at { $time }. With nobody else sending it would have been { $alone }: { $times } times as long.
ethernet-beat-crowd-end = Everything is at door { $door }, too: at { $a } above, at { $b } below.
ethernet-beat-crowd-end-slow = Everything is at door { $door }, too: at { $a } above, at { $b } below. There the cards had slowed down too far, and the door stood idle at times.

ethernet-beat-classes = { $n } kitchens send { $bytes } each to door { $door }. Kitchen { $one } sends as much to the same door, and is in a hurry. Above all stand in one queue. Below it has a queue of its own, and half of each way out.
ethernet-beat-classes-share = The door below lets as much pass from one queue as from the other. Kitchen { $one } is alone in its queue; { $n } kitchens share the other.
ethernet-beat-classes-passed = At { $time } all of kitchen { $one }’s parcel was there below. Above it still stands in one queue with the rest.
ethernet-beat-classes-passed-both = All of kitchen { $one }’s parcel was there at { $time } below, and at { $later } above.
ethernet-beat-classes-end = Everything was there at { $a } above, at { $b } below. As much passes the door either way. A queue of its own changed the order alone.
ethernet-beat-classes-ends = Everything was there at { $a } above, at { $b } below.

ethernet-xray-start = Leaf-spine: { $chip }, cards { $card } Gb/s, { $streets } links of { $street } Gb/s, RoCEv2 with MTU { $mtu } B, lossless by PFC
ethernet-xray-start-railway = Leaf-spine: { $chip }, cards { $card } Gb/s, { $streets } links of { $street } Gb/s, MTU { $mtu } B, cut-through, { $room } of credits a link
ethernet-xray-hash = ECMP: hash(source and destination IP, UDP ports, protocol) mod { $streets }. { $flows } flows on { $used } of { $streets } links, peak load { $times } times the mean
ethernet-xray-flowlet = Flowlets: a new draw after a gap of 100 µs. { $flows } flows on { $used } of { $streets } links, peak load { $times } times the mean
ethernet-xray-even = By packet: { $flows } flows on { $used } of { $streets } links, peak load { $times } times the mean
ethernet-xray-queue = Longest output queue { $bytes } ({ $time })
ethernet-xray-stop = First PFC pause: to card { $k } at { $time }
ethernet-xray-behind = { $ratio } times the time below. Mean ÷ peak link load = { $share }
ethernet-xray-below = Below: all { $all } flows done at { $time }. Done above: { $n }
ethernet-xray-end = Completion: { $a } against { $b }, { $ratio } times
ethernet-xray-city = Fat tree, { $districts } pods, { $n } flows: { $a } against { $b }. Above, the last was from pod { $k }
ethernet-xray-back-1 = First PFC pause from the receivers’ leaf to a spine: { $time }
ethernet-xray-back-2 = First PFC pause from a spine to the senders’ leaf: { $time }
ethernet-xray-back-3 = First PFC pause from the senders’ leaf to a card: { $time }
ethernet-xray-passed = Flow { $one } to { $other }: done below at { $time }, head-of-line blocked above
ethernet-xray-passed-both = Flow { $one } to { $other }: { $time } below, { $later } above
ethernet-xray-late = Flow { $one } to { $other }: { $time }, alone { $alone } ({ $times } times)
ethernet-xray-crowd-end = Incast to { $door } done: { $a } with PFC alone, { $b } with ECN and DCQCN
ethernet-xray-classes = Incast of { $n } + 1 flows to { $door }. Below: 2 classes, weights { $w }:{ $w } (ETS), PFC by class
ethernet-xray-classes-share = ETS: { $w }:{ $w } for class 1 (flow { $one }) and class 0 ({ $n } flows)
ethernet-xray-classes-passed = Flow { $one }: done below at { $time }, waiting above in the one class
ethernet-xray-classes-end = All flows done: { $a } in 1 class, { $b } in 2 classes

ethernet-gate = { $n } parcels, { $streets } streets. Above a street is picked like this: { $choice }. Below each packet takes the next. How many times as long does it take above until the last parcel is there?
ethernet-gate-crowd = { $n } kitchens crowd at door { $door }. Kitchen { $one } sends to door { $other }, which is free. With stops alone, as above, how many times as long does its parcel take as it would alone?
ethernet-gate-crowd-railway = { $n } kitchens crowd at door { $door }. Kitchen { $one } sends to door { $other }, which is free. With tokens alone, as above, how many times as long does its parcel take as it would alone?
ethernet-gate-classes = { $n } kitchens crowd at door { $door }, and kitchen { $one }, which is in a hurry, sends as much to the same door. Below it has a queue of its own, and half of each way out. How many times as long does its parcel take above, in one queue with all?
ethernet-verdict = { $a } above, { $b } below: { $ratio } times as long. Streets used above: { $used }.
ethernet-verdict-crowd = Kitchen { $one }’s parcel took { $a }. Alone it takes { $alone }: { $times } times as long.
ethernet-verdict-classes = Kitchen { $one }’s parcel took { $a } above and { $b } below: { $times } times as long.
ethernet-case-crowd = Among the crowd
ethernet-case-alone = Alone
ethernet-nothing = There are no towns to compare here.

ethernet-figure-time = Time of the town above
ethernet-figure-below = Time of the town below
ethernet-figure-times = { $value } times
ethernet-figure-share = { $value }
ethernet-figure-time-formula = sending + way + idle
ethernet-figure-time-filled = { $sending } + { $way } + { $idle } = { $all } µs
ethernet-figure-time-source = Sending is the fullest place’s { $mb } MB ÷ { $rate } GB/s = { $sending } µs. Packets of { $payload } B with { $header } B of headers, { $packets } in all. The way is the latency of cards, cables and chips, and the sending on the other links. Idle is the time in which that place had nothing to send.
ethernet-figure-draw = Mean over draws (fullest street)
ethernet-figure-draw-formula = E(max) ÷ (flows ÷ streets)
ethernet-figure-draw-filled = { $mean } ÷ ({ $flows } ÷ { $streets }) = { $times }
ethernet-figure-draw-source = Balls in bins, counted out. All { $flows } fall into one street in { $streets } ÷ { $streets }^{ $flows }, once in { $odds } draws. Draw 0 was picked to be one of those.
ethernet-figure-draw-many-source = Balls in bins, counted out. With more flows the fullest comes nearer to the mean, but the unevenness only falls with their square root.
ethernet-figure-step = Share of a step spent on the streets above
ethernet-figure-step-formula = sending ÷ (sending + cooking)
ethernet-figure-step-filled = { $net } ÷ ({ $net } + { $cook }) ms = { $share }
ethernet-figure-step-source = A step of { $model }, shared by { $n } kitchens (ZeRO-3). Pages are gathered forward and on the way back, and gradients handed out: 3 × 2 bytes × parameters × (n − 1) ÷ n = { $gb } GB over each card. { $gb } GB ÷ { $rate } = { $net } ms. The rate is that of the parcels above. Cooking is one H100’s, { $sequences } sequences of { $words } tokens, forward done again included. No sending hides behind cooking.
ethernet-figure-victim = How many times as long kitchen { $one } took
ethernet-figure-victim-formula = time of arrival ÷ time alone
ethernet-figure-victim-filled = above { $a } ÷ { $alone } = { $times }, below { $b } ÷ { $alone } = { $other }
ethernet-figure-victim-source = Its own door was stopped for { $stood } in all above. The rest was waiting behind the others’ parcels.
ethernet-figure-victim-railway-source = Nobody is told to stop, as nothing is sent without room for it. It still waits behind the others’ parcels.
ethernet-figure-price = What a street of the railway costs (InfiniBand)
ethernet-figure-dollars = { $value } dollars
ethernet-figure-price-formula = 4 × port + 2 × cable
ethernet-figure-price-filled = 4 × { $port } + 2 × { $cable } = { $street } dollars
ethernet-figure-price-source = Two cables, on either side of the crossing in the street, and the four ports at their ends, all of 400 Gb/s. A crossing of 64 ports is { $switch } dollars, and a cable is priced with what it is plugged in by, after one H100 cluster’s estimate (August 2024, InfiniBand). No price of Ethernet with a source to trust was found. All { $streets } are { $all } dollars; parcels went over { $used } of them this time.
ethernet-figure-watchdog = The longest stop
ethernet-figure-watchdog-formula = against what wakes the watchdog
ethernet-figure-watchdog-filled = { $longest } < { $limit }
ethernet-figure-watchdog-over-filled = { $longest } ≥ { $limit }
ethernet-figure-watchdog-source = SONiC’s PFC watchdog takes a queue that has been stopped for { $limit } for stuck, and drops its packets so that it moves. A ring of stops does not come undone by waiting.
ethernet-figure-fair = Doors against streets
ethernet-figure-fair-formula = all cards ÷ all streets (oversubscription)
ethernet-figure-fair-filled = { $n } × { $card } ÷ ({ $streets } × { $street }) = { $ratio }
ethernet-figure-fair-source = At 1.00 nobody has to wait if the load is split well. The chip is { $chip }; rates of ports are the catalogue’s.
ethernet-figure-ets = The share of the door below that it had
ethernet-figure-ets-formula = time alone ÷ time below
ethernet-figure-ets-filled = { $alone } ÷ { $b } = { $share }
ethernet-figure-ets-source = The queues’ weights are { $w } to { $w } (ETS, IEEE 802.1Qaz). As long as both have something to send they take turns for as much each; where one is empty, the other uses all. So the end is no later for kitchen { $one } being early. Stops are given queue by queue, too.


ethernet-zoom-draws = One town and its draws
ethernet-zoom-towns = Three towns
ethernet-closed = Street closed
ethernet-closed-help = Nobody above may take this street from the start. A parcel drawn for it takes the next open one.
ethernet-closed-none = none
ethernet-closed-1 = street 1
ethernet-closed-2 = street 2
ethernet-closed-3 = street 3
ethernet-closed-4 = street 4
ethernet-edge = Edge of the room
ethernet-edge-help = How much of a crossing’s free room one way in may take before it is told to stop. The lower the edge, the sooner it stops.
ethernet-edge-16 = 1/16 of what is free
ethernet-edge-8 = 1/8 of what is free
ethernet-edge-4 = 1/4 of what is free
ethernet-edge-2 = 1/2 of what is free
ethernet-edge-1 = all that is free
ethernet-lane-middle = Town in the middle
ethernet-draws-head = Draws so far:
ethernet-draws-note = parcels in the fullest street
ethernet-handle-draw = Draw again
ethernet-handle-draws = draw { $n }
ethernet-handle-parcel = Parcel { $k }’s street
ethernet-handle-street = street { $n }
ethernet-handle-shut = Street { $n } is closed. Open it first.
ethernet-handle-bar = Bar of street { $n }
ethernet-handle-open = open
ethernet-handle-closed = closed
ethernet-handle-edge = Edge of the room
ethernet-handle-edge-at = up to { $bytes }
ethernet-effect-there = all there { $time }
ethernet-effect-elsewhere = the other’s { $time }
ethernet-kept-draw = draw { $n }
ethernet-kept-hand = by hand
ethernet-kept-spray = in turns
ethernet-kept-railway = railway

ethernet-beat-alone-start = { $n } kitchens on the left send { $bytes } each to a door on the right, over { $streets } streets.
ethernet-beat-alone = { $n } of { $all } parcels are there. The fullest street carries { $times } times an equal share.
ethernet-beat-alone-end = All { $all } were there at { $time }. Streets that carried any: { $used }.
ethernet-beat-towns-start = Three towns send the same { $n } parcels at once. Above a street is picked like this: { $choice }. In the middle in turns, below by rail.
ethernet-beat-towns = Parcels there: { $a } above, { $b } in the middle, { $c } below.
ethernet-beat-now = Parcels there of { $all }: { $a } above, { $b } below.
ethernet-xray-now = Flows done: { $a }/{ $all } above, { $b }/{ $all } below
ethernet-beat-towns-end = All there at { $a } above, { $b } in the middle, { $c } below. Streets, widths and cards are the same.
ethernet-xray-alone = { $n }/{ $all } flows done, peak link load { $times } times the mean
ethernet-xray-alone-end = Completion { $time } ({ $all } flows, links used: { $used })
ethernet-xray-towns = Flows done: { $a } above, { $b } in the middle, { $c } below
ethernet-xray-towns-end = Completion: { $a } above, { $b } sprayed, { $c } InfiniBand
ethernet-gate-towns = { $n } parcels, { $streets } streets. One town picks a street like this: { $choice }. How many times as long does it take as a town that sends each packet down the next street?

ethernet-act-draw = Eight parcels, four empty streets. The label’s number picks the street.
ethernet-act-draw-xray = ECMP: eight flows on four links, picked by a hash of the five-tuple.
ethernet-act-draw-button = Send the parcels
ethernet-act-even = Below, each packet takes the next street. Same parcels, same streets.
ethernet-act-even-xray = ECMP above, packet spraying below. Same flows, same links.
ethernet-act-even-button = Try taking turns
ethernet-act-hundred = Draw again and again: how full is the fullest street?
ethernet-act-hundred-xray = Other seeds: how many flows does the fullest link get?
ethernet-act-hundred-go = A hundred, and the worst
ethernet-act-towns = Hashed streets, streets in turns, the railway. Equal cards, equal widths.
ethernet-act-towns-xray = ECMP, spraying, InfiniBand (adaptive, credits). Equal link rates.
ethernet-act-towns-button = Race three towns
ethernet-act-crowd = Seven crowd at one door; kitchen 8’s is free. Pull the room’s edge.
ethernet-act-crowd-xray = Incast of seven; flow 8’s port is free. Change PFC’s threshold.
ethernet-act-crowd-go = Let them come
ethernet-act-turn = Your turn: move parcels until every street has two.
ethernet-act-turn-xray = Your turn: assign flows until every link has two.
ethernet-act-turn-button = Pick streets yourself
ethernet-act-turn-go = Two to each street
ethernet-task-crowded = Street { $street } got { $count } parcels, and the last came at { $time }: { $times } times the soonest.
ethernet-task-crowded-xray = Link { $street } got { $count } flows. Completion { $time }, { $times } times the bound.
ethernet-task-met = Done: { $fair } parcels a street, and all there at { $time }. No street stood empty, so nothing is sooner.
ethernet-task-met-xray = Done: { $fair } flows a link, completion { $time }. All links were full: that is the bound.
ethernet-task-bound = all streets full
