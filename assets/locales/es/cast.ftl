# Capítulo 1: el elenco. Un paso en dos cocinas, en el que cada quien hace lo suyo.
cast-title = ¿Quién es quién?
cast-hook = Dos cocinas mejoran la misma receta en un paso. Todos y todo llevan una etiqueta con su nombre de cocina y el verdadero.
cast-text-1 = Un chef es una GPU, una cocina es un servidor. Dos chefs se reparten las páginas de la receta y se pasan tazones de uno a otro.
cast-text-2 = Después de la cata vuelven por donde vinieron y anotan en un informe qué cantidades cambiar. Para eso guardaron en el estante un frasco de cada plato a medio hacer.
cast-text-3 = Las cocinas tienen ingredientes distintos, así que sus informes no coinciden. Una reunión por la calle los suma; todos ven la misma suma y corrigen la página de la misma manera.
cast-text-4 = Cada frasco, cada tazón y cada papelito se mueve cuando el cálculo lo dice, y a esa velocidad. Lo que hay en un frasco cambia de un capítulo a otro; por eso también se nombra.
cast-not-like-1 = Un plato de verdad se acaba al comerlo. Aquí lo que queda no es el plato, sino una receta mejor.
cast-not-like-2 = Un chef de verdad, con las manos libres, ayuda a su vecino. Una GPU hace lo que está escrito, en ese orden.
cast-not-like-3 = Cómo llegan las cajas a la puerta de atrás no se simula. El paso empieza con los ingredientes ya en su sitio.
cast-teacher-goal = Meta: contar en orden un paso de entrenamiento (forward, pérdida, backward, all-reduce, actualización), con el nombre de quien hace cada cosa.
cast-teacher-question-1 = Pregunta 1: mientras el chef 1 espera, ¿quién hace qué? ¿Podría terminar el paso sin ellos?
cast-teacher-question-2 = Pregunta 2: sin la reunión, cada cocina corregiría sus propias páginas. ¿Cómo serían las dos recetas en el paso siguiente?
cast-teacher-time = Tiempo: 10 minutos (2 para verlo una vez, 2 para adivinar, 6 para volver a contarlo con las etiquetas tapadas).

cast-opening-1 = Hay { $kitchens } cocinas y { $chefs } chefs en total. Las dos cocinas tienen la misma receta.
cast-opening-2 = En cada cocina, dos chefs se reparten sus { $pages } páginas y se pasan { $bowls } tazones.
cast-opening-3 = Cocinar, probar, sumar los informes, corregir las páginas: eso es un paso, y toma { $time }.

cast-beat-start = Llegaron cajas a la puerta de atrás de { $kitchens } cocinas: ingredientes para { $bowls } tazones en cada una, y no son los mismos.
cast-beat-cook = Los chefs 1 y 3 cocinan las páginas 1 a { $last } de la receta (forward).
cast-beat-cooked = Los primeros tazones pasaron las páginas 1 a { $last } a los { $time }.
cast-beat-bowl = El tazón 1 va del chef 1 al chef 2: por túneles privados, que une la central.
cast-beat-bowl-came = El chef 2 recibió el tazón 1 a los { $time }. Las otras páginas son suyas.
cast-beat-shelf = Frascos en el estante del chef 1 ahora: { $n }. Guardan el plato a medio hacer para el informe.
cast-beat-taste = El chef 2, que tiene la última página, está probando. Lo que falta para el ideal se vuelve un número (la pérdida).
cast-beat-tasted = El chef 2 ya había probado a los { $time }. Lo que falta para el ideal ya es un número (la pérdida).
cast-beat-report = El chef 2 escribe un informe: qué cantidades cambiar, y hacia dónde (backward).
cast-beat-written = El chef 2 terminó el informe del tazón 1 a los { $time }.
cast-beat-wait = El chef 1 tiene las manos vacías desde los { $from }. No hay nada que hacer hasta que algo vuelva del chef 2.
cast-beat-waited = El chef 1 esperó desde los { $from } hasta los { $time } a que algo volviera del chef 2.
cast-beat-back = El informe del tazón 1 vuelve al chef 1, por los mismos túneles.
cast-beat-back-came = El chef 1 lo recibió a los { $time }. Ahora le toca escribir sobre sus propias páginas.
cast-beat-meet = Los chefs { $a } y { $b } están en reunión: los papelitos de sus informes salen por el pasillo y van por la calle.
cast-beat-met = Los chefs { $a } y { $b } tenían la misma suma de sus informes a los { $time }.
cast-beat-edit = El chef { $chef } vio la suma y mueve un poquito los números de sus páginas.
cast-beat-edited = El chef { $chef } había corregido sus páginas a los { $time }.
cast-beat-end = Los { $n } chefs corrigieron sus páginas. El paso tomó { $time }, y las dos recetas vuelven a ser iguales.
cast-xray-start = { $kitchens } servidores ({ $machine }) con { $bowls } microlotes cada uno, { $tokens } tokens en cada microlote
cast-xray-shelf = Activaciones guardadas en la HBM de la GPU 1: { $bytes }
cast-xray-taste = GPU 2: proyección al vocabulario y pérdida, { $time }
cast-xray-wait = GPU 1: inactiva desde los { $from } (burbuja del pipeline)
cast-xray-waited = GPU 1: inactiva de los { $from } a los { $time } (burbuja del pipeline)

cast-gate = ¿Qué porcentaje del paso pasa el chef 1 cocinando o escribiendo?
cast-verdict = En un paso de { $step }, el chef 1 tuvo algo entre manos el { $share }. Con los cuatro en una sola cocina el paso toma { $shorter }, y la parte es { $together }. Entonces nada va por la calle, y la espera es más corta.
cast-case-two = Dos cocinas
cast-case-one = Los cuatro en una cocina
cast-nobody = No hay nadie en la cocina.

cast-figure-share = Parte del paso en que trabaja el chef 1
cast-figure-share-formula = (cocinar + informe + reescribir) ÷ paso
cast-figure-share-filled = ({ $cook } + { $write } + { $edit }) ms ÷ { $step } ms = { $value }
cast-figure-wait = Tiempo que espera el chef 1
cast-figure-wait-value = { $value } ms
cast-figure-wait-formula = paso − tiempo de trabajo
cast-figure-wait-filled = { $step } − { $busy } = { $value } ms
cast-figure-ways = El túnel de un chef ÷ su calle
cast-figure-ways-value = { $ratio } veces
cast-figure-ways-formula = NVLink en un sentido ÷ tarjeta de red en un sentido
cast-figure-ways-filled = { $tunnel } ÷ { $street } = { $ratio }
cast-figure-ways-source = Los dos según la ficha técnica. Cada chef tiene su propia tarjeta de red.
cast-figure-shelf = Lo que carga el estante del chef 1
cast-figure-shelf-value = { $value } GB (de { $whole } GB)
cast-figure-shelf-formula = pesos, gradientes, estado del optimizador + frascos × activaciones
cast-figure-shelf-filled = { $state } + { $n } × { $jar } = { $value } GB
cast-figure-shelf-source = 16 bytes por parámetro; activaciones según arXiv:2205.05198, con la atención calculada de nuevo.

cast-act-who = Dos cocinas. Toca a quien quieras para saber sus dos nombres.
cast-act-who-xray = Dos servidores. Toca una pieza para saber sus dos nombres.
cast-act-who-button = Preguntar nombres
cast-act-who-go = Que cocinen
cast-act-step = El tazón pasa al chef 2, que cocina, prueba y empieza un informe.
cast-act-step-xray = Las activaciones pasan a la GPU 2: forward, la pérdida, y empieza backward.
cast-act-step-button = Sigue: la cata
cast-act-meet = Los informes de las cocinas no coinciden. Los suman y reescriben igual sus páginas.
cast-act-meet-xray = Los gradientes de los servidores no coinciden. Se suman, y la actualización es la misma.
cast-act-meet-button = Sigue: la reunión
cast-act-turn = Tu turno: di cada nombre antes de tocar, y luego mira el paso otra vez.
cast-act-turn-xray = Tu turno: di el nombre de cocina antes de tocar.
cast-act-turn-button = Tu turno
cast-act-turn-go = Otra vez desde el principio
cast-shown-none = El nombre de nadie
cast-hand-name = { $own } = { $other }
cast-param-shown = De quién se ve el nombre
cast-param-shown-help = Quién o qué lleva una etiqueta desde el principio.
