# Chapter 4: a recipe that does not fit: the memory of training.
too-big-title = A book that can be read and not learnt
too-big-hook = The recipe lies on the chef's shelf with room to spare. Then the chef sets out to learn it, and the shelf bends.
too-big-text-1 = To read, the shelf holds the recipe and the bowl on the stove. A bowl that was used may be thrown away.
too-big-text-2 = To learn takes notebooks: a clean copy in finer writing, and two averages of the edits so far. For each number of the recipe, the recipe takes 2 bytes and the notebooks 12.
too-big-text-3 = The bowls of the way forward are needed again on the way back, so all are kept. On the way back the report grows and the bowls go.
too-big-text-4 = When it does not fit there are three ways. Bowls are thrown away and cooked again (recomputation). Jars wait in the pantry until they are needed (offload). These two pay for room with time. Or several chefs share the jars out (ZeRO), and that is paid for in chefs and meetings.
too-big-not-like-1 = On a real shelf a jar may stick out and the cooking goes on. A GPU that is one byte short stops there and then.
too-big-not-like-2 = A real notebook is thin when it is shut. A GPU's takes the same room while nobody writes in it.
too-big-not-like-3 = The pantry here is the CPU's memory. It is in the same building, and the corridor to it (PCIe) is dozens of times slower than the shelf.
too-big-teacher-goal = Goal: count the memory of training as weights, gradients, optimizer state and activations, and see which of them ZeRO, recomputation and offload make smaller, and what each pays.
too-big-teacher-question-1 = Question 1: which is the largest model that one chef can learn on each GPU? And the largest that it can read?
too-big-teacher-question-2 = Question 2: from ZeRO-1 to 2 and 3, which jars become thinner, and how much more is sent? How many times as long is a step with jars in the pantry?
too-big-teacher-time = Time: 20 minutes (3 for the prediction, 7 for the runs, 10 to talk about how to share).

too-big-opening-1 = { $model } goes on a shelf of { $hbm } GB ({ $gpu }).
too-big-opening-2 = To read, { $read } GB. To learn, { $learn } GB at the fullest: { $ratio } times as much.
too-big-opening-fits = The shelf still has { $room } GB of room.
too-big-opening-over = The shelf is { $over } GB too small.

too-big-beat-start = { $chefs ->
    [one] { $chefs } chef, with a shelf of { $hbm } GB.
   *[other] { $chefs } chefs, each with a shelf of { $hbm } GB.
} Nothing is on it but the recipe of { $model }. First it is read.
too-big-beat-read = It was read by { $time }. At the fullest { $read } GB were on the shelf. Next, the same words are learnt from.
too-big-beat-fetch = On each shelf lies 1/{ $chefs } of the recipe. The { $mb } MB missing of a page were borrowed from { $others ->
    [one] the other chef
   *[other] the { $others } others
} in { $time }, and returned after use.
too-big-beat-open = The notebooks are laid out: { $bytes } bytes for each number of the recipe, { $gb } GB on a shelf. That is { $ratio } times the recipe on it.
too-big-beat-away = The notebooks, { $gb } GB, stay in the pantry. They are carried in to be written, and at no other time.
too-big-beat-over = At { $time } the shelf of { $hbm } GB could take no more. A real GPU stops here. What follows is shown as if it could be piled up.
too-big-beat-bowls = Forward was done at { $time }. The bowls that were kept: { $gb } GB. Going back uses them up one by one.
too-big-beat-bowls-away = Forward was done at { $time }. Bowl after bowl was carried to the pantry; { $gb } GB were still on the shelf.
too-big-beat-bowls-redone = Forward was done at { $time }. Of { $layers } layers only what went in was kept: { $gb } GB. The rest is cooked again.
too-big-beat-back = On the way back. The report has grown to { $report } GB, the bowls are down to { $bowls } GB.
too-big-beat-back-done = The report was written by { $time }: { $report } GB on the shelf.
too-big-beat-sum = From { $time } on, page after page, the { $chefs } chefs added up their reports. Everyone keeps the whole sum.
too-big-beat-sum-shared = From { $time } on, page after page, the { $chefs } chefs added up their reports. Each keeps only its own part of the sum.
too-big-beat-update = Pencil in hand, the chef leafs through the notebooks and rewrites the recipe.
too-big-beat-now = On chef 1's shelf now: { $held } GB. It has room for { $hbm } GB.
too-big-xray-now = HBM of GPU 1 now: { $held } GB of { $hbm } GB
too-big-beat-update-done = The rewriting took { $time }.
too-big-beat-carry = The notebooks come from the pantry a page at a time and go back written: { $gb } GB each way.
too-big-beat-carry-done = Carrying { $gb } GB of notebooks in and back and rewriting took { $time }.
too-big-beat-peak = Fullest at { $time }: { $all } GB. Recipe { $recipe }, notebooks { $notebooks }, report { $report }, bowls { $bowls }, the rest { $rest }.
too-big-beat-end-fits = One step of learning took { $time }. Even at its fullest the shelf had { $room } GB of room.
too-big-beat-end-over = The shelf is { $over } GB too small. What would fit: { $near }.

too-big-xray-start = { $model }, { $gpu } × { $chefs }, { $hbm } GB of HBM each. First inference on { $words } tokens
too-big-xray-read = Forward alone: { $time }, at most { $read } GB of HBM. Then one training step
too-big-xray-fetch = Weights in { $chefs } shards. All-gather of a layer's other { $mb } MB from { $others ->
    [one] { $others } GPU
   *[other] { $others } GPUs
}: { $time }
too-big-xray-open = Adam's state: { $bytes } B a parameter, { $gb } GB, { $ratio } times the weights held
too-big-xray-away = Adam's state, { $gb } GB, is in host memory
too-big-xray-over = { $time }: more than { $hbm } GB of HBM (out of memory). Computed as if it fitted
too-big-xray-bowls = Forward done at { $time }: activations { $gb } GB
too-big-xray-bowls-away = Forward done at { $time }: activations go to the host, { $gb } GB in HBM
too-big-xray-bowls-redone = Forward done at { $time }: of { $layers } layers the input alone, activations { $gb } GB
too-big-xray-back = Backward: gradients { $report } GB, activations { $bowls } GB
too-big-xray-back-done = Backward done at { $time }: gradients { $report } GB
too-big-xray-sum = From { $time } on: all-reduce of gradients, layer by layer ({ $chefs } GPUs)
too-big-xray-sum-shared = From { $time } on: reduce-scatter of gradients, layer by layer ({ $chefs } GPUs)
too-big-xray-update = Adam's update
too-big-xray-update-done = Update: { $time }
too-big-xray-carry = State over PCIe, layer by layer: { $gb } GB each way
too-big-xray-carry-done = State of { $gb } GB moved in and out, and update: { $time }
too-big-xray-peak = Most at { $time }: { $all } GB = weights { $recipe } + Adam { $notebooks } + gradients { $report } + activations { $bowls } + rest { $rest }
too-big-xray-end-fits = One step: { $time }. HBM to spare: { $room } GB
too-big-xray-end-over = { $over } GB too few. What would fit: { $near }

too-big-near-two = { $first }; or { $second }
too-big-near-shared = { $chefs } chefs with ZeRO-{ $stage }
too-big-near-shared-how = { $chefs } chefs with ZeRO-{ $stage }{ $how }
too-big-near-alone = one chef{ $how }
too-big-near-none = nothing with up to { $most } chefs
too-big-near-plain = , as it is
too-big-near-redone = , bowls cooked again
too-big-near-notebooks = , notebooks in the pantry
too-big-near-notebooks-redone = , notebooks in the pantry, bowls cooked again
too-big-near-bowls = , bowls in the pantry
too-big-near-bowls-redone = , bowls in the pantry and cooked again
too-big-near-both = , notebooks and bowls in the pantry
too-big-near-both-redone = , notebooks and bowls in the pantry, bowls cooked again

too-big-gate = This recipe is { $gb } GB. At its fullest, how many times as much is on the shelf when learning as when reading?
too-big-verdict = Run both: { $read } GB to read, { $learn } GB to learn. { $ratio } times as much.
too-big-case-read = Reading: { $gb } GB on the shelf
too-big-case-learn = Learning: { $gb } GB on the shelf
too-big-nobody = Nobody stands at the shelf.

too-big-gb = { $gb } GB
too-big-figure-peak = The shelf at its fullest
too-big-figure-peak-formula = recipe + notebooks + report + bowls + on loan + tools
too-big-figure-peak-filled = { $recipe } + { $notebooks } + { $report } + { $bowls } + { $loan } + { $tools } = { $all } GB
too-big-figure-peak-source = From the trace at { $time }. Jars come and go when a task starts or ends. Tools: { $share } of the shelf, kept for libraries and the gaps between jars.
too-big-figure-state = Jars for each number of the recipe
too-big-formula-zero-0 = recipe { $w }P + report { $g }P + notebooks { $o }P (bytes)
too-big-formula-zero-1 = recipe { $w }P + report { $g }P + notebooks { $o }P/d (bytes)
too-big-formula-zero-2 = recipe { $w }P + report { $g }P/d + notebooks { $o }P/d (bytes)
too-big-formula-zero-3 = recipe { $w }P/d + report { $g }P/d + notebooks { $o }P/d (bytes)
too-big-figure-state-filled = { $weights } + { $gradients } + { $optimizer } = { $all } GB
too-big-figure-state-source = P is the numbers of the recipe, { $billions } billion; d the chefs, { $chefs }. Formulas of the ZeRO paper (arXiv:1910.02054). What is in the pantry counts, too.
too-big-figure-bowls = Bowls that forward keeps
too-big-figure-bowls-formula = layers kept whole + layers of which the input is kept + outside the layers
too-big-figure-bowls-filled = { $layers } layers { $whole } + { $redone } layers { $inputs } + { $around } = { $all } GB
too-big-figure-bowls-source = A layer keeps 34sbh bytes whole, 2sbh as its input (arXiv:2205.05198). s is { $words } words, b { $texts }, h { $hidden }. What is in the pantry counts, too.
too-big-figure-time = One step of learning
too-big-figure-time-formula = forward + way back + rewriting + waiting
too-big-figure-time-filled = { $forward } + { $back } + { $update } + { $rest } = { $all } ms
too-big-figure-near = What would fit
too-big-figure-near-formula = of all that fits, what is nearest
too-big-figure-near-source = Searched over sharing, recomputation, offload and the number of chefs, by an estimate of the fullest moment.
too-big-figure-carried = Carried from the pantry (one chef)
too-big-figure-carried-formula = amount ÷ time under way
too-big-figure-carried-filled = { $gb } GB ÷ { $time } = { $rate }
too-big-figure-carried-source = From the trace of the corridor (PCIe). As much goes back.

too-big-part-recipe = recipe
too-big-part-notebooks = notebooks
too-big-part-report = report
too-big-part-bowls = bowls
too-big-part-loan = on loan
too-big-part-tools = tools
too-big-part-weights = weights
too-big-part-optimizer = Adam
too-big-part-gradients = gradients
too-big-part-activations = activations
too-big-part-buffers = buffers
too-big-part-reserved = reserved
too-big-now-read = reading
too-big-now-open = laying out
too-big-now-forward = forward
too-big-now-back = way back
too-big-now-update = rewriting
too-big-now-wait = waiting
too-big-now-done = done
too-big-now-read-xray = inference
too-big-now-open-xray = state init
too-big-now-forward-xray = forward
too-big-now-back-xray = backward
too-big-now-update-xray = update
too-big-now-wait-xray = idle
too-big-now-done-xray = done
too-big-pantry = pantry
too-big-pantry-xray = host memory
too-big-curve = On the shelf
too-big-curve-xray = HBM in use
too-big-then = while reading
too-big-then-xray = inference

too-big-learn = learning from here
too-big-learn-xray = training
too-big-figure-largest = The largest recipe for one such shelf
too-big-figure-largest-value = { $read } billion numbers to read, { $learn } billion to learn
too-big-figure-largest-formula = room on the shelf ÷ bytes for each number
too-big-figure-largest-filled = { $room } ÷ { $w } = { $read }; { $room } ÷ { $all } = { $learn } (GB, bytes, billions)
too-big-figure-largest-source = An upper limit: bowls are not counted. For one chef who shares nothing and has nothing in the pantry.

too-big-beat-start-shared = { $chefs ->
    [one] { $chefs } chef, with a shelf of { $hbm } GB.
   *[other] { $chefs } chefs, each with a shelf of { $hbm } GB.
} The recipe of { $model } is cut in { $chefs }, a part on each. First it is read.
too-big-beat-over-at-once = The recipe alone is too large for the shelf of { $hbm } GB. A real GPU stops here. What follows is shown as if it could be piled up.
too-big-xray-over-at-once = The weights alone exceed { $hbm } GB of HBM (out of memory). Computed as if they fitted

too-big-act-read = A recipe of 7B is read at a shelf of 80 GB. How full does it get?
too-big-act-read-xray = Inference with a model of 7B on one GPU of 80 GB.
too-big-act-read-button = Read it
too-big-act-learn = Now the same recipe is learnt from the same text.
too-big-act-learn-xray = Now one training step of the same model.
too-big-act-learn-button = Next: learn it
too-big-act-again = Eight long texts fill the shelf with bowls. Bowls can be cooked again.
too-big-act-again-xray = With eight long sequences activations fill the HBM. They can be recomputed.
too-big-act-again-go = Cook bowls again
too-big-act-away = A large recipe fills the shelf with notebooks. The pantry can keep them.
too-big-act-away-xray = With a large model Adam's state fills the HBM. The CPU can keep it.
too-big-act-away-go = Notebooks to the pantry
too-big-act-share = With a second chef, each can keep half of the jars.
too-big-act-share-xray = With a second GPU, each can keep half of the state (ZeRO-3).
too-big-act-share-go = Share between two
too-big-act-turn = Your turn: fit a recipe of 70B on the shelves of as few chefs as you can.
too-big-act-turn-xray = Your turn: fit training of 70B on as few GPUs as you can.
too-big-act-turn-button = Your turn
too-big-act-turn-go = Learn with these
too-big-kept-read = read
too-big-kept-learn = learn
too-big-kept-again = cook again
too-big-kept-away = pantry
too-big-kept-share = { $chefs } share
too-big-kept-price = { $what } · { $times } × time
too-big-kept-over = does not fit
too-big-hand-model = Recipe
too-big-hand-model-xray = Model
too-big-hand-chefs = Chefs
too-big-hand-chefs-xray = GPUs
too-big-hand-many = { $chefs ->
    [one] 1 chef
   *[other] { $chefs } chefs
}
too-big-hand-peak = shelf { $gb } GB
too-big-hand-shelf = On the shelf
too-big-hand-pot = Cooked again
too-big-hand-pantry = In the pantry
too-big-relief-notebooks-full = Notebooks in the pantry, all bowls cooked again
too-big-param-chefs = Chefs who share
too-big-param-chefs-help = How many chefs share out the jars. Where nothing is shared, one learns alone.
too-big-param-words = Words of a text
too-big-param-words-help = Tokens of one text. The longer, the larger are the bowls that are kept.
too-big-hand-other = With another chef
