# The worksheets: five sheets, and five with their answers. Every number comes from runs and the catalogue.
worksheets-title = Worksheets
worksheets-lead = Five sheets of one A4 page each, and five with the answers. Printed as it is, this page gives the sheets as pages 1 to 5 and the answers as 6 to 10. All numbers were computed by the simulator when this page was written.
worksheets-teachers = Lesson plans are on the teacher’s page
worksheets-sheet = Worksheet
worksheets-answers = Answers
worksheets-name = Name

worksheets-relay = A timetable for the relay
worksheets-relay-foot = Goes with the chapter “The relay — pipeline parallelism”, where the same is run with real times.
worksheets-relay-lead = { $chefs } chefs share the pages of a recipe: the first part, the middle, the end. The ingredients of one step are in { $bowls } bowls. Fill in the timetables, and count idle hands.
worksheets-relay-rule-1 = Cooking takes 1 square. Write the bowl’s number. A chef can cook a bowl from the square after the chef before is done with it.
worksheets-relay-rule-2 = A report takes 2 squares. Write the number and draw a box around both. The last chef can write about a bowl from the square after cooking it; any other only after the chef behind has written theirs.
worksheets-relay-rule-3 = One thing at a time for each chef, and each thing as early as it can be. Handing over takes no time here.
worksheets-relay-gpipe = 1. GPipe: all out, then all back
worksheets-relay-gpipe-text = Every chef cooks all four bowls first, 1 to 4, and then writes the reports in the opposite order, 4 to 1.
worksheets-relay-1f1b = 2. 1F1B: one back, one out
worksheets-relay-1f1b-text = First chef 1 cooks three bowls, chef 2 two, chef 3 one. From then on each cooks one new bowl for every report written.
worksheets-relay-question-1 = How many squares are empty, and what share of all squares is that? Compare the two timetables.
worksheets-relay-answer-1 = GPipe: { $empty } of { $all } squares, { $percent } %. 1F1B: { $empty2 } too, { $percent2 } %. Hands are idle equally long.
worksheets-relay-question-2 = The formula is (p − 1) ÷ (m + p − 1) with p chefs and m bowls. Does it agree? What is it with { $twice } bowls?
worksheets-relay-answer-2 = ({ $chefs } − 1) ÷ ({ $bowls } + { $chefs } − 1) = { $percent } %: it agrees. With { $twice } bowls { $percent2 } %. Not half: beginning and end are still in the denominator.
worksheets-relay-question-3 = A bowl that is cooked and has no report yet stays on the shelf. How many are on chef 1’s shelf at most?
worksheets-relay-answer-3 = GPipe { $gpipe } (as many as bowls), 1F1B { $other } (as many as chefs). With more bowls the shelf of 1F1B does not grow.
worksheets-relay-question-4 = One bowl at a time (the next begins when the report is back): how many squares does that take in all?
worksheets-relay-answer-4 = { $naive } squares, { $ratio } times GPipe’s { $gpipe }. Hands are idle for { $percent } %.

worksheets-step = One step of the report, by hand
worksheets-step-foot = The first step of the chapter “The secret sauce — gradient descent”. Your answers are the numbers on its screen.
worksheets-step-lead = { $n } guests taste a tomato sauce. The recipe so far: { $salt } g of salt, { $vinegar } g of vinegar, { $sugar } g of sugar. Tomatoes alone taste of { $base } points. Write the report by hand and take one step.
worksheets-step-rule-1 = Taste = 2 + sense of salt × salt + sense of vinegar × vinegar + sense of sugar × sugar. The table says how many points each guest tastes in 1 g.
worksheets-step-rule-2 = Error = taste − wish. A plus means too strong. The row of guest 1 shows how.
worksheets-step-forward = 1. Tastes and errors
worksheets-step-guest = Guest
worksheets-step-salt = salt
worksheets-step-vinegar = vinegar
worksheets-step-sugar = sugar
worksheets-step-wish = wish
worksheets-step-taste = taste
worksheets-step-error = error
worksheets-step-squared = error²
worksheets-step-sum = Sum
worksheets-step-update = 2. Slopes, and the next recipe
worksheets-step-update-text = Slope = 2 ÷ { $n } × sum (of “error × ingredient” above). Next = now − { $rate } × slope; { $rate } is the learning rate.
worksheets-step-ingredient = Ingredient
worksheets-step-now = now (g)
worksheets-step-slope = Slope
worksheets-step-change = Change (g)
worksheets-step-next = Next (g)
worksheets-step-question-1 = The loss is the sum of error² ÷ { $n }. How much is it?
worksheets-step-answer-1 = { $sum } ÷ { $n } = { $loss }
worksheets-step-question-2 = Would more sugar raise the loss or lower it? Which guests say so? Guess the loss after your step, then look in the chapter.
worksheets-step-answer-2 = A minus says that more lowers it. Guests 3 and 4, who taste sugar and found the sauce too weak, make the sum negative. The step takes the loss from { $before } to { $after }.
worksheets-step-question-3 = With a learning rate of { $rate }, is it twice as fast? Say why.
worksheets-step-answer-3 = No. A slope holds only close to where one stands. With { $rate } the loss goes { $losses }; with { $rate2 } it goes { $losses2 }: over the valley and up the other side.

worksheets-ring = A meeting round a ring of four
worksheets-ring-foot = Goes with “One recipe — data parallelism” and “All sorts of meetings — collectives”, where slips are added up in the same way.
worksheets-ring-lead = { $n } chefs each hold one number in each of the places 1 to 4. Handing slips to the next chef only, how does everyone get the sums of all four? Fill in the boards and see.
worksheets-ring-rule-1 = Step 1: chef 2 hands on place 1, chef 3 place 2, chef 4 place 3, chef 1 place 4. Who gets a slip adds it to the same place of their own.
worksheets-ring-rule-2 = Steps 2 and 3: everyone hands on the place just added to, all at the same time. Who gets it adds.
worksheets-ring-rule-3 = From step 4 on: everyone hands on a place whose sum is whole. Who gets it copies it instead of adding, and hands that on next. After 6 steps it is done.
worksheets-ring-circle = Which way slips go
worksheets-ring-start = At the start
worksheets-ring-after = After { $n } { $n ->
    [one] step
   *[other] steps
}
worksheets-ring-question-1 = Add up each column to check. After 3 steps, how many places of each chef hold a whole sum?
worksheets-ring-answer-1 = The sums are { $sums }. After { $half } steps each chef has one (up to here it is a reduce-scatter, from here an all-gather).
worksheets-ring-question-2 = How many slips did one chef send? How many times the four numbers it brought is that? With 8 chefs? With 1,024? The formula is 2 (n − 1) ÷ n.
worksheets-ring-answer-2 = { $sent } slips, { $four } times. With 8 chefs { $eight } times, with 1,024 still { $many }. However many meet, no one sends more than twice what they brought.
worksheets-ring-question-3 = 8 chefs bring { $bytes } each; a chef’s line carries { $rate } GB/s each way. How many milliseconds does the ring take at least? (1 GiB = 1.074 GB)
worksheets-ring-answer-3 = 1.074 GB × { $factor } ÷ { $rate } GB/s = { $least } ms. Simulated: { $time }. The whole of a line cannot be used, and each step takes a little to get started.

worksheets-shelves = How many shelves does it take?
worksheets-shelves-foot = Goes with “Serving and learning” and “A recipe too big for the shelf”. Activations are not counted. Stages as in arXiv:1910.02054.
worksheets-shelves-lead = The recipe of { $model } has { $n } billion numbers. One chef ({ $gpu }) has a shelf for { $shelf } GB. How many shelves does learning take?
worksheets-shelves-first = 1. Bytes for one number
worksheets-shelves-what = On the shelf
worksheets-shelves-bytes = Bytes each
worksheets-shelves-gb = In all (GB)
worksheets-shelves-recipe = Recipe (weights, 16 bits)
worksheets-shelves-report = Report (gradients, 16 bits)
worksheets-shelves-notebooks = Notebooks (Adam, three of 32 bits)
worksheets-shelves-all = Sum
worksheets-shelves-second = 2. Sharing out (ZeRO)
worksheets-shelves-second-text = { $chefs } chefs cook different ingredients by the same recipe (data parallelism). Not everyone keeps everything: what can be shared out is divided among the { $chefs }. What is on one chef’s shelf?
worksheets-shelves-stage = Stage
worksheets-shelves-shared = Shared out
worksheets-shelves-each = Bytes each: recipe + report + notebooks
worksheets-shelves-chef = One shelf (GB)
worksheets-shelves-fits = Fits?
worksheets-shelves-plain = Nothing
worksheets-shelves-shared-0 = nothing
worksheets-shelves-shared-1 = notebooks
worksheets-shelves-shared-2 = notebooks, report
worksheets-shelves-shared-3 = notebooks, report, recipe
worksheets-shelves-yes = yes
worksheets-shelves-no = no
worksheets-shelves-third = 3. Draw the shelves
worksheets-shelves-third-text = Draw what is on one shelf as a bar, with the recipe, the report and the notebooks told apart. The thick line is the end of the shelf ({ $shelf } GB).
worksheets-shelves-question-1 = How many shelves does answering take (the recipe alone)? How many times as much is there when learning?
worksheets-shelves-answer-1 = { $answering } GB, so one is enough. Learning takes { $learning } GB, { $ratio } times as much.
worksheets-shelves-question-2 = { $model } has { $n } billion numbers. How many shelves does learning take at least?
worksheets-shelves-answer-2 = { $all } GB ÷ { $shelf } GB, rounded up: { $shelves }. Activations need room, too, so it is more in practice.
worksheets-shelves-question-3 = ZeRO-3 leaves the most room. Why is it not always used?
worksheets-shelves-answer-3 = Each page has to be brought together from the others (an all-gather) whenever it is used. There is room on the shelf, and a crowd on the way.

worksheets-roof = Which side of the roof?
worksheets-roof-foot = Goes with the chapter “Serving and learning — inference and training”. The picture is the roofline (Williams et al., 2009). Orders in the chapter are shorter at first, so its numbers differ a little.
worksheets-roof-lead = An { $gpu } does { $peak } trillion moves a second ({ $peak } TFLOP/s), and its shelf gives { $rate } TB a second (data sheet). When { $model } answers orders of { $prompt } words, which of the two is waited for?
worksheets-roof-first = 1. The ridge
worksheets-roof-first-text = How many moves for each byte keep hand and shelf equally busy? ({ $peak } trillion ÷ { $rate } trillion)
worksheets-roof-ridge = Ridge
worksheets-roof-unit = moves a byte
worksheets-roof-second = 2. Three jobs
worksheets-roof-second-text = Work out the moves for each byte, and circle what is waited for. The least time is the longer of moves ÷ speed of the hand and bytes ÷ speed of the shelf.
worksheets-roof-word = A word ({ $n ->
    [one] { $n } guest
   *[other] { $n } guests
})
worksheets-roof-order = Reading { $n } words
worksheets-roof-job = Job
worksheets-roof-flops = Moves (billions)
worksheets-roof-bytes = Fetched (GB)
worksheets-roof-intensity = Moves a byte
worksheets-roof-side = Waits for
worksheets-roof-least = At least (ms)
worksheets-roof-shelf = shelf
worksheets-roof-hand = hand
worksheets-roof-third = 3. Draw the roof, and the three jobs as points (both scales are logarithmic)
worksheets-roof-x = Moves for each byte
worksheets-roof-y = Speed of the hand (TFLOP/s)
worksheets-roof-question-1 = With { $n } guests instead of 1: how many times the moves? How many times the bytes? And how many times as long does a word take, do you think?
worksheets-roof-answer-1 = { $work } times the moves, { $bytes } times the bytes (only keys and values are more). Simulated, a word takes { $ratio } times as long.
worksheets-roof-question-2 = Simulated, a word for one guest takes { $word }, the order { $order }. Why longer than “at least”?
worksheets-roof-answer-2 = The roof is a limit (a word: at least { $least } ms). Real work also goes from one job to the next, and neither hand nor shelf reaches its nominal speed.
worksheets-roof-question-3 = Words should come faster. Would you buy a hand twice as fast, or a shelf twice as fast?
worksheets-roof-answer-3 = The shelf. Under the slope a faster hand does not move the point.
