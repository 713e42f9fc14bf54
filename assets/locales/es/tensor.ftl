# Capítulo 6: dos chefs, una olla: paralelismo tensorial.
tensor-title = Una olla, cocinada por partes y sumada
tensor-hook = A veces el especiero es tan grande que un solo paso es demasiado para un chef. Entonces varios chefs comparten una olla, y al final suman el sabor.
tensor-text-1 = Una olla lleva dos pasos de trabajo, con un colador en medio: lo que está bajo cero se vuelve cero. Un número solo se puede colar completo.
tensor-text-2 = Por eso el primer paso se corta por columnas. Los números de las columnas de cada chef salen completos, y puede colarlos sin preguntarle a nadie. El segundo paso se corta igual, por filas.
tensor-text-3 = Después, cada plato es una parte del guiso. Suma todos los platos, y el sabor es exactamente el de un guiso cocinado por uno solo. Así que hace falta una reunión que sume.
tensor-text-4 = Cada capa tiene una reunión a la ida y otra a la vuelta. Si el camino entre los chefs es lento, las manos se detienen cada vez.
tensor-not-like-1 = No revuelven en una misma olla. Cada uno tiene la suya, y solo se suman los números que salen.
tensor-not-like-2 = Sumar los sabores no es una aproximación. Un producto de matrices cortado y sumado da la misma respuesta.
tensor-not-like-3 = Las matrices de verdad tienen de miles a decenas de miles de columnas. Las 8 columnas de la pizarra y los enteros de los papelitos son de una pequeña, cortada de la misma manera.
tensor-teacher-goal = Meta: comprobar con números que un producto cortado por columnas y filas se puede sumar, y que el camino decide cuánto tarda esa reunión.
tensor-teacher-question-1 = Pregunta 1: corta la primera matriz por filas y la segunda por columnas. ¿Cuántas reuniones hacen falta? ¿Por qué van primero las columnas?
tensor-teacher-question-2 = Pregunta 2: con n chefs, cada uno tiene 1/n del trabajo. ¿Qué pasa con la reunión? ¿Desde cuántos chefs ya no conviene uno más?
tensor-teacher-time = Tiempo: 20 minutos (8 para cortar y sumar a mano un producto de 2 por 2, 6 para la corrida, 6 para adivinar y conversar).

tensor-opening-1 = { $n ->
    [one] { $n } chef necesita
   *[other] { $n } chefs juntos necesitan
} { $time } para una capa, ida y vuelta.
tensor-opening-2 = A la ida se suman sumas parciales de { $bytes }. La primera reunión toma { $time }.
tensor-opening-3 = De todo el tiempo, las manos están quietas el { $share }.

tensor-beat-start = Una olla, { $n } chefs. De las especias A a Z, el chef 1 tiene { $spices }.
tensor-beat-start-alone = Una olla, y el chef 1 solo con todas las especias, A a Z.
tensor-beat-columns = Coladas, las columnas del chef 1 son { $row }. Llegó hasta aquí sin preguntarle a nadie. Siguen las mismas filas de B.
tensor-beat-columns-alone = Coladas, las 8 columnas son { $row }. Siguen las filas de B.
tensor-beat-parts = El plato del chef 1 dio { $first }, el del chef 2 { $second }. Cada uno era solo una parte del sabor.
tensor-beat-whole-alone = El plato dice { $z }. Lo cocinó uno solo, así que no hay nada que sumar.
tensor-beat-slip = El chef { $from } le envía al chef { $to } un papelito que dice { $value }. Camino: { $way }.
tensor-beat-slip-switch = El chef { $from } envía a la central un papelito que dice { $value }.
tensor-beat-add = El chef { $to } tenía { $own }. Con los { $got } que llegaron, eso dio { $sum }.
tensor-beat-switch-add = La central sumó los platos de { $n } chefs: { $sum }. El mismo papelito sale para todos.
tensor-beat-wait = Mientras viajan los papelitos, { $n } chefs están quietos.
tensor-beat-agreed = Cada uno de los { $n } platos va ahora en { $z }: el sabor de un guiso cocinado por uno solo. La reunión tomó { $time }.
tensor-beat-back = Empieza la vuelta. El informe se escribe con el mismo corte.
tensor-beat-beside = La segunda reunión sigue mientras se escriben los informes.
tensor-beat-second = La segunda reunión. La vuelta también necesita su suma.
tensor-beat-tail = Las manos terminaron a los { $hands }. La reunión toma { $time } más.
tensor-beat-hidden = La segunda reunión terminó antes que el trabajo. Nadie tuvo que esperarla.
tensor-beat-end = Esta capa tomó { $time }, ida y vuelta. Las manos estuvieron quietas el { $share }.
tensor-beat-end-alone = Esta capa tomó { $time }, ida y vuelta, sin ninguna reunión.
tensor-xray-parts = Sumas parciales calculadas: { $n } GPUs tienen una cada una, del tamaño de la salida
tensor-xray-whole = Producto de matrices calculado, sin sumas parciales
tensor-xray-agreed = All-reduce listo: { $bytes }, { $time }
tensor-xray-tail = El cálculo terminó a los { $hands }. El all-reduce toma { $time } más
tensor-xray-pot-empty = Z: aún sin calcular
tensor-xray-pot-partial = Z: suma parcial por HBM
tensor-xray-pot-whole = Z: misma suma por HBM

tensor-gate = Una olla, cocinada por { $n } chefs en vez de uno. ¿Cuántas veces más rápido?
tensor-verdict = Corren los dos: un chef necesita { $alone }, { $n } chefs { $together }. Eso es { $times } veces la velocidad, y las manos estuvieron quietas el { $share } del tiempo.

tensor-figure-meeting = Reunión de las sumas parciales
tensor-figure-idle = Manos quietas
tensor-figure-idle-formula = 1 − cálculo ÷ (n × total)
tensor-figure-idle-filled = 1 − { $compute } µs ÷ ({ $n } × { $time } µs) = { $value }
tensor-figure-bytes = Cada uno trae, S
tensor-figure-bytes-formula = tokens × ancho oculto × 2 bytes
tensor-figure-bytes-filled = { $tokens } × { $hidden } × 2 B = { $value }
tensor-figure-bytes-source = La salida de una secuencia en 16 bits, cortada como en Megatron-LM (Shoeybi et al., 2019).
tensor-figure-speedup = Cuánto más rápido que uno
tensor-figure-speedup-value = { $times } veces
tensor-figure-speedup-formula = T(1) ÷ T(n)
tensor-figure-speedup-filled = { $alone } ÷ { $together } = { $times } (ideal: { $n })
tensor-figure-speedup-source = También se simuló un chef solo en la misma GPU.
tensor-figure-other = Lo mismo, camino: { $way }
tensor-figure-other-value = { $time } ({ $times } veces)
tensor-figure-other-source = Simulado en { $machine }, con la misma H100. El camino propio de un chef ({ $link }) tiene { $nominal } según la ficha técnica y { $effective } en la simulación.
tensor-opening-machine = El lugar: { $machine }. El camino cambia, la GPU sigue siendo una H100.
tensor-opening-thought = { $machine }. GPUs y enlaces son como se venden; el servidor, no.
tensor-beat-start-thought = Un experimento mental: nadie lo vende cableado así. Una olla, { $n } chefs; de las especias A a Z, el chef 1 tiene { $spices }.
tensor-rack = Especiero
tensor-whole = sabor completo en { $n } de { $all } ollas
tensor-whole-xray = toda Z en { $n } de { $all } GPUs
tensor-rack-xray = Pesos A: { $n } columnas
tensor-beat-sieve = El colador entre los dos pasos: lo que está bajo 0 se vuelve 0. Cortado por columnas, cada número está completo, y cada chef cuela sin preguntarle a nadie.
tensor-beat-sieve-alone = El colador entre los dos pasos: lo que está bajo 0 se vuelve 0.
tensor-beat-slip-done = El papelito del chef { $from }, { $value }, le llegó al chef { $to } a los { $time }.
tensor-beat-slip-switch-done = El papelito del chef { $from }, { $value }, llegó a la central a los { $time }.
tensor-beat-switch-added = La central sumó los platos de { $n } chefs: { $sum }. A los { $time } el papelito ya había vuelto.
tensor-xray-sieve = Función de activación, max(0, ·) en cada valor, no se envía nada, { $time }
tensor-figure-columns = Por qué van primero las columnas
tensor-figure-columns-value = { $apart } ≠ { $whole }
tensor-figure-columns-formula = max(0, a) + max(0, b) ≠ max(0, a + b)
tensor-figure-columns-filled = Corta A por filas, y un número de Y se parte en { $first } y { $second }: colado por partes { $apart }, colado completo { $whole }
tensor-figure-columns-source = Calculado con las matrices pequeñas de los papelitos. Las funciones de activación de verdad (GELU y otras) se portan igual: haría falta otra reunión antes del colador (Shoeybi et al., 2019, sección 3).
tensor-case = { $n } { $n ->
    [one] chef
   *[other] chefs
}

tensor-act-alone = Una olla, especias A a Z, y el chef 1 solo. Recuerda cuánto tarda.
tensor-act-alone-xray = Un bloque MLP, calculado en una GPU.
tensor-act-alone-button = Que cocine solo
tensor-act-eight = Ocho chefs comparten el especiero. Lo de sus ollas se suma por el pasillo.
tensor-act-eight-xray = Ocho GPUs comparten el mismo bloque. Las sumas parciales van por PCIe.
tensor-act-eight-button = Sigue: ocho chefs
tensor-act-road = Los papelitos hicieron fila en el pasillo. Toca el camino para cambiarlo.
tensor-act-road-xray = El all-reduce hizo fila en PCIe. Toca el enlace para cambiarlo.
tensor-act-road-button = Sigue: otro camino
tensor-act-road-go = Tomar la central
tensor-act-why = El especiero se corta en dos, A–M y N–Z. Lee los dos platos: ¿por qué hay que sumarlos?
tensor-act-why-xray = ¿Por qué sumar sumas parciales? Repártelo entre dos GPUs, con números.
tensor-act-why-button = Sigue: leer dos platos
tensor-act-turn = Tu turno: ¿desde cuántos chefs ya no ayuda uno más?
tensor-act-turn-xray = Tu turno: ¿desde cuántas GPUs ya no ayuda una más?
tensor-act-turn-button = Tu turno
tensor-act-turn-go = Cocinar con estos
tensor-kept-alone = { $n ->
    [one] 1 chef
   *[other] { $n } chefs
}
tensor-kept = { $n } chefs, { $way }
tensor-hand-ways = Chefs
tensor-hand-ways-xray = GPUs
tensor-hand-hidden = Ancho de la receta
tensor-hand-hidden-xray = Ancho oculto
tensor-hand-link = Camino de los papelitos
tensor-hand-time = una capa { $time }
tensor-meeting-formula = 2 × (n − 1) ÷ n × S ÷ velocidad del camino + arranques y filas
tensor-meeting-filled = 2 × ({ $n } − 1) ÷ { $n } × { $bytes } ÷ { $rate }: { $carry } + { $rest } = { $value } µs
tensor-meeting-switch-formula = S ÷ velocidad del camino + arranques y filas
tensor-meeting-switch-filled = { $bytes } ÷ { $rate }: { $carry } + { $rest } = { $value } µs
tensor-way-corridor = pasillo
tensor-way-tunnel = túneles
tensor-way-exchange = central
