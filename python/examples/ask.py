"""Three questions, as on the command line."""

import collective_kitchen as kitchen

meeting = kitchen.collective(system="dgx-h100", bytes="1GiB")
print(meeting.time_us, meeting.busbw_GBps, meeting.algorithm)

step = kitchen.train(model="llama3-8b", system="dgx-h100", zero=1)
print(step.iteration_time_s, step.mfu)

found = kitchen.plan(model="llama3-8b", system="dgx-h100", global_batch=64, invest=True)
print(found.investments[0].system, found.investments[0].faster)
