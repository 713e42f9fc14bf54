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

graph-beat-start = { $cards } cards. The knife is { $here }: what comes before is chef 1's, what follows chef 2's.
graph-beat-one = Chef 1 works through { $cards ->
    [one] { $cards } card.
   *[other] { $cards } cards one by one.
} Done: { $done }. Chef 2 is waiting.
graph-beat-one-done = Chef 1 was through with { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} at { $time }.
graph-beat-sent = Chef 1's cards are done. On its way over the { $way }: { $what }, { $bytes }.
graph-beat-came = Handing over { $bytes } ({ $what }) took { $time }.
graph-beat-wait = Both have put down their spoons. All that moves is the bowl on the { $way }.
graph-beat-waited = For { $time } no hand moved.
graph-beat-second = Chef 2 began at { $time }, with { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} to do alone.
graph-beat-why = What crosses ({ $what }) is { $times } × { $rows } × { $columns } numbers. At { $each } B each that is { $bytes }.
graph-beat-compare = Cut { $there }, and { $good } cross. This cut sends { $ratio } times as much.
graph-beat-good = { $bytes } cross, and the work is { $first } and { $second }. No cut does better in balance and bytes together.
graph-beat-light = Only { $bytes } cross. But the work is { $first } and { $second }, which are no halves.
graph-beat-end = Done after { $time }, of which hands moved for { $work }. There were two chefs, and only one worked at a time.

graph-xray-start = { $model }, forward pass of { $words } tokens. 2 × { $gpu }. Cut: { $here }. Pairs of Send and Recv: { $sends }
graph-xray-one = GPU 1: { $done } of { $cards } operators done. GPU 2 idle
graph-xray-one-done = GPU 1: { $cards ->
    [one] { $cards } operator
   *[other] { $cards } operators
} done at { $time }
graph-xray-wait = Neither GPU computes. Both wait for the { $link } transfer
graph-xray-waited = Neither GPU computed for { $time }
graph-xray-second = GPU 2: started at { $time }, { $cards ->
    [one] { $cards } operator
   *[other] { $cards } operators
}
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
graph-figure-back-formula = across going forward + on the way back
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

graph-act-usual = The recipe is laid out as cards: left of the knife chef 1's, right of it chef 2's.
graph-act-usual-xray = The model's operators, divided between two GPUs where two layers meet.
graph-act-usual-button = Cut here and cook
graph-act-knife = Move the knife, and another amount crosses. Where is it most?
graph-act-knife-xray = Move the cut, and Send and Recv carry another amount. Where is it most?
graph-act-knife-button = Next: move the knife
graph-act-knife-go = Cut it there
graph-act-words = Most of it was the table of matches. How much is it with half the words?
graph-act-words-xray = Most of it was the attention scores. How much is it with half the tokens?
graph-act-words-button = Next: half the words
graph-act-words-go = Cook half the words
graph-act-turn = Your turn: two knives, three chefs. Even work, little crossing. How near the best?
graph-act-turn-xray = Your turn: two cuts, three GPUs. Balance the compute, keep the traffic low.
graph-act-turn-button = Your turn
graph-act-turn-go = Cut here and cook
graph-task-met = Done: a bowl every { $pace }. None of { $n } pairs of cuts is faster.
graph-task-met-xray = Done: a pace of { $pace }, the best of { $n } pairs of cuts.
graph-task-work = Chef { $chef } has { $share } of the work, and a bowl takes { $times } times the best. Give chef { $chef } less.
graph-task-work-xray = GPU { $chef } has { $share } of the compute, and the pace is { $times } times the best. Give GPU { $chef } less.
graph-task-road = Nobody cooks too long. Handing over makes it { $times } times the best: cut where little crosses.
graph-task-road-xray = Nothing computes too long. Traffic makes it { $times } times the best: cut where little crosses.
graph-task-bound = best of { $n } pairs
graph-cut = { $a } | { $b }
graph-kept-words = { $n } words
graph-hand-knife = Knife
graph-hand-words = Words
graph-hand-link = Way between the two
graph-hand-cut = { $here }, { $bytes }
graph-hand-many = { $n } words
graph-hand-crosses = crosses { $bytes }
graph-hand-time = done in { $time }
graph-chart = What crosses if it is cut there
graph-chart-work = Work
graph-chart-share = Chef { $chef } { $share }

graph-first = First of two knives
graph-first-help = Where the first knife goes when there are two: three places a layer, counted from the beginning.
graph-second = Second knife
graph-second-help = Where a second knife goes, for a third chef: three places a layer, counted from the beginning. 0 is none.
graph-knives-order = The second knife goes right of the first, before the end of the recipe.
graph-hand-first = First knife
graph-hand-second = Second knife
graph-hand-pace = { $time } a bowl
graph-three-opening = The recipe of { $model } is { $cards } cards. Three chefs make one bowl of { $words } words.
graph-three-goal = Two knives can be put in { $n } pairs of places. Each was weighed: the chef with most to do, in cooking, sending and taking in, sets the pace.
graph-three-kept = knives in layers { $a }, { $b }
graph-three-bars = A bowl every … Best and worst of { $n } pairs of cuts
graph-three-worst = worst
graph-three-yours = yours
graph-three-least = best
graph-three-case = { $a } and { $b }
graph-three-gate = Two knives can be put in { $n } pairs of places. How many times as slow as the best pair is the worst?
graph-three-verdict = With the best pair there is a bowl every { $best }, with the worst every { $worst }: { $ratio } times as slow. The work is the same.
graph-beat-three = One knife is { $a }, one { $b }. Three chefs cook in turn.
graph-xray-three = Two cuts: { $a }; { $b }. Three pipeline stages, one micro-batch
graph-beat-three-next = Chef { $chef } began at { $time }, when all that crosses the knife had come.
graph-xray-three-next = GPU { $chef } started at { $time }
graph-beat-three-bound = The work is { $first }, { $second } and { $third }. This would give a bowl every { $pace }; the best of { $n } pairs of cuts, every { $best }.
graph-xray-three-bound = Compute { $first } / { $second } / { $third }; pace { $pace }, best of { $n } pairs { $best }
graph-beat-three-best = The work is { $first }, { $second } and { $third }, with a bowl every { $pace }. Of { $n } pairs of cuts none is better.
graph-xray-three-best = Compute { $first } / { $second } / { $third }; pace { $pace }: the best of { $n } pairs
graph-beat-three-end = Done after { $time }. { $bytes } crossed the knives.
graph-xray-three-end = Forward pass { $time }; { $bytes } sent
graph-figure-three-pace = A bowl every
graph-figure-three-pace-formula = work of the busiest chef + what it sends and takes in
graph-figure-three-pace-filled = { $work } + { $send } = { $pace } ms
graph-figure-three-pace-source = Chef { $chef } has most to do. All { $n } pairs of places were weighed so: best { $best }, worst { $worst }. It holds when many bowls follow and a chef does not cook while it sends.
graph-figure-three-sent = What crosses
graph-figure-three-sent-formula = from chef 1 to 2 + from 2 to 3 + from 1 to 3
graph-figure-three-sent-filled = { $a } + { $b } + { $c } = { $bytes }
graph-figure-three-sent-source = Each thing is sent once to each chef who uses it.
graph-three-share-xray = GPU { $chef } { $share }
graph-three-bars-xray = Pace of a micro-batch. Best and worst of { $n } pairs of cuts
