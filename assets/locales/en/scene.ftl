# Words drawn on the stage. Short.
scene-scale = 1 s here =
scene-slow = slow
scene-compressed = cut short
scene-state-wait = idle
scene-state-comm = comm
scene-state-done = done
scene-stage = Stage { $n }
scene-work-wash = wash
scene-work-peel = peel
scene-work-cut = cut
scene-work-fry = fry
scene-work-simmer = simmer
scene-work-strain = strain
scene-work-season = season
scene-work-serve = serve
scene-layers = recipe, layers { $first }–{ $last }
scene-label-nvlink = Private tunnel, NVLink ×{ $lanes } · { $rate }
scene-label-pcie = Shared corridor, PCIe · { $rate }
scene-label-infiniband = Express rails, InfiniBand · { $rate }
scene-label-ethernet = Street, Ethernet · { $rate }
scene-short-nvlink = NVLink ×{ $lanes } · { $rate }
scene-short-pcie = PCIe · { $rate }
scene-short-infiniband = InfiniBand · { $rate }
scene-short-ethernet = Ethernet · { $rate }
scene-chef-way = { $link }, per chef: { $rate }
scene-switch = NVSwitch
scene-switch-adds = NVSwitch that adds up
scene-chef-rate = per chef: { $rate }
scene-gpu-rate = per GPU: { $rate }
scene-way-corridor = Shared corridor
scene-way-tunnels = Private tunnels
scene-way-exchange = Telephone exchange
scene-way-adder = Exchange that adds up
scene-way-rails = Express rails
scene-way-street = Kitchens on a street
scene-done-at = done at
scene-own = our chefs
scene-own-xray = our GPUs
scene-to-go = to go:
scene-label-exchange = Telephone exchange, NVSwitch · NVLink ×{ $lanes } · { $rate }
scene-share = % = share of the data-sheet rate
scene-shared-carts = Carts on one stretch:
scene-shared-flows = Flows on one link:

# The relay is also the home page's picture.
pipeline-stage-step = Step { $n }: { $schedule }
pipeline-stage-out-of-memory = out of memory, +{ $n } GB
pipeline-stage-layers = layers { $first }–{ $last }
