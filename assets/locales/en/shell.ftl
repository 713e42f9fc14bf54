# The page around the chapters: header, play bar, dialogs, messages.
shell-name = Collective Kitchen
shell-skip = Skip to the stage
shell-home = Collective Kitchen, contents
shell-page-title = { $chapter } | Collective Kitchen
shell-menu = Menu
shell-layer = Layer
shell-layer-kitchen = Kitchen
shell-layer-xray = X-ray
shell-lang = Language
shell-lang-ja = 日本語
shell-lang-en = English
shell-share = Share
shell-settings = Settings
shell-theme = Colours
shell-theme-auto = As the system
shell-theme-light = Light
shell-theme-dark = Dark
shell-theme-projector = Projector
shell-letter-keys = Single-key shortcuts on the stage
shell-keys-title = Keys
shell-keys-space = Space: play or pause
shell-keys-arrows = Left, right: one step
shell-keys-shift-arrows = Shift + left, right, or Page Up, Page Down: one beat
shell-keys-ends = Home, End: start, end
shell-keys-letters = K play, comma and period one beat, X layer, M guide, P projector, Q share with a QR code

shell-stage = Stage
shell-stage-help = Space plays and pauses, left and right arrows step, with Shift beat by beat.
shell-summary = { $name }. The run takes { $total } of simulated time and has { $beats } beats.
shell-clock = Simulated time
shell-bar = Playing
shell-restart = Restart
shell-beat-back = Previous beat
shell-step-back = Step back
shell-play = Play
shell-pause = Pause
shell-step-forward = Step forward
shell-beat-forward = Next beat
shell-scrubber = Time
shell-scrubber-value = { $time } of { $total }, beat { $beat } of { $beats }: { $caption }
shell-speed = Speed
shell-speed-value = ×{ $factor }
shell-scale = 1 s here = { $time } there
shell-slow = slow motion
shell-guide = Pause at each beat
shell-guide-short = Guide me

shell-gantt = Timeline of each chef
shell-gantt-help = Point at or tap a span to see what it is. Drag to move the playhead.
shell-gantt-zoom-in = Zoom in
shell-gantt-zoom-out = Zoom out
shell-gantt-fit = Whole run
shell-gantt-earlier = Earlier
shell-gantt-later = Later
shell-gantt-critical = Critical path
shell-gantt-compute = filled = forward, outlined = backward, dark = recipe update, empty = waiting
shell-gantt-collective = filled = sent to be added, outlined = sent to be copied, dark = recipe update, empty = waiting
shell-gantt-meeting = filled = sent to be added, outlined = sent to be copied, empty = waiting
shell-gantt-race = one bar a kitchen, one clock for all
shell-gantt-nodes = { $name } × { $n }
shell-gantt-kitchen = Kitchen { $n }
shell-gantt-node = Node { $n }
shell-gantt-none = Point at or tap a span to see what it is.
shell-gantt-of-links = Timeline of each link
shell-gantt-lanes = A lane for each of the
shell-gantt-by-chef = Chefs
shell-gantt-by-link = Links
shell-gantt-link = { $from } ⇄ { $to }
shell-gantt-one-way = { $from } → { $to }
shell-gantt-chip = chip { $n }
shell-gantt-chips = chips { $first }–{ $last }
shell-gantt-nvswitches = NVSwitch { $first }–{ $last }
shell-gantt-links = above = there, below = back, height = share of its rate, thick edge = full
shell-gantt-links-together = links by kind, height = share of their rate, thick edge = one is full
shell-gantt-busiest = Busiest: { $link }, { $percent } of what it can carry over the run, never full.
shell-gantt-busiest-full = Busiest: { $link }, { $percent } of what it can carry over the run, full for { $time }.
shell-gantt-idle = No link carries anything in this run.

shell-table = As a table
shell-table-title = Every task of the run
shell-table-start = Start
shell-table-end = End
shell-table-duration = Length
shell-table-who = Who
shell-table-task = Task
shell-table-micro-batch = Micro-batch
shell-table-rows = Rows { $first } to { $last } of { $total }
shell-table-run = Kitchen
shell-table-links = What each link carries
shell-table-link = Link
shell-table-bytes = Bytes
shell-table-rate = Rate
shell-table-most = It can carry
shell-table-full = Full
shell-table-others = { $from } → { $to } and others
shell-table-full-of = { $n } of { $links }
shell-previous-rows = Previous rows
shell-next-rows = Next rows
shell-close = Close

shell-readout = The numbers
shell-why = Why this number
shell-formula = Formula
shell-filled = With these numbers
shell-source = Source
shell-tuner = What NCCL expects
shell-tuner-note = NCCL reckons each pair of algorithm and protocol before it runs (formulas of NCCL 2.30.7, tuning.cc) and takes the first. The time above is simulated.
shell-covered = Covered, because they answer the question.
shell-covered-show = Show them
shell-controls = Try it
shell-control-reset = Back to the start values

shell-gate = Predict first
shell-gate-right = That is what the run shows.
shell-gate-wrong = The run says otherwise.
shell-gate-again = Ask again
shell-gate-tie = The marked answers are equally good here, to within 2 %: each counts as right.
shell-not-like = Not like a kitchen
shell-teacher = For teachers
shell-notes = Speaker notes, beat by beat
shell-previous-chapter = Previous chapter
shell-next-chapter = Next chapter
shell-contents-link = All chapters

shell-share-title = Share this moment
shell-share-link = Link
shell-share-embed = To put it on a page
shell-share-qr = QR code of the link
shell-share-scan = For a class: phones that scan this open the same moment.
shell-copy = Copy
shell-copied = Copied.
shell-copy-by-hand = Selected. Copy it with your keyboard.
shell-open-full = Open in Collective Kitchen

shell-home-picture = Four chefs in a row. Numbered bowls go forward through tunnels and reports come back.
shell-home-how = How it is made
shell-home-how-text = A discrete-event simulation runs first, in your browser. What you see is drawn from its record, so every moment can be replayed, stepped backwards and questioned.
shell-how-page = How we compute: formulas, constants, errors
shell-footer = No cookies, no tracking, nothing loaded from elsewhere.

shell-problem = This link could not be used as it is.
shell-problem-closed = This chapter is not open yet: { $name }.
shell-problem-scene = There is no chapter called “{ $scene }”.
shell-problem-texts = What that page needs did not arrive. Check the connection and choose it again; this page goes on working.
shell-problem-dismiss = Understood
shell-panic-title = The kitchen has stopped
shell-panic-text = This is our mistake, not yours. Starting again brings you back to this chapter.
shell-panic-reload = Start again
shell-panic-copy = Copy the details
shell-run-failed = The run could not be computed.

# What a task is called in the table and on the timeline.
shell-task-forward = forward
shell-task-backward = backward
shell-task-update = recipe update
shell-task-reduce = adding up
shell-task-launch = getting started
shell-task-activation = bowl handed on
shell-task-activation-gradient = report handed back
shell-task-send-reduce = slip sent, to be added
shell-task-send-copy = slip sent, to be copied
shell-task-switch-reduce = slip into the exchange
shell-task-switch-multicast = sum out of the exchange
shell-task-join = meeting point
shell-task-run = the meeting
shell-way = Chef { $from } → chef { $to }
shell-span = { $who }: { $what }, { $start } to { $end } ({ $length }).
shell-span-batch = { $who }: { $what } of bowl { $n }, { $start } to { $end } ({ $length }).
shell-span-waited = Before it: { $time } of waiting for { $cause }.
shell-span-own = Ready { $time } earlier, but the hands were full.
shell-span-link = { $link }: { $bytes } at { $rate } of { $most }, { $start } to { $end } ({ $length }).
shell-span-link-full = { $link }: { $bytes } at { $rate }, full, { $start } to { $end } ({ $length }).
shell-span-full-of = { $n } of { $links } links are full.
shell-span-ends = From { $from } to { $to }.
shell-span-ends-others = From { $from } to { $to } and others.
shell-cause = { $who }: { $what }
shell-table-empty = –
