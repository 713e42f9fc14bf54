# Collective operations and their algorithms, by the field's names.
op-all-reduce = all-reduce
op-all-gather = all-gather
op-reduce-scatter = reduce-scatter
op-broadcast = broadcast
op-reduce = reduce
op-all-to-all = all-to-all
op-send-recv = send/recv
op-gather = gather
op-scatter = scatter
op-barrier = barrier
op-all-to-all-v = all-to-all-v
algorithm-auto = automatic
algorithm-ring = ring
algorithm-tree = tree
algorithm-double-binary-tree = double binary tree
algorithm-direct = direct
algorithm-in-network = in-network
algorithm-hierarchical = hierarchical
algorithm-halving-doubling = halving and doubling
algorithm-bruck = Bruck
algorithm-pairwise = pairwise
algorithm-binomial = binomial tree
algorithm-pat = PAT (parallel aggregated trees)
algorithm-in-fabric = sums in the network (SHARP)

collective-no-ranks = The group has no GPU in it.
collective-bad-group = GPU { $gpu } is not in this cluster, or is named twice.
collective-unsupported = { $op } cannot be carried out with the algorithm "{ $algorithm }" on this cluster. Try "auto".
collective-too-large = This algorithm would need { $moves } transfers; the limit is { $limit }. Choose fewer GPUs, or another algorithm.
collective-no-in-network = The switches of this system cannot add. In-network sums need NVSwitch 3 or newer.
collective-no-in-fabric = The switches between these servers do not add (SHARP), or no card has its like in every server. Ask for adding switches, or choose another algorithm.
collective-split = Unequal messages among { $n } GPUs: the skew goes from 1 to { $n }, and a table of sizes has a row and a column for each GPU.
collective-size = The buffers of all GPUs together are too large to be counted in 64 bits. Choose fewer bytes.
collective-grid = The dimensions must multiply to { $n } GPUs; halving-doubling needs a power of two, and trees stand in the last dimension. There are at most 16.
collective-uneven = Switches that add inside servers hand their sums to their likes in the other servers, so every server must have the same number of GPUs. Choose another algorithm, or the same number everywhere.

# The bound on a meeting’s time; two chapters use it.
meeting-time-formula = 2(n − 1)/n × S ÷ B
meeting-time-filled = 2({ $n } − 1)/{ $n } × { $bytes } ÷ { $rate } = { $value }
meeting-time-source = The bound by bandwidth alone (Thakur et al., 2005; trees: Sanders et al., 2009). B is what one chef can really send at once. The rest is latency and sharing.
meeting-time-switch-formula = S ÷ B
meeting-time-switch-filled = { $bytes } ÷ { $rate } = { $value }
meeting-time-switch-source = The bound by bandwidth alone (Klenk et al., 2020). B is the rate of the flows into the adding exchange, from the trace. The rest is latency.

# The pairs that NCCL weighs.
tuner-pair = { $algorithm }, { $protocol }: { $time }
