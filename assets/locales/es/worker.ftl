# La simulación tras bastidores.
worker-busy = Calculando…
worker-label = Cuánto está calculado
worker-share = { $percent } %
worker-share-runs = { $percent } %, { $done } de { $all } corridas listas
worker-telling = Todo calculado: ahora se arman las escenas
worker-stop = Detener, y dejar lo que había
worker-again = El cálculo se quedó callado; empieza de nuevo
worker-silent = El cálculo se quedó callado dos veces, y no llega.
worker-silent-again = Intentar otra vez
worker-silent-here = Calcularlo en la página, que mientras tanto no se mueve
