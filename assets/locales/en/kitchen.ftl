# The words of the command kitchen. They do not travel with the page.

# Where something is wrong
err-flag-unknown = “{ $value }” is not known. Take one of { $list }.
err-flag-bytes = “{ $value }” is not a number of bytes from 1 to { $max }. Write it like 1GiB, 64MiB or 1e9.
err-flag-part = “{ $value }” names no part. Write chip:NODE.CHIP, link:NODE.GPU-CHIP, tunnel:NODE.GPU-GPU or card:NODE.CARD, such as link:0.5-2.
err-file-long = the file is longer than a scenario can be. Check that it is the right one.
err-file-json = the file is not JSON ({ $why }). A scenario looks like { "{" }"kind": "pipeline", "stages": 4{ "}" }.
err-file-kind = the scenario needs a "kind", one of { $list }.
err-flag-range = “{ $value }” does not work here; it takes { $range }.
err-file-open = it cannot be read ({ $why }). Check the path and the file.
err-output = the answer could not be written to standard output ({ $why }). Make room, or send it elsewhere.
err-file-twice = “{ $key }” is written more than once. Keep one of them.
err-file-write = it cannot be written ({ $why }). Check that the folder is there and may be written to.
cli-needed = { $flag } is needed.
cli-needs-value = { $flag } needs a value.
cli-not-a-number = “{ $value }” is not a number that { $flag } can take.
cli-one-of = { $flag } cannot be “{ $value }”. Take one of { $list }.
cli-no-value = { $flag } takes no value.
cli-unknown = There is no option { $value }. See kitchen { $command }--help.
cli-unknown-near = There is no option { $value }. Did you mean { $near }?
cli-too-many = “{ $value }” is one word too many. See kitchen { $command }--help.
cli-no-command = There is no command “{ $value }”. Take one of { $list }.
cli-once = { $flag } may be given once.
cli-not-text = An argument is not text in UTF-8.
cli-only-with = this works only with { $with }.
cli-no-bytes = a buffer's size is needed. Write it like 1GiB, 64MiB or 1e9.
cli-dimensions = a grid has at most { $most } dimensions.
cli-faster = { $other } would take { $time }: { $taken } takes { $times } times as long. auto imitates NCCL; --algorithm fastest takes the fastest.
cli-changes-below = Up to { $bytes } bytes NCCL takes { $pair }: the time may jump there.
cli-changes-above = From { $bytes } bytes on NCCL takes { $pair }: the time may jump there.
cli-chunk-below = Messages between servers go in chunks of at most { $chunk }, as NCCL cuts them, and up to { $bytes } bytes in smaller ones: the time may jump there.
cli-chunk-above = Messages between servers go in chunks of at most { $chunk }, as NCCL cuts them, and from { $bytes } bytes on in larger ones: the time may jump there.
cli-not-tried = Not tried, for it would take too long: { $list }.
cli-percent = “{ $value }” will not do. Give a percentage from 0 on.
cli-columns = column “{ $name }” is missing. The first line names the columns.
cli-file-large = it is too large. The limit is { $max }.
cli-file-rows = there are too many rows. Split it into files of at most { $max }.
cli-no-rows = no row can be compared.
cli-no-good-row = no row can be compared ({ $bad }).
cli-answering-large = Answering needs about { $need } on each GPU, which has { $have }. The times are what they would be if it fitted.
cli-learning-large = Learning needs about { $need } on each GPU, which has { $have }. Its times are what they would be if it fitted.
cli-turning-point = From { $batch } guests served together on, a decode step waits longer for arithmetic than for memory (numbers tried: 1, 2, 4 and so on).
cli-no-turning-point = However many guests are served together, a decode step waits longer for memory than for arithmetic: their keys and values are read as well.

# How it is used
help-usage = Usage
help-options = Options
help-arguments = Arguments
help-commands = Commands
help-examples = Examples
help-default = [default: { $value }]
help-about = Distributed training, simulated: what a collective, a training step or a chapter's scenario takes on real systems.
help-lang = The language of sentences, ja or en; else as LANG says, else English
help-help = Print this help
help-version = Print the version
help-json = Print JSON
help-system = A system, see kitchen systems
help-nodes = How many of them
help-gpus = Only the first so many GPUs
help-rows = Print every row
help-systems = List the systems that can be simulated
help-collective = Simulate one collective operation on an idle cluster
help-collective-op = One of { $list }
help-collective-missing = Parts to do without, at most { $most }: chip:NODE.CHIP (a switch chip), link:NODE.GPU-CHIP (one link to a chip), tunnel:NODE.GPU-GPU (one link between two GPUs) or card:NODE.CARD, counted from 0; xN at the end of a link or tunnel takes N of them
help-collective-bytes = The largest buffer that a GPU holds, such as 1GiB, 64MiB or 1e9; a barrier needs none
help-collective-skew = For all-to-all-v: how many times its even share the busiest GPU receives
help-collective-algorithm = One of { $list }. auto imitates NCCL, whose tuner may take one that is many times slower than the best; fastest simulates all that can carry the operation out and takes the fastest
help-collective-dimensions = For hierarchical: the sizes of the dimensions, nearest first, each with its algorithm where it matters, such as 8,4,2 or direct:8,ring:4,halving-doubling:2; the last may be trees
help-collective-sharp = The switches between servers add (SHARP; InfiniBand only)
help-collective-explain = Say why: what NCCL's tuner gives each algorithm and protocol, and which one was simulated; with auto and fastest also what all of them take, and at which sizes NCCL changes its way
help-train = Simulate one training step of a published model
help-train-model = A published shape, such as gpt3-175b, megatron-530b or llama2-70b
help-train-tp = Tensor-parallel ways
help-train-pp = Pipeline stages
help-train-micro-batch = Sequences in a micro-batch
help-train-global-batch = Sequences in a step, over all replicas; else four micro-batches for each stage
help-train-schedule = One of { $list }
help-train-recompute = { $list }, or auto: the least with which the step fits in memory
help-train-sequence-parallel = Split what lies between tensor-parallel products along the sequence
help-train-seq = Tokens in a sequence, where not as published
help-fabric = Flows on a leaf-spine Ethernet network, packet by packet: times and their tail, queues, marks, pauses, drops, use of links
help-fabric-flows = One of { $list }: each host to the one half the way round, all to the first, each to each other, each to the next, or a permutation drawn by the seed
help-fabric-bytes = What each flow carries: 16MiB, 1e9 and so on
help-fabric-leaves = First-level switches
help-fabric-spines = Second-level switches; each leaf has a link to each
help-fabric-hosts = Hosts on each leaf, a card each
help-fabric-gbit = Rate of the links, Gbit/s
help-fabric-host-gbit = Rate of the hosts' cards where it is another
help-fabric-chip = The switches' chip, one of { $list }
help-fabric-rule = How one of several equal ways is chosen, one of { $list }: a hash of the flow, anew after a pause, each packet the next, each packet the shortest queue
help-fabric-seed = The number of the draw: of the hash, and of marks
help-fabric-mtu = Payload of a full packet, bytes
help-fabric-lossy = Drop what finds no room, instead of asking the neighbour to pause (PFC)
help-fabric-dcqcn = Rate control of the senders by marks (ECN), its constants one of { $list }
help-fabric-cut-through = Send a packet on as soon as its head is there
help-fabric-rows = List every flow, and every link between switches
help-fabric-port = Show one port over time: its use and its queue
help-infer = A model answers and learns on the same GPU: times, FLOPs, bytes, memory, and where both lie under the roofline
help-infer-model = One of { $list }
help-infer-gpu = One of { $list }; h100 and the like mean the SXM module
help-infer-tp = Tensor-parallel ways, over the links of the first system with that GPU
help-infer-batch = Guests served together; learning takes as many sequences
help-infer-prompt = Tokens of each prompt; learning takes sequences of that length
help-infer-output = Tokens of each answer, of which the prefill gives the first
help-infer-weight-bits = Bits that a weight of a layer is stored in, scales included, such as 16, 8 or 4.5; learning takes 16
help-infer-kv-bits = Bits that a cached key or value is stored in
help-infer-explain = Say why: what the time of prefill and decode goes to, and how many guests it takes until arithmetic decides
help-run = Run a scenario file, and leave a trace for Perfetto where asked
help-run-scenario = A file of JSON: { "{" }"kind": "pipeline", "stages": 4{ "}" }; the kind is one of { $list }
help-run-trace = Where to leave the trace, in Chrome's trace event format
help-descend = Improve a small sauce's recipe by gradient descent, with every number computed
help-descend-recipe = One of { $list }; two-layer has a page of two pots before the page that mixes them, so that backward goes back through a page
help-descend-tasters = The six who taste (the data), { $list }; the tongues of alike are so much alike that the loss is a valley
help-descend-start = The recipe to begin with (the parameters), grams of salt, vinegar and sugar such as 7.5,5,0 for one-layer; else the usual one
help-descend-rate = The learning rate; else 0.1 for one-layer, 0.02 for two-layer
help-descend-momentum = Momentum: the share of the last update that carries on
help-descend-batch = One of { $list }: a step listens to all tasters, or to one drawn by lot (stochastic gradient descent)
help-descend-seed = The number of that draw
help-descend-steps = How many steps, 1 to 1000; else 20
help-descend-explain = Write out one step's chain rule in numbers: forward, backward, update
help-descend-at = Which step to look at (--explain, --check); 0 is the first
help-descend-check = The recipe after that step as computed by hand: whether it is right, and what differs
help-descend-tolerance = How far it may be off
help-picture = Write one moment of a chapter as SVG
help-picture-chapter = One of { $list }
help-picture-at = The moment, from 0 (start) to 1 (end)
help-picture-layer = kitchen or xray
help-picture-theme = One of { $list }
help-picture-size = Width and height, 100 to 8192 pixels each
help-picture-set = A parameter of the scenario, such as stages=8; may be given again
help-picture-out = Where to write the picture; else it goes to standard output
help-digest = Print the digest of each chapter's usual scenario; the page must come to the same
help-validate = Compare simulated with measured figures
help-validate-collectives = Sweeps of nccl-tests, in the columns of nccl_measured.csv
help-validate-collectives-file = A CSV file with the columns id, gpu, nodes, gpus, intra_link, inter_link, collective, bytes, time_us, busbw_GBps; system, algo_if_known and notes are read where they are there, and rows with the same system are one system to the targets
help-validate-collectives-max-median = Fail when the median error of rows of at least 1 MiB is above this many percent
help-validate-collectives-max-p90 = The same for the 90th percentile
help-validate-collectives-strict = Fail when one of the targets that the report names is not met
help-validate-collectives-worst = Print so many rows with the largest errors, of those that no constant was fitted on
help-validate-training = Published training runs, in the columns of throughput.csv
help-validate-training-file = A CSV file with the columns { $list }
help-validate-network = What others published of networks, in the columns of network_facts.csv, against the packet network
help-validate-network-file = A CSV file with the columns { $list }; low and high are read where they are there. Rows are known by their id
help-validate-network-strict = Fail when one of the simulated values is outside its range
help-validate-inference = Published times of prefill and decode, in the columns of inference.csv
help-validate-inference-file = A CSV file with the columns { $list }; note is read where it is there
help-validate-inference-strict = Fail when one of the targets that the report names is not met
help-validate-astra = Results of ASTRA-sim's analytical backends, under the same assumptions
help-validate-astra-file = A CSV file with the columns backend, topology, npus, bandwidth_GBps (2^30 bytes), latency_ns, collective, algorithm, chunks, active_chunks, bytes, endpoint_delay_ns, local_mem_bw_GBps, collective_optimization, queues_per_dim, time_ns; values of several dimensions are written a|b
help-validate-schedules = Published bubbles of pipeline schedules, in the columns of zero_bubble.csv
help-validate-schedules-file = A CSV file with the columns { $list }
help-validate-schedules-strict = Fail when a row is farther off than the report says it may be

# What validate reports
validate-errors = Error of the simulated time, percent of the measured: rows, median, 90th percentile
validate-sweep = sweep
validate-preset = preset
validate-small = < 1 MiB
validate-large = >= 1 MiB
validate-huge = >= 64 MiB
validate-is-fitted = { $name } (fitted on)
validate-is-assumed = { $name } (assumed)
validate-fitted = fitted on
validate-assumed = assumed
validate-validation = validation
validate-all = all
validate-all-others = all not fitted on
validate-undoubted = validation, sources in doubt left out
validate-comma = {", "}
validate-target = target: { $what }: { $found } %, at most { $limit } %: { $verdict }
validate-met = met
validate-missed = NOT met
validate-median-of = median, { $size }
validate-p90-of = 90th percentile, { $size }
validate-worst-system = worst system's median, { $size } ({ $name }, { $n ->
    [one] { $n } row
   *[other] { $n } rows
})
validate-worst-sweep = beside it: worst sweep's median, { $size } ({ $name }, { $n ->
    [one] { $n } row
   *[other] { $n } rows
}): { $found } %
validate-left-out = left out: { $why }: { $n ->
    [one] { $n } row
   *[other] { $n } rows
} ({ $names })
validate-taken = assumed: { $what } ({ $names })
validate-bad-row = line { $line } left out: { $why }
validate-bytes = bytes
validate-measured = measured_us
validate-simulated = sim_us
validate-error = error
validate-how = {"  how"}
validate-above-limit = Validation rows, { $what }: { $found } %, above the limit of { $limit } %.
validate-above-target = Validation rows, { $what }: { $found } %, above the target of { $limit } %.
validate-no-preset = no preset for { $gpu } over { $link }
validate-no-spread = { $gpus } GPUs do not spread over { $nodes } x { $id }
validate-usual-network = the network, as usual for the preset
validate-usual-cards = the number of cards, as usual for the preset
validate-usual-nodes = as many servers as the GPUs fill
validate-usual-gpu = the GPU's model, as usual for its generation
validate-usual-sockets = TCP sockets, as usual below 100 Gbit/s
validate-no-peers = GPUs that cannot write to each other, as over PCIe
validate-staged = cards that pass host memory, as Amazon's first adapter does
validate-bad-cell = { $name } "{ $value }" is not understood
validate-no-row = not a row of these columns ({ $why })
validate-no-time = neither time_us nor busbw_GBps is a positive number
validate-few-digits = { $name } { $value } has too few digits to give a time
validate-dimensions-differ = topology, npus, bandwidth_GBps and latency_ns name different numbers of dimensions
validate-set = set
validate-rows = rows
validate-median-percent = median %
validate-p90-percent = p90 %
validate-mean-percent = mean %
validate-constant-percent = one rate mean %
validate-training-left-out = left out (no preset, or interleaved, sharded, sparse, incomplete): { $n }
validate-inference-judged = single stream, 16 and 8 bits, not bound by the host
validate-inference-first-half = of these, the half that constants were fitted on
validate-inference-held-back = of these, the half held back
validate-inference-not-judged = the other rows: batched, fewer bits, or bound by the host
validate-inference-in-doubt = read in a summary, or in doubt
validate-inference-group = kind | engine | GPU
validate-inference-left-out = left out (no such GPU or model, sparse, ways or batch unsaid): { $n } ({ $names })
validate-schedules-row = schedule
validate-schedules-published = published
validate-schedules-simulated = simulated
validate-schedules-off = off, points
validate-schedules-measured = a measured throughput, which says nothing of a schedule without the time of its passes
validate-schedules-no-times = the time of the passes is not published
validate-schedules-searched = an order found by the authors' search, which is not built here
validate-schedules-unknown = no schedule of that name, or sizes that it has no order for
validate-schedules-exact = 1F1B, ZB-H1 and ZB-H2 to four decimals
validate-schedules-near = interleaved within 0.4 points
validate-schedules-target = { $what }: { $met } of { $n } rows, { $verdict }
validate-schedules-judged = { $n } of { $all } rows judged
validate-schedules-left-out = left out, { $why }: { $n } ({ $names })
validate-one-chunk = one chunk
validate-more-chunks = more chunks
validate-within-of = { $name } (within { $percent } %)
validate-within = within
validate-exact = exact
validate-worst = worst %
validate-topology = topology
validate-collective = collective
validate-algorithm = algorithm
validate-goal = { $name }: { $share } % of { $n ->
    [one] { $n } row
   *[other] { $n } rows
} within { $percent } %, at least { $least } % must be: { $verdict }
validate-holds = holds
validate-holds-not = does not hold
validate-row = line { $line } ({ $what }, { $chunks ->
    [one] { $chunks } chunk
   *[other] { $chunks } chunks
}): peer { $ns } ns, { $here }
validate-here = here { $ns } ns ({ $error } %)
validate-refused-here = refused here
validate-told-why = { $told }: { $why }
validate-more-off = and { $n } more that differ; --json names all
validate-more-bad = and { $n } more lines left out
validate-refused = refused
validate-refused-for = refused: { $why }
validate-unexplained = unexplained: no two messages met at a link in the same nanosecond
validate-ties = { $n ->
    [one] { $n } message
   *[other] { $n } messages
} met another at a link in the same nanosecond; who goes first is the order of events in the peer's program, which the model does not know
validate-enough = the rows before it took { $work } units of work (a transfer, or a GPU looked at), and the limit is { $limit }. Split the file
validate-progress = { $done } of { $rows } rows
validate-peer-enough = the rows before it took { $tasks } tasks, and the limit is { $limit }. Split the file
validate-peer-dimensions = { $dims } dimensions; 1 to { $limit } can be simulated
validate-peer-members = { $npus } NPUs; every dimension has at least 2, and all together at most { $limit }
validate-peer-shared = congestion_aware knows one dimension, not { $dims }; take congestion_unaware
validate-peer-quantity = { $what } is zero or out of range
validate-peer-algorithms = { $given } algorithms for { $dims } dimensions; name one each, or one that begins with "one"
validate-peer-unsupported = { $op } has no { $way }
validate-peer-power = halvingDoubling and doubleBinaryTree need a power of two, not { $npus } NPUs
validate-peer-empty = { $bytes } bytes cannot be cut into { $chunks } chunks
validate-peer-count = { $what } is { $value }; 1 to { $limit } can be simulated
validate-peer-too-large = { $tasks } tasks or links; the limit is { $limit }. Take fewer NPUs or chunks
validate-peer-stuck = the chunks' queues wait for each other; take more active_chunks

# What descend reports
descend-spilled = Diverged: at step { $step } { $name } went beyond 50 g either way and spilled from the pot.
descend-forward = Forward (from the recipe to the loss)
descend-backward = Backward (from the loss: the derivative that arrives x the local one)
descend-update = Update (value + what is carried - learning rate x gradient)
descend-right = { $name }: { $proposed } is right.
descend-wrong = { $name }: not { $proposed } but { $expected }. { $slip }
descend-unmoved = It was not moved.
descend-uphill = The gradient was added; taking it off lowers the loss.
descend-rate-left-out = The gradient was not multiplied by the learning rate.
descend-not-averaged = The tasters' parts were added up, but not divided by their number.
descend-half-slope = The 2 of the square's derivative is missing.
descend-carried-left-out = What carries on from the last update (momentum) is missing.
descend-update-only = This is the change alone, not yet added to the value.

help-validate-memory = Published formulas and values of memory, or measured peaks, in the columns of activation_memory.csv or throughput.csv
help-validate-memory-file = A CSV file. Formulas and values have the columns { $list }; a file with the column mem_gb is read as runs whose peak was measured
help-validate-memory-strict = Fail when one of the targets that the report names is not met
validate-memory-activations = activations (formulas and values)
validate-memory-state = weights, gradients, optimizer state (formulas and values)
validate-memory-zero = tables of the ZeRO paper (the same to the digits shown)
validate-memory-measured = measured peaks
validate-memory-out = runs that ended out of memory (computed as too large)
validate-memory-largest = largest error, { $set }
validate-memory-largest-percent = max %
validate-memory-left-out = left out: { $why }: { $n } ({ $names })
validate-memory-is-time = a time, not a size
validate-memory-split = held by a split backward pass, which is checked with the schedules
validate-memory-unknown = it is not known what is measured
validate-memory-no-value = value, formula or shape is not given

# What validate network reports
validate-network-verdict = verdict
validate-network-inside = inside
validate-network-outside = outside
validate-network-sum = { $inside } of { $of } inside; { $rest } rows of the file are nothing that this model expresses yet. Where a row gives no range, 5 % either side.

# What fabric reports
fabric-packets = A packet carries { $mtu } bytes and { $over } of headers; queues do not count what is being sent.
