# The first minute: one dish, by one chef, by two, and in bowls.
prologue-title = The first minute
prologue-hook = One dish is cooked by one chef, by two, and by two with bowls. Are two twice as fast?
prologue-text = The book is one model, the dish a batch of text. A chef cooks it by the book, from the first page to the last. Nothing is learned here yet: how tasting the dish rewrites the book is told from chapter 3 on.
prologue-not-like = A real cook can hand on half a dish. A GPU hands on nothing before all of it is done, unless it was cut beforehand.
prologue-teacher-goal = Goal: more hands alone are no faster, another cut of the work is. The reader learns it from the difference to a guess.
prologue-teacher-question = Question: what becomes of the waiting with 8 bowls? Does it ever reach zero?
prologue-teacher-time = Takes 1 minute. Let everyone show a guess by hand before the two chefs begin.

prologue-gate = A second chef comes. Twice as fast?
prologue-gate-twice = Twice as fast
prologue-gate-little = A little faster
prologue-gate-same = No faster
prologue-verdict = { $one } alone, { $two } with { $chefs } chefs. Each holds half of the book, but there is one dish: while one cooks it, the other waits.
prologue-case-one = One chef
prologue-case-two = Two chefs, one dish

prologue-beat-one = One chef, one pot. The chef is a GPU.
prologue-beat-cooked = One chef takes { $time }.
prologue-beat-same = Two chefs: { $time }. At every moment one of them waited.
prologue-beat-two = Two chefs, still one dish. Each holds half of the book.
prologue-xray-two = 2 GPUs with half of the layers each, one batch.
prologue-beat-end = In { $bowls ->
    [one] { $bowls } bowl
   *[other] { $bowls } bowls
}: { $time }, { $gain } times as fast. Waiting still takes { $idle }.
prologue-xray-cooked = 1 GPU, { $layers } layers, { $sequences } sequences × { $tokens } tokens: { $time }.
prologue-xray-same = 2 GPUs with half of the layers each: { $time }. At every moment 1 GPU computed.
prologue-xray-end = { $bowls } micro-batches: { $time }, { $gain } times as fast. The bubble is { $idle }.

prologue-figure-gain = Faster in bowls
prologue-figure-gain-formula = one chef's time ÷ time with bowls
prologue-figure-gain-filled = { $one } ms ÷ { $now } ms = { $gain } times
