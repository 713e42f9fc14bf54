# Capítulo 2: servir y aprender: inferencia y entrenamiento.
two-faces-title = Una receta, un día para servir y un día para aprender
two-faces-hook = Dos chefs con manos iguales y estantes iguales abren la misma receta. Uno responde a los comensales, el otro aprende de las mismas palabras.
two-faces-text-1 = El chef que responde lee primero el pedido completo (prefill). Después la respuesta sale palabra por palabra (decode; una palabra es un token). Para cada palabra se trae del estante la receta entera, de la primera página a la última.
two-faces-text-2 = Una palabra que ya pasó no hace falta resolverla otra vez: unas notas sobre ella van a un frasco del estante. Son las claves y los valores (la caché KV). Crecen con cada palabra.
two-faces-text-3 = El chef que aprende cocina a la ida, escribe a la vuelta el informe (el gradiente), y reescribe la receta con un lápiz. El lápiz necesita cuadernos: una copia con letra más fina, y dos promedios de las correcciones hasta ahora.
two-faces-text-4 = Qué tan rápida es la mano, qué tan rápido entrega el estante: quién hace esperar a quién depende de cuántas veces se mueve la mano por cada byte traído. El techo de la pizarra (el roofline) dibuja los dos límites.
two-faces-not-like-1 = Un chef de verdad se sabe la receta de memoria. Una GPU no: para cada palabra trae del estante todas las páginas.
two-faces-not-like-2 = En una cocina de verdad, cien platos dan mucho más trabajo que uno. A la mano de una GPU le sobra tiempo, y una página ya traída les sirve a los cien.
two-faces-not-like-3 = Nadie piensa una palabra. Es lo que dicen los números al final de una fila de productos de matrices.
two-faces-teacher-goal = Meta: comparar inferencia y entrenamiento por su tiempo, su aritmética y su memoria, y ver que la inferencia de todos los días espera a la memoria, no a la aritmética.
two-faces-teacher-question-1 = Pregunta 1: pasa de 1 comensal a 8, 100 y 512. ¿Desde dónde tarda más una palabra? ¿Cómo se mueve el punto en la pizarra?
two-faces-teacher-question-2 = Pregunta 2: toma una H100. ¿Qué le pasa al estante del chef que aprende? ¿A qué se podría renunciar para que todo quepa?
two-faces-teacher-time = Tiempo: 20 minutos (3 para adivinar, 7 para las corridas, 10 para conversar sobre el techo).

two-faces-opening-1 = { $model } en dos { $gpu }: la izquierda responde, la derecha aprende.
two-faces-opening-2 = Cada palabra de la respuesta trae { $gb } GB del estante y tarda { $time }.
two-faces-opening-3 = En el estante: { $answers } GB para responder, { $learns } GB para aprender.

two-faces-beat-start = La misma receta, manos iguales. Comensales a la izquierda: { $guests }. A la derecha, para aprender, las { $prompt } palabras de un comensal.
two-faces-beat-first = A los { $time } el chef de la izquierda tenía la primera palabra. El pedido tiene { $prompt } palabras, y se leyó de una vez.
two-faces-beat-word = La palabra 2 tardó { $time }. Solo para ella se trajeron del estante { $gb } GB.
two-faces-beat-word-many = La palabra 2 tardó { $time } para los { $guests } comensales. Traído del estante, para todos juntos: { $gb } GB.
two-faces-beat-wait = El tiempo de la palabra { $n }: { $memory } esperando al estante, { $arithmetic } de trabajo de la mano, { $starts } entre un paso y otro.
two-faces-beat-back = El chef de la derecha terminó la ida a los { $forward } y va ya de vuelta, escribiendo el informe.
two-faces-beat-back-done = El informe de la derecha está escrito. La ida tardó { $forward }, la vuelta { $backward }.
two-faces-beat-update = El chef de la derecha tiene el lápiz. Para reescribir cada página, { $gb } GB van y vienen del estante.
two-faces-beat-now = Palabras a la izquierda: { $n } de { $all }. Pasadas hechas a la derecha: { $done } de 3.
two-faces-xray-now = Tokens generados: { $n }/{ $all }. Fases hechas del paso de entrenamiento: { $done }/3
two-faces-beat-update-done = La receta de la derecha está reescrita. Mover { $gb } GB tardó { $update }.
two-faces-beat-floor = Aprender necesita { $learns } GB, en el estante caben { $hbm } GB. La corrida sigue con { $over } GB apilados encima. Una GPU de verdad se detiene aquí.
two-faces-beat-shelf = Para responder bastan { $answers } GB. Para aprender la misma receta, el estante debe cargar { $learns } GB.
two-faces-beat-keys = Palabras de cada comensal: { $tokens }. Claves y valores en el estante: { $mb } MB, y { $step } MB más con cada palabra.
two-faces-beat-roof = Por cada byte traído la mano se mueve { $word } veces para una palabra (izquierda), { $forward } veces a la ida (derecha). Por debajo de { $ridge }, espera al estante.
two-faces-beat-served = El chef de la izquierda lleva dichas { $words } palabras a los { $time }. Traído para ellas: { $gb } GB en total.
two-faces-beat-read = Leer los pedidos de { $guests } comensales tardó { $read }, las { $words } palabras después de la primera { $rest }. Con tantos, manda la lectura.
two-faces-beat-learned = El paso de la derecha terminó a los { $time }. De eso, reescribir tardó { $update }.
two-faces-beat-end = Palabra por palabra, aprender es { $ratio } veces el trabajo de leer. Sean cuantas sean, la receta se reescribe una vez por paso: { $update }.

two-faces-xray-start = { $model }, 2 × { $gpu }, 16 bits. Izquierda: inferencia (lote { $guests }, prompt de { $prompt } tokens), derecha: un paso de entrenamiento
two-faces-xray-first = Prefill: { $time }, { $flops }, { $rate }
two-faces-xray-word = Una pasada de decode: { $time }, HBM { $gb } GB, { $flops }, { $intensity } FLOP/B
two-faces-xray-wait = Pasada de decode del token { $n }: { $memory } esperando a la HBM, { $arithmetic } a la aritmética, { $starts } entre kernels
two-faces-xray-back = Forward listo a los { $forward }. GPU 2: backward
two-faces-xray-back-done = Forward { $forward }, backward { $backward }
two-faces-xray-update = GPU 2: la actualización de Adam. Lee y escribe { $gb } GB de HBM
two-faces-xray-update-done = Actualización lista: { $update }, HBM { $gb } GB
two-faces-xray-floor = El entrenamiento necesita { $learns } GB, la HBM tiene { $hbm } GB: faltan { $over } GB. Calculado como si cupiera
two-faces-xray-shelf = Inferencia { $answers } GB, entrenamiento { $learns } GB
two-faces-xray-keys = Caché KV: { $tokens } tokens por secuencia, { $mb } MB en total, { $step } MB con cada token
two-faces-xray-roof = Decode { $word }, forward { $forward } FLOP/B. La cresta: { $ridge } ({ $peak } ÷ { $rate })
two-faces-xray-served = { $words } tokens listos: { $time }, HBM { $gb } GB en total
two-faces-xray-read = Lote { $guests }: prefill { $read }, { $words } decodes { $rest }. El prefill es lo más largo
two-faces-xray-learned = Paso de entrenamiento listo: { $time }, de ellos la actualización { $update }
two-faces-xray-end = Token por token, entrenar es { $ratio } veces la aritmética de la inferencia. Una actualización por paso, sea cual sea el lote: { $update }

two-faces-gate = De 1 comensal a { $many }: ¿por cuánto se multiplica lo que tarda una palabra de la respuesta?
two-faces-verdict = Corren los dos: con 1 comensal una palabra tarda { $one }, con { $many } comensales { $all }: { $ratio } veces. Una página ya traída les sirve a todos.
two-faces-case = Comensales: { $guests }, tras la primera palabra
two-faces-nobody = No hay nadie a quien responder.

two-faces-figure-word = Una palabra de la respuesta (comensales: { $guests })
two-faces-figure-word-formula = espera al estante + trabajo de la mano + entre un paso y otro
two-faces-figure-word-filled = { $memory } + { $arithmetic } + { $starts } = { $time } ms
two-faces-figure-word-source = Del registro, la segunda palabra. Cada producto de matrices y cada atención tarda lo que tarde lo más lento entre aritmética y memoria, y pasan 5 µs entre un trabajo y el siguiente. Las constantes se ajustaron con la mitad de las mediciones publicadas.
two-faces-figure-measured = Junto a una medición publicada (1 comensal)
two-faces-figure-measured-value = Simulado { $simulated }, medido { $measured }
two-faces-figure-measured-formula = 1 ÷ palabras por segundo
two-faces-figure-measured-filled = 1 ÷ { $tokens } = { $measured }
two-faces-figure-measured-source = { $source }. Simulado: el promedio de una respuesta de { $output } palabras a un pedido de { $prompt }.
two-faces-figure-rate = Qué tan rápido entrega el estante
two-faces-figure-rate-formula = traído para una palabra ÷ tiempo de una palabra
two-faces-figure-rate-filled = { $gb } GB ÷ { $time } = { $rate }
two-faces-figure-rate-source = Según la ficha técnica { $nominal }. No se alcanza porque entre un paso y otro no se trae nada.
two-faces-figure-work = Trabajo de aprender ÷ trabajo de leer (las mismas { $prompt } palabras)
two-faces-figure-times = { $ratio } veces
two-faces-figure-work-formula = (ida + vuelta + reescribir) ÷ leer el pedido
two-faces-figure-work-filled = ({ $forward } + { $backward } + { $update }) ÷ { $one } = { $ratio } (en TFLOP)
two-faces-figure-work-source = La vuelta es el doble de la ida. La ida es un poco más que leer el pedido porque se revisa cada palabra, no solo la última.
two-faces-figure-step = Un paso de aprendizaje
two-faces-figure-step-formula = ida + vuelta + reescribir
two-faces-figure-step-filled = { $forward } + { $backward } + { $update } = { $time } ms
two-faces-figure-gb = { $gb } GB
two-faces-figure-answers = El estante que responde (comensales: { $guests }, en su momento más lleno)
two-faces-figure-answers-formula = receta + claves y valores + tazones
two-faces-figure-answers-filled = { $recipe } + { $keys } + { $bowls } = { $all } GB
two-faces-figure-answers-source = 2 bytes por cada número de la receta. Claves y valores: { $step } MB por palabra, para todos los comensales.
two-faces-figure-learns = El estante que aprende (en su momento más lleno)
two-faces-figure-learns-formula = receta + informe + cuadernos + tazones
two-faces-figure-learns-filled = { $recipe } + { $report } + { $notebooks } + { $bowls } = { $all } GB
two-faces-figure-learns-source = Por cada número 2 bytes de receta, 2 de informe, 12 de cuadernos (una copia en 32 bits y los dos promedios de Adam). El estante: { $hbm } GB.
two-faces-figure-ridge = Desde dónde la mano ya no espera al estante
two-faces-figure-intensity = { $value } movimientos por byte
two-faces-figure-ridge-formula = límite de la mano ÷ límite del estante
two-faces-figure-ridge-filled = { $peak } ÷ { $rate } = { $ridge }
two-faces-figure-ridge-source = El roofline de la ficha técnica (Williams et al., 2009). Una palabra a la izquierda: { $word }, la ida a la derecha: { $forward }, reescribir: { $update }.

two-faces-side-answers = Responde
two-faces-side-learns = Aprende
two-faces-side-inference = Inferencia
two-faces-side-training = Entrenamiento
two-faces-side-guests = comensales: { $n }
two-faces-side-text = de { $n } palabras
two-faces-side-batch = lote { $n }
two-faces-side-tokens = { $n } tokens
two-faces-now-prefill = el pedido
two-faces-now-word = palabra { $n }
two-faces-now-forward = ida
two-faces-now-backward = vuelta
two-faces-now-update = reescribe
two-faces-now-done = listo
two-faces-now-update-xray = update
two-faces-hand = Mano
two-faces-shelf = Estante
two-faces-part-recipe = receta
two-faces-part-keys = frascos
two-faces-part-report = informe
two-faces-part-notebooks = cuadernos
two-faces-part-bowls = tazones
two-faces-part-weights = pesos
two-faces-part-gradients = grad.
two-faces-part-activations = activ.
two-faces-roof-hand = límite de la mano
two-faces-roof-shelf = límite del estante
two-faces-roof-x = movimientos por byte →
two-faces-roof-y = rapidez de la mano ↑

two-faces-act-one = El chef de la izquierda le responde a un comensal. Cada palabra baja del estante la receta entera.
two-faces-act-one-xray = La GPU de la izquierda atiende una secuencia. Cada token lee todos los pesos.
two-faces-act-one-button = Atender a un comensal
two-faces-act-hundred = Ahora cien comensales, y el mismo chef.
two-faces-act-hundred-xray = Ahora un lote de 100, en la misma GPU.
two-faces-act-hundred-button = Siguen: 100 comensales
two-faces-act-queue = Arrastra el final de la fila. ¿Desde cuántos comensales tarda más una palabra?
two-faces-act-queue-xray = Arrastra el final de la fila. ¿Desde qué lote tarda más un decode?
two-faces-act-queue-button = Sigue: arrastrar la fila
two-faces-act-queue-go = Atender a esta fila
two-faces-act-learn = El chef de la derecha aprende de 2,048 palabras: ida, vuelta con un informe, y reescribir.
two-faces-act-learn-xray = La GPU de la derecha da un paso de entrenamiento con 2,048 tokens.
two-faces-act-learn-button = Sigue: aprender
two-faces-act-turn = Tu turno: en dos GPUs, halla la fila cuyo punto llega al codo del techo.
two-faces-act-turn-xray = Tu turno: en dos GPUs, halla el lote cuyo punto llega a la cresta.
two-faces-act-turn-button = Tu turno
two-faces-act-turn-go = Atender a esta fila
two-faces-hand-queue = Fila de comensales
two-faces-hand-gpu = Mano y estante del chef (GPU)
two-faces-hand-word = una palabra { $time }
two-faces-param-text = Palabras para aprender
two-faces-param-text-help = Tokens de los que aprende el chef de la derecha en un paso. Un entrenamiento suele tomar textos más largos, y más.
two-faces-beat-start-text = La misma receta, las mismas manos. La izquierda le responde a { $guests ->
    [one] un comensal
   *[other] { $guests } comensales
}, la derecha aprende de un texto de { $words } palabras.
two-faces-hand-point = Trabajo bajo el techo
