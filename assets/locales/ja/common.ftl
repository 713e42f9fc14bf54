# 登場人物と数え方。どの章からも使う。
chef-number = シェフ{ $n }
chef-count = シェフ{ $n }人
value-of = { $name }：{ $value }
