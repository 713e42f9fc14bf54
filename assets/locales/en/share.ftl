share-title = Share this moment
share-link = Link
share-embed = To put it on a page
share-element = As a tag of its own, which an article can steer (a script runs)
share-iframe = As an iframe, where no script may run
share-qr = QR code of the link
share-scan = For a class: phones that scan this open the same moment.
share-copy = Copy
share-copied = Copied.
share-copy-by-hand = Selected. Copy it with your keyboard.
share-parts = What the embedded page shows
share-switch = Kitchen and X-ray
share-controls = Controls and numbers
share-gantt = Timeline
share-tall = For a narrow column

# What is taken away.
share-take = Take it with you
share-svg = Picture, SVG
share-png = Picture, PNG
share-slide = Slide with the QR code, PNG
share-figures = Numbers, CSV
share-spans = Timeline, CSV
share-trace = Trace for Perfetto, JSON
share-making = Making { $name } …
share-saved = Saved as { $name }.
share-failed = The browser could not make { $name }. The SVG holds the same picture.
share-take-not = This frame may not save files. They can be saved where the chapter has a tab of its own:
share-take-apart = open it there
share-slide-scan = Scan it to play on from here.
share-column-name = Number
share-column-value = Value

# Reading without a network.
share-offline = Read it without a network
share-keep-what = Nothing is kept on this device, unless you ask for it here.
share-keep = Keep this chapter and the home page
share-keep-home = Keep the home page
share-keeping = One moment …
share-kept = Kept on this device, { $size }: the home page and { $chapters }. With a network you always get the newest version.
share-kept-home = Kept on this device, { $size }: the home page. With a network you always get the newest version.
share-remove = Remove all that is kept
share-removed = Removed. Nothing is kept on this device.
share-keep-failed = It could not be kept: the network or the browser's storage refused.
share-keep-not = Nothing can be kept here: a browser keeps pages only of an address with https, and outside frames like this.
