# The page for those who put a chapter into an article, a book or slides.
writers-title = In your article, book or slides
writers-lead = Every moment of every chapter can stand on a page of yours, alive. Share in a chapter writes the code for the moment on the stage; this page says what can be done with it. Replace the address by the one of this site.
writers-contents = On this page
writers-alive = The same, alive:
writers-does = What it does

writers-element = A tag of its own
writers-element-text = One script, one tag. The chapter is fetched when it comes near what is read, and is as high as what is in it. What stands inside the tag is read until then, and where no script runs.
writers-attributes = Attributes
writers-attribute = Attribute
writers-attribute-chapter = Which chapter. Its name stands in its link.
writers-attribute-act = Which act it opens with; without one, the whole chapter.
writers-attribute-lang = The language; else the reader's.
writers-attribute-layer = The kitchen or the X-ray.
writers-attribute-theme = The colours; else as the reader's system.
writers-attribute-moment = Settings and instant, as Share writes them: what stands after the # of a link.
writers-attribute-controls = With controls and numbers beside the stage.
writers-attribute-timeline = With the timeline under it.
writers-attribute-plain = Without the switch between kitchen and X-ray.
writers-methods = Methods
writers-method = Method
writers-method-play = Plays.
writers-method-pause = Stops.
writers-method-seek = Goes to a share of the run, from 0 to 1.
writers-method-set = Sets several attributes at once: chapter, lang, layer, theme, act, hash.
writers-events = Events
writers-event = Event, and what it carries
writers-event-ready = It can be asked for things from now on.
writers-event-state = Something else is shown. Times are picoseconds of simulated time, as text.
writers-event-time = The run moved on; at most four times a second.
writers-event-act = Another act was opened.
writers-event-answered = The reader has answered the chapter's question.
writers-event-error = What was asked for is not there.
writers-steer = An attribute that changes, by a script or by hand, changes what is shown:

writers-iframe = An iframe
writers-iframe-text = Where no script of yours may run, an iframe shows the same. It needs no right but to run its own scripts; the other two let its link open a tab.
writers-messages = Messages to a frame
writers-messages-text = An iframe hears the page that holds it, and nobody else, by these messages. What is not one of them changes nothing.
writers-message = Message
writers-message-play = Plays.
writers-message-pause = Stops.
writers-message-seek = Goes to a share of the run, or with ps to an instant.
writers-message-set = Changes what is named in it.
writers-message-state = Asks for a state message.
writers-messages-back = It tells what the element's events tell, with the same type:

writers-mdbook = In an mdBook
writers-mdbook-text = HTML may stand in the text as it is. Leave a blank line before and after it, and none inside.
writers-reveal = On a Reveal.js slide
writers-reveal-text = The script stands once in the file, the tag on its slide.
writers-reveal-steer = With this, the chapter plays while its slide is shown:

writers-bare = Without any script
writers-bare-text = Mail, feeds and print take a picture that leads to the chapter.
writers-hosts = Hosts with rules of their own
writers-hosts-text = Where a page has a policy, it names the script and the frame:
