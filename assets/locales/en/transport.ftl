# Chapter 15: clever couriers, lost parcels, many streets, one door.
transport-title = Resend what was lost
transport-hook = A courier drops one parcel. What is sent again for it decides whether half of the street goes to waste.
transport-text-1 = The sender sends parcel after parcel (packets), and the receiver answers each with a slip (an ACK). Nobody waits for the slips, so there are always hundreds of parcels on the way.
transport-text-2 = When one falls, older RDMA cards send it and everything after it again (go-back-N): the receiver takes parcels in order only. Newer cards and software send the lost one alone (selective repeat).
transport-text-3 = Software writes many names on its parcels, so that they spread over many streets. It draws two names and takes the one that answered sooner (power of two choices). Parcels overtake each other then, which selective repeat does not mind.
transport-text-4 = Who decides also sets the price. The operating system’s TCP copies each parcel in memory, so one core cannot fill the street, and for each loss it cuts what may be on the way (its window). An Ultra Ethernet card copies nothing, puts a name on each parcel, uses those again that came back unmarked, and resends the lost one alone. Its window follows answers that are late or marked.
transport-text-5 = When eight deliver to one door at once, a queue stands before it. If the receiver calls them in by turns (credit), the queue stays short. A processor decides all this, and that takes a core’s time: so parcels are bundled, and it decides once for a bundle. Delivery has become clever. But where is the food itself kept?
transport-not-like-1 = A human courier notices a dropped parcel. A packet vanishes in silence. Only the receiver’s “not here yet” or the sender’s timer tells of it.
transport-not-like-2 = Real networks do not lose this many: a healthy one loses about one packet in tens of millions. Here there are more, so that they can be seen. Slips on their way back are never lost here.
transport-not-like-3 = Each courier drawn stands for 32 parcels, each box of a queue for 128. Parcels that fell, and those sent again because they were missed, are all drawn.
transport-teacher-goal = Goal: explain why one loss wastes a round trip’s worth of sending, and why that waste goes away with another rule for what is sent again.
transport-teacher-question-1 = Question 1: with go-back-N, more streets make it slower even where no parcel falls. Why? (Parcels overtake each other, the receiver takes that for a loss and refuses the rest.)
transport-teacher-question-2 = Question 2: with eight senders to one door, calling them in hardly changes when all is done. What does it change? (The queue before the door, and so how long anyone else’s parcel waits there.)
transport-teacher-time = Time: 20 minutes (the guess 3, following the first parcel 7, changing the rule and the streets 10).

transport-sender = sender
transport-receiver = receiver
transport-refused = refused:
transport-lane = The sender’s card
transport-lane-first = Sender 1’s card
transport-lane-new = first sending
transport-lane-again = sent again
transport-lane-idle = waiting
transport-lane-fell = lost
transport-core = Core: copying
transport-core-decides = Core: deciding
transport-copies = copy
transport-window = Window (what may be on the way)
transport-window-round = a round trip’s worth
transport-window-xray = Congestion window
transport-window-bdp = Bandwidth-delay product
transport-senders = senders
transport-guest = another kitchen
transport-parcels = { " " }parcels

transport-opening-1 = { $bytes } go out as { $n } parcels. The rule for one that falls: { $rule }.
transport-opening-2 = The sender sent { $sent } parcels, and { $lost } fell.
transport-opening-3 = All of it took { $time }. With nothing lost and nobody in the way it is { $best }.

transport-beat-start = { $bytes } leave as { $n } parcels for a kitchen { $metres } m away. Each courier stands for 32 of them.
transport-beat-start-neighbour = { $bytes } leave as { $n } parcels for a kitchen { $metres } m away. Next door as much leaves for another door.
transport-beat-start-crowd = { $senders } kitchens send { $bytes } each, { $n } parcels, to one door at the same time. Another kitchen’s small orders come to that door as well.
transport-beat-flight = From a parcel’s leaving to its answer it takes { $time } even on an empty street. Meanwhile { $n } parcels can leave.
transport-beat-flight-tcp = From a parcel’s leaving to its answer it takes { $time } even on an empty street. Meanwhile the card could send { $n }, but the core can copy { $copies }.
transport-beat-fell = At { $time } parcel { $n } fell on the way. Nobody knows yet.
transport-beat-fell-known = Parcel { $n } fell at { $time }. The receiver noticed at { $noticed }.
transport-beat-missed-all = At { $time } what follows came first. The receiver sent a slip, “no { $n } yet”, and began to refuse the rest.
transport-beat-missed-one = At { $time } what follows came first. The receiver put it on the shelf and left a gap for parcel { $n }.
transport-beat-again-all = At { $time } the sender went back to parcel { $n } and began to send everything from there again.
transport-beat-again-one = At { $time } the sender sent parcel { $n } alone once more and went on at once.
transport-beat-again-tcp = At { $time } the sender sent parcel { $n } alone once more. What may be on the way (its window) was cut from { $before } to { $after }.
transport-beat-mended-all = Parcel { $n } was there at { $time }, { $wait } after it fell. Meanwhile { $refused ->
    [one] { $refused } parcel was
   *[other] { $refused } parcels were
} refused.
transport-beat-mended-one = Parcel { $n } was there at { $time }, { $wait } after it fell. Nothing was refused: the rest is on the shelf.
transport-beat-count = Parcels fallen so far: { $lost }. Refused because of gaps that are closed now: { $refused }.
transport-beat-same-street = The crossing’s draw sent both kitchens down the same street, 1 of { $streets }. Its queue is { $bytes } at its longest.
transport-beat-many-streets = The parcels spread over { $streets } streets. The longest queue before any of them is { $bytes }.
transport-beat-now = { $share } of its time has passed. Parcels lost so far: { $lost }.
transport-xray-now = { $share } of the flow's time, packets lost so far: { $lost }
transport-beat-door = With { $senders } senders the queue before the door is { $bytes } at its longest. Its last parcel waits { $wait }.
transport-beat-door-credit = The receiver calls by turns. For { $senders } senders the queue before the door is never longer than { $bytes }; its last parcel waits { $wait }.
transport-beat-door-ultra = The receiver calls by turns, but each may send { $window } uncalled. With { $senders } senders the queue before the door grows to { $bytes }; its last parcel waits { $wait }.
transport-beat-end = All was there at { $time }. For { $parcels } parcels there were { $sent } sendings: { $lost } fell, { $refused } arrived in vain.

transport-beat-fell-of = At { $time } a parcel of bundle { $n } fell on the way. Nobody knows yet.
transport-beat-fell-of-known = A parcel of bundle { $n } fell at { $time }. At { $again } the whole bundle was on the way once more.
transport-beat-again-bundle = At { $again } bundle { $n } was leaving once more. One parcel fell at { $time }, but decisions are for bundles, so all { $size } go again.
transport-beat-end-whole = All was there at { $time }. Of { $parcels } parcels none fell.
transport-beat-end-bundle = All was there at { $time }. For { $parcels } parcels there were { $sent } sendings: { $lost } fell, and their bundles were sent again whole.
transport-beat-core-each = The core takes { $each } to decide, the card { $send } to send one parcel. With a decision for each, the card mostly waits.
transport-beat-core-bundle = The core decides once for a bundle of { $n }. That takes { $each }, sending the bundle { $send }. The card does not wait.
transport-beat-core-copy = The operating system copies each parcel, on one core. Copying one takes { $each }, sending it { $send }. The card mostly waits.
transport-beat-spray = Each parcel draws one of { $names } names. All { $streets } streets are used, and the fullest carries { $share } of it all.
transport-beat-window-stays = No answer carries a mark. What may be on the way (the window) stays near { $bytes } throughout.
transport-beat-window-less = By { $time } the sender’s window had shrunk from { $before } to { $after }. It shrinks when answers are late and marked, and by what is lost.
transport-beat-guest = A small order of another kitchen left at { $start } and was there at { $finish }. It took { $took }, the longest of all. On an empty street it is { $best }.
transport-beat-guest-tcp = A small order of another kitchen left at { $start } and was there at { $finish }. It took { $took }, the longest of all. The street alone takes { $best }; the rest went to copying and waiting.
transport-xray-start = Message of { $bytes }, { $n } packets of { $payload } B. { $gbit } Gb/s, { $metres } m between switches
transport-xray-start-neighbour = 2 messages of { $bytes }, { $n } packets of { $payload } B each. { $gbit } Gb/s, { $metres } m between switches
transport-xray-start-crowd = Incast { $senders }:1, { $bytes } each, { $n } packets of { $payload } B. { $gbit } Gb/s
transport-xray-flight = Unloaded RTT { $time }, { $n } packets meanwhile: the bandwidth-delay product
transport-xray-flight-tcp = Unloaded RTT { $time }: { $n } packets for the NIC, { $copies } for the copying core
transport-xray-fell = { $time }: packet { $n } lost on a link, without notice
transport-xray-fell-known = Packet { $n }, lost at { $time }, was found missing at { $noticed }
transport-xray-missed-all = { $time }: out-of-order packet, NAK (expecting { $n }), later packets discarded
transport-xray-missed-one = { $time }: out-of-order packet kept and acknowledged. { $n } is a hole
transport-xray-again-all = { $time }: rewound to { $n } by the NAK, everything from there resent
transport-xray-again-one = { $time }: packet { $n } alone resent
transport-xray-again-tcp = { $time }: packet { $n } alone resent, congestion window { $before } → { $after }
transport-xray-mended-all = Packet { $n } arrived at { $time }, { $wait } after its loss. { $refused } discarded
transport-xray-mended-one = Packet { $n } arrived at { $time }, { $wait } after its loss. None discarded
transport-xray-count = { $lost } lost, { $refused } discarded at holes that are closed
transport-xray-same-street = ECMP hash collision: 1 of { $streets } links, longest queue { $bytes }
transport-xray-many-streets = Spread over { $streets } links by entropy values. Longest queue { $bytes }
transport-xray-door = Output port of { $senders }:1: longest queue { $bytes }, waiting { $wait }
transport-xray-door-credit = Receiver-driven credit, { $senders }:1: longest queue { $bytes }, waiting { $wait }
transport-xray-door-ultra = Receiver credit (RCCC), { $window } unsolicited, { $senders }:1: longest queue { $bytes }, waiting { $wait }
transport-xray-end = Done at { $time }: { $sent } sendings for { $parcels } packets, { $lost } lost, { $refused } discarded or duplicate

transport-xray-fell-of = { $time }: one packet of chunk { $n } lost on a link, without notice
transport-xray-fell-of-known = Chunk { $n }, which lost a packet at { $time }, was being resent at { $again }
transport-xray-again-bundle = { $again }: { $size } packets of chunk { $n } resent for one loss at { $time }
transport-xray-end-whole = Done at { $time }: { $parcels } packets, none lost
transport-xray-end-bundle = Done at { $time }: { $sent } sendings for { $parcels } packets, { $lost } lost, resent by chunk
transport-xray-core-each = 1 core, one decision a packet: { $each }. Serialization { $send }
transport-xray-core-bundle = 1 core, one decision a chunk of { $n } packets: { $each }. Serialization { $send }
transport-xray-core-copy = 1 core, copy and protocol of a packet: { $each }. Serialization { $send }
transport-xray-spray = Entropy value per packet (1 of { $names }) over { $streets } links. The fullest has { $share }
transport-xray-window-stays = NSCC: no ECN marks, window stays near { $bytes }
transport-xray-window-less = NSCC: window { $before } → { $after } by { $time }
transport-xray-guest = Slowest small flow: sent { $start }, done { $finish }, FCT { $took } ({ $best } unloaded)
transport-xray-guest-tcp = Slowest small flow: sent { $start }, done { $finish }, FCT { $took } ({ $best } for the path; the rest is copying and the window)
transport-gate = Falling: { $loss }. The rule: { $rule }. How much of the street, in percent, is left for parcels that are of use?
transport-verdict = “{ $rule }”: { $share } of the street ({ $time }). “{ $other }”: { $against } ({ $late }).
transport-names = names: { $n }
transport-gate-core = One core decides: { $rule }. How much of the street, in percent, is left for parcels that are of use?
transport-gate-tcp = The rule: { $rule }, on one core. How much of the street, in percent, is left for parcels that are of use?
transport-gate-names = Falling: { $loss }. Names on the parcels: { $n }. Two kitchens send through one crossing. How much of the street, in percent, is of use?
transport-gate-queue = { $senders } send to one door. If the receiver calls them in by turns, how long is the longest queue, in percent of what it is without?
transport-verdict-queue = Uncalled, the queue grows to { $long }; called in, to { $called }. The other kitchen’s slowest order takes { $late } and { $soon }.
transport-nothing = There are no parcels to count here.

transport-figure-share = Street that was of use
transport-figure-share-formula = time with nothing in the way ÷ time taken
transport-figure-share-filled = { $best } ÷ { $time } = { $share }
transport-figure-share-source = With nothing in the way: all parcels for the door sent one after the other, and the last one’s way.
transport-figure-time = Where the time went
transport-figure-time-formula = needed parcels + sent in vain + waiting + the last parcel’s way
transport-figure-time-filled = { $useful } + { $vain } + { $silent } + { $way } = { $time }
transport-figure-time-source = { $parcels } parcels needed, { $sent } sendings until the end, { $each } for each. All from the trace.
transport-figure-flight = Parcels sent in a round trip
transport-figure-flight-value = { $n }
transport-figure-flight-formula = round trip ÷ time to send one
transport-figure-flight-filled = { $time } ÷ { $each } = { $n }
transport-figure-flight-source = { $payload } B and headers, { $wire } B in all, at { $gbit } Gb/s. Light in glass takes 5 ns for 1 m.
transport-figure-book = By the textbook
transport-figure-book-all-formula = (1 − p) ÷ (1 − p + N p)
transport-figure-book-one-formula = 1 − p
transport-figure-book-all-filled = p = { $loss }, N = { $n }: { $share }
transport-figure-book-one-filled = p = { $loss }: { $share }
transport-figure-book-source = The share if one sent for ever (Bertsekas and Gallager, section 2.4). In this run { $lost } fell, { $fell } of the sendings.
transport-figure-queue = Queue before the door, longest
transport-figure-queue-formula = queue ÷ the door’s rate = what its last parcel waits
transport-figure-queue-filled = { $longest } ÷ { $gbit } Gb/s = { $wait }
transport-figure-queue-source = Uncalled, everyone sends as much as they may. The door lets in no more than one card can send.
transport-figure-queue-source-credit = At most { $senders } orders × { $first } and headers, { $bound }. { $first } is what each may send uncalled: one quantum of UCCL’s, { $quantum }, or a whole bundle where that is more.
transport-figure-queue-source-ultra = Ultra Ethernet lets each of { $senders } send { $window } uncalled (a whole window, after uet-htsim).
transport-figure-guest = Another kitchen’s slowest order
transport-figure-guest-formula = time on an empty street + time it waited
transport-figure-guest-filled = { $best } + { $wait } = { $slow }
transport-figure-guest-source = { $n } orders of { $bytes }. Half of them were there within { $half }. All from the trace.
transport-figure-pace = Street that the core allows
transport-figure-pace-formula = time to send a bundle ÷ (the longer of sending and deciding)
transport-figure-pace-filled = { $send } ÷ { $longer } = { $share }
transport-figure-pace-source = One core. A bundle is { $n ->
    [one] { $n } parcel
   *[other] { $n } parcels
}, a decision takes { $each }. The next bundle is decided on while one goes out.
transport-figure-pace-tcp-formula = time to send one ÷ (the longer of sending and copying)
transport-figure-pace-tcp-source = Copying one takes { $each }. The operating system’s TCP was measured at { $gbit } Gb/s a core, most of it copying at the receiver (Cai et al., SIGCOMM 2021). Here the time is the sender’s.
transport-figure-window = What may be on the way (window)
transport-figure-window-formula = window ÷ round trip = pace that it allows
transport-figure-window-filled = { $window } ÷ { $time } = { $gbit } Gb/s
transport-figure-window-source-tcp = The window at the end. CUBIC (RFC 9438) takes 0.7 of it after a loss, then goes back along a curve.
transport-figure-window-source-ultra = The window at the end. NSCC (Ultra Ethernet specification 1.0) has at most 1.5 of what goes out in a round trip (constants of uet-htsim).
transport-figure-cores = CPU cores for a card
transport-figure-cores-value = { $value }
transport-figure-cores-formula = decisions a second × time of one
transport-figure-cores-filled = one for each { $size }: { $chunk } cores; one for each parcel ({ $parcel }): { $packet }. { $each } a decision
transport-figure-cores-source = UCCL (arXiv 2504.17307) filled 400 Gb/s with one core. The time of one decision is the bound that follows from it, not a measurement.
transport-figure-cores-tcp-formula = time to copy one ÷ time to send one
transport-figure-cores-tcp-filled = { $each } ÷ { $send } = { $cores }
transport-figure-cores-tcp-source = One flow has one core, so a card needs as many flows too. RDMA cards write to memory themselves and need no core to copy.

transport-curve = Loss, and street that is of use
transport-curve-few = 1 in 1,000,000
transport-curve-many = 1 in 100

transport-distance = Length of the street
transport-distance-help = From crossing to crossing. The longer, the more parcels leave before word comes back.
transport-metres-100 = 100 m
transport-metres-500 = 500 m
transport-metres-2000 = 2,000 m
transport-metres-10000 = 10,000 m
transport-size = How much is sent
transport-size-help = By each kitchen; by all together, where many send to one door.
transport-mib-16 = 16 MiB
transport-mib-32 = 32 MiB
transport-mib-64 = 64 MiB
transport-handle-metres = street { $metres } m
transport-handle-paths = Names of a flow
transport-handle-rule = What is sent again
transport-handle-fall = Let parcels fall
transport-handle-loss = falling: { $share }
transport-taken = A parcel taken
transport-taken-help = In which eighth of the load you take one parcel off the street, beside those that fall. 0: none.
transport-handle-take = Take a parcel off the street
transport-handle-taken = number { $n } to leave
transport-handle-none = none
transport-handle-door = Rule at the door
transport-handle-push = all send at will
transport-handle-call = the door calls in
transport-effect-useful = useful street { $share }
transport-effect-done = all there { $time }
transport-effect-guest = slowest guest { $time }
transport-kept-share = { $share }

transport-act-fall = About one parcel in a thousand falls. Press the card’s bar, and one more does.
transport-act-fall-xray = Go-back-N, 0.1 % loss, 500 m. Press the NIC’s bar to drop one packet more.
transport-act-fall-button = Send the parcels
transport-act-stretch = Now 2,000 m: more parcels have left before word comes back.
transport-act-stretch-xray = 2,000 m between switches: more packets in flight in a round trip.
transport-act-stretch-button = Stretch the street
transport-act-one = The same street. Only the one that fell is sent again.
transport-act-one-xray = The same with selective repeat.
transport-act-one-button = Only that one again
transport-act-paths = The neighbour took the same street. More names spread over more streets.
transport-act-paths-xray = Two flows collide on a link. Add entropy values.
transport-act-paths-go = 256 names
transport-act-crowd = Eight crowd at one door, and a guest’s small orders queue with them.
transport-act-crowd-xray = Incast of eight, and another flow’s small messages behind it.
transport-act-crowd-go = Call them in
transport-act-turn = Your turn: one core decides. Choose names and bundles that keep the street full.
transport-act-turn-xray = Your turn: one core. Choose entropy values and chunk size to fill the link.
transport-act-turn-button = Set your own rules
transport-act-turn-go = Send under 256 names
transport-task-held = A bundle is sent in { $send }, but decided on in { $each }: at most { $share } of the street. Larger bundles.
transport-task-held-xray = A chunk is sent in { $send }, but decided on in { $each }: at most { $share }. Use larger chunks.
transport-task-crowded = { $busiest } went down one street, more than it can carry. Use more names.
transport-task-crowded-xray = { $busiest } went over one link, more than it can carry. Use more entropy values.
transport-task-costs = The core keeps up, but for { $lost } that fell { $again } were sent again. Smaller bundles.
transport-task-costs-xray = The core keeps up, but { $lost } losses cost { $again } retransmissions. Use smaller chunks.
transport-task-met = Done: with one core, { $share } of the street is of use.
transport-task-met-xray = Done: with one core, { $share } of the bandwidth is useful.
transport-task-goal = asked for
transport-task-kept = { $names ->
    [one] { $names } name
   *[other] { $names } names
 }, bundles of { $bundle }
transport-handle-bundle = Decided on at once
transport-handle-bundle-at = { $n ->
    [one] { $n } parcel
   *[other] { $n } parcels
}
