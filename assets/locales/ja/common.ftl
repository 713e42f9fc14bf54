# 登場人物と数え方。どの章からも使う。
chef-number = シェフ{ $n }
chef-count = シェフ{ $n }人
# $value quantity
value-of = { $name }：{ $value }

# ビートの文が終わったあと、いま起きていることを言う一文。
# $all int
caption-now = いま手を動かしているのは{ $all }人中{ $busy }人、運ばれている途中のものは{ $moving }個。
# $all int, $done live
caption-ready = 終えた厨房は{ $all }軒のうち{ $done }軒。
# $all int, $done live
caption-ready-xray = 完了 { $done }/{ $all }

# 通り道：厨房での名前とX線での名前。
way-tunnel = 直通トンネル
way-exchange = 電話交換機
way-corridor = 共用の廊下
way-railway = 専用鉄道
way-street = 道路
link-nvlink = NVLink
link-nvswitch = NVSwitch経由
link-pcie = PCIe
link-socket = CPUソケット間
link-infiniband = InfiniBand
link-ethernet = イーサネット

# X線の一行。GPUもマイクロバッチも、シェフやボウルと同じく1から数える。
what-activation = 活性値
what-activation-gradient = 活性値の勾配
what-partial-sum = 部分和
what-sum = 合計
what-data = データ
what-forward = 順伝播
what-backward = 逆伝播
what-backward-input = 入力の勾配
what-backward-weight = 重みの勾配
what-update = パラメータ更新
what-add = 加算
# $rate live
xray-transfer = GPU { $from } → GPU { $to }：{ $what } { $bytes }、{ $link }、{ $rate }
# $rate live
xray-to-switch = GPU { $from } → スイッチ：{ $what } { $bytes }、{ $link }、{ $rate }
# $rate live
xray-from-switch = スイッチ → GPU { $to }：{ $what } { $bytes }、{ $link }、{ $rate }
# $gpu int
xray-compute = GPU { $gpu }：{ $what }、{ $time }
# $gpu int
xray-compute-batch = GPU { $gpu }：{ $what }、マイクロバッチ{ $n }、{ $time }
xray-done = { $what }（{ $time }に完了）
# $all int
xray-busy = 計算中のGPU { $busy }/{ $all }、転送中 { $moving }本
xray-end = 終了 { $time }。計算 { $compute }（全GPUの合計）

# 数字の出どころ。
source-trace = シミュレーションの記録から
# $value quantity
value = { $value }
ledger-no-meeting = この場面には、足し合わせる会議がない。
ledger-too-large = 数字が{ $entries }個になるため、伝票に数字を書かずに描く。

# シミュレーションの数字を実測とならべる。
# $simulated rate
beside = シミュレーション{ $simulated }、実測{ $measured }
beside-own = ここでNCCLにまかせると{ $algorithm }になる：実測{ $measured }
beside-part = 束ひとつだけのall-reduceなら、実測で{ $measured }
beside-at = { $told }（{ $bytes }のとき）
beside-machine = { $name }、GPU { $n }基
