"""A sweep on a Dask cluster: this machine's processes, or the scheduler whose address is given."""

import sys

from distributed import Client

import collective_kitchen as kitchen

CASES = kitchen.grid(model="llama3-8b", system="dgx-h100", nodes=[1, 2, 4], tp=[1, 2, 4, 8], zero=[0, 1])


def main(*address: str) -> None:
    with Client(*address, **({} if address else {"n_workers": 2, "threads_per_worker": 1})) as client:
        swept = kitchen.sweep(kitchen.train, CASES, map=lambda one, cases: client.gather(client.map(one, cases)))
    best = max((row for row in swept.rows() if row["fits"]), key=lambda row: row["mfu"])
    print(len(swept), "steps; the best:", {name: best[name] for name in ("nodes", "tp", "zero", "mfu")})


if __name__ == "__main__":
    main(*sys.argv[1:])
