# Collective operations and their algorithms, by the field's names.
op-all-reduce = all-reduce
op-all-gather = all-gather
op-reduce-scatter = reduce-scatter
op-broadcast = broadcast
op-reduce = reduce
op-all-to-all = all-to-all
op-send-recv = send/recv
algorithm-auto = automatic
algorithm-ring = ring
algorithm-tree = tree
algorithm-double-binary-tree = double binary tree
algorithm-direct = direct
algorithm-in-network = in-network
algorithm-hierarchical = hierarchical

collective-no-ranks = The group has no GPU in it.
collective-bad-group = GPU { $gpu } is not in this cluster, or is named twice.
collective-unsupported = { $op } cannot be carried out with the algorithm "{ $algorithm }" on this cluster. Try "auto".
collective-too-large = This algorithm would need { $moves } transfers; the limit is { $limit }. Choose fewer GPUs, or another algorithm.
collective-no-in-network = The switches of this system cannot add. In-network sums need NVSwitch 3 or newer.
collective-uneven = The hierarchical algorithm needs the same number of GPUs in every server.
