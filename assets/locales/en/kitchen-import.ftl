# Files that people bring: kitchen import.
help-import = Say what is in files that people bring: a model's config.json, a profiler's trace, a topology, a log of NCCL, a launch file. Their kind is found out
help-import-files = Files of any of these kinds; several traces are taken as the ranks of one run

import-empty = the file is empty. Check that it is the right one.
import-unknown = this is none of the kinds that can be read. kitchen import --help names them.
import-large = it is too large, or becomes so when it is unpacked. The limit is { $max }.
import-packed = the gzip file is cut off or damaged. Fetch it again.
import-not-text = the file is no text in UTF-8. Check that it is the right one.
import-form = it cannot be read as { $form } ({ $why }). Check whether the file is whole.
import-deep = it is nested more than { $most } deep. Check that it is the right one.
import-many = there are more than { $most } of “{ $what }”. Cut the file into smaller ones.
import-missing = “{ $key }” is missing. Bring the whole file.
import-whole = “{ $key }” must be a whole number, without quotes.
import-flag = “{ $key }” must be true or false, without quotes.
import-list = “{ $key }” must be a list.
import-table = “{ $key }” must be a table with fields.
import-other = “{ $key }” is written in a way that is not known here.
import-range = “{ $key }” is { $value }; it takes { $least } to { $most }.
import-nothing = there is nothing of “{ $what }” in it. Check that it is the right file.
import-guess = The kind “{ $name }” is not known here. Its parameters were counted as a Llama's, so check the number.
import-dash = A dash stands for what the file does not say.
