# 持ちよったファイルを読むkitchen import
help-import = 持ちよったファイルに何が書いてあるかを表示する。モデルのconfig.json、プロファイラーのトレース、トポロジー、NCCLのログ、起動ファイルを読む。種類は中身から見分ける
help-import-files = 読むファイル。トレースを複数渡すと、一つの実行の各ランクとしてまとめる

import-empty = ファイルが空です。正しいファイルか確かめてください。
import-unknown = 読める種類のファイルではありません。読める種類は「kitchen import --help」で見られます。
# $max bytes
import-large = 大きすぎるか、展開すると大きくなりすぎます。{ $max }までにしてください。
import-packed = gzipのファイルが途中で切れているか、壊れています。取りなおしてください。
import-not-text = UTF-8のテキストではありません。正しいファイルか確かめてください。
# $form words
import-form = { $form }として読めません（{ $why }）。ファイルが途中で切れていないか確かめてください。
import-deep = 入れ子が深すぎます。{ $most }段までにしてください。
import-many = 「{ $what }」が多すぎます。{ $most }個までになるように、ファイルを分けてください。
import-missing = 「{ $key }」がありません。ファイル全体を渡してください。
import-whole = 「{ $key }」には、引用符なしの整数を書いてください。
import-flag = 「{ $key }」には、引用符なしでtrueかfalseを書いてください。
import-list = 「{ $key }」にはリストを書いてください。
import-table = 「{ $key }」には項目のある表を書いてください。
import-other = 「{ $key }」の書き方が分かりません。
# $value words, $most words
import-range = 「{ $key }」は{ $value }ですが、使えるのは{ $least }から{ $most }までです。
import-nothing = 「{ $what }」が一つもありません。正しいファイルか確かめてください。
import-guess = 「{ $name }」という種類は知りません。パラメーター数はLlamaとして数えたので、確かめてください。
import-dash = 「-」は、ファイルに書かれていない値です。
