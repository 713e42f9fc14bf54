# The simulation behind the scenes.
worker-busy = Computing…
worker-progress = Computing… { $done } of { $all } kitchens are done
worker-stop = Stop, and keep what was there
