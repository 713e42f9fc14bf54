# 集団通信とそのアルゴリズムの名前。
op-all-reduce = all-reduce（全員で足す）
op-all-gather = all-gather（全員に集める）
op-reduce-scatter = reduce-scatter（足して分ける）
op-broadcast = broadcast（全員に配る）
op-reduce = reduce（一人に足し集める）
op-all-to-all = all-to-all（全員で交換）
op-send-recv = send/recv（となりへ渡す）
algorithm-auto = おまかせ
algorithm-ring = リング
algorithm-tree = 木
algorithm-double-binary-tree = 二重二分木
algorithm-direct = 直接送信
algorithm-in-network = ネットワーク内加算
algorithm-hierarchical = 階層型

collective-no-ranks = グループにGPUがひとつもありません。
collective-bad-group = GPU { $gpu }はこのクラスタにないか、二度指定されています。
collective-unsupported = この構成では「{ $algorithm }」で{ $op }を実行できません。「auto」なら自動で選ばれます。
collective-too-large = このアルゴリズムには{ $moves }回の転送が必要で、上限の{ $limit }回を超えます。GPUを減らすか、別のアルゴリズムを選んでください。
collective-no-in-network = このシステムのスイッチは足し算ができません。ネットワーク内加算にはNVSwitch第3世代以降が必要です。
collective-uneven = 階層型は、どのサーバーにも同じ数のGPUがあるときに使えます。
