# Por qué se rechazó o se detuvo una simulación.
sim-too-many-tasks = Esta corrida tiene { $tasks } tareas; caben como máximo { $limit }. Toma menos GPUs, microlotes o trozos.
sim-too-many-events = La corrida se detuvo después de { $limit } eventos. Toma menos GPUs, microlotes o trozos.
sim-too-much-work = La corrida se detuvo: sus transferencias coinciden en tantos enlaces y tan seguido que hallar sus velocidades tomó { $limit } pasos. Toma menos GPUs u otro algoritmo.
sim-too-much-memory = Esta corrida necesitaría más de { $mib } MiB de memoria. Toma menos GPUs, microlotes o trozos.
sim-too-long = La tarea { $task } terminaría más tarde de lo que el reloj puede contar (unos 100 días). Toma menos datos o enlaces más rápidos.
sim-dependency-order = La tarea { $task } espera a la tarea { $dep }, que no viene antes.
sim-no-such-gpu = La tarea { $task } nombra la GPU { $gpu }, que no existe.
sim-no-such-route = La tarea { $task } nombra la ruta { $route }, que no existe.
sim-no-such-link = La ruta { $route } cruza el enlace { $link }, que no existe.
sim-bad-share = La ruta { $route } le da al enlace { $link } una parte que no es un número mayor que cero.
sim-no-rate = La ruta { $route } no tiene ancho de banda: nada de lo que se envíe por ella llegaría.
