# The page on how things are computed. What stands in its tables comes from the program.
how-title = How we compute
how-lead = The kitchen is a picture; the times are computed. A discrete-event simulation moves the clock from event to event, and transfers that meet on a link share its bandwidth fairly (max-min). Time is counted in whole picoseconds, so every machine gets the same result. Every number on this page was written by the program.
how-contents = Contents
how-range = { $low } to { $high }
how-one-value = { $low }
how-fold-range = { $n } entries. { $what }: { $range }
how-fold-figures = { $n ->
    [one] { $n } figure
   *[other] { $n } figures
}. { $name }: { $value }
how-fold-constants = { $n ->
    [one] { $n } constant
   *[other] { $n } constants
}, { $fitted } of them fitted on measurements
how-fold-sweeps = { $n ->
    [one] { $n } sweep
   *[other] { $n } sweeps
}. Median at 64 MiB and more: { $range }
how-fold-experts = { $n ->
    [one] { $n } row
   *[other] { $n } rows
}. Median where the GPU sends for itself: { $median }
how-fold-sets = { $n ->
    [one] { $n } set
   *[other] { $n } sets
}. Median of all that was not fitted on: { $median }

# Against measurements
how-plot = Each point is one of { $rows } measured rows of { $sweeps } sweeps, from { $least } to { $most }. On the line both times are equal; between the broken lines they differ by less than twice.
how-plot-measured = measured
how-plot-simulated = simulated
how-plot-published = published
how-point-measured = measured { $measured }, simulated { $simulated }
how-point-published = published { $measured }, computed { $simulated }
how-point-out = memory { $measured }, computed { $simulated }
how-plot-training = Each point is one of { $rows } published runs: the time of a step. Between the broken lines the times differ by less than twice.
how-plot-memory = Each point is one of { $rows } training runs: the most memory that a GPU held. Between the broken lines both values differ by less than 15 %. A run that ended out of memory stands at the memory of its GPU; it is right when what was computed is more.
how-plot-formulas = Each point is one of { $rows } published values for a GPU. Between the broken lines both values differ by less than 15 %.
how-plot-schedules = Each point is one of { $rows } published orders: the share of the step that the GPUs wait.
how-plot-experts = Each point is one of { $rows } published bandwidths of a dispatch or a combine. Between the broken lines they differ by less than one and a half times.
how-plot-inference = Each point is one of { $rows } published times of a prefill, a word, or a whole answer. Between the broken lines the times differ by less than twice.
how-ranges = Each line is one of { $rows } published facts: the bar is its range, the mark is the simulation, both over the published value. { $inside } lie inside.
how-ranges-axis = over the published value
how-ranges-row = published { $published } ({ $low } to { $high }), simulated { $simulated } { $unit }
how-ranges-range = Range
how-ranges-table = Published facts of networks
how-laws-title = Closed forms of networks
how-laws = Each of { $rows } points is a share of the wire, across by a closed form and up by the packet network; on the line both say the same.
how-law-book = by the closed form
how-law-bins = hash, as balls in bins
how-law-bins-about = flows / ways: an even share over the busiest way's, 200 draws
how-law-all-again = go-back-N under loss
how-law-one-again = selective repeat under loss
how-law-loss-about = by the chance that a packet is lost, 400 Gbit/s over 2 km
how-law-row = by the closed form { $measured }, simulated { $simulated }
how-fold-ranges = { $n ->
    [one] { $n } row
   *[other] { $n } rows
}, { $inside } of them inside their range
how-inside = inside
how-outside = outside
how-group-mean = { $n ->
    [one] { $n } run
   *[other] { $n } runs
}, mean error { $mean }
how-group-largest = { $n ->
    [one] { $n } value
   *[other] { $n } values
}, largest error { $largest }
how-group-points = { $n ->
    [one] { $n } order
   *[other] { $n } orders
}, largest difference { $largest } points
how-errors = Against measurements
how-errors-text = How far simulated times are from published measurements, as a share of what was measured, without sign, computed on { $date }. Half of the rows are closer than the median, nine rows in ten closer than the 90th percentile.
how-collectives = Collectives (measured with nccl-tests)
how-targets-text = The targets are for measurements that no constant was fitted on. What falls short of them is shown too.
how-targets = Targets and results
how-target = Target
how-target-median = Median, { $size }
how-target-p90 = 90th percentile, { $size }
how-target-worst = Median of the worst system (all its sweeps together), { $size }
how-worst-sweep = Beside it: median of the worst single sweep, { $size }
how-at-most = At most
how-found = Found
how-result = Verdict
how-met = met
how-missed = missed
how-groups = In all
how-not-fitted = not fitted on
how-undoubted = not fitted on, without values that their source calls uncertain
how-fitted = constants fitted on these
how-assumed = some of the machine not stated
how-comma = {", "}
how-largest = 64 MiB and more
how-large = 1 MiB and more
how-small = below 1 MiB
how-rows-of = What was compared
how-rows = Rows
how-rows-counted = { $n ->
    [one] { $n } row
   *[other] { $n } rows
}
how-median = Median
how-p90 = 90th percentile
how-mean = Mean
how-missed-text = Sweep by sweep, { $missed } of { $all } are off by more than { $limit } in the median from 64 MiB on.
how-group-of = { $group }: { $size }
how-beyond-limit = Sweeps beyond that limit ({ $group })
how-within-limit = Sweeps within that limit ({ $group })
how-sweep = Sweep
how-sweep-of = { $op }, simulated as { $system }, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $gpus } GPUs
how-largest-error = 64 MiB and more (median / 90th percentile)
how-large-error = 1 MiB and more (median / 90th percentile)
how-small-error = below 1 MiB (median / 90th percentile)
how-furthest = Furthest off at large sizes
how-furthest-row = { $bytes }: measured { $measured }, simulated { $simulated }
how-asides = Rows left out, and rows with something taken for granted
how-kind = Treated how
how-what = What
how-left-out = left out
how-taken = taken for granted
how-training = Training steps (published times)
how-training-text = Against step times from papers and public repositories. The last column is what dividing by one rate for each set would give; in some sets the simulation loses to that. { $n } rows that fit none of our systems and schedules are not compared.
how-sets = Sets by source
how-set = Set
how-all = All that was not fitted on
how-constant-rate = Mean, if one rate held for all
how-memory-sets = Memory of a GPU
how-memory-text = Values of the formulas that papers print, the ZeRO paper's table among them, and peaks that others measured in training. What is counted was chosen while looking at the measured peaks: none of them is held back.
how-memory-out = ended out of memory
how-memory-formulas = formulas and their values
how-schedules = Schedules of the pipeline
how-schedules-text = Bubbles that the Zero Bubble paper (arXiv:2401.10241) prints for its orders, against the simulation of the same order with the same times of the passes. Interleaved bubbles are ours to within 0.4 points, since the paper takes each part's first hand-over as free.
how-schedules-near = 0.4 points
how-schedules-exact = four decimals
how-schedules-near-of = to within 0.4 points
how-schedules-exact-of = the same to four decimals
how-schedule = Schedule
how-points = Largest difference
how-points-of = { $n } points
how-fold-largest = { $n ->
    [one] { $n } set
   *[other] { $n } sets
}, largest error { $largest }
how-fold-held-back = { $n ->
    [one] { $n } set
   *[other] { $n } sets
}, 90th percentile of the half held back: { $p90 }
how-inference = Answering (published times)
how-inference-text = Prefill and decode with open engines. Constants were fitted on one half of the rows; the other half was held back and looked at once they stood.
how-blind = Predicted before it was measured (one H100, one H200)
how-blind-text = On 27 November 2026 the computed times were written into the public record first, and then measured, once, on one H100 and one H200. No constant was fitted afterwards. Training with fused kernels came out as predicted; with unfused kernels it is slower, and a word in one CUDA graph is faster, than was predicted. The command behind each row is in assets/reference/gpu_blind.csv.
how-blind-compiled = a training step, fused kernels
how-blind-eager = a training step, unfused kernels
how-blind-decode = a word of an answer, one CUDA graph
how-blind-prefill = reading a prompt
how-blind-answers = answering
how-blind-median = { $n ->
    [one] { $n } row
   *[other] { $n } rows
}, median error { $median }
how-plot-blind = Each point is one of { $rows } predictions. Between the broken lines the times differ by less than twice.
how-plot-predicted = predicted
how-inference-held-back = held back
how-inference-first-half = the half that constants were fitted on
how-inference-not-judged = not judged: batched, fewer bits, bound by the host, or in doubt
how-experts = Tokens to experts and back (published bandwidths)
how-experts-text = Dispatch and combine by DeepEP and by UCCL-EP, against what the streets allow: each token once to each server and each GPU, chosen at random as their tests do, on the libraries' own machines. No constant is fitted to any row. { $n } rows are beyond the model.
how-why = Why it is off
how-packets = Networks, packet by packet
how-packets-text = Facts that others published of networks, each with its range: 5 % to either side where a source gives none. { $n } rows are beyond the packet network.
how-astra = Against ASTRA-sim
how-astra-text = Switched to the assumptions of another simulator, ASTRA-sim's analytical backends, and compared with its results. This tests the machinery; nothing here was measured.
how-one-chunk = One chunk
how-more-chunks = More chunks
how-allowed = Error allowed
how-least = Share needed
how-within = Share within
how-within-of = { $within ->
    [one] { $within } row
   *[other] { $within } rows
}
how-worst = Largest error

how-formulas = Formulas
how-formulas-text = The formulas behind “Why this number?” of each chapter, with the chapter's first run filled in.
how-figure = Figure
how-simulated = Simulated

# Constants
how-constants = Constants
how-constants-text = The constants that turn a plan into time. Small print is the comment in the source code: where each was read, or which sweeps it was fitted on. Besides these, the tables by which NCCL chooses an algorithm are taken as they are from tuning.cc of NCCL 2.30.7.
how-constants-collective = Collectives
how-constants-hardware = Efficiencies and latencies of hardware
how-constants-compute = Compute
how-constants-answering = Answering
how-name = Name
how-value = Value
how-said = Meaning and origin

constant-fitted-on = Names of the measurements that constants were fitted on. Counted apart in the tables above.
constant-launch = Launching a kernel and meeting up, with one process for each GPU.
constant-launch-rccl = The same with AMD's library.
constant-launch-ampere = The same on Ampere.
constant-launch-volta = The same on Volta and before, with the drivers and libraries of their time.
constant-launch-by-one-process = What each GPU takes at least where one process launches on all of them: Volta, Ampere, later.
constant-launch-per-channel = What each channel of each GPU adds to that.
constant-launch-by-framework = What a call through a framework adds.
constant-peer = Setting up one peer of an all-to-all.
constant-ll-efficiency = Share of NVLink's rate that protocol LL carries.
constant-ll-efficiency-pcie = Share of PCIe's rate that protocol LL carries; half are flags.
constant-ll-across = The most that LL moves between servers, over all cards of one server, bytes a second.
constant-ll128-efficiency = Share that protocol LL128 carries: 120 of 128 bytes are payload.
constant-simple-efficiency = Share of NVLink's payload rate that protocol Simple reaches.
constant-step-nvlink = Software latency of a step over NVLink: LL, LL128, Simple.
constant-step-nvlink-blackwell = The same on Blackwell.
constant-step-nvlink-before-hopper = The same on GPUs before Hopper.
constant-step-pcie = The same over PCIe.
constant-step-xgmi = The same over AMD's xGMI.
constant-step-rdma = The same through network cards with RDMA.
constant-step-host-driven = The same where a CPU thread drives the card.
constant-step-slingshot = The same over Slingshot.
constant-step-tcp = The same through TCP sockets.
constant-step-tcpx = The same through TCPX.
constant-in-network-sync = Entering and leaving the buffers that all share at the switch.
constant-in-network-step-per-head = What each GPU that adds up a part adds to a round through the switch: in one domain, and in trees over several.
constant-in-network-fill = In one domain, what a channel's block copies of the first round before anything is added, and of the last one after that: bytes a second, Hopper, Blackwell.
constant-nvls-heads = The most GPUs of a domain that own parts of a sum in its switches, and pass them on to other domains.
constant-in-network-channels = Channels that feed the switch at once: Hopper, Blackwell in one domain, Blackwell over several.
constant-in-network-chunk = The largest piece that goes through the switch, bytes.
constant-in-network = Share that switches reach while adding, against a ring on the same links: Hopper, Blackwell.
constant-in-network-copy = Over several domains a channel's block copies to the switch and back: bytes a second, Hopper, Blackwell.
constant-in-network-trees = Trees between domains; the channels are divided among them.
constant-in-network-least = A channel is opened for so many bytes.
constant-in-network-hop-c2c = What a message between domains waits more where the GPU hangs on its CPU by NVLink-C2C.
constant-in-network-message-c2c = For how long each such message keeps its sender and its receiver busy.
constant-in-fabric = Share of a card's rate that InfiniBand switches add at (SHARP).
constant-all-to-all-across = Share of what a network card carries under collectives that is left when everyone sends to everyone.
constant-message-chunk = The piece in which long messages between GPUs of different domains go, bytes.
constant-message = What the thread that drives a card spends on a piece sent and a piece received, of any size, where the card hangs on the GPU itself and the GPU on its CPU by NVLink-C2C.
constant-in-fabric-chunks = The largest and the smallest piece of a channel that goes up to those switches, bytes.
constant-in-fabric-channels = Channels that feed those switches at once.
constant-point-to-point = Share that messages between two GPUs reach: they get fewer channels than a ring.
constant-one-peer = Share that a message to a single peer reaches.
constant-tree = Share that trees reach against rings.
constant-all-gather = Share that an all-gather's ring reaches: copying one's own part costs some.

constant-nic = Share of its sold rate that a network card carries.
constant-nic-efa = The same for Amazon's EFA from 200 Gbit/s a card.
constant-nic-efa-100 = The same for EFA at 100 Gbit/s a card.
constant-nic-efa-host = The same for EFA through host memory.
constant-nic-tcp = The same for TCP straight from GPU memory.
constant-nic-tcpx = The same for TCPX.
constant-nic-slingshot = The same for Slingshot.
constant-socket = The most that TCP sockets of the kernel carry: one core serves one card.
constant-socket-ipoib = The same over InfiniBand, whose packets are smaller.
constant-host-bridge = Share that PCIe transfers through a CPU's host bridge reach.
constant-bridge = Share that an NVLink bridge between two PCIe cards reaches.
constant-pcie = Share that PCIe carries in generations without a measurement.
constant-c2c = Share that NVLink-C2C carries.
constant-nvlink-latency = Latency of one NVLink from GPU to GPU.
constant-nvswitch-latency = Latency from a GPU to a switch chip, or back.
constant-pcie-latency = Latency of one PCIe link with the switch behind it.
constant-host-latency = Latency outwards from a CPU's host bridge.
constant-socket-latency = Latency between two CPU sockets.
constant-c2c-latency = Latency of NVLink-C2C.
constant-nic-latency = Latency of a network card and its cable.
constant-infiniband-switch-latency = Latency of an InfiniBand switch.
constant-ethernet-switch-latency = Latency of an Ethernet switch.

constant-hbm-efficiency = Share of the memory's bandwidth that kernels reach which only read and write.
constant-sustained = Share of the best measured matrix rate that a long training run sustains.
constant-kernel-s = Start of each kernel in a row of kernels, seconds.
constant-prologue-k = Filling and draining a tile's pipeline, as steps of the inner dimension.
constant-tiles = Height and width of the tiles that libraries choose among, and the share that each reaches.
constant-fused-attention = Share of the matrix rate that a fused attention kernel reaches.
constant-fp8-share = Share of the fp8 peak that products reach where nobody measured it.
constant-fused-backward = Rate of a fused attention kernel's backward pass over its forward pass.
constant-early-fused = Share of the peak that the first fused attention kernels reach, forward and backward.
constant-ampere-code = Share of that which is left where kernels written for Ampere run on later GPUs.
constant-sms-taken = Streaming multiprocessors that a collective takes from the kernels beside it.
constant-host-layer-s = Host time to issue the kernels of one pass over one layer, where that is done anew each time.
constant-optimizer-bytes = Bytes that the optimizer moves for each parameter.

constant-next-kernel-s = From the end of a kernel to the full speed of the next one that waits for it, seconds.
constant-thin-tiles = Height and width of further tiles for a few tokens, and the share that each reaches.
constant-conversions-a-second = Weights stored in few bits that one multiprocessor turns into 16 bits, each second.

# Hardware
how-hardware = Hardware inside a server
how-hardware-text = From data sheets and measurements. Rates are one way. What was checked less firmly says so.
how-memory = Memory
how-memory-rate = Memory bandwidth
how-peak = Peak (dense)
how-best = Best matrix product measured
how-sheet = Data sheet read in
how-link-table = Links
how-links = Links of a GPU
how-link-rate = One link
how-payload = What it carries
how-switches = Switches for NVLink
how-gpus = GPUs
how-chips = Chips
how-ports = Ports of a chip
how-sums = Adds and multicasts
how-yes = yes
how-no = no
how-latencies = Latencies measured
how-secondary = In summary:
how-derived = Derived:

# Between servers
how-networks = Networks between servers
how-networks-text = Cards do not carry what they are sold with. For each way of driving them, the simulation uses what arrives.
how-cards = Network cards
how-sold = Rate as sold
how-fabrics = Networks of the systems
how-arrives = What arrives
how-switch-latency = A switch's latency
how-used-by = Systems
how-ports-and-chips = Standards and switch chips
how-one-way = Rate, one way

how-systems = Systems
how-systems-text = Every system that can be simulated; kitchen systems prints the same list.
how-wiring = How GPUs are joined
how-wiring-pcie = PCIe alone
how-wiring-mesh = Directly, { $links } links from each GPU
how-wiring-switched = { $chips ->
    [one] { $chips } switch chip
   *[other] { $chips } switch chips
}, { $links } links from each GPU, { $sums }
how-wiring-sums = chips add
how-wiring-no-sums = chips do not add
how-network = Network
how-system-network = { $cards } × { $rate } Gbit/s { $technology } ({ $driven }, { $layout })
how-most-nodes = Most nodes
how-gpus-of-one = GPUs in each
how-efa-host = EFA through host memory
how-sockets = TCP sockets
