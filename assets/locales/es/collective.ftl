# Las operaciones colectivas y sus algoritmos. Las operaciones llevan los nombres del oficio, en inglés.
algorithm-auto = automático
algorithm-ring = anillo
algorithm-tree = árbol
algorithm-double-binary-tree = árbol binario doble
algorithm-direct = directo
algorithm-in-network = en la red
algorithm-hierarchical = jerárquico
algorithm-halving-doubling = mitades y dobles
algorithm-pairwise = por pares
algorithm-binomial = árbol binomial
algorithm-pat = PAT (árboles paralelos agregados)
algorithm-in-fabric = sumas en la red (SHARP)

collective-no-ranks = El grupo no tiene ninguna GPU.
collective-bad-group = La GPU { $gpu } no está en este clúster, o se nombra dos veces.
collective-unsupported = { $op } no se puede hacer con el algoritmo «{ $algorithm }» en este clúster. Prueba «auto».
collective-too-large = Este algoritmo necesitaría { $moves } transferencias; el límite es { $limit }. Elige menos GPUs, u otro algoritmo.
collective-no-in-network = Los switches de este sistema no saben sumar. Las sumas en la red necesitan NVSwitch 3 o más nuevo.
collective-no-in-fabric = Los switches entre estos servidores no suman (SHARP), o ninguna tarjeta tiene su par en cada servidor. Pide switches que sumen, o elige otro algoritmo.
collective-split = Mensajes desiguales entre { $n } GPUs: el sesgo va de 1 a { $n }, y una tabla de tamaños tiene una fila y una columna por GPU.
collective-size = Los búferes de todas las GPUs juntas son demasiado grandes para contarlos en 64 bits. Elige menos bytes.
collective-grid = Las dimensiones deben multiplicarse hasta { $n } GPUs; mitades y dobles necesita una potencia de dos, y los árboles van en la última dimensión. Hay como máximo 16.
collective-uneven = Los switches que suman dentro de los servidores pasan sus sumas a sus pares de los otros, así que todos deben tener el mismo número de GPUs. Elige otro algoritmo, o el mismo número en todos.

# El límite del tiempo de una reunión; lo usan dos capítulos.
meeting-time-source = El límite que pone el ancho de banda solo (Thakur et al., 2005; árboles: Sanders et al., 2009). B es lo que un chef puede enviar de verdad a la vez. Lo demás es latencia y reparto.
meeting-time-switch-source = El límite que pone el ancho de banda solo (Klenk et al., 2020). B es la velocidad de los flujos hacia la central que suma, del registro. Lo demás es latencia.
