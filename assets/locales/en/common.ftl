# The cast and how it is counted. Used by every chapter.
chef-number = Chef { $n }
chef-count = { $n ->
    [one] { $n } chef
   *[other] { $n } chefs
}
value-of = { $name }: { $value }

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

# X-ray lines. GPUs count from 0, micro-batches from 1.
what-activation = activations
what-activation-gradient = activation gradients
what-partial-sum = partial sum
what-sum = sum
what-data = data
what-forward = forward
what-backward = backward
what-update = parameter update
what-add = addition
xray-transfer = GPU { $from } → GPU { $to }: { $what } { $bytes }, { $link }, { $rate }
xray-to-switch = GPU { $from } → switch: { $what } { $bytes }, { $link }, { $rate }
xray-from-switch = switch → GPU { $to }: { $what } { $bytes }, { $link }, { $rate }
xray-compute = GPU { $gpu }: { $what }, { $time }
xray-compute-batch = GPU { $gpu }: { $what }, micro-batch { $n }, { $time }
xray-busy = GPUs computing { $busy }/{ $all }, transfers under way { $moving }
xray-end = End { $time }. Computing { $compute }, all GPUs together

# Where a number comes from.
source-trace = From the simulation's trace
value = { $value }
ledger-no-meeting = Nothing is summed in this run.
ledger-too-large = This meeting has { $entries } numbers, so the slips are drawn without them.
