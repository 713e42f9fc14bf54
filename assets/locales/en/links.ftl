# Chapter 11: corridor, tunnel, exchange: the same meeting raced on one clock.
links-title = The same meeting, by different ways
links-hook = Equally good chefs meet faster or slower, depending on the way their reports take. Corridor, tunnels, exchange and kitchens across the street run side by side here, on one clock.
links-text-1 = A corridor is one way for all. Where carts meet, they share its speed.
links-text-2 = A tunnel belongs to two chefs. To reach someone it does not join, a slip has to pass through another chef's station.
links-text-3 = At an exchange all lines come together. Whoever talks to whom, each has the whole of its own line.
links-text-4 = Where there are two kitchens, the way between them is a street. Outside, everyone has one card of 400 Gb/s, for Ethernet as for InfiniBand. The faster it is indoors, the more the street is felt.
links-not-like-1 = In a real corridor people bump into each other. On PCIe they share its width and move at the same time.
links-not-like-2 = Tunnels are not dug one by one. How many lanes there are was settled when the GPU was designed.
links-not-like-3 = An exchange does not listen. But some are built to add the numbers that pass.
links-teacher-goal = Goal: read from the race how much the way decides over the same work, and connect busbw with the rate of a link.
links-teacher-question-1 = Question 1: make the report as small as 1 KiB. What happens to the order and the gaps? What decides the time now?
links-teacher-question-2 = Question 2: with 72 chefs, what happens between the kitchen that holds them all and those that do not?
links-teacher-time = Time: 15 minutes (3 for the prediction, 6 for the race, 6 with other sizes and numbers).

links-machine = { $name }
links-machines = { $nodes } × { $name } ({ $link })
links-opening-1 = { $machines } kitchens start the same meeting over { $bytes } at the same moment.
links-opening-2 = The first to finish is { $machine }, after { $time }.
links-opening-3 = The last is { $machine }, after { $time }: { $ratio } times as long.

links-beat-start = In { $machines } kitchens a meeting over { $bytes } has begun, all at the same moment.
links-beat-start-own = In { $machines } kitchens a meeting over { $bytes } has begun. Our chefs stand in { $machine }.
links-beat-crowd = Carts on the fullest stretch of the corridor now: { $n }. They share its speed.
links-beat-crowd-over = Up to { $n ->
    [one] { $n } cart
   *[other] { $n } carts
} at once shared one stretch of the corridor. { $machine } is done.
links-beat-first = The first to finish is { $machine }, after { $time }. { $how }
links-beat-done = Number { $place } is { $machine }, after { $time }. { $how }
links-beat-behind = { $ratio } times the winner's time has passed. { $machine } is { $share } of the way through.
links-beat-end = { $machine } is the last to finish: { $time }, { $ratio } times as long as { $first }.
links-beat-end-faster = The same chefs, the same load: { $left_time } in { $left }, { $time } in { $machine }. { $ratio } times as fast.
links-beat-end-slower = The same chefs, the same load: { $left_time } in { $left }, { $time } in { $machine }. { $ratio } times as long.
links-beat-end-own = Our chefs needed { $time } in { $machine }: number { $place } of { $machines } kitchens.
links-xray-start = { $op }, { $bytes }
links-xray-crowd = Flows on the fullest PCIe-side link ({ $rate }) now: { $n }
links-xray-done = { $machine }: { $time }, busbw { $busbw } ({ $link }, { $rate } a GPU each way)
links-xray-behind = { $machine }: { $share } of its time, { $ratio } times the winner's

links-gate = { $chefs } chefs, a meeting over { $bytes }. How many times as long as the fastest kitchen does the slowest need?
links-verdict = Run them all: { $fast } needs { $fast_time }, { $slow } { $slow_time }: { $ratio } times as long.
links-nobody = No kitchen takes part in the race.

links-figure-ratio = Slowest kitchen ÷ fastest kitchen
links-figure-ratio-value = { $ratio } times
links-figure-ratio-formula = t(last) ÷ t(first)
links-figure-ratio-filled = { $slow } ÷ { $fast } = { $ratio }
links-figure-machine-value = { $time } (busbw { $busbw })
links-figure-machine-formula = busbw = S ÷ t × factor
links-figure-machine-filled = { $bytes } ÷ { $time } × { $factor } = { $busbw }
links-figure-machine-source = The factor is that of nccl-tests. One chef's own way ({ $link }): { $nominal } by the data sheet, { $effective } as simulated.
links-how-way = Its slips went over the { $way }: { $rate } a chef each way.
links-how-added = The telephone exchange, { $rate } a chef each way, added the slips itself.
links-figure-network-source = The factor is that of nccl-tests. Between the kitchens ({ $link }): { $nominal } a chef by the data sheet, { $effective } as simulated. What is added indoors first does not cross, so busbw can exceed it.
links-figure-added-source = The factor is that of nccl-tests. One chef's own way ({ $link }): { $nominal } by the data sheet, { $effective } as simulated. An exchange that adds saves sending, so busbw can exceed the way's rate.

links-beat-crowd-at-times = In the corridor of { $machine } as many as { $n ->
    [one] { $n } cart
   *[other] { $n } carts
} at once share one stretch.
links-xray-crowd-at-times = { $machine }: as many as { $n } flows on one PCIe-side link

# Acts
links-act-two = The same eight chefs, the same load: by the corridor or by the exchange?
links-act-two-xray = Eight H100s, one all-reduce: over PCIe, and over NVSwitch.
links-act-two-button = Start both
links-act-all = Eight chefs, one load, six kitchens. Carry the chefs to the one you choose.
links-act-all-xray = The same eight ranks, the same all-reduce: on which of six systems?
links-act-all-button = Next: all ways
links-act-all-go = To the exchange that adds
links-act-cut = What if one tunnel is closed where there are only tunnels? Press it.
links-act-cut-xray = Close one NVLink of the DGX-1: what becomes of its rings?
links-act-cut-button = Next: cut a tunnel
links-act-cut-go = Cut it and run
links-act-turn = With a smaller load, does the order stay? Set the race yourself.
links-act-turn-xray = Find where the order turns: size, GPUs, a lost link.
links-act-turn-button = Next: your race
links-act-turn-go = Run it with 1 KiB
links-hand-size = Load
links-hand-size-xray = Bytes
links-hand-chefs = Chefs
links-hand-chefs-xray = GPUs
links-hand-field = Kitchens
links-hand-field-xray = Servers
links-hand-tunnel = Tunnel of chefs 1 and 2
links-hand-tunnel-xray = NVLink of GPUs 1 and 2
links-hand-open = open
links-hand-cut = one tunnel less
links-hand-cut-xray = one NVLink less
links-hand-last = last kitchen { $time }
links-hand-home = Our chefs
links-hand-home-xray = Our GPUs
links-hand-own = meeting { $time }, number { $place }
links-home = Our chefs' kitchen
links-home-help = The kitchen in which our chefs stand, counted from 1 as the race shows them. With 0 they stand in none.
links-left = The kitchen they left
links-left-help = The kitchen that ours is compared with, counted from 1 as the race shows them. With 0 there is none.
links-kept = { $way }, { $bytes }
links-kept-value = { $busbw }

links-beat-end-small = The last is { $machine }: { $time }, { $ratio } times as long as { $first }. So little to carry: hand-overs and their delay decide, not the width of the way.
