# Questions and answers. Numbers come from runs and the catalogue.
faq-title = Questions and answers
faq-lead = What newcomers and engineers really ask. The numbers in the answers were computed by the simulator, or from the catalogue, when this page was written.

faq-one = Would one large GPU not do?
faq-one-answer = The widest shelf there is, { $largest }’s, holds { $largest_shelf }. To learn { $large } takes { $large_state } for recipe, report and notebooks alone: { $shelves } such shelves, however well it is shared out. That is why sharing is the story.
faq-learning = How much harder is learning than answering?
faq-learning-answer = Against reading the same words it is { $work } the work: there is a way back, which takes twice the way forward. The shelf differs even more: { $answers } to answer, { $learns } to learn.
faq-fit = Can a model of 7 billion parameters learn on one GPU?
faq-fit-answer = Not in the usual way. To answer, { $small } takes { $small_recipe } of the { $shelf } on an { $gpu }. To learn, with report and notebooks, it takes { $small_state }. Share them out (ZeRO), or keep some elsewhere (offload).
faq-twice = Are { $ways } GPUs { $ways } times as fast?
faq-twice-answer = No. As “Two chefs, one pot” opens, { $ways } of them are { $speedup } as fast as one; for { $idle } of the time hands stand still and wait for a meeting. How close one gets depends on how work is shared, and on the way.
faq-bubble = Can the idle time of a relay (the bubble) be got rid of?
faq-bubble-answer = The beginning and the end of the line remain. One bowl at a time leaves { $naive_idle }; bowls that flow { $gpipe_idle }; 32 bowls { $more_idle }. Orders that split the report in two and fill the gaps with one half (zero-bubble) leave less.
faq-meeting = Does everyone have more to send when more meet?
faq-meeting-answer = Hardly. Round a ring each sends { $eight } times what it brought with 8 chefs, and { $thousand } times with 1,024. What grows is the number of steps, which is felt in small meetings.
faq-ways = How much do PCIe and NVLink differ?
faq-ways-answer = As “Corridor, tunnel, exchange” opens, the slowest kitchen takes { $ratio } as long as the fastest for the same meeting. The chefs are equally good; only the ways are not.
faq-answering = Answers come word by word. Is computing that slow?
faq-answering-answer = It is not computing that is waited for, but the shelf: each word takes the whole recipe from it. So a word takes { $word_one } for one guest, and no more than { $word_many } for a hundred together.
faq-rate = How does one choose a learning rate?
faq-rate-answer = Small is slow, large diverges. For a problem as small as “The secret sauce” the limit can be computed: { $limit } as it opens. A real model has no map; one tries.
faq-waiting = How much of the time do GPUs work?
faq-waiting-answer = Less than one thinks. In the step of “The cast” chef 1’s hands are at work for { $share } of it; the rest is waiting for others, or for the way. How much work was done is told as MFU.
faq-right = Are these numbers right?
faq-right-answer = They are compared with published measurements. Over { $rows } rows of collectives (1 MiB and more) that were not looked at when constants were fitted, the median error in time is { $median }. Which rows are off, every formula, constant and source stand on “How we compute”. Every motion is a record of a run; none was drawn by hand.
faq-class = May I use it in class, or at work?
faq-class-answer = Yes. The licence is MIT or Apache-2.0; there are no cookies and no tracking. It is a folder that any static host can serve, and there are lesson plans and worksheets.
