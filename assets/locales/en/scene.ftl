# Words drawn on the stage. Short.
scene-scale = 1 s here =
scene-state-wait = idle
scene-state-comm = comm
scene-state-done = done
scene-stage = Stage { $n }
scene-layers = recipe, layers { $first }–{ $last }
scene-label-nvlink = Private tunnel, NVLink ×{ $lanes } · { $rate }
scene-label-pcie = Shared corridor, PCIe ×{ $lanes } · { $rate }
scene-label-infiniband = Express rails, InfiniBand ×{ $lanes } · { $rate }
scene-label-ethernet = Street, Ethernet ×{ $lanes } · { $rate }
scene-short-nvlink = NVLink ×{ $lanes } · { $rate }
scene-short-pcie = PCIe ×{ $lanes } · { $rate }
scene-short-infiniband = InfiniBand ×{ $lanes } · { $rate }
scene-short-ethernet = Ethernet ×{ $lanes } · { $rate }
