# The parameter table: names, one sentence of help each, and the names of choices.
param-model = Model
param-model-help = The recipe that is cut into stages: a published GPT-3 shape. More layers mean longer work at each stage.
param-stages = Stages
param-stages-help = How many chefs stand in the line, each with its own part of the recipe.
param-micro-batches = Micro-batches
param-micro-batches-help = Into how many bowls one batch is divided. More bowls keep the line busier.
param-pipeline-link = Link
param-pipeline-link-help = What the bowls travel over between two stages. The GPU is an H100 each time. The exchange is inside one DGX H100, the corridor is the same DGX H100 over PCIe with its NVLink unused, the railway joins one DGX H100 per stage with 400 Gb/s InfiniBand.
param-schedule = Schedule
param-schedule-help = In which order each chef takes up forward and backward work. Naive: one bowl there and back at a time. GPipe: all forward, then all backward. 1F1B: one forward, one backward. All three in turn: one step by each.
param-ways = Chefs at one pot
param-ways-help = Over how many GPUs each matrix is cut.
param-tensor-link = Link
param-tensor-link-help = What the partial sums travel over. The GPU is an H100 each time. The corridor is a DGX H100 over PCIe with its NVLink unused, the tunnel is NVLink straight between GPUs (up to four an HGX H100, eight a thought experiment that nobody sells), the exchange the NVSwitch of a DGX H100.
param-hidden = Hidden size
param-hidden-help = The width of the layer, published models. A wider layer means more computing for each byte sent.
param-chefs = Chefs
param-chefs-help = How many GPUs hold the same recipe and compare their reports.
param-race-chefs-help = How many GPUs meet on each system. A system with fewer in one server is joined by 400 Gb/s InfiniBand or Ethernet.
param-algorithm = Algorithm
param-algorithm-help = How the slips travel: around a ring, straight to everyone, along two trees, or into a switch that adds.
param-meeting = Meeting
param-way-help = How the slips of the same meeting travel. Only what can carry out this meeting is offered.
param-meeting-chefs-help = How many GPUs meet, all of them at the exchange of one DGX H100.
param-buckets = Bundles
param-buckets-help = Into how many bundles the report is split. With 1, all of it is brought at once, after the last page.
param-data-model-help = The recipe of which every chef holds a copy: a published GPT-3 shape. It sets the size of the report and the time of cooking.
param-system = System
param-system-help = The server the chefs stand in, with its real links.
param-op = Operation
param-op-help = Which meeting is held.
param-bytes = Size
param-missing = Missing
param-missing-help = What every kitchen has to do without: one chip of its exchange, or one of chef 1's tunnels.
missing-nothing = Nothing
missing-chip = One chip
missing-link = One tunnel
param-bytes-help = How many bytes the operation works on.

model-gpt3-350m = GPT-3 Medium (350 million)
model-gpt3-760m = GPT-3 Large (760 million)
model-gpt3-1-3b = GPT-3 XL (1.3 billion)
model-gpt3-2-7b = GPT-3 2.7B
model-megatron-3-6b = Megatron GPT 3.6B
model-gpt3-6-7b = GPT-3 6.7B
model-gpt3-13b = GPT-3 13B

pipeline-link-nvlink = Exchange (NVLink)
pipeline-link-pcie = Corridor (PCIe)
pipeline-link-infiniband = Railway (InfiniBand)

schedule-naive = Naive (one at a time)
schedule-in-turn = All three in turn
schedule-gpipe = GPipe (all, then back)
schedule-1f1b = 1F1B (alternating)

tensor-link-corridor = Corridor (PCIe)
tensor-link-tunnel = Tunnel (NVLink)
tensor-link-exchange = Exchange (NVSwitch)

hidden-4096 = 4,096 (GPT-3 6.7B)
hidden-8192 = 8,192 (Llama 2 70B)
hidden-12288 = 12,288 (GPT-3 175B)
hidden-16384 = 16,384 (Llama 3 405B)

number-1 = 1
number-2 = 2
number-4 = 4
number-8 = 8
number-16 = 16
number-72 = 72
