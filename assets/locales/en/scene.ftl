# Words drawn on the stage. Short.
scene-scale = 1 s here =
scene-state-wait = idle
scene-state-comm = comm
scene-state-done = done
scene-stage = Stage { $n }
scene-layers = recipe, layers { $first }–{ $last }
scene-label-nvlink = Private tunnel, NVLink ×{ $lanes } · { $rate }
scene-label-pcie = Shared corridor, PCIe · { $rate }
scene-label-infiniband = Express rails, InfiniBand · { $rate }
scene-label-ethernet = Street, Ethernet · { $rate }
scene-short-nvlink = NVLink ×{ $lanes } · { $rate }
scene-short-pcie = PCIe · { $rate }
scene-short-infiniband = InfiniBand · { $rate }
scene-short-ethernet = Ethernet · { $rate }
scene-way-corridor = Shared corridor
scene-way-tunnels = Private tunnels
scene-way-exchange = Telephone exchange
scene-way-adder = Exchange that adds up
scene-way-rails = Express rails
scene-way-street = Kitchens on a street
scene-done-at = done at
scene-to-go = to go:
scene-label-exchange = Telephone exchange, NVSwitch · NVLink ×{ $lanes } · { $rate }
scene-share = % = share of the data-sheet rate
scene-shared-carts = Carts on one stretch:
scene-shared-flows = Flows on one link:
