# Chapter 1: the cast. One step in two kitchens, in which everyone does its part.
cast-title = Who is who?
cast-hook = Two kitchens make the same recipe better by one step. Everyone and everything wears a tag with its kitchen name and its real one.
cast-text-1 = A chef is a GPU, a kitchen is a server. Two chefs share the pages of the recipe and hand bowls from one to the other.
cast-text-2 = After the tasting they go back the way they came and write into a report which amounts to change. For this they kept jars of every half-made dish on the shelf.
cast-text-3 = The kitchens have different ingredients, so their reports differ. A meeting over the street adds them up; everyone sees the same sum and edits the page in the same way.
cast-text-4 = Every jar, bowl and slip moves when the computation says so, and as fast. What is in a jar differs from chapter to chapter, so its contents are named, too.
cast-not-like-1 = A real dish is gone once it is eaten. What stays here is not the dish but the better recipe.
cast-not-like-2 = A real chef with free hands helps a neighbour. A GPU does what is written down, in that order.
cast-not-like-3 = How the crates get to the back door is not simulated. The step begins with the ingredients already there.
cast-teacher-goal = Goal: tell one step of training in order (forward, loss, backward, all-reduce, update) with the names of who does what.
cast-teacher-question-1 = Question 1: while chef 1 waits, who is doing what? Could the step end without them?
cast-teacher-question-2 = Question 2: without the meeting, each kitchen would edit its own pages. What would the two recipes be like at the next step?
cast-teacher-time = Time: 10 minutes (2 to watch it once, 2 to guess, 6 to tell it again with the tags covered).

cast-opening-1 = There are { $kitchens } kitchens and { $chefs } chefs in all. Both kitchens have the same recipe.
cast-opening-2 = In each kitchen two chefs share its { $pages } pages and hand { $bowls } bowls from one to the other.
cast-opening-3 = Cook, taste, add up the reports, edit the pages: that is one step, and it takes { $time }.

cast-beat-start = Crates have come to the back doors of { $kitchens } kitchens: ingredients for { $bowls } bowls each, and not the same ones.
cast-beat-cook = Chefs 1 and 3 are cooking pages 1 to { $last } of the recipe (forward).
cast-beat-cooked = The first bowls were through pages 1 to { $last } at { $time }.
cast-beat-bowl = Bowl 1 goes from chef 1 to chef 2: through private tunnels, put through by the exchange.
cast-beat-bowl-came = Chef 2 got bowl 1 at { $time }. The other pages are chef 2's.
cast-beat-shelf = Jars on chef 1's shelf now: { $n }. They keep the half-made dish for the report.
cast-beat-taste = Chef 2, who has the last page, is tasting. The gap to the wish becomes a number (the loss).
cast-beat-tasted = Chef 2 had tasted at { $time }. The gap to the wish is now a number (the loss).
cast-beat-report = Chef 2 is writing a report: which amounts to change, and which way (backward).
cast-beat-written = Chef 2 finished the report on bowl 1 at { $time }.
cast-beat-wait = Chef 1's hands have been empty since { $from }. There is nothing to do until something comes back from chef 2.
cast-beat-waited = Chef 1 waited from { $from } to { $time } for something to come back from chef 2.
cast-beat-back = The report on bowl 1 goes back to chef 1, through the same tunnels.
cast-beat-back-came = Chef 1 got it at { $time }. Now it is chef 1's turn to write about its own pages.
cast-beat-meet = Chefs { $a } and { $b } hold their meeting: slips of their reports go out by the corridor and over the street.
cast-beat-met = Chefs { $a } and { $b } both had the same sum of their reports at { $time }.
cast-beat-edit = Chef { $chef } has seen the sum and is moving the numbers on its pages a little.
cast-beat-edited = Chef { $chef } had edited its pages at { $time }.
cast-beat-end = All { $n } chefs have edited their pages. The step took { $time }, and the two recipes are alike again.
cast-xray-start = { $kitchens } servers ({ $machine }) with { $bowls } micro-batches each, { $tokens } tokens in one
cast-xray-shelf = Activations held in the HBM of GPU 1: { $bytes }
cast-xray-taste = GPU 2: projection to the vocabulary and loss, { $time }
cast-xray-wait = GPU 1: idle since { $from } (pipeline bubble)
cast-xray-waited = GPU 1: idle from { $from } to { $time } (pipeline bubble)

cast-gate = For how many percent of the step is chef 1 cooking or writing?
cast-verdict = In a step of { $step }, chef 1 had something in hand for { $share }. With all four in one kitchen the step takes { $shorter }, and the share is { $together }. Nothing goes over the street then, and the wait is shorter.
cast-case-two = Two kitchens
cast-case-one = All four in one kitchen
cast-nobody = Nobody is in the kitchen.

cast-figure-share = Share of the step in which chef 1 works
cast-figure-share-formula = (cooking + report + rewriting) ÷ step
cast-figure-share-filled = ({ $cook } + { $write } + { $edit }) ms ÷ { $step } ms = { $value }
cast-figure-wait = Time that chef 1 waits
cast-figure-wait-value = { $value } ms
cast-figure-wait-formula = step − time at work
cast-figure-wait-filled = { $step } − { $busy } = { $value } ms
cast-figure-ways = A chef's tunnel ÷ its street
cast-figure-ways-value = { $ratio } times
cast-figure-ways-formula = NVLink one way ÷ network card one way
cast-figure-ways-filled = { $tunnel } ÷ { $street } = { $ratio }
cast-figure-ways-source = Both by the data sheets. Each chef has a network card of its own.
cast-figure-shelf = What chef 1's shelf carries
cast-figure-shelf-value = { $value } GB (of { $whole } GB)
cast-figure-shelf-formula = weights, gradients, optimizer state + jars × activations
cast-figure-shelf-filled = { $state } + { $n } × { $jar } = { $value } GB
cast-figure-shelf-source = 16 bytes a parameter; activations by arXiv:2205.05198, attention computed again.

cast-act-who = Two kitchens. Press anyone to learn both of their names.
cast-act-who-xray = Two servers. Press a part to learn both of its names.
cast-act-who-button = Ask for names
cast-act-who-go = Let them cook
cast-act-step = The bowl goes on to chef 2, who cooks, tastes and begins a report.
cast-act-step-xray = Activations go on to GPU 2: forward, the loss, and backward begins.
cast-act-step-button = Next: the tasting
cast-act-meet = The kitchens' reports differ. They add them up and rewrite their pages alike.
cast-act-meet-xray = The servers' gradients differ. They are summed, and the update is the same.
cast-act-meet-button = Next: the meeting
cast-act-turn = Your turn: say each name before you press, then watch the step again.
cast-act-turn-xray = Your turn: say the kitchen's name before you press.
cast-act-turn-button = Your turn
cast-act-turn-go = Once more from the start
cast-shown-none = Nobody's name
cast-hand-name = { $own } = { $other }
cast-param-shown = Whose name is shown
cast-param-shown-help = Who or what wears a name tag from the start.
