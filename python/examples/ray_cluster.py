"""A sweep on a Ray cluster: this machine's, or the one whose address RAY_ADDRESS names. Run by hand; no test installs Ray."""

import ray

import collective_kitchen as kitchen

CASES = kitchen.grid(model="llama3-8b", system="dgx-h100", nodes=[1, 2, 4], tp=[1, 2, 4, 8], zero=[0, 1])


def on_ray(one, cases):
    """A map, in order."""
    task = ray.remote(one)
    return ray.get([task.remote(case) for case in cases])


if __name__ == "__main__":
    ray.init()
    swept = kitchen.sweep(kitchen.train, CASES, map=on_ray)
    best = max((row for row in swept.rows() if row["fits"]), key=lambda row: row["mfu"])
    print(len(swept), "steps; the best:", {name: best[name] for name in ("nodes", "tp", "zero", "mfu")})
