# 自分の構成を書いたファイルと、ほかのシミュレーターのファイル
help-systems-show = この構成を、--systemに渡せるファイルの形で、数字もすべて書いて表示する
help-systems-schema = そのファイルのJSON Schemaを表示する
help-export = ほかのシミュレーターのファイルを書き出す
help-export-astra = 集団通信一回をASTRA-simに計算させるファイル（network、system、memory、NPUごとのトレース）を書き出す
help-export-astra-op = all-reduce、all-gather、reduce-scatter、all-to-allのどれか
help-export-astra-bytes = GPUひとつが持つ最大のバッファー。1GiB、64MiB、1e9など
help-export-astra-chunks = いくつに分けて送るか（指定がなければファイルにある数、それもなければ1）
help-export-astra-out = 書き出し先の、空か新しいフォルダー

machine-unreadable = { $kind }として読めません（{ $why }）。書き方は「kitchen systems --show dgx-h100」で見られます。
machine-unknown = 「{ $key }」という項目はここにはありません。あるのは{ $list }です。
machine-unknown-near = 「{ $key }」という項目はここにはありません。「{ $near }」のことでしょうか。
machine-missing = 「{ $key }」がありません。すべての項目は「kitchen systems --show dgx-h100」で見られます。
machine-text = 「{ $key }」は引用符で囲んだ文字列で書いてください。
machine-flag = 「{ $key }」はtrueかfalseを、引用符なしで書いてください。
machine-whole = 「{ $key }」は整数を、引用符なしで書いてください。
machine-number = 「{ $key }」は数を、引用符なしで書いてください。
machine-list = 「{ $key }」は角かっこの並びで書いてください。
machine-table = 「{ $key }」は項目を持つ表で書いてください。
machine-document = ファイル全体を、項目を持つ表で書いてください。
# $value words, $most words
machine-range = 「{ $key }」は{ $value }ですが、使えるのは{ $least }から{ $most }までです。
# $value words
machine-choice = 「{ $key }」は「{ $value }」ですが、使えるのは{ $list }のどれかです。
# $least int
machine-length = 「{ $key }」の長さは{ $least }から{ $most }までで、制御文字は使えません。
machine-square = 「{ $key }」は{ $count }個の数を{ $count }行、ノードのGPUごとに一つずつ書いてください。
machine-uneven = 「{ $key }」は、相手のGPUの行にあるリンクの数と同じにし、自分自身へは0にしてください。
machine-above = 「{ $key }」が、上限になる「{ $with }」を超えています。どちらかを直してください。
machine-divides = 「{ $key }」は「{ $with }」を割り切る数にしてください。
machine-product = 「{ $key }」と「{ $with }」をかけると、GPUが{ $most }個を超えます。
machine-needs = 「{ $key }」は「{ $with }」があるときだけ効きますが、それがありません。
machine-not-with = 「{ $key }」は、いまの「{ $with }」とは一緒に使えません。どちらかを消すか、直してください。
# $value words
machine-no-gpu = 「{ $key }」：「{ $value }」というGPUはカタログにありません。名前は kitchen infer --help にあります。baseなしで、数字をすべて書くこともできます。
# $value words
machine-no-gpu-near = 「{ $key }」：「{ $value }」というGPUはカタログにありません。「{ $near }」のことでしょうか。
machine-no-nodes = このファイルにあるのはGPUのないネットワークだけですが、このコマンドにはGPUのあるノードが要ります。kitchen collectiveとkitchen export astraなら使えます。
machine-no-effect = 次元で書いたネットワークには効きません。外してください。
machine-no-dimensions = この構成のノードの中は、リングでも、スイッチでも、同じリンクの総当たりでもなく、ASTRA-simにはほかの次元がありません。代わりのネットワークを「dimensions」のあるファイルに書いて渡せます。
machine-part-of-node = ASTRA-simの次元は、どれも同じ数ずつ集まったものです。ノードをまるごと使ってください。
machine-folder = フォルダーが空ではありません。空か新しいフォルダーを指定してください。
machine-written = { $name }に{ $count }個のファイルがあります。
