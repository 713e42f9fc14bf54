# The simulation behind the scenes.
worker-busy = Computing…
worker-label = How much is computed
worker-share = { $percent } %
worker-share-runs = { $percent } %, { $done } of { $all } runs done
worker-telling = All computed: now the scenes are made of it
worker-stop = Stop, and keep what was there
worker-again = The computation had fallen silent; it begins anew
worker-silent = The computation has fallen silent twice, and does not come.
worker-silent-again = Try again
worker-silent-here = Compute it in the page, which stands still meanwhile
