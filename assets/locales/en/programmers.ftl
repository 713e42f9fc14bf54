# The page for those who ask from a terminal or a program.
programmers-title = For programmers
programmers-lead = The simulator behind the chapters answers terminals and programs as well. Whichever way you ask, one piece of code does the computing, so the answer is the same. Every answer on this page was computed when the page was made.
programmers-contents = On this page
programmers-alive = The same question on a stage: eight H100 on NVSwitch and eight that leave it unused and have PCIe alone begin an `all-reduce` of 1 GiB together. Move a control and it is computed anew.

programmers-command = The command line
programmers-command-text = With Rust (rustup) it is one line in a copy of the repository. A release also has a program for Linux that needs nothing else. It speaks the language of `LANG`, or the one that `--lang en` names.
programmers-meeting = How long does an all-reduce take?
programmers-meeting-text = 1 GiB on the eight GPUs of a DGX H100. `busbw_GBps` is counted as nccl-tests counts it. `--explain` adds what NCCL’s tuner expects, and how long the other algorithms take.
programmers-step = How long does a training step take?
programmers-step-text = Name the model, the system and how the work is cut. `--explain` lists each term of the time; `kitchen plan` finds the cut for you.
programmers-buy = What should be bought next?
programmers-buy-text = Network, NVLink, GPUs, memory and the number of nodes are changed one at a time, each with the fastest plan that there is for it. If a better plan alone helps, it stands among them at a price of 0.
programmers-buy-rest = What follows is where the time goes, how far the simulation is off for published runs, and where the prices are from. `--price` and `--power` put your own in their place.
programmers-json = For a program to read
programmers-json-text = With `--json` the same answer is JSON. Numbers go to standard output, sentences to standard error.
programmers-status = Exit status
programmers-status-text = Scripts and CI can go by it.
programmers-status-head = Status
programmers-status-means = Meaning
programmers-status-example = For example
programmers-status-well = Here is the answer.
programmers-status-missed = Here is the answer, and it misses a goal or a limit: `--strict` of `validate`, or `--check` of an exercise.
programmers-status-refused = There is no answer. One sentence says why, and what would help.
programmers-reference = Where all of it is written down
programmers-reference-text = `--help` lists the commands, and each command’s own `--help` its flags; `kitchen systems` lists the systems that have a name. Every release has `REFERENCE-en.md` with all of it, the chapters’ settings included.

programmers-python = Python
programmers-python-text = A module written in Rust, for Python 3.10 and later. It needs nothing else; pandas, polars, Dask and the widget are extras, for when you want them.
programmers-python-ask = The same questions as functions
programmers-python-ask-text = A flag is an argument of the same name (`--global-batch` is `global_batch`). Answers are frozen dataclasses, and their `to_dict()` is what `--json` prints. `invest=True` tells how many times as fast each other system would be, the fastest first.
programmers-python-refused = What has no answer raises `Refused`: `about` names the argument, the sentence says why. Comparisons with prices (`--purchases`) are the command line’s alone.
programmers-python-frames = Many cases in one frame
programmers-python-frames-text = `grid` makes every combination and `sweep` asks them in order. One that is refused does not stop the others: its sentence is in the column `refused`. For polars it is `to_polars()`.
programmers-python-sweep = On all cores, on a cluster
programmers-python-sweep-text = `sweep` takes any `map` that keeps the order. Here it takes all cores of one machine.
programmers-python-dask = On a Dask cluster only this part is different. `python/examples` has one for Ray, too.
programmers-python-widget = A picture and a chapter in a notebook
programmers-python-widget-text = `picture` gives a moment of a chapter as SVG, and shows itself at the end of a cell. `Kitchen` is a whole chapter as an anywidget, with state both ways: what you set in Python moves the stage, and what a reader does there reaches Python.
programmers-python-page = `src` is the address of this site. For a page that you built yourself, say `page="dist"` in its place.

programmers-npm = npm
programmers-npm-text = It is WebAssembly, so it runs in Node 20 and in browsers. Nothing is fetched, and nothing is sent. Types are in `index.d.ts`, JSON Schemas of the requests in `schemas/`.
programmers-npm-ask = The same questions in JavaScript
programmers-npm-ask-text = Flags have the names that they have on the command line. The answer is `answer`, and `notes` holds sentences about it. A thread of its own does the computing, so your program goes on meanwhile.
programmers-npm-long = Progress, and stopping it
programmers-npm-long-text = `onProgress` hears how far it is, from 0 to 1. A `signal` stops it. What is refused is thrown as `Refused`.
programmers-npm-mount = A chapter in your page
programmers-npm-mount-text = `mount` makes a `<collective-kitchen>` and puts it into an element of yours. `site` is where the chapter is fetched from.
programmers-npm-writers = All attributes, methods and events

programmers-rust = The library in Rust
programmers-rust-text = `kitchen-core`, the engine, is a crate that can be used alone; it depends on `petgraph` and `serde` and nothing else. It knows no files, no clock and no screen. With a copy of the repository next to your project, one line adds it. Times are whole picoseconds, and the same question has the same answer on every machine.
programmers-rust-docs = `cargo doc -p kitchen-core --open` has the types, and the source of each formula.

programmers-files = Files to bring and to take
programmers-files-text = It reads files from your machines, and writes files that other tools open. Nothing is sent anywhere.
programmers-import = Read what a real machine wrote
programmers-import-text = A `config.json` from Hugging Face, traces of PyTorch’s profiler, `nvidia-smi topo -m`, NCCL’s XML and logs, what nccl-tests prints, Slurm’s `topology.conf`, launch scripts: it finds out which it is. This one was recorded on an H100.
programmers-own = Describe your own system
programmers-own-text = What is not in the list can be written as TOML or JSON and given to `--system`. The quickest way is to print one that is in the list and change what differs. Give the JSON Schema to your editor, and it explains and completes the fields. With this `mine.toml`:
programmers-perfetto = Open it in Perfetto
programmers-perfetto-text = `--trace` writes every operation of the step. Drop the file on ui.perfetto.dev to see it as a timeline.
programmers-astra = Ask ASTRA-sim the same
programmers-astra-text = This writes all its input files, so that you can put the same question to another simulator and compare.
