# What the program must know of a language. These are the messages that a folder must have; what else it lacks is said in English.
# What it calls itself; `ltr` or `rtl`; letters read in ten seconds; what stands between things of a list, and between two sentences; its
# name and country for those who read the tags of a page.
language-name = 日本語
language-direction = ltr
language-reading = 90
language-comma = 、
language-gap = { "" }
language-locale = ja_JP
