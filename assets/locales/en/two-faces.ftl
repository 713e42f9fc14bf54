# Chapter 2: serving and learning: inference and training.
two-faces-title = One recipe, a day to serve and a day to learn
two-faces-hook = Two chefs with equal hands and equal shelves open the same recipe. One answers guests, the other learns from the same words.
two-faces-text-1 = The chef who answers reads the whole order first (prefill). Then the answer comes word by word (decode; a word is a token). For each word the whole recipe is fetched from the shelf, from the first page to the last.
two-faces-text-2 = A word that has passed need not be worked out again: notes on it go into a jar on the shelf. These are keys and values (the KV cache). They grow with every word.
two-faces-text-3 = The chef who learns cooks forward, writes the analysis report (the gradient) on the way back, and rewrites the recipe with a pencil. The pencil needs notebooks: a copy in finer writing, and two averages of the edits so far.
two-faces-text-4 = How fast the hand works, how fast the shelf gives: which of them makes the other wait depends on how often the hand moves for each byte fetched. The roof on the board (the roofline) draws both limits.
two-faces-not-like-1 = A real chef knows the recipe by heart. A GPU does not: for each word it fetches every page from the shelf.
two-faces-not-like-2 = In a real kitchen a hundred dishes are far more work than one. A GPU's hand has time to spare, and a page once fetched serves all hundred.
two-faces-not-like-3 = A word is not thought of. It is what the numbers say at the end of a row of matrix products.
two-faces-teacher-goal = Goal: compare inference and training by time, arithmetic and memory, and see that everyday inference waits for memory, not for arithmetic.
two-faces-teacher-question-1 = Question 1: go from 1 guest to 8, 100 and 512. From where on does a word take longer? How does the point on the board move?
two-faces-teacher-question-2 = Question 2: take an H100. What happens to the shelf of the chef who learns? What could be given up so that all of it fits?
two-faces-teacher-time = Time: 20 minutes (3 for the prediction, 7 for the runs, 10 to talk about the roof).

two-faces-opening-1 = { $model } on two { $gpu }: the left one answers, the right one learns.
two-faces-opening-2 = Each word of the answer fetches { $gb } GB from the shelf and takes { $time }.
two-faces-opening-3 = On the shelf: { $answers } GB to answer, { $learns } GB to learn.

two-faces-beat-start = The same recipe, equal hands. Guests on the left: { $guests }. On the right the { $prompt } words of one guest are there to learn from.
two-faces-beat-first = At { $time } the left chef had the first word. The order has { $prompt } words, and was read in one go.
two-faces-beat-word = Word 2 took { $time }. For that one word { $gb } GB were fetched from the shelf.
two-faces-beat-word-many = Word 2 took { $time } for all { $guests } guests. Fetched from the shelf, for all of them together: { $gb } GB.
two-faces-beat-wait = Word { $n }’s time: { $memory } waiting for the shelf, { $arithmetic } work of the hand, { $starts } from step to step.
two-faces-beat-back = The right chef was done forward after { $forward } and is on the way back now, writing the report.
two-faces-beat-back-done = The report on the right is written. Forward took { $forward }, the way back { $backward }.
two-faces-beat-update = The right chef holds the pencil. To rewrite every page, { $gb } GB go from and to the shelf.
two-faces-beat-now = Words on the left: { $n } of { $all }. Passes done on the right: { $done } of 3.
two-faces-xray-now = Tokens generated: { $n }/{ $all }. Phases of the training step done: { $done }/3
two-faces-beat-update-done = The recipe on the right is rewritten. Moving { $gb } GB took { $update }.
two-faces-beat-floor = Learning needs { $learns } GB, the shelf holds { $hbm } GB. The run goes on with { $over } GB piled on top. A real GPU stops here.
two-faces-beat-shelf = To answer, { $answers } GB are enough. To learn the same recipe, the shelf must hold { $learns } GB.
two-faces-beat-keys = Words of each guest: { $tokens }. Keys and values on the shelf: { $mb } MB, and { $step } MB more with every word.
two-faces-beat-roof = For a byte fetched the hand moves { $word } times for a word (left), { $forward } times forward (right). Below { $ridge }, it waits for the shelf.
two-faces-beat-served = The left chef has said { $words } words by { $time }. Fetched for them: { $gb } GB in all.
two-faces-beat-read = Reading the orders of { $guests } guests took { $read }, the { $words } words after the first { $rest }. With so many, reading rules the clock.
two-faces-beat-learned = The step on the right was done at { $time }. Of that, rewriting took { $update }.
two-faces-beat-end = Word for word, learning is { $ratio } times the work of reading. However many the words, the recipe is rewritten once a step: { $update }.

two-faces-xray-start = { $model }, 2 × { $gpu }, 16 bits. Left: inference (batch { $guests }, prompt of { $prompt } tokens), right: one training step
two-faces-xray-first = Prefill: { $time }, { $flops }, { $rate }
two-faces-xray-word = One decode pass: { $time }, HBM { $gb } GB, { $flops }, { $intensity } FLOP/B
two-faces-xray-wait = Decode pass of token { $n }: { $memory } waiting for HBM, { $arithmetic } for arithmetic, { $starts } between kernels
two-faces-xray-back = Forward done after { $forward }. GPU 2: backward
two-faces-xray-back-done = Forward { $forward }, backward { $backward }
two-faces-xray-update = GPU 2: Adam's update. Reading and writing { $gb } GB of HBM
two-faces-xray-update-done = Update done: { $update }, HBM { $gb } GB
two-faces-xray-floor = Training needs { $learns } GB, the HBM has { $hbm } GB: { $over } GB too few. Computed as if it fitted
two-faces-xray-shelf = Inference { $answers } GB, training { $learns } GB
two-faces-xray-keys = KV cache: { $tokens } tokens a sequence, { $mb } MB in all, { $step } MB with each token
two-faces-xray-roof = Decode { $word }, forward { $forward } FLOP/B. The ridge: { $ridge } ({ $peak } ÷ { $rate })
two-faces-xray-served = { $words } tokens done: { $time }, HBM { $gb } GB in all
two-faces-xray-read = Batch { $guests }: prefill { $read }, { $words } decodes { $rest }. Prefill is the longer
two-faces-xray-learned = Training step done: { $time }, of which the update { $update }
two-faces-xray-end = Token for token, training is { $ratio } times the arithmetic of inference. One update a step, whatever the batch: { $update }

two-faces-gate = From 1 guest to { $many }: how many times as long does one word of the answer take?
two-faces-verdict = Run both: with 1 guest a word takes { $one }, with { $many } guests { $all }: { $ratio } times. A page once fetched serves them all.
two-faces-case = Guests: { $guests }, after the first word
two-faces-nobody = Nobody is there to be answered.

two-faces-figure-word = One word of the answer (guests: { $guests })
two-faces-figure-word-formula = waiting for the shelf + work of the hand + from step to step
two-faces-figure-word-filled = { $memory } + { $arithmetic } + { $starts } = { $time } ms
two-faces-figure-word-source = From the trace, the second word. Each matrix product and each attention takes as long as the slower of arithmetic and memory, and 5 µs pass from one piece of work to the next. The constants were fitted on half of the published measurements.
two-faces-figure-measured = Beside a published measurement (1 guest)
two-faces-figure-measured-value = Simulated { $simulated }, measured { $measured }
two-faces-figure-measured-formula = 1 ÷ words a second
two-faces-figure-measured-filled = 1 ÷ { $tokens } = { $measured }
two-faces-figure-measured-source = { $source }. Simulated: the mean over an answer of { $output } words to an order of { $prompt }.
two-faces-figure-rate = How fast the shelf gives
two-faces-figure-rate-formula = fetched for a word ÷ time of a word
two-faces-figure-rate-filled = { $gb } GB ÷ { $time } = { $rate }
two-faces-figure-rate-source = By the data sheet { $nominal }. It is not reached because fetching rests from one step to the next.
two-faces-figure-work = Work of learning ÷ work of reading (the same { $prompt } words)
two-faces-figure-times = { $ratio } times
two-faces-figure-work-formula = (forward + way back + rewriting) ÷ reading the order
two-faces-figure-work-filled = ({ $forward } + { $backward } + { $update }) ÷ { $one } = { $ratio } (in TFLOP)
two-faces-figure-work-source = The way back is twice the way forward. Forward is a little more than reading the order because every word is checked, not the last one alone.
two-faces-figure-step = One step of learning
two-faces-figure-step-formula = forward + way back + rewriting
two-faces-figure-step-filled = { $forward } + { $backward } + { $update } = { $time } ms
two-faces-figure-gb = { $gb } GB
two-faces-figure-answers = The shelf that answers (guests: { $guests }, at its fullest)
two-faces-figure-answers-formula = recipe + keys and values + bowls
two-faces-figure-answers-filled = { $recipe } + { $keys } + { $bowls } = { $all } GB
two-faces-figure-answers-source = 2 bytes for each number of the recipe. Keys and values: { $step } MB a word, for all guests.
two-faces-figure-learns = The shelf that learns (at its fullest)
two-faces-figure-learns-formula = recipe + report + notebooks + bowls
two-faces-figure-learns-filled = { $recipe } + { $report } + { $notebooks } + { $bowls } = { $all } GB
two-faces-figure-learns-source = For each number 2 bytes of recipe, 2 of report, 12 of notebooks (a copy in 32 bits and Adam's two averages). The shelf: { $hbm } GB.
two-faces-figure-ridge = Where the hand no longer waits for the shelf
two-faces-figure-intensity = { $value } moves a byte
two-faces-figure-ridge-formula = limit of the hand ÷ limit of the shelf
two-faces-figure-ridge-filled = { $peak } ÷ { $rate } = { $ridge }
two-faces-figure-ridge-source = The roofline of the data sheet (Williams et al., 2009). A word on the left: { $word }, forward on the right: { $forward }, rewriting: { $update }.

two-faces-side-answers = Answers
two-faces-side-learns = Learns
two-faces-side-inference = Inference
two-faces-side-training = Training
two-faces-side-guests = guests: { $n }
two-faces-side-text = from { $n } words
two-faces-side-batch = batch { $n }
two-faces-side-tokens = { $n } tokens
two-faces-now-prefill = the order
two-faces-now-word = word { $n }
two-faces-now-forward = forward
two-faces-now-backward = way back
two-faces-now-update = rewriting
two-faces-now-done = done
two-faces-now-prefill-xray = prefill
two-faces-now-word-xray = decode { $n }
two-faces-now-forward-xray = forward
two-faces-now-backward-xray = backward
two-faces-now-update-xray = update
two-faces-hand = Hand
two-faces-shelf = Shelf
two-faces-xray-hand = FLOPs
two-faces-xray-shelf-rate = HBM
two-faces-part-recipe = recipe
two-faces-part-keys = jars
two-faces-part-report = report
two-faces-part-notebooks = notebooks
two-faces-part-bowls = bowls
two-faces-part-weights = weights
two-faces-part-kv = KV
two-faces-part-gradients = grads
two-faces-part-optimizer = Adam
two-faces-part-activations = acts
two-faces-roof-hand = limit of the hand
two-faces-roof-shelf = limit of the shelf
two-faces-roof-x = moves for each byte →
two-faces-roof-y = speed of the hand ↑
two-faces-roof-x-xray = FLOP/B →
two-faces-roof-y-xray = FLOP/s ↑

two-faces-act-one = The left chef answers one guest. Each word takes the whole recipe off the shelf.
two-faces-act-one-xray = The left GPU serves one sequence. Each token reads all weights.
two-faces-act-one-button = Serve one guest
two-faces-act-hundred = Now a hundred guests, and the same one chef.
two-faces-act-hundred-xray = Now a batch of 100, on the same one GPU.
two-faces-act-hundred-button = Next: 100 guests
two-faces-act-queue = Pull the queue's end. From how many guests on does a word take longer?
two-faces-act-queue-xray = Pull the queue's end. From which batch on does a decode take longer?
two-faces-act-queue-button = Next: pull the queue
two-faces-act-queue-go = Serve this queue
two-faces-act-learn = The right chef learns from 2,048 words: forward, back with a report, and a rewrite.
two-faces-act-learn-xray = The right GPU makes one training step on 2,048 tokens.
two-faces-act-learn-button = Next: learn
two-faces-act-turn = Your turn: on two GPUs, find the queue whose point reaches the roof's bend.
two-faces-act-turn-xray = Your turn: on two GPUs, find the batch whose point reaches the ridge.
two-faces-act-turn-button = Your turn
two-faces-act-turn-go = Serve this queue
two-faces-hand-queue = Queue of guests
two-faces-hand-gpu = Chef's hand and shelf (GPU)
two-faces-hand-word = a word { $time }
two-faces-text-128 = 128
two-faces-param-text = Words to learn from
two-faces-param-text-help = Tokens that the right chef learns from in a step. Training usually takes longer texts, and more of them.
two-faces-beat-start-text = The same recipe, the same hands. The left answers { $guests ->
    [one] one guest
   *[other] { $guests } guests
}, the right learns from a text of { $words } words.
two-faces-hand-point = Work under the roof
