# 研究室の「自分の店」：開いたときにだけ届く。
own-title = 自分の店
own-intro = 自分の店とモデルと一歩の大きさを選ぶと、買い物を全部、どれもいちばん良い計画どうしで比べる。ファイルはこのブラウザの外へ出ない。
own-drop = ここへ落とす：モデルのconfig.json、nvidia-smi topo -mの出力、NCCLのXML、起動ファイル。測った記録も：PyTorchプロファイラのトレース（ランクごとに何枚でも）、nccl-testsの結果、NCCLのログ
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
own-unknown = 知っている種類のファイルではない。読めるもの：config.json、topo -mの出力、NCCLのXML、起動ファイル、プロファイラのトレース、nccl-testsの結果、NCCLのログ。
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
# $from number, $to number
own-range = 誤差込みで{ $from }〜{ $to }倍
# $gpu words, $least number, $most number
own-off = 「誤差込み」の幅：{ $gpu }で公表された学習のうち、大きさの近いもので、計算は実測の{ $least } %から{ $most } %ずれる。くらべる二つの店で、逆向きにそれだけずれたときの速さ。
own-no-range = このGPUには、くらべられる公表の学習がない。速さの誤差は分からない。
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
# 測った夜：記録ファイルを再生し、シミュレーションと並べる。
own-night-title = 測った夜
own-night-play = 再生
own-night-stop = 一時停止
own-night-clock = いまの時刻
own-night-all = 夜全体
own-night-look = ここを見る
own-night-clear = 片づける
# $ranks int, $kernels int, $meetings int
own-night-read = { $ranks }ランクの記録を読んだ：カーネル{ $kernels }個、うち会議のもの{ $meetings }個、長さ{ $time }。
own-night-cut = 長い記録なので、再生するのは初めの25万個のカーネルまで。
own-night-no-kernels = この記録にはGPUのカーネルがない。activitiesにCUDAを入れて録り直す。
# $count int
own-night-many = 再生できるのは{ $count }ランクまで。
# $name words, $gpu words, $count int, $gbit int
own-night-system = 比べる店は{ $name }（{ $gpu }）、厨房{ $count }、NICは{ $gbit } Gbit/s。違えば下の欄で直す。
own-night-no-system = このGPUの型は名簿にない。比べる店を下の欄で選ぶ。
# $count int, $cook percent, $wait percent, $meet percent, $idle percent
own-night-sum = シェフ{ $count }人の{ $time }。全員の時間のうち、料理{ $cook }、まだ来ない人を待つ{ $wait }、そろってからの会議{ $meet }、手の空き{ $idle }。
# $chef int, $rank int, $times int, $of int
own-night-latest = いちばん待たせたのはシェフ{ $chef }（rank { $rank }）：一緒の会議{ $of }回のうち{ $times }回で最後に来て、ほかの人を合わせて{ $time }待たせた。
# $chef int, $rank int, $cook percent, $meet percent, $idle percent
own-night-one = シェフ{ $chef }（rank { $rank }）の{ $time }。料理{ $cook }、料理の止まる会議{ $meet }、手の空き{ $idle }。
own-night-one-only = 会議のうち、人を待っていた分は、一人の記録からは分からない。ほかのランクのファイルも一緒に落とす。
# $count int
own-night-more = 表は、取り返せる時間の長い順。ほかに会議が{ $count }回。
# $name words
own-night-assumed = シミュレーションは、{ $name }で隣どうしに立つシェフの会議。カーネルを起こす数マイクロ秒も入る。
own-night-no-bytes = この記録には会議で運んだ量が書いていないので、かかるはずの時間は計算できない。新しいPyTorchのプロファイラは書く。
own-night-apart = ランクの時計は最大{ $time }ずれていた。会議の終わりで合わせた。
# $count int
own-night-alone = カーネル{ $count }個は、ランクによって回数が違い、どれとどれが同じ会議か分からない。
own-night-head-meeting = 会議
own-night-head-bytes = 運ぶ量
own-night-head-last = 最後に来た人
own-night-head-waited = 最初の人が待った
own-night-head-took = そろってから
own-night-head-in = 会議にいた時間
own-night-head-should = シミュレーション
own-night-head-times = 実測は何倍
own-night-unknown = 記録にない
# $name words, $turn int, $count int
own-night-meeting = { $name } { $turn }回目（{ $count }人）
# $bytes bytes
own-night-bytes = { $bytes }
# $chef int, $rank int
own-night-who = シェフ{ $chef }（rank { $rank }）
# $name words, $protocol words
own-night-should = { $time }（{ $name }、{ $protocol }）
# $count int, $chef int, $name words, $turn int
own-night-now-waits = シェフ{ $chef }がまだ来ない。待っているのは{ $count }人：{ $name }の{ $turn }回目。
# $count int, $name words, $turn int
own-night-now-meets = { $count }人そろって会議中：{ $name }の{ $turn }回目。
# $cooks int, $meets int, $idle int
own-night-now = いま料理{ $cooks }人、会議{ $meets }人、手が空いている{ $idle }人。
# $name words
own-night-now-cooks = いま料理：{ $name }
own-night-now-in = いま会議。人を待っているかどうかは、一人の記録からは分からない。
own-night-now-idle = いま手が空いている。次のカーネルがまだ来ない。
own-night-cooking = 料理
own-night-kernels = 計算のカーネル
own-night-waiting = まだ来ない人を待つ
own-night-straggler = 遅いランクを待つ
own-night-meeting-mark = 会議
own-night-collectives = 集団通信のカーネル
# $name words, $count int
own-night-tests = nccl-testsの結果を読んだ：{ $name }、{ $count }行。
own-night-tests-title = 測った速さ
own-night-which = どの会議の表か書いていない。プログラム名の行（all_reduce_perfなど）も一緒に落とす。
# $name words, $count int
own-night-none-simulated = { $name }で{ $count }人のこの会議は、ここではシミュレーションできない。
# $op words, $count int, $rows int, $name words, $off number
own-night-tests-sum = { $op }、{ $count }人、{ $rows }行。{ $name }のシミュレーションとの差は、中央値で{ $off } %。
# $bytes bytes, $times number
own-night-tests-worst = いちばん遅れているのは{ $bytes }で、シミュレーションの{ $times }倍かかっている。
# $rate number
own-night-rate = { $rate } GB/s
own-night-head-measured = 実測
own-night-head-bus = 実測のbusbw
own-night-head-bus-should = 計算のbusbw
own-night-curve-measured = 実測
own-night-curve-simulated = シミュレーション
# $version words, $count int
own-night-log = NCCLのログを読んだ：版{ $version }、{ $count }ランク。
own-night-log-title = NCCLが決めたこと
# $count int, $nodes words, $channels words, $rings int, $distinct int, $network words
own-night-log-sum = ログ：{ $count }ランク、ノード{ $nodes }、チャンネル{ $channels }、リング{ $rings }本（違うものは{ $distinct }本）、ネットワーク{ $network }。
# $name words, $count int
own-night-log-here = 同じ人数のall-reduceで、ここのチューナーが{ $name }に選ぶもの（{ $count }人）：
own-night-head-algorithm = やり方
own-night-head-protocol = プロトコル
# 街：この店の全員が、一歩のある瞬間に何をしているか。
own-city = 街を見る
own-city-wait = 街を作っています
own-city-nearer = 近づく
own-city-farther = 離れる
own-city-all = 街全体
own-city-choose = シェフの番号
own-city-close = 街を閉じる
own-city-none = この店の街は作れない。欄を確かめて、もう一度きく。
own-city-kitchen = 厨房#
own-city-kitchen-of = 厨房#：シェフ#〜#
own-city-district = 段#
own-city-number = #
# $what words, $count int
own-city-count = { $what } { $count }人
own-city-done = 一歩が終わり、全員の手が空いた。
# $chef int, $rank int, $kitchen int, $kitchens int, $stage int, $stages int
own-city-chef = シェフ{ $chef }（rank { $rank }）：厨房{ $kitchen }（全{ $kitchens }）、リレーの段{ $stage }（全{ $stages }）
own-city-head-what = 何を話す
own-city-head-who = 誰と
own-city-head-way = どの道で
own-city-head-bytes = 一歩で運ぶ量
own-city-head-busy = 運んでいる時間
own-city-tensor = 一つの鍋の味合わせ
own-city-tensor-xray = TP：活性の合計
own-city-context = 回し読みする覚え書き
own-city-context-xray = CP：KとVの受け渡し
own-city-expert = 専門のシェフへ回すボウル
own-city-expert-xray = EP：all-to-all
own-city-weights = 分けて持つレシピ
own-city-weights-xray = 重みのall-gather
own-city-weights-also = 分けて持つ専門のレシピ
own-city-weights-also-xray = エキスパートの重みのall-gather
own-city-gradients = レポートの合計
own-city-gradients-xray = DP：勾配の合計
own-city-gradients-also = レポートの合計、別の組と
own-city-gradients-also-xray = 勾配の合計、別のグループと
own-city-relay = リレーのボウルとレポート
own-city-relay-xray = PP：活性とその勾配
# $count int, $first int, $last int, $stride int
own-city-who = { $stride ->
    [one] { $count }人：{ $first }〜{ $last }番
   *[other] { $count }人：{ $first }番から{ $last }番まで、{ $stride }番ごと
}
# $chef int
own-city-one = { $chef }番
# $first int, $last int
own-city-two = { $first }番と{ $last }番
# $way words
own-city-inside = 厨房の中、{ $way }
# $way words, $count int
own-city-outside = { $count }厨房、{ $way }
# $way words, $inside words, $count int
own-city-both = { $count }厨房、{ $way }と{ $inside }
# $bytes bytes-decimal, $calls int
own-city-moved = { $bytes }、{ $calls }回
# $bytes bytes-decimal
own-city-moved-also = { $bytes }
own-city-with = 上の行に入る
own-city-alone = このシェフは、ほかの誰とも話さない。
own-city-bytes = 運ぶ量は、集まりごとのバッファの大きさを一歩ぶん足したもの。リレーはこのシェフが送る分。時間は、料理の裏に隠れた分も入る。
own-city-note = 同じ段のシェフは、同じ時に同じことをする。シミュレーションしたのは段ごとに一人で、街ではその一人が段の全員を表す。レポートや分けて持つレシピが通る間、その段の道路は会議待ちの色になる。
# 予算：一つ買っては、買ったあとの店でまた同じ問いをたてる。
own-budget = 予算、米ドル
own-budget-go = この予算で順に買う
own-budget-wrong = 1から1,000,000,000,000までの整数。
own-budget-head-before = 買う前の計画
own-budget-head-after = 買ったあとの計画
# $before time
own-budget-steps = { $before } → { $time }
# $count int, $spent number, $budget number, $before time, $times number
own-budget-sum = { $count }回の買い物に{ $spent }ドル（予算{ $budget }ドル）。一歩は{ $before }から{ $time }へ、{ $times }倍速い。
own-budget-done = 残りで買えて、1 %より速くなるものは、値段の分かるなかにはもうない。値段の割に速いものからと、いちばん速くなるものからと、二通りの順を試し、速いほうを残した。ほかの順のほうがよいこともある。
own-budget-nothing = この予算で買えて、1 %より速くなるものは、値段の分かるなかにはない。表に値段を書き入れると、それも数える。
# 街のX線：同じことを分野の言葉で。
# $what words, $count int
own-city-count-xray = { $what } { $count }基
# $chef int, $rank int, $kitchen int, $kitchens int, $stage int, $stages int
own-city-chef-xray = GPU { $chef }（rank { $rank }）：ノード{ $kitchen }（全{ $kitchens }）、PPの段{ $stage }（全{ $stages }）
own-city-kitchen-xray = ノード#
own-city-kitchen-of-xray = ノード#：GPU #〜#
# $count int, $first int, $last int, $stride int
own-city-who-xray = { $stride ->
    [one] GPU { $count }基：{ $first }〜{ $last }番
   *[other] GPU { $count }基：{ $first }番から{ $last }番まで、{ $stride }番ごと
}
# $chef int
own-city-one-xray = GPU { $chef }
# $first int, $last int
own-city-two-xray = GPU { $first }と{ $last }
# $way words
own-city-inside-xray = ノード内、{ $way }
# $way words, $count int
own-city-outside-xray = { $count }ノード、{ $way }
# $way words, $inside words, $count int
own-city-both-xray = { $count }ノード、{ $way }と{ $inside }
own-city-alone-xray = このGPUは、どのグループでも通信しない。
own-city-bytes-xray = 運ぶ量は、通信ごとのバッファの大きさを1ステップぶん足したもの。PPはこのGPUが送る分。時間は、計算に隠れた分も入る。
own-city-note-xray = 同じ段のGPUは、同じ時に同じことをする。シミュレーションしたのは段ごとに1基で、その1基が段の全部を表す。DPの通信がノードの外を通る間、その段のネットワークはDP通信待ちの色になる。
