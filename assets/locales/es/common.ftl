# El elenco y cómo se cuenta. Lo usa cada capítulo.
chef-number = Chef { $n }
chef-count = { $n ->
    [one] { $n } chef
   *[other] { $n } chefs
}
value-of = { $name }: { $value }

# Lo que pasa en este mismo instante, cuando la frase de un momento ya terminó.
caption-now = Chefs que trabajan ahora: { $busy } de { $all }. En camino: { $moving }.
caption-ready = Cocinas que ya terminaron: { $done } de { $all }.
caption-ready-xray = Corridas terminadas: { $done }/{ $all }

# Los caminos: su nombre en la cocina y con rayos X.
way-tunnel = túnel privado
way-exchange = central telefónica
way-corridor = pasillo común
way-railway = tren expreso
way-street = calle
link-nvlink = NVLink
link-nvswitch = NVSwitch
link-pcie = PCIe
link-socket = zócalos de CPU
link-infiniband = InfiniBand
link-ethernet = Ethernet

# Líneas de los rayos X. GPUs y microlotes se cuentan desde 1, como chefs y tazones.
what-activation = activaciones
what-activation-gradient = gradientes de activaciones
what-partial-sum = suma parcial
what-sum = suma
what-data = datos
what-forward = forward
what-backward = backward
what-backward-input = gradiente de la entrada
what-backward-weight = gradiente de los pesos
what-update = actualización de parámetros
what-add = suma
xray-transfer = GPU { $from } → GPU { $to }: { $what } { $bytes }, { $link }, { $rate }
xray-to-switch = GPU { $from } → switch: { $what } { $bytes }, { $link }, { $rate }
xray-from-switch = switch → GPU { $to }: { $what } { $bytes }, { $link }, { $rate }
xray-compute = GPU { $gpu }: { $what }, { $time }
xray-compute-batch = GPU { $gpu }: { $what }, microlote { $n }, { $time }
xray-done = { $what } — listo a los { $time }
xray-busy = GPUs que calculan { $busy }/{ $all }, transferencias en curso { $moving }
xray-end = Fin { $time }. Cálculo { $compute }, todas las GPUs juntas

# De dónde sale un número.
source-trace = Del registro de la simulación
value = { $value }
ledger-no-meeting = En esta corrida no se suma nada.
ledger-too-large = Esta reunión tiene { $entries } números, así que los papelitos se dibujan sin ellos.

# Un número simulado junto a uno medido.
beside = Simulado { $simulated }, medido { $measured }
beside-own = Si nadie elige por él, NCCL toma aquí { $algorithm }: medido { $measured }
beside-part = Se midió un all-reduce de un solo fajo: { $measured }
beside-at = { $told } con { $bytes }
beside-machine = { $name }, { $n ->
    [one] { $n } GPU
   *[other] { $n } GPUs
}
