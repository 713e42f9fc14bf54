# 集団通信とそのアルゴリズムの名前。
op-all-reduce = all-reduce（全員で足す）
op-all-gather = all-gather（全員に集める）
op-reduce-scatter = reduce-scatter（足して分配）
op-broadcast = broadcast（全員に配る）
op-reduce = reduce（一人に足し集める）
op-all-to-all = all-to-all（全員で交換）
op-send-recv = send/recv（となりへ渡す）
op-gather = gather（一人に集める）
op-scatter = scatter（一人から分ける）
op-barrier = barrier（全員を待つ）
op-all-to-all-v = all-to-all-v（ふぞろいな交換）
algorithm-auto = おまかせ
algorithm-ring = リング
algorithm-tree = 木
algorithm-double-binary-tree = 二重二分木
algorithm-direct = 直接送信
algorithm-in-network = ネットワーク内加算
algorithm-hierarchical = 階層型
algorithm-halving-doubling = 半分ずつ・倍々
algorithm-bruck = Bruck法
algorithm-pairwise = 二人組の交換
algorithm-binomial = 二項木
algorithm-pat = PAT（木の束ね送り）
algorithm-in-fabric = サーバー間スイッチでの加算（SHARP）

collective-no-ranks = グループにGPUがひとつもありません。
# $gpu int
collective-bad-group = GPU { $gpu }はこのクラスタにないか、二度指定されています。
collective-unsupported = この構成では「{ $algorithm }」で{ $op }を実行できません。「auto」なら自動で選ばれます。
collective-too-large = このアルゴリズムには{ $moves }回の転送が必要で、上限の{ $limit }回を超えます。GPUを減らすか、別のアルゴリズムを選んでください。
collective-no-in-network = このシステムのスイッチは足し算ができません。ネットワーク内加算にはNVSwitch第3世代以降が必要です。
collective-no-in-fabric = このサーバー間のスイッチは足し算（SHARP）をしないか、全サーバーに共通するカードがありません。足し算するスイッチを指定するか、別のアルゴリズムを選んでください。
collective-split = { $n }個のGPUでは、偏りは1から{ $n }まで、大きさの表は縦横ともGPUの数だけ必要です。
collective-size = 全GPUのバッファの合計が64ビットで数えられる大きさを超えます。バイト数を減らしてください。
collective-grid = 各次元の大きさの積はGPUの数{ $n }でなければなりません。halving-doublingは2のべき、treesは最後の次元だけで使えます。次元は16個までです。
collective-uneven = サーバー内のスイッチが出した和は、ほかのサーバーの同じ位置のGPUへ渡ります。全サーバーのGPUの数をそろえるか、別のアルゴリズムを選んでください。

# 会議の時間の下限。二つの章が使う。
meeting-time-formula = 2(n − 1)/n × S ÷ B
# $value time
meeting-time-filled = 2({ $n } − 1)/{ $n } × { $bytes } ÷ { $rate } = { $value }
meeting-time-source = 式は帯域だけの下限（Thakurほか、2005。木はSandersほか、2009）。Bは一人が同時に送れる実効帯域。差は遅延と、道の取り合い。
meeting-time-switch-formula = S ÷ B
# $value time
meeting-time-switch-filled = { $bytes } ÷ { $rate } = { $value }
meeting-time-switch-source = 式は帯域だけの下限（Klenkほか、2020）。Bは、足し算する交換機へ向かうフローの実際の速さ（記録から）。差は遅延。

# NCCLが比べる組。
tuner-pair = { $algorithm }、{ $protocol }：{ $time }
