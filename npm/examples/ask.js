import { close, collective, train } from "collective-kitchen";

const meeting = await collective({ system: "dgx-h100", bytes: "1GiB" });
console.log(meeting.answer.time_us, meeting.answer.busbw_GBps, meeting.answer.algorithm);

const step = await train({ model: "llama3-8b", system: "dgx-h100", zero: 1 });
console.log(step.answer.iteration_time_s, step.answer.mfu);

close();
