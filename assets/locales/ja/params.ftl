# パラメーター表。名前、一文の説明、選択肢の名前。
param-model = モデル
param-model-help = 工程に分けるレシピ。公表されているGPTの形。層が多いほど、一つの工程の仕事が長くなる。
param-stages = 工程の数
param-stages-help = 列に並ぶシェフの人数。一人がレシピの一部分を受け持つ。
param-micro-batches = マイクロバッチ
param-micro-batches-help = 一回分の食材を、いくつのボウルに小分けするか。ボウルが多いほど列の手が空かない。
param-pipeline-link = つなぎ方
param-pipeline-link-help = 工程から工程へ、ボウルが通る道。GPUはどれも同じH100。交換機はDGX H100一台の中、廊下は同じDGX H100でNVLinkを使わずPCIeだけ、鉄道は一工程に一台のDGX H100を400 Gb/sのInfiniBandで結ぶ。
param-schedule = スケジュール
param-schedule-help = 前向きと後ろ向きの仕事に、どの順で取りかかるか。素朴はボウルを一つずつ往復、GPipeは前向きを全部終えてから後ろ向き、1F1Bは前と後ろを一つずつ交互に。「三つを順に」は、一歩ごとに順番を変えて続けて走らせる。
param-ways = 一つの鍋に立つシェフ
param-ways-help = 一つの行列を何台のGPUに切り分けるか。
param-tensor-link = つなぎ方
param-tensor-link-help = 部分和が通る道。GPUはどれも同じH100。廊下はDGX H100でNVLinkを使わずPCIeだけ、トンネルはGPUどうしを結ぶNVLink（4台まではHGX H100、8台は市販されない思考実験）、交換機はDGX H100のNVSwitch。
param-hidden = 隠れ層の大きさ
param-hidden-help = 層の幅。公表されているモデルの値。広いほど、送る1バイトあたりの計算が増える。
param-chefs = シェフの人数
param-chefs-help = 同じレシピを持ち、分析レポートを突き合わせるGPUの数。
param-race-chefs-help = それぞれの設備で会議に出るGPUの数。一台に収まらない分は、400 Gb/sのInfiniBandかEthernetでつなぐ。
param-algorithm = アルゴリズム
param-algorithm-help = 伝票の回し方。輪に回す、全員へ直接配る、二本の木に沿わせる、足し算するスイッチに預ける。
param-meeting = 会議
param-way-help = 同じ会議を開くための、伝票の回し方。その会議に使えるものだけが選べる。
param-meeting-chefs-help = 会議に出るGPUの数。みな一台のDGX H100の交換機につながっている。
param-buckets = 束の数
param-buckets-help = 分析レポートをいくつの束に分けて会議へ出すか。1にすると、全部書き終えてから一度に持ち寄る。
param-data-model-help = 全員が一冊ずつ持つレシピ。公表されているGPT-3の形で、レポートの大きさも料理の時間もこれで決まる。
param-system = 設備
param-system-help = シェフが立つサーバー。実物と同じ配線を持つ。
param-op = 集団通信
param-op-help = どの会議を開くか。
param-bytes = 大きさ
param-missing = 故障
param-missing-help = どの厨房からも一つずつ外してみる。交換機のチップか、シェフ1のトンネル一本か。
missing-nothing = なし
missing-chip = チップ1個
missing-link = トンネル1本
param-bytes-help = 扱うデータのバイト数。

model-gpt3-350m = GPT-3 Medium（3.5億）
model-gpt3-760m = GPT-3 Large（7.6億）
model-gpt3-1-3b = GPT-3 XL（13億）
model-gpt3-2-7b = GPT-3 2.7B（27億）
model-megatron-3-6b = Megatron GPT 3.6B（36億）
model-gpt3-6-7b = GPT-3 6.7B（67億）
model-gpt3-13b = GPT-3 13B（130億）

pipeline-link-nvlink = 電話交換機（NVLink）
pipeline-link-pcie = 廊下（PCIe）
pipeline-link-infiniband = 専用鉄道（InfiniBand）

schedule-naive = 素朴（一つずつ）
schedule-in-turn = 三つを順に
schedule-gpipe = GPipe（先に全部）
schedule-1f1b = 1F1B（交互に）

tensor-link-corridor = 廊下（PCIe）
tensor-link-tunnel = 直通トンネル（NVLink）
tensor-link-exchange = 電話交換機（NVSwitch）

hidden-4096 = 4,096（GPT-3 6.7B）
hidden-8192 = 8,192（Llama 2 70B）
hidden-12288 = 12,288（GPT-3 175B）
hidden-16384 = 16,384（Llama 3 405B）

number-1 = 1
number-2 = 2
number-4 = 4
number-8 = 8
number-16 = 16
number-72 = 72
