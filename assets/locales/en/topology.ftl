# Names of systems
system-pcie-8 = PCIe server with 8 A100
system-dgx1-p100 = DGX-1 (P100)
system-dgx1-v100 = DGX-1 (V100)
system-dgx2 = DGX-2
system-dgx-a100 = DGX A100
system-dgx-h100 = DGX H100
system-dgx-h100-over-pcie = DGX H100, NVLink unused
system-hgx-h100-4 = HGX H100, 4 GPUs
system-h100-cube-mesh = Thought experiment: 8 H100 wired as a DGX-1
system-dgx-h200 = DGX H200
system-dgx-b200 = DGX B200
system-gb200-nvl72 = GB200 NVL72
system-gb300-nvl72 = GB300 NVL72
system-hgx = HGX server
system-mesh = Server with direct links between its GPUs
system-pcie = Server with PCIe alone
system-dgx-h100-nvlink = DGX H100 over NVLink switches
system-vr-nvl72 = VR NVL72 (announced)

# Names of parts
topology-vertex-gpu = GPU { $n }
topology-vertex-nvswitch = NVSwitch { $n }
topology-vertex-pcie-switch = PCIe switch { $n }
topology-vertex-host = CPU { $n }
topology-vertex-nic = NIC { $n }
topology-vertex-leaf = Leaf switch { $n }
topology-vertex-spine = Spine switch { $n }

# Shapes of the network
topology-layout-leaf-spine = Leaf-spine
topology-layout-rail = Rail

# What cannot be built, and ways that do not exist
topology-unknown-system = There is no system “{ $id }”. Choose one of { $known }.
topology-nodes = { $asked } nodes will not do. Choose 1 to { $most }.
topology-gpus = { $asked } GPUs will not do. Choose 1 to { $most }.
topology-nics = { $asked } network cards a node will not do. Choose 1 to { $most }.
topology-port-rate = There are no { $asked } Gbit/s ports. Choose 10, 25, 40, 50, 100, 200, 400, 800 or 1600.
topology-no-adders = Only InfiniBand switches add (SHARP). Choose a system whose servers are joined by InfiniBand.
topology-too-many-missing = At most { $most } parts can be missing.
topology-no-such-part = “{ $part }” is not a part that this cluster has, or not so often. Nodes, GPUs, chips and cards are counted from 0.
topology-no-such-gpu = There is no GPU { $gpu }. There are { $count } GPUs, counted from 0.
topology-no-route = There is no way from GPU { $src } to GPU { $dst }.
topology-no-switch = GPU { $gpu } reaches no switch that can add.
