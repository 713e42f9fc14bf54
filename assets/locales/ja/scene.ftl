# 舞台の上に描く言葉。短く。
scene-scale = 画面の1秒 =
scene-state-wait = 待機
scene-state-comm = 通信
scene-state-done = 完了
scene-stage = 工程{ $n }
scene-layers = レシピ { $first }–{ $last }層
scene-label-nvlink = 直通トンネル NVLink ×{ $lanes } · { $rate }
scene-label-pcie = 共用の廊下 PCIe ×{ $lanes } · { $rate }
scene-label-infiniband = 専用鉄道 InfiniBand ×{ $lanes } · { $rate }
scene-label-ethernet = 道路 Ethernet ×{ $lanes } · { $rate }
scene-short-nvlink = NVLink ×{ $lanes } · { $rate }
scene-short-pcie = PCIe ×{ $lanes } · { $rate }
scene-short-infiniband = InfiniBand ×{ $lanes } · { $rate }
scene-short-ethernet = Ethernet ×{ $lanes } · { $rate }
