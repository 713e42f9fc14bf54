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
