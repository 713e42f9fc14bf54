# The command line: pictures.
help-picture = Write one moment of a chapter as SVG
help-picture-link = A moment as the page's Share gives it: it says chapter, settings, moment, layer and language
help-picture-chapter = One of { $list }
help-picture-at = The moment, from 0 (start) to 1 (end)
help-picture-layer = kitchen or xray
help-picture-theme = One of { $list }
help-picture-size = Width and height, 100 to 8192 pixels each
help-picture-set = A parameter of the scenario, such as stages=8; may be given again
help-picture-out = Where to write the picture; else it goes to standard output
