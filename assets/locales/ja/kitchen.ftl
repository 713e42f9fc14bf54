# コマンド kitchen の言葉。ページには載らない。

# うまくいかないときの一文
# $value words
err-flag-unknown = 「{ $value }」は使えません。{ $list }のどれかにしてください。
# $max bytes, $value words
err-flag-bytes = 「{ $value }」は1から{ $max }までのバイト数として読めません。1GiB、64MiB、1e9のように書いてください。
# $value words
err-flag-part = 「{ $value }」は部品として読めません。chip:ノード.チップ、link:ノード.GPU-チップ、tunnel:ノード.GPU-GPU、card:ノード.NIC のように書いてください（例: link:0.5-2）。
err-file-long = シナリオにしては長すぎるファイルです。別のファイルではないか確かめてください。
err-file-json = JSONとして読めません（{ $why }）。シナリオは{ "{" }"kind": "pipeline", "stages": 4{ "}" }のように書きます。
err-file-kind = シナリオには"kind"が要ります。{ $list }のどれかです。
# $value words
err-flag-range = 「{ $value }」は使えません。{ $range }の形で書いてください。
err-file-open = 読めません（{ $why }）。パスとファイルを確かめてください。
err-output = 答えを標準出力に書けませんでした（{ $why }）。空きを作るか、別のところへ出してください。
cli-progress = { $hundredths } %が届きました
cli-progress-packets = { $which }つ目の集合通信をパケット単位で計算中：{ $hundredths } %が届きました
err-file-plain = フォルダーや装置やパイプです。ふつうのファイルを指定してください。
err-file-twice = 「{ $key }」が二度以上書かれています。一つだけ残してください。
err-file-write = 書き込めません（{ $why }）。フォルダーがあり、書き込めるかを確かめてください。
cli-needed = { $flag }が要ります。
cli-needs-value = { $flag }には値が要ります。
# $value words
cli-not-a-number = 「{ $value }」は、{ $flag }に使える数ではありません。
# $value words
cli-one-of = { $flag }に「{ $value }」は使えません。{ $list }のどれかにしてください。
cli-no-value = { $flag }に値はつけられません。
# $value words
cli-unknown = 「{ $value }」というオプションはありません。kitchen { $command }--help に一覧があります。
# $value words
cli-unknown-near = 「{ $value }」というオプションはありません。{ $near }のことでしょうか。
# $value words
cli-too-many = 「{ $value }」が余っています。kitchen { $command }--help に使い方があります。
# $value words
cli-no-command = 「{ $value }」というコマンドはありません。{ $list }のどれかにしてください。
cli-once = { $flag }は一度だけ書けます。
cli-not-text = 引数がUTF-8の文字として読めません。
cli-only-with = { $with }のときだけ使えます。
cli-not-with = { $with }とは一緒に使えません。
cli-no-bytes = バッファーの大きさが要ります。1GiB、64MiB、1e9のように書いてください。
cli-dimensions = 次元は{ $most }個までです。
# $other words
cli-faster = { $other }なら{ $time }です。{ $taken }はその{ $times }倍かかります。autoはNCCLの選び方をまねたものです。--algorithm fastestなら最速のものを選びます。
# $bytes int
cli-changes-below = { $bytes }バイトまでは、NCCLは{ $pair }を選びます。そこで時間が跳ぶことがあります。
# $bytes int
cli-changes-above = { $bytes }バイトからは、NCCLは{ $pair }を選びます。そこで時間が跳ぶことがあります。
# $bytes int, $chunk bytes
cli-chunk-below = サーバー間の通信は、NCCLと同じく{ $chunk }までのチャンクに切って送ります。{ $bytes }バイトまではもっと小さく切ります。そこで時間が跳ぶことがあります。
# $bytes int, $chunk bytes
cli-chunk-above = サーバー間の通信は、NCCLと同じく{ $chunk }までのチャンクに切って送ります。{ $bytes }バイトからはもっと大きく切ります。そこで時間が跳ぶことがあります。
# $bytes int, $chunk bytes
cli-switch-chunk-below = NVSwitchへは、NCCLと同じく{ $chunk }までのチャンクに切って送ります。{ $bytes }バイトまではもっと小さく切ります。そこで時間が跳ぶことがあります。
# $bytes int, $chunk bytes
cli-switch-chunk-above = NVSwitchへは、NCCLと同じく{ $chunk }までのチャンクに切って送ります。{ $bytes }バイトからはもっと大きく切ります。そこで時間が跳ぶことがあります。
cli-not-tried = 時間がかかりすぎるので試さなかったもの：{ $list }
# $value words
cli-percent = 「{ $value }」は使えません。0以上の百分率にしてください。
cli-columns = 列「{ $name }」がありません。一行目に列の名前を書いてください。
# $max bytes
cli-file-large = 大きすぎます。{ $max }までにしてください。
cli-file-rows = 行が多すぎます。{ $max }行までに分けてください。
cli-train-json = JSONのオブジェクトとして読めません（{ $why }）。{ "{" }"kind": "train", "version": 1, "model": "llama3-8b", "tp": 8{ "}" }のように書きます。
cli-train-kind = "kind": "train"が要ります。章のシナリオはkitchen runで使います。
# $version int
cli-train-version = "version": { $version }が要ります。このプログラムが読めるのはその版です。
cli-train-key = 「{ $key }」は学習の一歩のオプションではありません。{ $list }のどれかにしてください。
cli-train-number = 「{ $key }」は0から{ $max }までの整数を、引用符なしで書いてください。
cli-train-switch = 「{ $key }」はtrueかfalseを、引用符なしで書いてください。
cli-train-text = 「{ $key }」は{ $max }バイトまでの文字列で書いてください。
configs-key = 「{ $key }」というオプションは、ここにはありません。{ $list }のどれかにしてください。
configs-json = JSONのオブジェクトとして読めません（{ $why }）。一行に{ "{" }"model": "llama3-8b", "tp": 8{ "}" }のように書きます。
# $columns int
configs-cells = 値が{ $n }個ありますが、一行目の名前は{ $columns }個です。
configs-empty = 構成がひとつもありません。一行目にオプションの名前、二行目から値を書くか、一行にひとつJSONのオブジェクトを書いてください。
configs-other = この問いと形への答えではないものが入っています。別のファイルにしてください。
# $before int
configs-done = { $n }行に答えました。{ $before }行にはもう答えがありました。
configs-wrong = { $n }行には答えられませんでした。わけは列errorにあります。
cli-no-rows = 比べられる行がありません。
cli-no-good-row = 比べられる行がありません（{ $bad }）。
# $need bytes-decimal
cli-answering-large = 答えるには、GPUごとにおよそ{ $need }が要りますが、あるのは{ $have }です。時間は、収まったとしたときのものです。
# $need bytes-decimal
cli-learning-large = 学ぶには、GPUごとにおよそ{ $need }が要りますが、あるのは{ $have }です。その時間は、収まったとしたときのものです。
cli-turning-point = 客が{ $batch }人いっしょになると、デコードの一歩は、メモリーより計算を長く待つようになります（1、2、4と倍にして調べました）。
cli-no-turning-point = 客が何人いっしょでも、デコードの一歩は、計算よりメモリーを長く待ちます。客の分だけキーとバリューも読むからです。

# 使い方
help-usage = 使い方
help-options = オプション
help-arguments = 引数
help-commands = コマンド
help-examples = 例
help-exit = 終了ステータス：うまくいけば0、限度や目標を外れれば1、入力が読み取れないか答えを書けなければ、標準エラーに一文を出して2、読み手がいなくなれば141。
# $value words
help-default = （指定がなければ{ $value }）
help-about = 分散学習のシミュレーション。集団通信、学習の一歩、章のシナリオが、実在の構成でどれだけかかるかを計算します。
help-lang = 文章の言語。{ $list }のどれか（jaとenはすべて、ほかは足りないところが英語）。指定がなければ環境変数LANGに従い、それもなければ英語
help-help = 使い方を表示する
help-version = 版を表示する
help-json = JSONで出力する
help-configs = 構成のファイルに、一行ずつ答える。オプションの名前を一行目に並べたCSVか、一行にひとつのJSON：{ "{" }"model": "llama3-8b", "tp": 8, "overlap": true{ "}" }。並べて書いたオプションはすべての行に効き、行に書いたもののほうが優先。答えられない行には、わけを書く
help-shard = n行ごとに一行を受け持つ。1/4なら、四つに分けたひとつめ
help-jobs = 同時に計算する行の数。省くとコアごとにひとつ。いくつでも答えは同じ
help-out = 答えを書き足していくファイル。途中で止めても、もう一度打てば、答えのない行から続ける。指定がなければ標準出力
help-system = 構成の名前。一覧は kitchen systems。自分の構成を書いたTOMLかJSONのファイルでもよい。書き方は kitchen systems --show
help-nodes = その台数（指定がなければファイルにある数、それもなければ1）
help-gpus = はじめのいくつのGPUだけを使うか
help-rows = すべての行を表示する
help-systems = 計算できる構成の一覧
help-collective = 集団通信を一回、ほかに何も動いていないクラスターで計算する
help-collective-op = { $list }のどれか
help-collective-missing = 欠けている部品。{ $most }個まで。chip:ノード.チップ（スイッチのチップ）、link:ノード.GPU-チップ（チップへのリンク一本）、tunnel:ノード.GPU-GPU（GPU間のリンク一本）、card:ノード.カード。0から数える。リンクは最後にxNをつけるとN本
help-collective-bytes = GPUひとつが持つ最大のバッファー。1GiB、64MiB、1e9など。barrierには要らない
help-collective-from = nccl-testsと同じ列、同じ丸め方の表の、最初の大きさ。大きさがひとつなら--bytes
help-collective-to = その表の最後の大きさ
help-collective-factor = 表の大きさは、ひとつ前の何倍か
help-collective-jobs = 同時に計算する大きさの数。省くとコアごとにひとつ
help-collective-csv = 表をCSVで。大きさごとに何を使ったかもつく
help-collective-skew = all-to-all-vで、いちばん忙しいGPUが均等なときの何倍を受け取るか
help-collective-algorithm = { $list }のどれか。autoはNCCLの選び方をまねるので、最速のものより何倍も遅いことがある。fastestは、できるものをすべて計算して最速のものを選ぶ
help-collective-dimensions = hierarchicalのときの次元の大きさ。近いほうから順に、8,4,2や、アルゴリズムつきでdirect:8,ring:4,halving-doubling:2など。最後はtreesでもよい
help-collective-sharp = サーバーの間のスイッチが足し算をする（SHARP、InfiniBandのみ）
help-collective-explain = 理由も表示する。NCCLのチューナーが見積もる各アルゴリズムと方式の時間と、計算に使ったもの。autoとfastestでは、すべての計算結果と、NCCLが選び方を変える大きさも
help-train = 公開されているモデルの学習の一歩を計算する
help-train-model = 公表されたモデルの形。{ $list }のどれか
help-train-config = ほかのモデルの形を書いたHugging Faceのconfig.json
help-train-shape = 自分で決める形。層,幅,ヘッド[,KVヘッド[,MLP[,語彙]]]
help-train-cp = コンテキスト並列の分割数。どの系列も、それぞれが一部分ずつ持つ
help-train-ep = エキスパート並列の分割数。テンソル、コンテキスト、データの分割のうちから取る
help-train-zero = データ並列の組で分け合うもの。0は何も分けない、1はオプティマイザーの状態、2は勾配も、3は重みも（FSDP）
help-train-shard-group = ハイブリッドの分け方。この台数ごとに、ひとそろいを持つ
help-train-chunks = スケジュールがinterleavedかinterleaved-zbのとき、各段が持つモデルの切れ端の数
help-train-precision = 線形層の数の形。{ $list }のどれか
help-train-attention = アテンションのカーネル。{ $list }のどれか。autoはGPUで決まる
help-train-gradient-bytes = 足し合わせる間の勾配ひとつのバイト数。2か4
help-train-overlap = 計算の間に、勾配を足し合わせ、重みを集める
help-train-overlap-tensor = テンソル並列の会議を細切れにして、行列積と並べて進める
help-train-eager = ホストが、カーネルを毎回Pythonから出し直す
help-train-imbalance = ルーティングの偏り。いちばん忙しいGPUのエキスパートの仕事量を、平均を100としたパーセントで。150なら、そのGPUは受け取るのも計算するのも残しておくのも平均の1.5倍で、全員がそれを待つ
help-train-network = サーバーの間の集団通信の運びかた。{ $list }のどちらか。packetは、見出し、ハッシュ、待ち行列、一時停止を、パケットひとつずつ計算する
help-train-wires = パケットで計算するとき（--network packet）、カードのつなぎ方。{ $list }のどちらか
help-train-spines = パケットで計算するとき（--network packet）、二段目のスイッチの数。なければ、leafが細くならない数
help-train-rule = パケットで計算するとき（--network packet）、同じ長さの道からの選び方。{ $list }のどれか
help-train-seed = パケットで計算するとき（--network packet）、くじの番号。ハッシュと印に使う
help-train-pairs = パケットで計算するとき（--network packet）、流れひとつのキューペアの数。それぞれ別にハッシュする
help-train-dcqcn = パケットで計算するとき（--network packet）、印（ECN）による送り手の速度制御。{ $list }のどれか
help-train-transport = パケットで計算するとき（--network packet）、送ったものに責任を持つしくみ。{ $list }のどれか。softwareとtcpとuetは入りきらないものを捨て、ほかは一時停止を頼む
help-train-explain = 一歩の時間とメモリーの内訳。どちらも足すと全体になる
help-train-trace = 一組分の操作をすべて、Perfetto用に書き出す
help-train-scenario = このコマンドのオプションを書いたJSONのファイル：{ "{" }"kind": "train", "version": 1, "model": "llama3-8b", "tp": 8, "overlap": true{ "}" }。並べて書いたオプションのほうが優先
help-train-save = 指定した内容をすべて、そのファイルに書き出す
cli-one-shape = 公表されたモデル、config.json、形の三つのうち、どれかひとつを書いてください。
# $value words
cli-shape = 「{ $value }」は形として読めません。層,幅,ヘッド[,KVヘッド[,MLP[,語彙]]]の順に、32,4096,32,8のように書いてください。ヘッドは幅を、KVヘッドはヘッドを割り切る数にしてください。
cli-config-json = JSONのオブジェクトではありません（{ $why }）。
cli-config-number = { $name }は1から{ $max }までの整数にしてください。
cli-config-missing = { $name }がありません。
# $of words
cli-config-divide = { $name }が{ $of }を割り切りません。
cli-config-other = { $name }があるので、アテンションでない層を含むモデルです。そうした層は計算できません。
cli-layout-nearest = { $why }いちばん近い、できる分け方：{ $flags }
train-step-of = 計算がいちばん長い、第{ $stage }段の一歩の内訳：
train-memory-of = いちばん埋まる、第{ $stage }段のGPUのメモリー：
train-imbalance-dense = このモデルにエキスパートはないので、--imbalanceは何も変えません。
train-imbalance-alone = どのGPUもエキスパートを全部持つので（--ep 1）、--imbalanceは何も変えません。
train-idle-chunks = --chunksは効きません。チャンクに分けるのはスケジュールinterleavedとinterleaved-zbだけです。
train-idle-shards = --shard-groupは効きません。--zero 0では何も分担しません。
train-idle-tensor = --sequence-parallelと--overlap-tensorは効きません。テンソル並列が1（--tp 1）です。
train-idle-overlap = --overlapは効きません。モデルが一組だけなので、ほかと合わせる勾配がありません。
train-idle-zero = --zeroは効きません。モデルが一組だけなので、分け合う相手がいません。
collective-sharp-alone = サーバー一台の中にはネットワークのスイッチがありません。--nodesで台数を増やすか、外してください。
train-part-attention = 射影、スコア、正規化。順伝播と逆伝播
train-part-mlp = 密なMLP。順伝播と逆伝播
train-part-experts = 振り分け、並べ替え、エキスパート。順伝播と逆伝播
train-part-head = 語彙への射影と損失
train-part-again = もう一度計算する順伝播
train-part-update = オプティマイザーの更新
train-part-tensor = テンソルの組の足し合わせや集めを待つ
train-part-context = コンテキストの組から来るキーとバリューを待つ
train-part-expert = エキスパートへ行き来するトークンを待つ
train-part-weights = 分けて持つ重みが集まるのを待つ
train-part-gradients = 勾配の足し合わせを待つ
train-part-hand-over = 途中の活性を待つ
train-part-host = ホストがまだ出していないカーネルを待つ
train-part-offload = ホストメモリとの行き来を待つ
train-part-bubble = ほかの段を待つ
train-by-packets = パケットひとつずつ計算したもの。集団通信ごとに一度、全グループが同時に。流れはその一部を計算し、残りも同じ速さとみなす：
train-no-packets = なし。この分け方では、どの集団通信もサーバーの外に出ません。
train-left-fluid = 段どうしの受け渡しと、サーバーの中のことは、流体のネットワークで計算しています。fluid_msとpacket_msは集団通信ひとつの全体です。
train-one-server = サーバー1台の外に道はありません。--nodesを2以上にするか、--network fluidにしてください。
train-trace-fluid = トレースは流体のネットワークのものです。--traceか--network packetのどちらかを外してください。
help-train-tp = テンソル並列の数
help-train-pp = パイプラインの段数
help-train-micro-batch = マイクロバッチの系列の数
help-train-global-batch = 全体で一歩に使う系列の数。指定がなければ、一段につき四つのマイクロバッチ
help-train-schedule = { $list }のどれか
help-train-recompute = { $list }、またはauto（メモリーに収まる範囲で最も少なく）
help-train-offload = ホストメモリに退避するもの。{ $list }のどれか。オプティマイザの状態は一ステップに一度、活性値はパスごとに、ノード内のリンクを往復する。更新はGPUがする
help-train-sequence-parallel = テンソル並列の積の間を、系列の方向に分ける
help-train-seq = 一系列のトークン数。公開された値と違うとき
help-fabric = スイッチのネットワークにフローを流し、パケットひとつずつ計算する。時間とその裾、待ち行列、印、一時停止、廃棄、リンクの使われかた
help-fabric-flows = { $list }のどれか。半周先のホストへ、全員から先頭へ、全員から全員へ、隣へ、リングのall-reduceが運ぶ量を隣へ、種で引いた置換
help-fabric-bytes = フローひとつが運ぶ量。16MiB、1e9など
help-fabric-flow-file = ファイルに書いたフローを流す（--flowsと--bytesの代わり）。一行に、送り元、宛先、バイト数、始まり（µs）を0,8,1MiB,0のように書く。#で始まる行は読み飛ばす
help-fabric-fabric = スイッチのつなぎ方。{ $list }のどれか
help-fabric-pods = ファットツリーのポッド、またはドラゴンフライやレールのグループの数
help-fabric-cores = ポッドの2段目のスイッチ1台の上にある、3段目のスイッチの数
help-fabric-rails = 1台のサーバーのカードの数。それぞれ別のリーフにつながる
help-fabric-planes = 何も共有しないネットワークの数。どのカードも、それぞれにポートをひとつ持つ
help-fabric-credits = 一時停止の代わりに、InfiniBandのようなクレジットで送る。頭が届きしだい次へ送る
help-fabric-loss = どのリンクでも、これだけの割合（%）のパケットを無作為に失う
help-fabric-down = 切れているリンクの番号。残りのリンクで運ぶ
help-fabric-leaves = 一段目のスイッチの数（ファットツリーではポッドごと）。ドラゴンフライではグループのルーター、リングではスイッチの数
help-fabric-spines = 二段目のスイッチの数。どのleafからも、それぞれに一本ずつつながる
help-fabric-hosts = leafひとつあたりのホストの数。カードは一枚ずつ
help-fabric-gbit = リンクの速さ、Gbit/s
help-fabric-host-gbit = ホストのカードの速さ。リンクと違うとき
help-fabric-chip = スイッチのチップ。{ $list }のどれか
help-fabric-rule = 同じ長さの道からの選び方。{ $list }のどれか。順に、フローのハッシュ、間があくたびに引き直し、パケットごとに次の道、パケットごとにいちばん空いた道
help-fabric-seed = くじの番号。ハッシュと印に使う
help-fabric-mtu = 満載のパケットの中身、バイト
help-fabric-lossy = 入りきらないものを捨てる。なければ、手前に一時停止を頼む（PFC）
help-fabric-dcqcn = 印（ECN）による送り手の速度制御。定数は{ $list }のどれか
help-fabric-dcqcn-set = 定数を別の値にする。cnp、cut、alpha、timerはµs、ai、hai、leastはMbit/s、ほかにgとfast
help-fabric-ecn = 印のつけかた。待つ量がここから、ここからは全部、その手前のパーセント。800kB,3200kB,20など
help-fabric-transport = 送ったものに責任を持つしくみ。{ $list }のどれか。noneでは、廃棄がすぐに知らされる
help-fabric-paths = フローの名前の数、1から256。それぞれ別の道にハッシュする。ふたつ引いて、早く返事のあったほうを使う
help-fabric-chunk = ひとまとめに決め、確かめ、送り直すバイト数
help-fabric-credit = 受け手が一言で通すバイト数。またはnone
help-fabric-coalesce = ひとつの確認応答がまとめる塊の数、最大
help-fabric-trim = 入りきらないパケットは、中身を捨てて見出しだけを先に送る。受け手はすぐに再送を求める（パケットトリミング）
help-fabric-buffer = スイッチ一台のバッファー。なければチップのもの
help-fabric-cpu-cores = 塊について決めるコアの数、カードごと。softwareかtcpのとき
help-fabric-window = 送りかけにできるバイト数。なければ、最初の返事までに送れる量の1.5倍
help-fabric-timeout-us = これだけ返事がなければ送り直す
help-fabric-cut-through = パケットの先頭が着いたら、すぐ次へ送りはじめる
help-fabric-rows = フローと、スイッチの間のリンクを、すべて並べる
help-fabric-port = ポートひとつの時間変化を見る。使われかたと待ち行列
help-infer = 同じGPUで、モデルが答えるときと学ぶときを計算する。時間、演算の数、バイト、メモリー、ルーフラインでの位置
help-infer-model = { $list }のどれか
help-infer-gpu = { $list }のどれか。h100のように書けばSXMのもの。これも--systemも指定がなければh100
help-infer-tp = テンソル並列の数。つなぎ方は、そのGPUがある最初の構成と同じ
help-infer-batch = いっしょに答えを待つ客の数。学習では、同じ数の系列を使う
help-infer-prompt = 質問ひとつのトークン数。学習では、同じ長さの系列を使う
help-infer-output = 答えひとつのトークン数。最初のひとつはプリフィルで出る
help-infer-weight-bits = 層の重みひとつのビット数。16、8、4.5など（スケールも入れて）。学習では16
help-infer-kv-bits = とっておくキーとバリューのビット数
help-infer-explain = 理由も表示する。プリフィルとデコードの時間の内訳、客が何人から計算が決め手になるか
help-run = シナリオのファイルを計算する。Perfetto用の記録も残せる
help-run-scenario = JSONのファイル。{ "{" }"kind": "pipeline", "stages": 4{ "}" }など。kindは{ $list }のどれか
help-run-trace = 記録を残すファイル（Chromeのトレースイベント形式）
help-descend = 小さなソースのレシピを、勾配降下法で直していく。すべての数を計算する
help-descend-recipe = { $list }のどれか。two-layerは、鍋が二つあるページの先に混ぜるページがあり、逆伝播がページをさかのぼる
help-descend-tasters = 味見をする六人（データ）。{ $list }のどれか。alikeは舌が似ていて、損失が谷の形になる
help-descend-start = はじめのレシピ（パラメータ）。one-layerなら7.5,5,0のように、塩、酢、砂糖のグラム数。指定がなければ、いつもの値
help-descend-rate = 学習率。指定がなければ、one-layerは0.1、two-layerは0.02
help-descend-momentum = モーメンタム。ひとつ前の更新のうち、次へ持ち越す割合
help-descend-batch = { $list }のどれか。一歩ごとに全員の味見を使うか、くじで選んだ一人だけか（確率的勾配降下法）
help-descend-seed = そのくじの番号
help-descend-steps = 歩数。1から1000。指定がなければ20
help-descend-explain = 一歩の連鎖律を数で書き出す。順伝播、逆伝播、更新
help-descend-at = どの歩を見るか（--explain、--check）。0が最初
help-descend-check = 手で計算した、その歩のあとのレシピ。合っているか、どこが違うかを答える
help-descend-tolerance = その許容差
help-digest = 各章のいつものシナリオの要約値。ページでも同じになる
help-validate = 計算を測定と比べる
help-validate-collectives = nccl-testsの測定。列はnccl_measured.csvと同じ
help-validate-collectives-file = CSVのファイル。列はid、preset、gpus、collective、bytes、time_usかbusbw_GBps。system、nodes、racks、nics、nic_gbit、network、transport、sums、launch、forced、assumed、doubtedもあれば読み、systemが同じ行をひとつのシステムとして目標と比べる
help-validate-collectives-max-median = 1 MiB以上の行のずれの中央値が、この百分率を超えたら失敗とする
help-validate-collectives-max-p90 = 90 %点で同じことをする
help-validate-collectives-strict = 表の最後に出る目標のどれかに届かなければ失敗とする
help-validate-collectives-worst = 定数を合わせていない行のうち、ずれの大きいものをいくつ表示するか
help-validate-training = 公表された学習の時間。列はthroughput.csvと同じ
help-validate-training-strict = 計算できる行が少なすぎるか、組の平均誤差が上限を超えたら失敗にする
help-validate-training-file = CSVのファイル。列は{ $list }
help-validate-network = 公表されたネットワークの測定値と、パケットの計算。列はnetwork_facts.csvと同じ
help-validate-network-file = CSVのファイル。列は{ $list }。lowとhighもあれば読む。行はidで見分ける
help-validate-network-strict = 計算した値がひとつでも範囲の外なら失敗とする
help-validate-inference = 公表されたプリフィルとデコードの時間。列はinference.csvと同じ
help-validate-inference-file = CSVのファイル。列は{ $list }。noteもあれば読む
help-validate-inference-strict = 表の最後に出る目標のどれかに届かなければ失敗とする
help-validate-astra = ASTRA-simの解析的バックエンドの結果。同じ仮定で計算する
help-validate-astra-file = CSVのファイル。列はbackend、topology、npus、bandwidth_GBps（2^30バイト）、latency_ns、collective、algorithm、chunks、active_chunks、bytes、endpoint_delay_ns、local_mem_bw_GBps、collective_optimization、queues_per_dim、time_ns。次元ごとの値はa|bのように並べる
help-validate-experts = トークンを専門家へ配り、返す速さの公表値。deepep.csvと同じ列
help-validate-experts-file = CSVのファイル。列は{ $list }。gpuもあれば読む
help-validate-experts-strict = 表の最後に出る目標のどれかに届かなければ失敗とする
help-validate-schedules = パイプラインのスケジュールの、公表されたバブル。zero_bubble.csvと同じ列
help-validate-schedules-file = 列{ $list }をもつCSVファイル
help-validate-schedules-strict = 報告にある許容より大きく外れた行があれば失敗にする

# validate の報告
validate-errors = 計算した時間のずれ（実測に対する%）：行数、中央値、90 %点
validate-sweep = 測定
validate-preset = 構成
validate-small = 1 MiB未満
validate-large = 1 MiB以上
validate-huge = 64 MiB以上
validate-is-fitted = { $name }（合わせた）
validate-is-assumed = { $name }（仮定がある）
validate-fitted = 定数を合わせた
validate-assumed = 仮定をおいた
validate-validation = 合わせていない
validate-all = 全部
validate-all-others = 合わせていない全部
validate-undoubted = 合わせていない（不確かな出典を除く）
validate-comma = 、
# $limit number
validate-target = 目標：{ $what }：{ $found } %、上限 { $limit } %：{ $verdict }
validate-met = 達成
validate-missed = 未達
validate-median-of = 中央値、{ $size }
validate-p90-of = 90 %点、{ $size }
validate-worst-system = いちばん悪いシステムの中央値、{ $size }（{ $name }、{ $n }行）
validate-worst-sweep = 参考：いちばん悪い測定の中央値、{ $size }（{ $name }、{ $n }行）：{ $found } %
validate-left-out = 計算しなかった：{ $why }：{ $n }行（{ $names }）
validate-taken = 仮定した：{ $what }（{ $names }）
validate-bad-row = { $line }行目は除いた：{ $why }
validate-bytes = バイト
validate-measured = 実測 µs
validate-simulated = 計算 µs
validate-error = ずれ
validate-how = {"  "}方法
# $limit words
validate-above-limit = 合わせていない行の{ $what }は{ $found } %で、指定の上限{ $limit } %を超えています。
# $limit words
validate-above-target = 合わせていない行の{ $what }は{ $found } %で、目標の{ $limit } %を超えています。
validate-no-spread = { $gpus }台のGPUは、{ $id }の{ $nodes }台に割り振れない
validate-usual-network = ネットワークを、その構成でふつうのものとした
validate-usual-cards = カードの数を、その構成でふつうの数とした
validate-usual-nodes = サーバーの台数を、そのGPUの数で埋まる台数とした
# $value words
validate-bad-cell = { $name }の「{ $value }」が読めない
validate-no-row = この列の並びの行として読めない（{ $why }）
validate-no-time = time_usもbusbw_GBpsも、正の数ではない
# $value words
validate-few-digits = { $name }の{ $value }は桁が足りず、時間を出せない
validate-dimensions-differ = topology、npus、bandwidth_GBps、latency_nsで、次元の数が合わない
validate-set = 組
validate-rows = 行数
validate-median-percent = 中央値 %
validate-p90-percent = 90点 %
validate-mean-percent = 平均 %
validate-constant-percent = 一定速の平均 %
validate-training-left-out = 除外：{ $why }：{ $n }（{ $names }）
# $all int
validate-training-coverage = 計算できる行：{ $all }行のうち{ $n }行、{ $percent } %
# $limit number
validate-training-coverage-missed = 計算できる行が{ $found } %で、目標の{ $limit } %に届きません。
# $limit number
validate-training-mean-missed = { $set }の平均誤差が{ $found } %で、上限の{ $limit } %を超えています。
validate-training-no-time = 一歩の時間も速さも公表されていません
validate-training-no-gpu = GPU「{ $gpu }」に当たるプリセットがありません
validate-training-no-shape = { $model }の形が、ファイルにもカタログにもありません
validate-training-no-layout = テンソル、パイプライン、データの分割数、バッチ、GPUの数のどれかが公表されていません
validate-training-product = 分割数の積が{ $product }で、GPUは{ $gpus }台です
validate-bias-percent = 偏り %
validate-inference-judged = 客ひとり、16と8ビット、ホスト待ちでないもの
validate-inference-first-half = そのうち、定数を合わせた半分
validate-inference-held-back = そのうち、見ずにおいた半分
validate-inference-not-judged = ほかの行（まとめて、少ないビット、ホスト待ち）
validate-inference-in-doubt = 要約で読んだもの、疑わしいもの
validate-inference-group = 種類 | エンジン | GPU
validate-inference-left-out = 比べなかった行（GPUかモデルがない、MoE、並列数や客の数が不明）：{ $n }（{ $names }）
validate-experts-row = カーネル（数えた場所）
validate-experts-off = GB/sの差 %
validate-experts-forwarded = DeepEP、サーバーの中で中継
validate-experts-hosted = UCCL-EP、同じ中継をホストが送る
validate-experts-low-latency = 低遅延、専門家へじかに送る
validate-experts-why-forwarded = 計算したのは、道が許す速さ。カーネルのコピー（自分のGPUに残る分も速さに数えてある）、使うSMの少なさ、目印のやりとりは入っていない。
validate-experts-why-hosted = ホストのコアがGPUの代わりに送り、網が順番を守らないときは並べ直しもする。その時間は計算していないので、差はまるごとここに出る。
validate-experts-why-low-latency = トークンは7から14 kBの荷物になって飛ぶ。荷物ひとつごとに送り手と受け手にかかる時間は計算していない。ホストのコアが送るときは、道にかかる時間よりそれが長い。
validate-experts-unknown = そのシステムがないか、大きさが合わない
validate-experts-cards-inside = 同じサーバーのGPUのあいだもカードを通している（ここの経路はNVLinkを通る）
validate-experts-many = 全員が全員へ送るGPUが64台より多い
# $all int
validate-experts-held-back = 全{ $all }行のうち{ $n }行を照合。どの行にも定数を合わせていないので、すべて見ずにおいた行にあたる
validate-schedules-row = スケジュール
validate-schedules-published = 公表値
validate-schedules-simulated = 計算値
validate-schedules-off = 差（ポイント）
validate-schedules-measured = 実測のスループット。パスの時間がないので、スケジュールについては何も言えない
validate-schedules-no-times = パスの時間が公表されていない
validate-schedules-searched = 著者の探索が見つけた順番で、ここでは作っていない
validate-schedules-unknown = その名前のスケジュールがないか、その大きさでは順番が組めない
validate-schedules-exact = 1F1B、ZB-H1、ZB-H2が小数4桁まで一致
validate-schedules-near = インターリーブが0.4ポイント以内
validate-schedules-target = { $what }：{ $n }行のうち{ $met }行、{ $verdict }
# $all int
validate-schedules-judged = 全{ $all }行のうち{ $n }行を照合
validate-schedules-left-out = 対象外（{ $why }）：{ $n }行（{ $names }）
validate-one-chunk = 分割なし
validate-more-chunks = 分割あり
validate-within-of = { $name }（{ $percent } %以内）
validate-within = 範囲内
validate-exact = 一致
validate-worst = 最大 %
validate-topology = トポロジー
validate-collective = 集団通信
validate-algorithm = アルゴリズム
# $least number, $share number
validate-goal = { $name }：{ $n }行のうち{ $percent } %以内は{ $share } %、必要なのは{ $least } %以上：{ $verdict }
validate-holds = 達成
validate-holds-not = 未達
validate-row = { $line }行目（{ $what }、チャンク{ $chunks }個）：相手 { $ns } ns、{ $here }
validate-here = こちら { $ns } ns（{ $error } %）
validate-refused-here = こちらでは計算できない
validate-told-why = { $told }：{ $why }
validate-more-off = ほかに{ $n }行がずれています。--jsonにはすべて出ます
validate-more-bad = ほかに{ $n }行を除きました
validate-refused = 不可
validate-refused-for = 計算できない：{ $why }
validate-unexplained = 説明がつかない。同じナノ秒に同じリンクへ来た通信はない
validate-ties = { $n }個の通信が、ほかの通信と同じナノ秒にリンクへ来た。どちらが先かは相手のプログラムの中のイベントの順で決まり、こちらからは分からない
# $work int
validate-enough = ここまでの行で、仕事（転送、または調べたGPU）が{ $work }になりました。上限は{ $limit }です。ファイルを分けてください
# $done int
validate-progress = { $rows }行のうち{ $done }行
validate-peer-enough = ここまでの行で{ $tasks }個のタスクを計算しました。上限は{ $limit }個です。ファイルを分けてください
validate-peer-dimensions = 次元が{ $dims }個。計算できるのは1から{ $limit }個まで
validate-peer-members = NPUが{ $npus }個。どの次元にも2個以上、全部で{ $limit }個まで
validate-peer-shared = congestion_awareが扱えるのは1次元だけ（ここでは{ $dims }次元）。congestion_unawareにしてください
validate-peer-quantity = { $what }が0か、範囲を外れている
validate-peer-algorithms = { $dims }次元に対してアルゴリズムが{ $given }個。次元ごとに一つか、oneで始まる一つを書いてください
validate-peer-unsupported = { $op }に{ $way }はない
validate-peer-power = halvingDoublingとdoubleBinaryTreeには2のべき乗の数が要る（ここではNPUが{ $npus }個）
# $bytes int
validate-peer-empty = { $bytes }バイトは{ $chunks }個のチャンクに分けられない
# $value int
validate-peer-count = { $what }が{ $value }。計算できるのは1から{ $limit }まで
validate-peer-too-large = タスクかリンクが{ $tasks }個。上限は{ $limit }個。NPUかチャンクを減らしてください
validate-peer-stuck = チャンクの待ち行列が互いを待って進まない。active_chunksを増やしてください

# descend の報告
descend-spilled = 発散：{ $step }歩目で{ $name }が±50 gを超え、鍋からあふれました。
descend-forward = 順伝播（レシピから損失まで）
descend-backward = 逆伝播（損失からさかのぼる。流れてきた微分 × その場の微分）
descend-update = 更新（いまの値 + 持ち越し − 学習率 × 勾配）
descend-right = { $name }：{ $proposed }は合っています。
descend-wrong = { $name }：{ $proposed }ではなく、{ $expected }です。{ $slip }
descend-unmoved = 動かしていません。
descend-uphill = 勾配を足しています。引くと損失が下がります。
descend-rate-left-out = 勾配に学習率を掛けていません。
descend-not-averaged = 味見をした人の分を足しただけで、人数で割っていません。
descend-half-slope = 二乗の微分の2が抜けています。
descend-carried-left-out = ひとつ前の更新からの持ち越し（モーメンタム）が抜けています。
descend-update-only = 変える量だけで、いまの値に足していません。

help-validate-memory = メモリの公表された式と値、または測定された最大値。列はactivation_memory.csvかthroughput.csvと同じ
help-validate-memory-file = CSVのファイル。式と値なら列は{ $list }。mem_gbの列があれば、走らせた人が測った最大値として読む
help-validate-memory-strict = 表の最後に出る目標のどれかに届かなければ失敗とする
validate-memory-activations = 活性値（式と値）
validate-memory-state = 重み・勾配・最適化の状態（式と値）
validate-memory-zero = ZeROの論文の表（書かれた桁まで同じ）
validate-memory-measured = 測定された最大値
validate-memory-out = メモリ不足で止まった実行（足りないと計算できたか）
validate-memory-largest = いちばん大きいずれ、{ $set }
validate-memory-largest-percent = 最大%
validate-memory-left-out = 比べない行：{ $why }：{ $n }（{ $names }）
validate-memory-is-time = メモリではなく時間の行
validate-memory-split = 分けた逆伝播が持つ分で、スケジュールの検証に入る
validate-memory-unknown = 何の量か分からない
validate-memory-no-value = 値か式か形が書かれていない

# validate network の報告
validate-network-verdict = 判定
validate-network-inside = 範囲内
validate-network-outside = 範囲外
# $rest int
validate-network-sum = { $of }行のうち{ $inside }行が範囲内。ファイルのほかの{ $rest }行は、この計算ではまだ表せません。範囲の書かれていない行は前後5 %としました。
validate-network-held = 伏せておいた行（*、最初に動かしたときの実験のまま）は、{ $of }行のうち{ $inside }行が範囲内。
validate-network-tails = 15台が1台に送るあいだの、64 KiBのメッセージ。一時停止だけ、DCQCNも使う、受け手のクレジットを使う（n267）：
validate-network-laws = 線のうち使えた割合。閉じた式と、シミュレーション（ハッシュのフローの数 / 道の数、パケットを失う割合）：
validate-network-placement = 出典には、leafの上りの数も、だれがどこにいるかもありません。ここでは、どのleafからも隣への8本が8本の上りに出ます。
validate-network-many-pairs = 本物のカードはキューペアが多いと遅くなります。ここのカードは遅くならず、散らばるぶんだけ良くなります。
validate-network-flows = 出典のリンクあたりのフローの数が、行にありません。ここではホストごとに1本です。
validate-network-draws = ハッシュを4回引いたうちの最大です。出典が何回引いたかはわかりません。
validate-network-headers = 出典はパケットを4 KiBと数えています。見出しを入れると、同じ10 msに入る数は減ります。
validate-network-library = メッセージの間にライブラリがする仕事は、モデルにありません。
validate-network-marks = 出典には、待ち行列がどこまで伸びたら印をつけるかがありません。ここではSimAIの400 Gbit/s用の値です。
validate-network-on-link = ここではチップの遅れがリンクにあり、一時停止の合図もそれを払います。5 mのケーブルでは、そのぶんの余裕がありません。
validate-network-uplinks = 出典には、spineの数も速度制御の定数もありません。ここではspineが8台、定数はベンダーのふだんの値です。
validate-network-cables = ケーブルの長さもチップもわかりません。ここではスイッチの間が40 m、チップはTomahawk 5です。
validate-network-last-lost = 最後に落ちたものには500 µsのあいだ気づけず、4 MiBは86 µsで終わります。出典には、メッセージの大きさも待ち時間もありません。
validate-network-own-queues = ここの適応スイッチは、自分の待ち行列だけを見ます。spineより先のぶつかりは見えず、フローの足並みがそろってしまいます。同じフローをばらまくと97 %です。
validate-network-turns = 出典には、四つのジョブのサーバーがどこにいるかがありません。ここでは二つのセグメントに交互に置き、隣はいつも向こうにいます。
validate-network-messages = 出典には、どんなメッセージか、送り手を何が抑えていたかがありません。一時停止だけでは、メッセージはインキャストのあいだ待ちます。
validate-network-sizes = 出典には、パケットの大きさも距離もありません。ここでは4 KiBと2 kmで、1 KiBのときより途中のパケットが少なくなります。

# fabric の報告
# $over int
fabric-packets = パケットひとつは中身{ $mtu }バイトと見出し{ $over }バイト。待ち行列に、送っている最中のものは数えません。
fabric-counts = late：後から送られたものより後に届いた数。in_vain：届いたのに断られたか、もう届いていた数。trims：スイッチがヘッダーだけ先へ送った数。again：もう一度送った数。_usで終わる時間の単位はµs。
# $fabric words
fabric-no-part = { $fabric }にその部品はないので、書いても何も変わりません。外してください。
fabric-credits-keep = クレジットを使うリンクは何も捨てないので、書いても何も変わりません。--creditsか--lossyのどちらかにしてください。
flow-file-line = { $line }行目：{ $why }
flow-file-more = ほかにも{ $n }行が読み取れません。
flow-file-columns = 値が{ $n }個あります。一行に、送り元、宛先、バイト数、始まり（µs）を書きます：0,8,1MiB,0
# $value words
flow-file-host = 「{ $value }」というホストはありません。ホストは0から{ $most }までです。
# $value words
flow-file-start = 「{ $value }」は、0から3600000000までのµsとして読めません。
flow-file-empty = フローがありません。一行に、送り元、宛先、バイト数、始まり（µs）を書きます：0,8,1MiB,0
flow-file-alone = どんなフローが何を運ぶかは、ファイルに書かれています。これか--flow-fileのどちらかを外してください。
# $other words
fabric-needs = これは{ $other }がないと意味がありません。
fabric-two-controls = このトランスポートは、混みぐあいで変わる窓を自分で持っています。--dcqcn noneにするか、別のトランスポートにしてください。
# $value words
fabric-ramp = 「{ $value }」では印のつけかたになりません。小さいほうから二つの量とパーセントを書いてください。例：800kB,3200kB,20

help-faults = サーバーが故障する学習の日々。有効な割合、時間の行き先、チェックポイントのちょうどよい間隔、並べて期待値の式
help-faults-gpus = 働くGPUの数。サーバー一台に8基。一台の故障で全体が止まる
help-faults-mtbf = サーバー一台の平均故障間隔。{ $list }のどれか、または時間数
help-faults-checkpoint = チェックポイントから次までの学習の分数、またはbest
help-faults-model = 書き出す状態のモデル、パラメータあたり12バイト。{ $list }のどれか
help-faults-storage = 全サーバー合わせてストレージへ書く速さ、GB/s
help-faults-detect = 故障からどのサーバーかがわかるまでの分数
help-faults-restart = そこからチェックポイントを読み始めるまでの分数。読むのには、書くのと同じだけかかる
help-faults-repair = 故障したサーバーが予備に戻るまでの時間数
help-faults-spares = 予備のサーバーの数
help-faults-days = 計算する日数、200まで
help-faults-seed = くじの番号
help-faults-causes = Llama 3の学習でMetaが数えた原因と、この故障数ならそれぞれ何回かを並べる
help-validate-faults = 公表された故障の割合と有効な割合を、日々の計算と比べる。列はnetwork_facts.csvと同じ
help-validate-faults-file = CSVのファイル。列は{ $list }。行はidで見分ける
help-validate-faults-strict = 計算した値がひとつでも範囲の外なら失敗とする
faults-note = 故障は互いに関係なく、いつも同じ割合で起きるとしています。割合と時間は計算した日々のもの。expectedは、予備が足りるときの期待値の式です。
validate-faults-sum = { $of }個の数のうち{ $inside }個が範囲内（差が5 %まで、または下限より上）。出典に書かれていないことはMegaScaleに合わせ、検出10分、再起動5分としました。
validate-faults-one-rate = 故障率は、この論文が全ジョブをまとめて出したものです。だから、率がひとつで足りるかぎり合います。確かめているのは、故障をサーバーの数で数えることだけです。

