# The parameter table: names, one sentence of help each, and the names of choices.
param-model = Model
param-model-help = The recipe that is cut into stages: a published GPT-3 shape. More layers mean longer work at each stage.
param-stages = Stages
param-stages-help = How many chefs stand in the line, each with its own part of the recipe.
param-micro-batches = Micro-batches
param-micro-batches-help = Into how many bowls one batch is divided. More bowls keep the line busier.
param-pipeline-link = Link
param-pipeline-link-help = What the bowls travel over between two stages.
param-schedule = Schedule
param-schedule-help = In which order each chef takes up forward and backward work.
param-ways = Chefs at one pot
param-ways-help = Over how many GPUs each matrix is cut.
param-tensor-link = Link
param-tensor-link-help = What the partial sums travel over.
param-hidden = Hidden size
param-hidden-help = The width of the layer, as in published models. A wider layer means more computing for each byte sent.
param-chefs = Chefs
param-chefs-help = How many GPUs hold the same recipe and compare their reports.
param-race-chefs-help = How many GPUs meet on each system. A system with fewer in one server is joined by 400 Gb/s InfiniBand or Ethernet.
param-algorithm = Algorithm
param-algorithm-help = How the slips travel: around a ring, straight to everyone, along two trees, or into a switch that adds.
param-gradient-bytes = Gradient size
param-gradient-bytes-help = How many bytes of gradients each chef brings to the meeting.
param-system = System
param-system-help = The server the chefs stand in, with its real links.
param-op = Operation
param-op-help = Which meeting is held.
param-bytes = Size
param-bytes-help = How many bytes the operation works on.

model-gpt3-1-3b = GPT-3 XL (1.3 billion)
model-gpt3-2-7b = GPT-3 2.7B
model-gpt3-6-7b = GPT-3 6.7B
model-gpt3-13b = GPT-3 13B

pipeline-link-nvlink = Exchange (NVLink, one DGX H100)
pipeline-link-pcie = Corridor (PCIe, a server with A100)
pipeline-link-infiniband = Railway (400 Gb/s InfiniBand, one stage per server)

schedule-naive = Naive (one bowl after another)
schedule-gpipe = GPipe (all forward, then all backward)
schedule-1f1b = 1F1B (one forward, one backward)

tensor-link-corridor = Corridor (PCIe, a server with A100)
tensor-link-tunnel = Tunnel (NVLink, DGX-1 V100)
tensor-link-exchange = Exchange (NVSwitch, DGX H100)

hidden-4096 = 4,096 (as in GPT-3 6.7B)
hidden-8192 = 8,192 (as in Llama 2 70B)
hidden-12288 = 12,288 (as in GPT-3 175B)
hidden-16384 = 16,384 (as in Llama 3 405B)

number-1 = 1
number-2 = 2
number-4 = 4
number-8 = 8
number-16 = 16
number-72 = 72
