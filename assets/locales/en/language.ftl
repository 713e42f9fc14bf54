language-name = English
language-direction = ltr
language-reading = 200
language-comma = { ", " }
language-gap = { " " }
language-locale = en_US
