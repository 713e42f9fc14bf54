# Spanish is read at about 1,025 letters a minute where English is at 987 (Trauzettel-Klosinski and Dietz, 2012): a little faster.
language-name = Español
language-direction = ltr
language-reading = 208
language-comma = { ", " }
language-gap = { " " }
language-locale = es_LA
