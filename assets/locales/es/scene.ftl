# Palabras dibujadas en el escenario. Cortas.
scene-scale = 1 s aquí =
scene-slow = lento
scene-compressed = abreviado
scene-state-wait = espera
scene-state-comm = envía
scene-state-done = listo
scene-stage = Etapa { $n }
scene-work-wash = lava
scene-work-peel = pela
scene-work-cut = corta
scene-work-fry = fríe
scene-work-simmer = cuece
scene-work-strain = cuela
scene-work-season = sazona
scene-work-serve = sirve
scene-layers = receta, capas { $first }–{ $last }
scene-label-nvlink = Túnel privado, NVLink ×{ $lanes } · { $rate }
scene-label-pcie = Pasillo común, PCIe · { $rate }
scene-label-infiniband = Tren expreso, InfiniBand · { $rate }
scene-label-ethernet = Calle, Ethernet · { $rate }
scene-chef-way = { $link }, por chef: { $rate }
scene-switch-adds = NVSwitch que suma
scene-chef-rate = por chef: { $rate }
scene-gpu-rate = por GPU: { $rate }
scene-way-corridor = Pasillo común
scene-way-tunnels = Túneles privados
scene-way-exchange = Central telefónica
scene-way-adder = Central que suma
scene-way-rails = Tren expreso
scene-way-street = Cocinas en una calle
scene-done-at = listo a los
scene-own = los nuestros
scene-own-xray = nuestras GPUs
scene-to-go = faltan:
scene-label-exchange = Central telefónica, NVSwitch · NVLink ×{ $lanes } · { $rate }
scene-share = % = parte de la velocidad de la ficha técnica
scene-shared-carts = Carritos en un mismo tramo:
scene-shared-flows = Flujos en un mismo enlace:

# El relevo es también la imagen de la primera página.
pipeline-stage-step = Paso { $n }: { $schedule }
pipeline-stage-out-of-memory = sin memoria, +{ $n } GB
pipeline-stage-layers = capas { $first }–{ $last }
