# 舞台の上に描く言葉。短く。
scene-scale = 画面の1秒 =
scene-slow = スロー
scene-compressed = 待ちを短縮
scene-state-wait = 待機
scene-state-comm = 通信
scene-state-done = 完了
scene-stage = 工程{ $n }
scene-work-wash = 洗う
scene-work-peel = むく
scene-work-cut = 切る
scene-work-fry = 炒める
scene-work-simmer = 煮る
scene-work-strain = こす
scene-work-season = 味つけ
scene-work-serve = 盛る
# $first int
scene-layers = レシピ { $first }–{ $last }層
scene-label-nvlink = 直通トンネル NVLink ×{ $lanes } · { $rate }
scene-label-pcie = 共用の廊下 PCIe · { $rate }
scene-label-infiniband = 専用鉄道 InfiniBand · { $rate }
scene-label-ethernet = 道路 Ethernet · { $rate }
scene-short-nvlink = NVLink ×{ $lanes } · { $rate }
scene-short-pcie = PCIe · { $rate }
scene-short-infiniband = InfiniBand · { $rate }
scene-short-ethernet = Ethernet · { $rate }
scene-chef-way = { $link }、一人{ $rate }
scene-switch = NVSwitch
scene-switch-adds = 足し算をするNVSwitch
scene-chef-rate = 一人{ $rate }
scene-gpu-rate = 一基{ $rate }
scene-way-corridor = 共用の廊下
scene-way-tunnels = 直通トンネル
scene-way-exchange = 電話交換機
scene-way-adder = 足し算する交換機
scene-way-rails = 専用鉄道
scene-way-street = 道路で結ぶ厨房
scene-done-at = 完了
scene-own = うちのシェフ
scene-own-xray = うちのGPU
scene-to-go = 残り
scene-label-exchange = 電話交換機 NVSwitch · NVLink ×{ $lanes } · { $rate }
scene-share = ％は公称の速さに対する割合
scene-shared-carts = 同じ区間の荷車：
scene-shared-flows = 同じリンクの通信：

# リレーは表紙の絵にもなる。
pipeline-stage-step = { $n }歩め：{ $schedule }
pipeline-stage-out-of-memory = メモリ不足 +{ $n } GB
# $first int
pipeline-stage-layers = { $first }–{ $last }層
