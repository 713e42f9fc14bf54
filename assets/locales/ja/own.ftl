# 研究室の「自分の店」：開いたときにだけ届く。
own-title = 自分の店
own-intro = 自分の店とモデルと一歩の大きさを選ぶと、買い物を全部、どれもいちばん良い計画どうしで比べる。ファイルはこのブラウザの外へ出ない。
own-drop = モデルのconfig.json、nvidia-smi topo -mの出力、NCCLのトポロジーXML、起動ファイルを、ここへ落とす
own-paste = 中身をここへ貼ってもよい
own-take = 貼ったものを読む
own-field-system = サーバーの型
own-field-nodes = 厨房の数
own-field-cards = 厨房ごとのNICの数
own-field-gbit = NIC一枚の速さ
own-field-model = モデル
own-field-words = 文一本のトークン
own-field-tokens = 一歩のトークン
own-field-tensor = いまの分け方の一鍋の人数（TP、0なら最良）
own-field-stages = そのリレーの段数（PP、0なら最良）
# $tokens number
own-tokens = { $tokens } Mトークン
# $chefs int, $billions number
own-sum = シェフ{ $chefs }人（{ $gpu }）が{ $model }を学ぶ。パラメータは{ $billions }B個。
# $tokens number
own-step = 一歩は{ $words }トークンの文が{ $texts }本で、{ $tokens } Mトークン。
own-go = 何から買うか
own-stop = 止める
own-progress = 比べているところ
own-stage = 舞台で見る
own-close = 閉じる
own-command = 手元で動く版に同じ問いを出すコマンド（探す計画もカーネルもこのページと同じ。NICは型の標準どおり）
own-empty = 中に何もない。ファイルの中身を確かめて、もう一度落とす。
# $bytes bytes
own-large = { $bytes }より大きいファイルは、このページでは読まない。コマンドのkitchen importが読む。
# $form words
own-form = { $form }として始まっているのに、途中から形がくずれている。書き出し直してから落とす。
# $field words
own-missing = { $field }の欄が足りない。その欄があるファイルを落とす。
# $field words
own-field = { $field }の値が読めない。数と範囲を確かめる。
own-unknown = 知っている種類のファイルではない。config.json、topo -mの出力、NCCLのXML、起動ファイルなら読める。
own-measured = これは測った記録で、店の形は書いていない。読み解くのはコマンドのkitchen import。
own-shape = 部品の数が合わないので、この形のモデルは計算できない。ほかの欄はそのまま残した。
# $name words, $billions number, $layers int, $hidden int, $heads int, $kv int
own-model = { $name }：{ $billions }B個のパラメータ、{ $layers }層、幅{ $hidden }、ヘッド{ $heads }（キーとバリューは{ $kv }）。
# $name words
own-published = 公開されている{ $name }と同じ形。
# $billions number
own-other = ここの計算はこのモデルを{ $billions }B個と数える。違う分は計算に入らない部品。
# $count int
own-nodes = ノードは{ $count }台。サーバーの型は書いていないので、選んであるものを使う。
# $gpus int, $links int, $nics int
own-topology = GPU { $gpus }個、NVLink { $links }本、NIC { $nics }枚。
# $name words
own-no-system = これと同じつなぎ方の型がない。選んであった{ $name }を使う。
# $name words, $count int
own-system = 同じつなぎ方の{ $name }（{ $gpu }）とみなす。書いていないことの仮定：NICは{ $gbit } Gbit/s、厨房は{ $count }。違えば上の欄で直す。
# $name words, $tp words, $pp words, $dp words
own-launch = { $name }の起動ファイル：TP { $tp }、PP { $pp }、DP { $dp }。
# $tp int, $pp int
own-launch-cuts = いまの店はTP { $tp }、PP { $pp }のまま。買い物と「よい分け方」では、計画を探し直す。
# $count int
own-launch-step = 一歩は{ $words }トークンの文が{ $texts }本、厨房は{ $count }、モデルは{ $model }。書いていない欄は前のまま。
# $share percent, $times number
own-answer-cooks = いまの一歩は{ $time }で、{ $share }は料理の時間。まず買うのは「{ $buy }」で、{ $times }倍速くなる。
# $share percent, $times number, $against percent
own-answer = いまの一歩は{ $time }で、料理は{ $share }、待ちは会議だけで{ $against }。まず買うのは「{ $buy }」で、{ $times }倍速くなる。
# $share percent
own-answer-so-far = いまの一歩は、いちばん良い計画で{ $time }。{ $share }は料理の時間。
own-plan-by-rule = Megatron-LMの決まりより、よい分け方
own-head-what = 買い物
own-head-then = 買ったあとの店
own-head-step = 一歩
own-head-times = 速さ
own-head-plan = いちばん良い計画
own-head-cooks = 料理の割合
own-time = { $time }
# $times number
own-times = { $times }倍
# $share percent
own-share = { $share }
# $tensor int, $pipeline int, $data int, $bowl int, $zero int
own-plan = TP { $tensor } × PP { $pipeline } × DP { $data }、マイクロバッチ{ $bowl }、ZeRO-{ $zero }。
# $fit int
own-proven = 載る{ $fit }通りで最速。
# $fit int, $simulated int
own-cut = 載る{ $fit }通りのうち、走らせた{ $simulated }通りで最速。
own-field-run = 公表された学習
own-no-run = なし（自分の店）
own-as-published = 公表のとおり。
# $name words, $measured time, $source words, $time time, $off number
own-run = { $name }：公表は一歩{ $measured }（{ $source }）。同じ計画の計算では{ $time }で、差は{ $off } %。
# $gain number, $from number, $to number, $least number, $most number
own-run-better = もっと良い計画がある：計算どうしでは{ $gain }倍速い。いちばん近い公表の学習では、計算のずれは{ $least } %から{ $most } %。二つの計画で逆向きにそれだけずれても、{ $from }倍から{ $to }倍で、やはり速い。
# $gain number, $from number, $to number, $least number, $most number
own-run-alike = いちばん良い計画と公表の計画は、どちらが速いとも言えない：計算どうしでは{ $gain }倍。でも、いちばん近い公表の学習では、計算のずれは{ $least } %から{ $most } %。二つの計画で逆向きにそれだけずれると、{ $from }倍から{ $to }倍。
# $fit int
own-run-none = もっと良い計画はない：載る{ $fit }通りで最速のものも、公表の計画より速くない。
own-head-price = 値段、米ドル
own-head-training = 学習全体
own-per-percent = 1 %速くするのに{ $range }
own-days = { $all }日
own-power = { $range } kW
own-energy = { $range } MWh
own-training = 学習全体のトークン数、兆（Llama 3は15）
own-price-of = 「{ $buy }」の値段、米ドル
own-price-wrong = 整数を一つか、二つ。例：200000-350000
own-training-wrong = 0.001から1,000までの数。
own-bill-note = 値段は公表されたもの（{ $sources }）。公表のないところは空いています。見積もりを書き入れてください。電力はサーバーだけの値で、GPUの上限の合計から、サーバー全体の最大まで。冷却は入れていません。
own-bill-none = どれも値段の公表がありません。見積もりを書き入れてください。電力はサーバーだけの値で、GPUの上限の合計から、サーバー全体の最大まで。冷却は入れていません。
own-print = 印刷
