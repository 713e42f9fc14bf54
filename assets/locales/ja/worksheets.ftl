# ワークシートのページ。五枚の問題と、五枚の解答。数字はすべて実行とカタログから入る。
worksheets-title = ワークシート
worksheets-lead = A4で1枚ずつ、問題が5枚、解答が5枚。このページをそのまま印刷すると、1〜5枚目が問題、6〜10枚目が解答になる。数字はどれも、このページを書き出したときにシミュレータが計算したもの。
worksheets-teachers = 授業案は先生のページに
worksheets-sheet = ワークシート
worksheets-answers = 解答
worksheets-name = 名前

worksheets-relay = リレーの時間割
worksheets-relay-foot = 章「工程のリレー — パイプライン並列」と合わせて。同じことを、本物の長さで走らせて確かめられる。
# $bowls int
worksheets-relay-lead = シェフ{ $chefs }人が、レシピのページを前・中・後ろに分けて受け持つ。一歩ぶんの食材は{ $bowls }つのボウルに分けてある。下の時間割を埋めて、手の空きを数えよう。
worksheets-relay-rule-1 = 料理は1マス。ボウルの番号を書く。前のシェフが終えたボウルだけ、次のマスから料理できる。
worksheets-relay-rule-2 = レポートは2マス。番号を書いて、2マスまとめて囲む。最後のシェフは、料理したボウルのレポートを次のマスから書ける。ほかのシェフは、後ろのシェフが書き終えたレポートだけ書ける。
worksheets-relay-rule-3 = 一人が一度にできることは一つ。できることは、できるだけ早く始める。手渡しの時間は数えない。
worksheets-relay-gpipe = 1　GPipe：全部送ってから戻す
worksheets-relay-gpipe-text = どのシェフも、四つのボウルを1から順に全部料理してから、レポートは逆に4、3、2、1の順で書く。
worksheets-relay-1f1b = 2　1F1B：一つ戻したら一つ始める
worksheets-relay-1f1b-text = はじめにシェフ1は3つ、シェフ2は2つ、シェフ3は1つ料理する。そのあとは、レポートを1枚書くたびに、新しいボウルを一つ料理する。
worksheets-relay-question-1 = 空いたマスはいくつ？ 全部のマスの何 % ？ 二つの時間割をくらべよう。
# $all int, $percent words
worksheets-relay-answer-1 = GPipeは{ $all }マスのうち{ $empty }マス、{ $percent } %。1F1Bも{ $empty2 }マス、{ $percent2 } %。手の空きは同じ。
worksheets-relay-question-2 = 式は (p − 1) ÷ (m + p − 1)。pはシェフ、mはボウルの数。上の答えと合う？ ボウルを{ $twice }個にすると何 % ？
# $bowls int, $percent words
worksheets-relay-answer-2 = ({ $chefs } − 1) ÷ ({ $bowls } + { $chefs } − 1) = { $percent } %で、合う。{ $twice }個なら{ $percent2 } %。半分にはならない。分母に始まりと終わりの分が残るから。
worksheets-relay-question-3 = 料理してまだレポートを書いていないボウルは、棚に置いておく。シェフ1の棚に、いちばん多いときで何個？
worksheets-relay-answer-3 = GPipeは{ $gpipe }個（ボウルの数だけ）。1F1Bは{ $other }個（シェフの数だけ）。ボウルを増やしても、1F1Bの棚は増えない。
worksheets-relay-question-4 = ボウルを一つずつ往復させると（前のレポートが戻ってから次を始める）、全部で何マスかかる？
# $naive int, $percent words, $ratio words
worksheets-relay-answer-4 = { $naive }マス。GPipeの{ $gpipe }マスの{ $ratio }倍で、手の空きは{ $percent } %。

worksheets-step = レポートの一歩を、手で
worksheets-step-foot = 章「秘伝のソース — 勾配降下法」の最初の一歩。答えは、章の画面の数字と同じになる。
# $salt words, $sugar words, $vinegar words
worksheets-step-lead = トマトのソースを、{ $n }人の客が味見する。いまのレシピは、塩{ $salt } g、酢{ $vinegar } g、砂糖{ $sugar } g。トマトだけの味は{ $base }点。分析レポートを手で書いて、一歩だけ直そう。
worksheets-step-rule-1 = 味 = 2 + 塩の感じ方 × 塩 + 酢の感じ方 × 酢 + 砂糖の感じ方 × 砂糖。表の数字が、1 gあたり何点に感じるか。
worksheets-step-rule-2 = ずれ = 味 − 望む濃さ。プラスなら濃すぎる。客1の行は、書き方の見本。
worksheets-step-forward = 1　味見とずれ
worksheets-step-guest = 客
worksheets-step-salt = 塩
worksheets-step-vinegar = 酢
worksheets-step-sugar = 砂糖
worksheets-step-wish = 望む
worksheets-step-taste = 味
worksheets-step-error = ずれ
worksheets-step-squared = ずれ²
worksheets-step-sum = 合計
worksheets-step-update = 2　傾きと、次のレシピ
# $rate words
worksheets-step-update-text = 傾き = 2 ÷ { $n } × 合計（上の表の「ずれ × 材料」の合計）。次 = いま − { $rate } × 傾き。{ $rate }が学習率。
worksheets-step-ingredient = 材料
worksheets-step-now = いま (g)
worksheets-step-slope = 傾き
worksheets-step-change = 動かす量 (g)
worksheets-step-next = 次 (g)
worksheets-step-question-1 = 損失は「ずれ²」の合計 ÷ { $n }。いくつ？
# $loss words, $sum words
worksheets-step-answer-1 = { $sum } ÷ { $n } = { $loss }
worksheets-step-question-2 = 砂糖を動かすと、損失は増える、減る？ どの客がそう言っている？ 直したあとの損失を予想してから、章で確かめよう。
# $after words, $before words
worksheets-step-answer-2 = 傾きがマイナスなら、足すと減る。合計をマイナスにしているのは、砂糖を感じて「薄い」と言った客3と客4。一歩のあとの損失は{ $before }から{ $after }になる。
# $rate words
worksheets-step-question-3 = 学習率を{ $rate }にすると、2倍速く良くなる？ 理由も書こう。
# $rate words
worksheets-step-answer-3 = ならない。傾きが正しいのは、いまいる場所のすぐ近くだけ。学習率{ $rate }では損失が{ $losses }と下りるが、{ $rate2 }では{ $losses2 }と、谷を飛びこえて上がっていく。

worksheets-ring = 四人の輪で全体会議
worksheets-ring-foot = 章「一冊のレシピ — データ並列」「会議のいろいろ — 集団通信」と合わせて。章では、伝票の数字が同じように足されていく。
worksheets-ring-lead = シェフ{ $n }人が、場所1〜4に数字を一つずつ持っている。隣へ伝票を渡すだけで、全員が四人の合計を持ち帰るには？ 表を埋めて確かめよう。
worksheets-ring-rule-1 = 1歩めは、シェフ2が場所1を、シェフ3が場所2を、シェフ4が場所3を、シェフ1が場所4を、右の人へ渡す。受け取った人は、自分の同じ場所に足す。
worksheets-ring-rule-2 = 2歩めと3歩めは、いま足したばかりの場所を、全員が同時に右の人へ渡す。受け取った人は足す。
worksheets-ring-rule-3 = 4歩めからは、合計のそろった場所を右の人へ渡す。受け取った人は足さずに書き写し、次はそれを渡す。6歩で終わり。
worksheets-ring-circle = 伝票の回る向き
worksheets-ring-start = はじめ
worksheets-ring-after = { $n }歩のあと
worksheets-ring-question-1 = 縦に足して、合計を確かめよう。3歩のあと、合計のそろった場所は一人いくつずつ？
# $half int
worksheets-ring-answer-1 = 合計は{ $sums }。{ $half }歩のあと、一人に一つずつそろっている（ここまでがreduce-scatter、あとがall-gather）。
worksheets-ring-question-2 = 一人が渡した伝票は何枚？ 持ち寄った数字（4つ）の何倍？ 8人なら？ 1,024人なら？ 式は 2 (n − 1) ÷ n。
# $eight words, $four words, $many words
worksheets-ring-answer-2 = { $sent }枚、{ $four }倍。8人なら{ $eight }倍、1,024人でも{ $many }倍。人数が増えても、一人の送る量は2倍を超えない。
# $rate words
worksheets-ring-question-3 = 8人が{ $bytes }ずつ持ち寄り、一人の線は片道{ $rate } GB/s。輪で回すと、少なくとも何ミリ秒かかる？（1 GiB = 1.074 GB）
# $factor words, $rate words
worksheets-ring-answer-3 = 1.074 GB × { $factor } ÷ { $rate } GB/s = { $least } ms。シミュレーションでは{ $time }。線をまるごとは使えないことと、手順ごとの支度の分だけ長い。

worksheets-shelves = 棚はいくつ要る？
worksheets-shelves-foot = 章「作る日、学ぶ日」「棚に載らないレシピ」と合わせて。活性値と作業場所は、ここでは数えていない。段階はarXiv:1910.02054による。
# $n words
worksheets-shelves-lead = { $model }のレシピには、数字が{ $n }億個ある。シェフ一人（{ $gpu }）の棚は{ $shelf } GB。学ぶには、棚がいくつ要るだろう。
worksheets-shelves-first = 1　数字1個に何バイト？
worksheets-shelves-what = 棚に置くもの
worksheets-shelves-bytes = 1個あたり（バイト）
worksheets-shelves-gb = 全部で（GB）
worksheets-shelves-recipe = レシピ（重み、16ビット）
worksheets-shelves-report = レポート（勾配、16ビット）
worksheets-shelves-notebooks = 帳面（Adam、32ビットが3冊）
worksheets-shelves-all = 合計
worksheets-shelves-second = 2　分けて持つ（ZeRO）
worksheets-shelves-second-text = { $chefs }人が同じレシピで別の食材を料理する（データ並列）。全員が全部を持つのをやめ、分けられるものは{ $chefs }人で分ける。一人の棚に載る量は？
worksheets-shelves-stage = 段階
worksheets-shelves-shared = 分けるもの
worksheets-shelves-each = 1個あたり（バイト）：レシピ + レポート + 帳面
worksheets-shelves-chef = 一人の棚（GB）
worksheets-shelves-fits = 載る？
worksheets-shelves-plain = 分けない
worksheets-shelves-shared-0 = なし
worksheets-shelves-shared-1 = 帳面
worksheets-shelves-shared-2 = 帳面、レポート
worksheets-shelves-shared-3 = 帳面、レポート、レシピ
worksheets-shelves-yes = 載る
worksheets-shelves-no = 載らない
worksheets-shelves-third = 3　棚の絵にする
worksheets-shelves-third-text = 一人の棚に載る量を、帯でかこう。レシピ、レポート、帳面で塗り分ける。太い線が棚の端（{ $shelf } GB）。
worksheets-shelves-question-1 = 答えるだけなら（レシピだけ）、棚はいくつ要る？ 学ぶときは、その何倍のものを置く？
# $ratio words
worksheets-shelves-answer-1 = { $answering } GBなので、一つに載る。学ぶときは{ $learning } GBで、{ $ratio }倍。
# $n words
worksheets-shelves-question-2 = { $model }（数字が{ $n }億個）を学ぶには、うまく分けても棚は少なくともいくつ？
# $all words
worksheets-shelves-answer-2 = { $all } GB ÷ { $shelf } GBを切り上げて{ $shelves }つ。活性値の場所も要るので、本当はもっと多い。
worksheets-shelves-question-3 = ZeRO-3はいちばん棚が空く。それでもいつもZeRO-3にしないのはなぜだろう。
worksheets-shelves-answer-3 = レシピのページを使うたびに、ほかの人から集める会議（all-gather）がいる。棚が空く代わりに、道が混む。

worksheets-roof = 屋根のどちら側？
worksheets-roof-foot = 章「作る日、学ぶ日 — 推論と学習」と合わせて。屋根の図はルーフライン（Williamsほか、2009）。章の最初の注文はもっと短いので、値は少しちがう。
# $peak words, $rate words
worksheets-roof-lead = { $gpu }の手は1秒に{ $peak }兆回動き（{ $peak } TFLOP/s）、棚は1秒に{ $rate } TBを取り出せる（データシート）。{ $model }が{ $prompt }語の注文に答えるとき、待たされているのは手か、棚か。
worksheets-roof-first = 1　境目
# $peak words, $rate words
worksheets-roof-first-text = 1バイト取り出すたびに何回手を動かせば、手と棚がつり合う？（{ $peak }兆 ÷ { $rate }兆）
worksheets-roof-ridge = 境目
worksheets-roof-unit = 回／バイト
worksheets-roof-second = 2　三つの仕事
worksheets-roof-second-text = 1バイトあたりの手数を計算し、待つ相手に丸をつけよう。いちばん短い時間は、手数 ÷ 手の速さと、バイト ÷ 棚の速さの、長いほう。
worksheets-roof-word = 一語（客{ $n }人）
worksheets-roof-order = { $n }語の注文を読む
worksheets-roof-job = 仕事
worksheets-roof-flops = 手数（10億回）
worksheets-roof-bytes = 取り出す（GB）
worksheets-roof-intensity = 回／バイト
worksheets-roof-side = 待つ相手
worksheets-roof-least = 短くても（ms）
worksheets-roof-shelf = 棚
worksheets-roof-hand = 手
worksheets-roof-third = 3　屋根をかいて、三つの仕事を点で置く（どちらの目盛りも対数）
worksheets-roof-x = 1バイトあたりの手数（回／バイト）
worksheets-roof-y = 手の速さ（TFLOP/s）
worksheets-roof-question-1 = 客が1人から{ $n }人になると、手数は何倍？ 取り出す量は何倍？ 一語の時間は何倍になると思う？
# $bytes words, $ratio words
worksheets-roof-answer-1 = 手数は{ $work }倍、取り出す量は{ $bytes }倍（増えるのはキーとバリューだけ）。シミュレーションでは、一語の時間は{ $ratio }倍。
# $word time
worksheets-roof-question-2 = シミュレータでは、客1人の一語が{ $word }、注文が{ $order }かかる。「短くても」より長いのはなぜだろう。
worksheets-roof-answer-2 = 屋根は上限だから（一語は短くても{ $least } ms）。本物は、仕事から仕事へ移る支度があり、手も棚も公称の速さを出しきれない。
worksheets-roof-question-3 = 一語を速くしたい。手を2倍速くするのと、棚を2倍速くするのと、どちらを買う？
worksheets-roof-answer-3 = 棚。斜めの屋根の下では、手を速くしても点は動かない。
