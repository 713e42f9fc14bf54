language-name = Español
language-direction = ltr
language-reading = 200
language-comma = { ", " }
language-gap = { " " }
language-locale = es_LA
