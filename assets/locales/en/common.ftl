# The cast and how it is counted. Used by every chapter.
chef-number = Chef { $n }
chef-count = { $n ->
    [one] { $n } chef
   *[other] { $n } chefs
}
value-of = { $name }: { $value }
