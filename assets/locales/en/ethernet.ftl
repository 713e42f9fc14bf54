# Chapter 14: ordinary streets, Ethernet, hashes and lights.
ethernet-title = Can ordinary streets carry this?
ethernet-hook = Eight parcels turn into one and the same street while three lie empty. A hash does not look out of the window.
ethernet-text-1 = At the kitchens’ doors there is a crossing (a leaf switch). Beyond it lie four streets, each over a crossing of its own farther on (a spine), and all equally long.
ethernet-text-2 = Ordinary Ethernet picks a street by a number mixed from what the label says (a hash; the method is called ECMP): the addresses of sender and receiver and the numbers of their doors. The same label always gets the same street. Nothing overtakes, and nobody looks how full it is.
ethernet-text-3 = There are other ways: pick again after a pause (flowlets), send each packet down another street (spraying), take the shortest queue (adaptive routing). Or use more labels: a parcel split into parts with numbers of their own (queue pairs) is drawn for many times.
ethernet-text-4 = So that nothing is dropped, a crossing tells the one before it to stop (PFC). Where a queue grows, it puts a slow-down mark on parcels (ECN), and the sender’s card slows down (DCQCN). A stop also stops what is going elsewhere.
ethernet-not-like-1 = A courier who sees a full street turns into another. A packet goes where the crossing has sent it.
ethernet-not-like-2 = On a real street everyone slows down in a crowd. On a link one goes after another at full speed, and all that grows is the wait in the queue.
ethernet-not-like-3 = A courier in the picture is one packet of many. Those between pass the same crossings. The answers’ way back (ACK) is not drawn.
ethernet-teacher-goal = Goal: explain by the queues in the picture that an equal choice is not an equal load, and that a stop stops those who have nothing to do with it.
ethernet-teacher-question-1 = Question 1: try the draws one after another from 1. How many parcels does the fullest street get? (Eight thrown at four streets: 3.5 on average over all throws, so it takes about 1.8 times as long as shared equally.)
ethernet-teacher-question-2 = Question 2: how many queue pairs bring it within a tenth of the town below? (It depends on the draw, and 16 are often too few. The unevenness only falls with the square root of the number of balls.)
ethernet-teacher-time = Time: 20 minutes (the guess 3, counting queues 5, draws and queue pairs 7, all to one door 5).

ethernet-lights = Stops alone (PFC)
ethernet-signs = Slow-down marks, too
ethernet-piece = one box is
ethernet-arrived = Parcels there:
ethernet-elsewhere = Elsewhere:

ethernet-opening-parcels = { $n } kitchens send a parcel of { $bytes } each to { $n } doors beyond { $streets } streets. How a street is picked: { $choice }.
ethernet-opening-times = The last parcel came at { $a }. With each packet sent down the next street it comes at { $b }.
ethernet-opening-crowd = { $n } kitchens send { $bytes } each to one door, number { $door }. Only kitchen { $one } sends to another, door { $other }.
ethernet-opening-waits = Kitchen { $one }’s parcel came at { $a } with stops alone, and at { $b } with slow-down marks as well.
ethernet-opening-town = Cards of { $card } Gb/s, { $streets } streets of { $street } Gb/s, crossings made of { $chip }.

ethernet-beat-start = On the left { $n } kitchens send { $n } parcels of { $bytes } at once, each to a door of its own on the right. Between them are { $streets } streets. The town below sends each packet down the next one.
ethernet-beat-hash = Above, the crossing picks a street by a hash of the label. In this draw { $used } of the streets are used, and the fullest carries { $times } times the mean.
ethernet-beat-flowlet = Above, the crossing draws again only after a pause. In this run { $used } of the streets are used, and the fullest carries { $times } times the mean.
ethernet-beat-even = Above, too, each packet gets a street of its own. In this run { $used } of the streets are used, and the fullest carries { $times } times the mean.
ethernet-beat-queue-empty = At { $time } the longest queue above held { $bytes }, with { $empty } of the streets never used. A label does not change because a queue is long.
ethernet-beat-queue = At { $time } the longest queue above held { $bytes }.
ethernet-beat-stop = At { $time } the crossing above ran short of room, and kitchen { $k } was the first to be told to stop.
ethernet-beat-behind = The town above goes on, for { $ratio } times the time of the one below by now. As the load is split, it makes use of { $share } of what the streets could carry.
ethernet-beat-below = Below, all { $all } were there at { $time }. Above, { $n } parcels have come by now.
ethernet-beat-end = { $a } above, { $b } below: { $ratio } times as long on the same streets. An equal choice is not an equal load.
ethernet-beat-end-alike = { $a } above, { $b } below: { $ratio } times as long.

ethernet-beat-crowd = { $n } kitchens send { $bytes } each to one door, number { $door }. Only kitchen { $one } sends to door { $other }, which is free. Above there are stops alone, below slow-down marks as well.
ethernet-beat-back-1 = At { $time } the crossing before the doors above was full, and told the one before it to stop.
ethernet-beat-back-2 = At { $time } the stop above was passed on to the crossing before that.
ethernet-beat-back-3 = At { $time } the stop above had come back to the kitchens’ own doors. A jam grows away from its cause.
ethernet-beat-passed = At { $time } kitchen { $one }’s parcel came to door { $other } below. Above it is still in one queue with the others’.
ethernet-beat-passed-both = Kitchen { $one }’s parcel came to door { $other } at { $time } below, and at { $later } above.
ethernet-beat-late = Above, kitchen { $one }’s parcel came at { $time }. With nobody else sending it would have been { $alone }: { $times } times as long.
ethernet-beat-crowd-end = Everything is at door { $door }, too: at { $a } above, at { $b } below.
ethernet-beat-crowd-end-slow = Everything is at door { $door }, too: at { $a } above, at { $b } below. There the cards had slowed down too far, and the door stood idle at times.

ethernet-xray-start = Leaf-spine: { $chip }, cards { $card } Gb/s, { $streets } links of { $street } Gb/s, RoCEv2 with MTU { $mtu } B, lossless by PFC
ethernet-xray-hash = ECMP: hash(source and destination IP, UDP ports, protocol) mod { $streets }. { $flows } flows on { $used } links, peak load { $times } times the mean
ethernet-xray-flowlet = Flowlets: a new draw after a gap of 100 µs. { $flows } flows on { $used } of { $streets } links, peak load { $times } times the mean
ethernet-xray-even = By packet: { $flows } flows on { $used } of { $streets } links, peak load { $times } times the mean
ethernet-xray-queue = Longest output queue { $bytes } ({ $time })
ethernet-xray-stop = First PFC pause: to card { $k } at { $time }
ethernet-xray-behind = { $ratio } times the time below. Mean ÷ peak link load = { $share }
ethernet-xray-below = Below: all { $all } flows done at { $time }. Done above: { $n }
ethernet-xray-end = Completion: { $a } against { $b }, { $ratio } times
ethernet-xray-back-1 = First PFC pause from the receivers’ leaf to a spine: { $time }
ethernet-xray-back-2 = First PFC pause from a spine to the senders’ leaf: { $time }
ethernet-xray-back-3 = First PFC pause from the senders’ leaf to a card: { $time }
ethernet-xray-passed = Flow { $one } to { $other }: done below at { $time }, head-of-line blocked above
ethernet-xray-passed-both = Flow { $one } to { $other }: { $time } below, { $later } above
ethernet-xray-late = Flow { $one } to { $other }: { $time }, alone { $alone } ({ $times } times)
ethernet-xray-crowd-end = Incast to { $door } done: { $a } with PFC alone, { $b } with ECN and DCQCN

ethernet-gate = { $n } parcels, { $streets } streets. Above a street is picked like this: { $choice }. Below each packet takes the next. How many times as long does it take above until the last parcel is there?
ethernet-gate-crowd = { $n } kitchens crowd at door { $door }. Kitchen { $one } sends to door { $other }, which is free. With stops alone, as above, how many times as long does its parcel take as it would alone?
ethernet-verdict = { $a } above, { $b } below: { $ratio } times as long. Above, { $used } of the streets were used.
ethernet-verdict-crowd = Kitchen { $one }’s parcel took { $a }. Alone it takes { $alone }: { $times } times as long.
ethernet-case-crowd = Among the crowd
ethernet-case-alone = Alone
ethernet-nothing = There are no towns to compare here.

ethernet-figure-above = Time of the town above
ethernet-figure-below = Time of the town below
ethernet-figure-times = { $value } times
ethernet-figure-share = { $value }
ethernet-figure-time-formula = bytes over the fullest place ÷ its rate + one packet’s way + idle
ethernet-figure-time-filled = { $mb } MB ÷ { $rate } GB/s = { $sending } µs, + { $way } + { $idle } = { $all } µs
ethernet-figure-time-source = Packets of { $payload } B with { $header } B of headers, { $packets } in all. The way is the latency of cards, cables and chips, and the sending on the other links. Idle is the time in which that place had nothing to send.
ethernet-figure-draw = Mean over draws (fullest street)
ethernet-figure-draw-formula = E(max) ÷ (flows ÷ streets)
ethernet-figure-draw-filled = { $mean } ÷ ({ $flows } ÷ { $streets }) = { $times }
ethernet-figure-draw-source = Balls in bins, counted out. All { $flows } fall into one street in { $streets } ÷ { $streets }^{ $flows }, once in { $odds } draws. Draw 0 was picked to be one of those.
ethernet-figure-draw-source-many = Balls in bins, counted out. With more flows the fullest comes nearer to the mean, but the unevenness only falls with their square root.
ethernet-figure-step = Share of a step spent on the streets above
ethernet-figure-step-formula = sending ÷ (sending + cooking), sending = 2 (n − 1) ÷ n × gradient ÷ rate
ethernet-figure-step-filled = { $gb } GB ÷ { $rate } = { $net } ms. { $net } ÷ ({ $net } + { $cook }) = { $share }
ethernet-figure-step-source = A step of { $model } with a copy in each of { $n } kitchens, gradients added round a ring. Cooking is an H100’s with 4 sequences. The rate is that of the parcels above, and nothing overlaps.
ethernet-figure-victim = How many times as long kitchen { $one } took
ethernet-figure-victim-formula = time of arrival ÷ time alone
ethernet-figure-victim-filled = above { $a } ÷ { $alone } = { $times }, below { $b } ÷ { $alone } = { $other }
ethernet-figure-victim-source = Its own door was stopped for { $stood } in all above. The rest was waiting behind the others’ parcels.
ethernet-figure-fair = Doors against streets
ethernet-figure-fair-formula = all cards ÷ all streets (oversubscription)
ethernet-figure-fair-filled = { $n } × { $card } ÷ ({ $streets } × { $street }) = { $ratio }
ethernet-figure-fair-source = At 1.00 nobody has to wait if the load is split well. The chip is { $chip }; rates of ports are the catalogue’s.
