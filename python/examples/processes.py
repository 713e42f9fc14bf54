"""A sweep over all cores of this machine."""

from concurrent.futures import ProcessPoolExecutor

import collective_kitchen as kitchen

CASES = kitchen.grid(model="llama3-8b", system="dgx-h100", nodes=[1, 2, 4], tp=[1, 2, 4, 8], zero=[0, 1])

if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        swept = kitchen.sweep(kitchen.train, CASES, map=pool.map)
    best = max((row for row in swept.rows() if row["fits"]), key=lambda row: row["mfu"])
    print(len(swept), "steps; the best:", {name: best[name] for name in ("nodes", "tp", "zero", "mfu")})
