# The cast and how it is counted. Used by every chapter.
chef-number = Chef { $n }
chef-count = { $n ->
    [one] { $n } chef
   *[other] { $n } chefs
}
value-of = { $name }: { $value }

# What goes on at this very moment, when a beat's own sentence is over.
caption-now = Chefs at work now: { $busy } of { $all }. On the way: { $moving }.
caption-ready = Kitchens that have finished: { $done } of { $all }.
caption-ready-xray = Runs done: { $done }/{ $all }

# Ways: their names in the kitchen and in the x-ray.
way-tunnel = private tunnel
way-exchange = telephone exchange
way-corridor = shared corridor
way-railway = express railway
way-street = street
link-nvlink = NVLink
link-nvswitch = NVSwitch
link-pcie = PCIe
link-socket = CPU sockets
link-infiniband = InfiniBand
link-ethernet = Ethernet

# X-ray lines. GPUs and micro-batches count from 1, as chefs and bowls do.
what-activation = activations
what-activation-gradient = activation gradients
what-partial-sum = partial sum
what-sum = sum
what-data = data
what-forward = forward
what-backward = backward
what-backward-input = input gradient
what-backward-weight = weight gradient
what-update = parameter update
what-add = addition
xray-transfer = GPU { $from } → GPU { $to }: { $what } { $bytes }, { $link }, { $rate }
xray-to-switch = GPU { $from } → switch: { $what } { $bytes }, { $link }, { $rate }
xray-from-switch = switch → GPU { $to }: { $what } { $bytes }, { $link }, { $rate }
xray-compute = GPU { $gpu }: { $what }, { $time }
xray-compute-batch = GPU { $gpu }: { $what }, micro-batch { $n }, { $time }
xray-done = { $what } — done at { $time }
xray-busy = GPUs computing { $busy }/{ $all }, transfers under way { $moving }
xray-end = End { $time }. Computing { $compute }, all GPUs together

# Where a number comes from.
source-trace = From the simulation's trace
value = { $value }
ledger-no-meeting = Nothing is summed in this run.
ledger-too-large = This meeting has { $entries } numbers, so the slips are drawn without them.

# A simulated number beside one that was measured.
beside = Simulated { $simulated }, measured { $measured }
beside-own = Left to itself NCCL takes { $algorithm } here: measured { $measured }
beside-part = An all-reduce of one bundle alone was measured: { $measured }
beside-at = { $told } with { $bytes }
beside-machine = { $name }, { $n ->
    [one] { $n } GPU
   *[other] { $n } GPUs
}
