"""Many steps as a frame of pandas, and the refusals among them in words."""

import collective_kitchen as kitchen

cases = kitchen.grid(model="llama3-8b", system="dgx-h100", nodes=[1, 2, 4], tp=[1, 3], zero=1)
frame = kitchen.sweep(kitchen.train, cases).to_pandas()
print(frame[["nodes", "tp", "iteration_time_s", "mfu", "refused"]].to_string(index=False))
