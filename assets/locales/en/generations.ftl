# Chapter 12: how the tunnels grew: the same meeting in the kitchens of ten years, on one clock.
generations-title = Ten years of tunnels
generations-hook = In the kitchen of 2016 a chef had four tunnels, and they led to neighbours alone. From there to what has only been announced, the same meeting is held side by side, on one clock.
generations-text-1 = The first kitchens have no exchange. A tunnel joins two chefs, and slips go round from neighbour to neighbour.
generations-text-2 = In 2018 the tunnels came to lead to a telephone exchange: twelve chips for 16 chefs, and everyone reaches everyone equally fast.
generations-text-3 = Since then there are more tunnels, and each is faster. From 2022 on the exchange does the adding itself.
generations-text-4 = In 2024 the exchange fills a rack, and 72 chefs sit down to one meeting. Each of them keeps the whole of their tunnels.
generations-not-like-1 = When a tunnel breaks, the others cannot always go on as before. On real machines the manager of the fabric decides, and may take a whole chip or GPU out of service.
generations-not-like-2 = A kitchen can be extended. Each generation of NVLink has its own speed and rules, and a new exchange does not fit old GPUs.
generations-not-like-3 = Nobody has timed a kitchen that has only been announced, such as Vera Rubin's (VR). Its figures here come from the announced number and rate of links.
generations-teacher-goal = Goal: estimate a meeting's speed as links times rate, and say which of the two each generation changed.
generations-teacher-question-1 = Question 1: with one chip missing, which kitchen suffers most? Work it out from how the links are shared out before running it.
generations-teacher-question-2 = Question 2: make the report as small as 1 KiB. Where does the kitchen of 72 finish now, and why?
generations-teacher-time = Time: 15 minutes (3 for the prediction, 6 to watch, 6 with parts missing and other sizes).

generations-opening-1 = { $machines } kitchens, from { $first } to { $last }, start the same meeting over { $bytes } at the same moment.
generations-opening-2 = { $machine } of { $year } needs { $time }: { $chefs } chefs with { $links } tunnels each, of { $rate }.
generations-opening-3 = { $machine } of { $year }, the newest on sale, needs { $time }: { $chefs } chefs with { $links } tunnels each, of { $rate }.

generations-beat-start = { $machines } kitchens, from { $first } to { $last }, have begun a meeting over { $bytes } at the same moment.
generations-beat-start-chip = A meeting over { $bytes } has begun, and every exchange is short of one chip. The kitchens of { $first } and 2017 have none to lose.
generations-beat-start-link = A meeting over { $bytes } has begun, and in every kitchen one of chef 1's tunnels is closed.
generations-beat-done = { $machine }, { $year }: { $time }, { $chefs } chefs, each with { $links } tunnels × { $rate } = { $way }. { $how }
generations-beat-done-less = { $machine }, { $year }: { $time }, { $chefs } chefs. Chef 1 had { $links } of { $all } tunnels × { $rate } = { $way }. { $how }
generations-how-rings = The slips went round in { $rings ->
    [one] one ring.
   *[other] { $rings } rings.
}
generations-how-chips = Chips in the exchange: { $chips }.
generations-how-added = Chips that joined and added: { $chips }.
generations-beat-behind = The { $others } other kitchens are done. { $machine } of { $year } is { $share } of the way through.
generations-beat-end = The last is { $machine } of { $year }, after { $time }: { $ratio } times as long as { $first }.
generations-xray-start = { $op }, { $bytes }
generations-xray-behind = { $machine }: { $share } of its time has passed
generations-xray-done = { $machine }: { $time }, busbw { $busbw } (NVLink { $links } × { $rate } = { $way } a GPU each way)

generations-gate = How many times the busbw of { $old } (2016) does { $new } ({ $year }) reach, in a meeting over { $bytes }?
generations-gate-missing = Without { $what }: which kitchen loses the largest share of its busbw?
generations-gate-chip = one chip of the exchange
generations-gate-link = one of chef 1's tunnels
generations-verdict = { $old } reaches { $slow }, { $new } { $fast }: { $ratio } times. One chef's tunnels are { $lanes } times as fast. { $apart }
generations-verdict-missing = { $machine } loses the most: { $loss }. Chef 1 is left with { $links } of { $all } tunnels.
generations-nobody = No kitchen holds a meeting.

generations-figure-ratio = { $new } ÷ { $old } (busbw)
generations-figure-ratio-value = { $ratio } times
generations-figure-ratio-formula = busbw(new) ÷ busbw(old)
generations-figure-ratio-filled = { $fast } ÷ { $slow } = { $ratio }
generations-figure-name = { $year } { $machine }
generations-figure-value = { $time } (busbw { $busbw })
generations-figure-formula = way = links × rate; busbw = S ÷ t × factor
generations-figure-filled = { $links } × { $rate } = { $way }; { $bytes } ÷ { $time } × { $factor } = { $busbw }
generations-figure-source = Wiring: { $source }. { $measured }
generations-measured = Measured with nccl-tests: { $busbw } ({ $who })
generations-not-measured = No public measurement of the same was found
generations-announced-only = Announced only; not measured yet

generations-panel-link = NVLink { $generation }
generations-panel-chefs = { $chefs } chefs
generations-panel-gpus = { $chefs } GPUs
generations-case = { $machine } ({ $year }), { $links } tunnels of { $rate }

generations-how-across = Slips went straight to those with a tunnel, and through a neighbour to the others.
generations-verdict-measured = The newer one was measured at { $measured }; by that it is { $ratio } times.
generations-verdict-computed = Both are computed.

# Acts
generations-act-first = 2016 to 2018: tunnels to the neighbours alone, and the first exchange.
generations-act-first-xray = Two cube meshes and the first NVSwitch.
generations-act-first-button = Start the meeting
generations-act-years = Drag the year on. How fast does the meeting become?
generations-act-years-xray = Drag the year on: NVLink 3 and 4, links and busbw.
generations-act-years-button = Next: the years go on
generations-act-years-go = Go on to 2022
generations-act-rack = A rack-wide exchange for 72: nine times as many. No slower?
generations-act-rack-xray = NVL72, and Vera Rubin as announced: all-reduce of 72 GPUs.
generations-act-rack-button = Next: seventy-two chefs
generations-act-chip = One chip is taken out of every exchange. Who suffers most?
generations-act-chip-xray = One NVSwitch chip less in each system: who loses most busbw?
generations-act-chip-button = Next: take out a chip
generations-act-turn = With 1 KiB, is the order the same? Carry the chefs to another year; change parts and load.
generations-act-turn-xray = Find where the generations’ order breaks: size, lost parts.
generations-act-turn-button = Next: your choice
generations-act-turn-go = Run it with 1 KiB
generations-hand-year = Up to
generations-hand-missing = Taken out
generations-hand-size = Load
generations-hand-size-xray = Bytes
generations-hand-chip = Chip of the exchange
generations-hand-chip-xray = NVSwitch chip
generations-hand-whole = in place
generations-hand-out = one taken out
generations-hand-busbw = { $machine } { $busbw }
generations-kept = { $year }, { $machine }
generations-kept-less = { $year }, { $machine }, a part less
generations-kept-size = { $machine }, { $bytes }
generations-kept-value = { $busbw }

generations-beat-end-small = The last is { $machine } of { $year }: { $time }, { $ratio } times as long as { $first }. So little to carry: hand-overs and their delay decide, not the tunnels.

generations-beat-end-own = A meeting over the same load: { $before } in { $from } of { $past }, { $time } in { $machine } of { $year }. { $times } times as fast.
generations-hand-home = Our chefs
generations-hand-home-xray = Our GPUs
generations-home = Our chefs' kitchen
generations-home-help = The kitchen in which our chefs stand, counted from 1 from the oldest on. With 0 they stand in none.
generations-left = The kitchen they left
generations-left-help = The kitchen that ours is compared with, counted from 1 from the oldest on. With 0 there is none.
