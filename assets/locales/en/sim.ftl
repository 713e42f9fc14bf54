# Why a simulation was refused or stopped.
sim-too-many-tasks = This run has { $tasks } tasks; at most { $limit } fit. Take fewer GPUs, micro-batches or chunks.
sim-too-many-events = The run was stopped after { $limit } events. Take fewer GPUs, micro-batches or chunks.
sim-too-much-work = The run was stopped: its transfers meet on so many links and so often that finding their rates took { $limit } steps. Take fewer GPUs, or another algorithm.
sim-too-much-memory = This run would need more than { $mib } MiB of memory. Take fewer GPUs, micro-batches or chunks.
sim-too-long = Task { $task } would end later than the clock can count (about 100 days). Take less data or faster links.
sim-dependency-order = Task { $task } waits for task { $dep }, which does not come before it.
sim-no-such-gpu = Task { $task } names GPU { $gpu }, which does not exist.
sim-no-such-route = Task { $task } names route { $route }, which does not exist.
sim-no-such-link = Route { $route } crosses link { $link }, which does not exist.
sim-bad-share = Route { $route } puts a share on link { $link } that is not a number above zero.
sim-no-rate = Route { $route } has no bandwidth: nothing sent over it would ever arrive.
