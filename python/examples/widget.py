"""A chapter in a notebook: a cell that ends with `stage` shows it."""

import collective_kitchen as kitchen
from collective_kitchen.widget import Kitchen

kitchen.picture("pipeline", at=0.4, layer="xray").save("moment.svg")

stage = Kitchen(src="https://example.org/kitchen/", chapter="pipeline", controls=True)
stage.observe(lambda change: print(change.new), "params")  # what a reader changes there
stage.at, stage.layer = 0.5, "xray"  # moves the stage
