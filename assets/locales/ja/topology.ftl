# 機種の名前
system-pcie-8 = PCIe サーバー（A100 8 基）
system-dgx1-p100 = DGX-1（P100）
system-dgx1-v100 = DGX-1（V100）
system-dgx2 = DGX-2
system-dgx-a100 = DGX A100
system-dgx-h100 = DGX H100
system-dgx-h100-over-pcie = DGX H100（NVLinkは使わない）
system-hgx-h100-4 = HGX H100（GPU 4基）
system-h100-cube-mesh = 思考実験：H100 8基をDGX-1の形に配線
system-dgx-h200 = DGX H200
system-dgx-b200 = DGX B200
system-gb200-nvl72 = GB200 NVL72
system-gb300-nvl72 = GB300 NVL72
system-hgx = HGX サーバー
system-mesh = GPU どうしを直接つないだサーバー
system-pcie = PCIe だけのサーバー
system-dgx-h100-nvlink = DGX H100（外部 NVLink スイッチ）
system-vr-nvl72 = VR NVL72（発表のみ）

# 部品の名前
topology-vertex-gpu = GPU { $n }
topology-vertex-nvswitch = NVSwitch { $n }
topology-vertex-pcie-switch = PCIe スイッチ { $n }
topology-vertex-host = CPU { $n }
topology-vertex-nic = NIC { $n }
topology-vertex-leaf = リーフスイッチ { $n }
topology-vertex-spine = スパインスイッチ { $n }

# ネットワークの形
topology-layout-leaf-spine = リーフ・スパイン
topology-layout-rail = レール

# 組めないとき、道がないとき
# $known words
topology-unknown-system = 「{ $id }」という機種はありません。選べるのは { $known } です。
# $asked int
topology-nodes = ノード数 { $asked } は使えません。1 から { $most } までにしてください。
# $asked int
topology-gpus = GPU 数 { $asked } は使えません。1 から { $most } までにしてください。
# $asked int
topology-nics = ノードあたりの NIC 数 { $asked } は使えません。1 から { $most } までにしてください。
# $asked int
topology-port-rate = { $asked } Gbit/s のポートはありません。10、25、40、50、100、200、400、800、1600 から選んでください。
topology-no-adders = 足し算ができる（SHARP）のはInfiniBandのスイッチだけです。サーバーがInfiniBandでつながるシステムを選んでください。
topology-too-many-missing = 外せる部品は { $most } 個までです。
topology-no-such-part = 「{ $part }」にあたる部品は、この構成にはありません（または数が足りません）。ノード、GPU、チップ、NIC の番号は 0 から始まります。
# $gpu int
topology-no-such-gpu = GPU { $gpu } はありません。GPU は { $count } 基で、番号は 0 から始まります。
topology-no-route = GPU { $src } から GPU { $dst } への経路がありません。
# $gpu int
topology-no-switch = GPU { $gpu } から届く、足し算のできるスイッチがありません。
