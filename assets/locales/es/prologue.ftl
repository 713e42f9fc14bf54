# El primer minuto: un plato, por un chef, por dos, y en tazones.
prologue-title = El primer minuto
prologue-hook = Un mismo plato lo cocina un chef, luego dos, y luego dos con tazones. ¿Tardan dos la mitad?
prologue-text = El libro es un modelo, el plato un lote de texto. Un chef lo cocina siguiendo el libro, de la primera página a la última. Aquí todavía no se aprende nada: cómo el sabor del plato reescribe el libro se cuenta desde el capítulo 3.
prologue-not-like = Un cocinero de verdad puede pasar medio plato. Una GPU no entrega nada hasta terminarlo todo, a menos que se haya repartido antes.
prologue-teacher-goal = Meta: más manos por sí solas no van más rápido; otro reparto del trabajo, sí. Se aprende por la diferencia con lo que uno adivinó.
prologue-teacher-question = Pregunta: con 8 tazones, ¿qué pasa con la espera? ¿Llega alguna vez a cero?
prologue-teacher-time = Toma 1 minuto. Que todos muestren su respuesta con la mano antes de que empiecen los dos chefs.

prologue-gate = Llega otro chef. ¿El doble de rápido?
prologue-gate-twice = El doble de rápido
prologue-gate-little = Un poco más rápido
prologue-gate-same = Igual de rápido
prologue-verdict = { $one } un chef solo, { $two } con { $chefs } chefs. Cada uno tiene medio libro, pero hay un solo plato: mientras uno cocina, el otro espera.
prologue-case-one = Un chef
prologue-case-two = Dos chefs, un plato

prologue-beat-one = Un chef, una olla. El chef es una GPU.
prologue-beat-cooked = Un chef tarda { $time }.
prologue-beat-same = Dos chefs: { $time }. En todo momento uno de ellos esperaba.
prologue-beat-two = Dos chefs, todavía un solo plato. Cada uno tiene medio libro.
prologue-xray-two = 2 GPUs, cada una con la mitad de las capas, un lote.
prologue-beat-end = En { $bowls ->
    [one] { $bowls } tazón
   *[other] { $bowls } tazones
}: { $time }, { $gain } veces la velocidad. La espera aún se lleva { $idle }.
prologue-xray-cooked = 1 GPU, { $layers } capas, { $sequences } secuencias × { $tokens } tokens: { $time }.
prologue-xray-same = 2 GPUs, cada una con la mitad de las capas: { $time }. En todo momento calculaba 1 GPU.
prologue-xray-end = { $bowls } microlotes: { $time }, { $gain } veces la velocidad. La burbuja es del { $idle }.

prologue-figure-gain = Más rápido con tazones
prologue-figure-gain-formula = tiempo de un chef ÷ tiempo con tazones
prologue-figure-gain-filled = { $one } ms ÷ { $now } ms = { $gain } veces
