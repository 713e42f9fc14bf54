# Handing out pages: one recipe, cut for two.
graph-title = A knife through the recipe's map
graph-hook = The recipe is spread out as a map of steps. Wherever it is cut the work stays the same, and only what crosses the cut differs.
graph-text-1 = A card is one step (an operator), a thread between cards is what is handed on (a tensor). A thread is as thick as what flows. Layers of the same make lie one behind the other, so one of them is open and the rest are piled up.
graph-text-2 = Put the knife in (a partition), and the cards before it are chef 1's, those behind it chef 2's. Each thing that crosses gets a pair of cards: Send and Recv. However many cards use it, it is handed over once.
graph-text-3 = In the first half of a layer every word is matched with every other word in a table (the scores of attention). Twice the words make four times the table. Cut there, and the whole table has to travel.
graph-text-4 = At a good cut the thread is thin and each chef has half of the work. Even so, with a single bowl one chef works while the other waits.
graph-not-like-1 = A dish that is handed over is gone. A GPU hands over a copy, and the original stays on its shelf.
graph-not-like-2 = A GPU of today can do match, share and mix in one step, and the table never leaves it (FlashAttention). No knife goes into the card that this makes. Here the map is cut as it is before steps are joined.
graph-not-like-3 = In a kitchen somebody decides where to cut. For large models it may be a program (a planner) that weighs balance against what is sent.
graph-teacher-goal = Goal: read a model as a graph of operators and tensors, and say in bytes where a cut sends little and shares the work evenly.
graph-teacher-question-1 = Question 1: move the knife from 1 to 18. Where does more cross, where less? Why is the cut that sends least not the one to take?
graph-teacher-question-2 = Question 2: halve the words. What becomes of the table of matches, and what of the main bowl?
graph-teacher-time = Time: 20 minutes (3 for the prediction, 7 to move the knife, 10 to talk about balance and bytes).

graph-opening-1 = The recipe of { $model } is { $cards } cards. Two chefs make one bowl of { $words } words.
graph-opening-2 = Cut { $here }, and { $bytes } cross.
graph-opening-3 = Cut { $there }, and it is { $bytes }.

graph-beat-start = The recipe has become { $cards } cards. The knife is { $here }: what comes before is chef 1's, what follows chef 2's.
graph-beat-one = Chef 1 works through { $cards } cards one by one. Done: { $done }. Chef 2 is waiting.
graph-beat-one-done = Chef 1 was through with { $cards } cards at { $time }.
graph-beat-sent = Chef 1's cards are done. On its way over the { $way }: { $what }, { $bytes }.
graph-beat-came = Handing over { $bytes } ({ $what }) took { $time }.
graph-beat-wait = Both have put down their spoons. All that moves is the bowl on the { $way }.
graph-beat-waited = For { $time } no hand moved.
graph-beat-second = Chef 2 began at { $time }, with { $cards } cards to do alone.
graph-beat-why = What crosses ({ $what }) is { $times } × { $rows } × { $columns } numbers. At { $each } B each that is { $bytes }.
graph-beat-compare = Cut { $there }, and { $good } cross. This cut sends { $ratio } times as much.
graph-beat-good = { $bytes } cross, and the work is { $first } and { $second }. No cut does better in balance and bytes together.
graph-beat-light = Only { $bytes } cross. But the work is { $first } and { $second }, which are no halves.
graph-beat-end = Done after { $time }, of which hands moved for { $work }. There were two chefs, and only one worked at a time.

graph-xray-start = { $model }, forward pass of { $words } tokens. 2 × { $gpu }. Cut: { $here }. Pairs of Send and Recv: { $sends }
graph-xray-one = GPU 1: { $done } of { $cards } operators done. GPU 2 idle
graph-xray-one-done = GPU 1: { $cards } operators done at { $time }
graph-xray-wait = Neither GPU computes. Both wait for the { $link } transfer
graph-xray-waited = Neither GPU computed for { $time }
graph-xray-second = GPU 2: started at { $time }, { $cards } operators
graph-xray-why = { $what }: [{ $times }, { $rows }, { $columns }], { $each } B an element, { $bytes }
graph-xray-end = Forward pass { $time }, of which compute { $work }. Never more than 1 GPU computed

graph-gate = The knife is { $here }. Compared with putting it { $there }, how many times as long does the dish take?
graph-gate-good = The knife is { $here }. Put it { $there } instead: how many times as long does the dish take?
graph-verdict = Run both: { $here } it takes { $mine }, { $there } { $other }. { $ratio } times. The work is the same, and only what crosses the cut differs.
graph-nothing = There is nothing to run.

graph-place-layers = between layers { $a } and { $b }
graph-place-inside = between { $a } and { $b } in layer { $n }
graph-place-outside = between { $a } and { $b }
graph-layer = layer { $n }
graph-plus = { $a } + { $b }
graph-number = { $n }

graph-figure-time = Until the dish is done
graph-figure-time-formula = chef 1 + handing over + chef 2
graph-figure-time-filled = { $first } + { $send } + { $second } = { $all } ms
graph-figure-time-source = The critical path (the chain that everything else waits for), divided by whose time it is. Where several things cross, the last to arrive is waited for.
graph-figure-sent = What crosses the cut
graph-figure-sent-filled = { $sum } = { $all } { $unit }
graph-figure-sent-source = All threads that are cut, added up. Pairs: { $n }. Whatever several cards use is handed over once.
graph-figure-largest = The largest of them
graph-figure-largest-formula = how many × rows × columns × bytes of each number
graph-figure-largest-filled = { $what }: { $times } × { $rows } × { $columns } × { $each } B = { $bytes }
graph-figure-largest-source = From the shape of { $model } ({ $source }). A table of matches is words by words, for each head.
graph-figure-ratio = How many times what the good cut sends
graph-figure-times = { $ratio } times
graph-figure-ratio-formula = this cut ÷ the good cut
graph-figure-ratio-filled = { $here } ÷ { $good } = { $ratio }
graph-figure-ratio-source = The good cut is { $there }. It was chosen by weighing every cut there is.
graph-figure-pace = For each bowl, when many follow
graph-figure-pace-formula = the busier chef + handing over
graph-figure-pace-filled = max({ $first }, { $second }) + { $send } = { $pace } ms
graph-figure-pace-source = The number that a planner makes small, counted as if nobody cooked while handing over. It is smallest { $there }.
graph-figure-back = Learning comes back the same way
graph-figure-back-formula = across on the way out + on the way back
graph-figure-back-filled = { $out } + { $back } = { $both }
graph-figure-back-source = For what was handed over a report of the same shape (a gradient) comes back. Only the order's numbers get none.

graph-legend = Thick threads: much flows
graph-sign-layer = Layer { $n } of { $all }
graph-sign-model = { $model } · { $n } words
graph-pile = ×{ $n }
graph-send = Hand over
graph-recv = Receive
graph-send-xray = Send
graph-recv-xray = Recv

graph-card-tokens = order
graph-card-embed = prep
graph-card-norm = level
graph-card-qkv = trio
graph-card-scores = match
graph-card-softmax = share
graph-card-mix = mix
graph-card-project = join
graph-card-add = +
graph-card-up = widen
graph-card-activate = sieve
graph-card-down = narrow
graph-card-logits = words
graph-card-loss = taste
graph-xcard-tokens = tokens
graph-xcard-embed = embed
graph-xcard-norm = norm
graph-xcard-qkv = QKV
graph-xcard-scores = scores
graph-xcard-softmax = softmax
graph-xcard-mix = × V
graph-xcard-project = proj
graph-xcard-up = up
graph-xcard-activate = act
graph-xcard-down = down
graph-xcard-logits = logits
graph-xcard-loss = loss
graph-bowl-tokens = order slip
graph-bowl-residual = main bowl
graph-bowl-normed = levelled
graph-bowl-queries = questions
graph-bowl-keys = headings
graph-bowl-values = contents
graph-bowl-scores = matches
graph-bowl-shares = shares
graph-bowl-mixed = blend
graph-bowl-projected = joined
graph-bowl-gate = gate
graph-bowl-up = widened
graph-bowl-active = sieved
graph-bowl-narrowed = narrowed
graph-bowl-logits = word list
graph-tensor-tokens = token IDs
graph-tensor-residual = residual
graph-tensor-normed = normed
graph-tensor-queries = Q
graph-tensor-keys = K
graph-tensor-values = V
graph-tensor-scores = scores
graph-tensor-shares = probs
graph-tensor-mixed = attn out
graph-tensor-projected = proj
graph-tensor-gate = gate
graph-tensor-up = up
graph-tensor-active = act
graph-tensor-narrowed = down
graph-tensor-logits = logits
