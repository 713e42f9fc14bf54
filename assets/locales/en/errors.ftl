# One sentence for everything that can go wrong: what it is, and what was done or what to do.
err-value = { $name } takes { $range }; “{ $value }” was read as { $used }.
err-range-int = a whole number from { $min } to { $max }
err-range-bytes = a power of two from { $min } to { $max }
err-range-choice = one of { $list }
err-unknown-key = “{ $key }” is not a setting here and was left out. The settings are { $list }.
err-twice = “{ $key }” is given more than once; the first one counts.
err-link-version = This link was made by another version (“{ $version }”); what could be read was kept.
err-link-long = This link is too long to be one of ours, so it opens with the usual settings.
err-link-kind = “{ $kind }” is not something this page can simulate; it opens with the usual settings.
err-link-mismatch = The link's settings belong to another chapter, so this one opens with its usual settings.
err-link-look = “{ $key }” cannot be “{ $value }”, so it was left out. It takes { $range }.
err-link-unknown = “{ $key }” means nothing in a link and was left out.
err-range-flag = 0 or 1
err-range-name = letters, digits and hyphens
