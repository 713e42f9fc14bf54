# ページを配る：一冊のレシピを、二人のために切る。
graph-title = レシピの地図に、ナイフを入れる
graph-hook = レシピを、手順の地図に広げた。どこで切っても仕事は同じで、ちがうのは切り口を渡るものだけ。
graph-text-1 = 札一枚が一つの手順（演算）、札をつなぐ糸が手渡されるもの（テンソル）。糸の太さは、流れる量。同じつくりの層が何枚も重なるので、一層だけを開き、残りは束ねてある。
graph-text-2 = ナイフを入れると（分割）、手前はシェフ1、奥はシェフ2の札になる。渡るものごとに「渡す」（Send）と「受ける」（Recv）の札が一組入る。何枚の札が使うものでも、渡すのは一度だけ。
graph-text-3 = 層の前半では、一語ごとに、ほかの全部の語との相性を表にする（アテンションのスコア）。語が2倍になれば、表は4倍。そこを切ると、表を丸ごと運ぶことになる。
graph-text-4 = よい切り口は、糸が細く、仕事が二人に半分ずつ。それでもボウルが一つだけなら、一人が働くあいだ、もう一人は待つ。
graph-not-like-1 = 厨房で渡した料理は、手元からなくなる。GPUが渡すのは写しで、もとは棚に残る。
graph-not-like-2 = いまのGPUは「相性」「配分」「混ぜる」を一つの手順にまとめ、表を外へ出さずに計算できる（FlashAttention）。まとめた札の中にナイフは入らない。ここでは、まとめる前の地図を切っている。
graph-not-like-3 = 厨房では人が切り方を決める。大きなモデルでは、釣り合いと渡す量を量るプログラム（プランナー）が決めることもある。
graph-teacher-goal = めあて：モデルを演算とテンソルのグラフとして読み、どこで切ると通信が少なく、仕事が釣り合うかを、バイト数で説明する。
graph-teacher-question-1 = 問い1：ナイフを1から18まで動かすと、渡す量はどこで増え、どこで減るか。いちばん渡す量が少ない切り口は、なぜ選ばれないか。
graph-teacher-question-2 = 問い2：語の数を半分にすると、相性の表と元のボウルは、それぞれ何分の一になるか。
graph-teacher-time = 時間：20分（予想3分、ナイフを動かす7分、釣り合いと渡す量で話し合い10分）。

# $words number
graph-opening-1 = { $model }のレシピは{ $cards }枚の札。{ $words }語のボウル一つを、二人で作る。
graph-opening-2 = { $here }で切ると、渡すのは{ $bytes }。
graph-opening-3 = { $there }で切れば{ $bytes }。

graph-beat-start = 札は{ $cards }枚。ナイフは{ $here }。手前はシェフ1、奥はシェフ2が受け持つ。
graph-beat-one = シェフ1が{ $cards }枚を順に進めている。済んだのは{ $done }枚。シェフ2は待っている。
graph-beat-one-done = シェフ1は{ $time }で{ $cards }枚を終えた。
graph-beat-sent = シェフ1の札は終わった。{ $what } { $bytes }が、{ $way }を通っている。
graph-beat-came = { $what } { $bytes }を渡すのに{ $time }かかった。
graph-beat-wait = 二人とも手が止まっている。動いているのは{ $way }の上のボウルだけ。
graph-beat-waited = 二人の手が{ $time }のあいだ止まった。
graph-beat-second = シェフ2がはじめたのは{ $time }。受け持ちの{ $cards }枚を、一人で進める。
# $each int, $rows number
graph-beat-why = { $what }は、{ $times } × { $rows } × { $columns }の数。一つ{ $each } Bで{ $bytes }。
graph-beat-compare = { $there }で切れば、渡すのは{ $good }。この切り口は、その{ $ratio }倍。
# $first percent, $second percent
graph-beat-good = 渡すのは{ $bytes }、仕事は{ $first }と{ $second }。渡す量と釣り合いを合わせて、これよりよい切り口はない。
# $first percent, $second percent
graph-beat-light = 渡す量は{ $bytes }と少ない。ただし仕事は{ $first }と{ $second }で、半分にならない。
# $work time
graph-beat-end = できあがりまで{ $time }、うち手が動いたのは{ $work }。二人いても、働いたのはいつも一人だけ。

# $words number
graph-xray-start = { $model }、{ $words }トークンの順伝播。{ $gpu } ×2。切り口：{ $here }。Send/Recvは{ $sends }組
graph-xray-one = GPU 1：演算{ $cards }個のうち{ $done }個が完了。GPU 2は待機
graph-xray-one-done = GPU 1：演算{ $cards }個を{ $time }で完了
graph-xray-wait = どちらのGPUも計算していない。{ $link }の転送待ち
graph-xray-waited = どちらのGPUも計算しなかった時間：{ $time }
graph-xray-second = GPU 2：{ $time }に開始。演算{ $cards }個
# $each int, $rows number
graph-xray-why = { $what }：[{ $times }, { $rows }, { $columns }]、一要素{ $each } B、計{ $bytes }
# $work time
graph-xray-end = 順伝播{ $time }、うち計算{ $work }。計算したのは常に1台

graph-gate = ナイフは、いま{ $here }。{ $there }に入れた場合とくらべて、できあがりまでの時間は何倍になる？
graph-gate-good = ナイフは、いま{ $here }。{ $there }に入れると、できあがりまでの時間は何倍になる？
# $other time
graph-verdict = 二つを走らせると、{ $here }で{ $mine }、{ $there }で{ $other }。{ $ratio }倍。仕事は同じで、ちがうのは切り口を渡るものだけ。
graph-nothing = 走らせるものがない。

# $a int, $b int
graph-place-layers = { $a }層めと{ $b }層めのあいだ
# $a words, $b words
graph-place-inside = { $n }層めの「{ $a }」と「{ $b }」のあいだ
# $a words, $b words
graph-place-outside = 「{ $a }」と「{ $b }」のあいだ
graph-layer = { $n }層め
# $a words, $b words
graph-plus = { $a } ＋ { $b }
# $n number
graph-number = { $n }

graph-figure-time = できあがりまで
graph-figure-time-formula = シェフ1 ＋ 渡す ＋ シェフ2
# $first number, $second number, $send number
graph-figure-time-filled = { $first } ＋ { $send } ＋ { $second } = { $all } ms
graph-figure-time-source = 重要経路（いちばん長く待たせるつながり）をたどり、誰の時間かで分けた。渡すものがいくつもあれば、最後に着くものを待つ。
graph-figure-sent = 切り口を渡るもの
# $sum words
graph-figure-sent-filled = { $sum } = { $all } { $unit }
graph-figure-sent-source = 切られた糸を全部足した。渡る組の数は{ $n }。同じものを何枚の札が使っても、一度だけ渡す。
graph-figure-largest = いちばん大きなもの
graph-figure-largest-formula = 枚数 × 行 × 列 × 一つのバイト数
# $each int, $rows number
graph-figure-largest-filled = { $what }：{ $times } × { $rows } × { $columns } × { $each } B = { $bytes }
graph-figure-largest-source = { $model }の形（{ $source }）から。相性の表は、頭（ヘッド）ごとに、語 × 語。
graph-figure-ratio = 渡す量は、よい切り口の何倍か
graph-figure-times = { $ratio }倍
graph-figure-ratio-formula = この切り口 ÷ よい切り口
# $here bytes
graph-figure-ratio-filled = { $here } ÷ { $good } = { $ratio }
graph-figure-ratio-source = よい切り口は{ $there }。全部の切り口を量って選んだ。
graph-figure-pace = ボウルが続くときの、一つあたり
graph-figure-pace-formula = 忙しいほうのシェフ ＋ 渡す
# $first number, $pace number, $second number, $send number
graph-figure-pace-filled = max({ $first }, { $second }) ＋ { $send } = { $pace } ms
graph-figure-pace-source = プランナーが小さくしようとする数。渡すあいだは料理しないとして数えた。いちばん小さいのは{ $there }。
graph-figure-back = 学ぶときは、後ろ向きも
graph-figure-back-formula = 前向きで渡る ＋ 後ろ向きで渡る
# $back bytes, $out bytes
graph-figure-back-filled = { $out } ＋ { $back } = { $both }
graph-figure-back-source = 渡したものには、同じ形のレポート（勾配）が逆向きに返ってくる。注文の番号だけは返ってこない。

graph-legend = 糸の太さ＝流れる量
# $all int
graph-sign-layer = { $n }層め（全{ $all }層）
# $n number
graph-sign-model = { $model }・{ $n }語
graph-pile = ×{ $n }層
graph-send = 渡す
graph-recv = 受ける
graph-send-xray = Send
graph-recv-xray = Recv

graph-card-tokens = 注文
graph-card-embed = 仕込み
graph-card-norm = 整える
graph-card-qkv = 三つ組
graph-card-scores = 相性
graph-card-softmax = 配分
graph-card-mix = 混ぜる
graph-card-project = まとめ
graph-card-add = +
graph-card-up = 広げる
graph-card-activate = ふるい
graph-card-down = 縮める
graph-card-logits = 候補
graph-card-loss = 味見
graph-xcard-tokens = ID
graph-xcard-embed = 埋込
graph-xcard-norm = 正規化
graph-xcard-qkv = QKV
graph-xcard-scores = スコア
graph-xcard-softmax = softmax
graph-xcard-mix = × V
graph-xcard-project = 射影
graph-xcard-up = アップ
graph-xcard-activate = 活性
graph-xcard-down = ダウン
graph-xcard-logits = logits
graph-xcard-loss = 損失
graph-bowl-tokens = 注文の番号
graph-bowl-residual = 元のボウル
graph-bowl-normed = 整えた物
graph-bowl-queries = 問い
graph-bowl-keys = 見出し
graph-bowl-values = 中身
graph-bowl-scores = 相性の表
graph-bowl-shares = 配分の表
graph-bowl-mixed = 混ぜた物
graph-bowl-projected = まとめた物
graph-bowl-gate = 門
graph-bowl-up = 広げた物
graph-bowl-active = ふるった物
graph-bowl-narrowed = 縮めた物
graph-bowl-logits = 候補の表
graph-tensor-tokens = トークン
graph-tensor-residual = 残差
graph-tensor-normed = 正規化後
graph-tensor-queries = Q
graph-tensor-keys = K
graph-tensor-values = V
graph-tensor-scores = スコア
graph-tensor-shares = 確率
graph-tensor-mixed = 注意出力
graph-tensor-projected = 射影後
graph-tensor-gate = ゲート
graph-tensor-up = アップ
graph-tensor-active = 活性
graph-tensor-narrowed = ダウン
graph-tensor-logits = logits

graph-act-usual = レシピを札に広げました。ナイフの左がシェフ1、右がシェフ2の受け持ちです。
graph-act-usual-xray = モデルの演算を並べ、層の境目で2台のGPUに分けました。
graph-act-usual-button = ここで切って作る
graph-act-knife = ナイフを動かすと、切り口を渡る量が変わります。どこがいちばん多いでしょう。
graph-act-knife-xray = 切る場所を動かすと、Send/Recvの量が変わります。最大はどこでしょう。
graph-act-knife-button = 次：ナイフを動かす
graph-act-knife-go = ここで切る
graph-act-words = 多いのは「相性」の表でした。語を半分にすると、表はどれだけ減るでしょう。
graph-act-words-xray = 大半はアテンションのスコアです。系列長を半分にすると、どれだけ減るでしょう。
graph-act-words-button = 次：語を半分に
graph-act-words-go = 半分の語で作る
graph-act-turn = あなたの番です。ナイフ二本で三人に。仕事をそろえ、渡す量を減らしてください。
graph-act-turn-xray = あなたの番です。2か所で切って3台に。計算を釣り合わせ、通信を減らしてください。
graph-act-turn-button = あなたの番
graph-act-turn-go = ここで切って作る
# $pace time, $n number
graph-task-met = できた。ボウル一つに{ $pace }。{ $n }通りの切り方に、これより早いものはない。
# $pace time, $n number
graph-task-met-xray = 達成。間隔{ $pace }。{ $n }通りの分割の最良。
# $chef int, $share percent, $times number
graph-task-work = シェフ{ $chef }が仕事の{ $share }を持ち、最良の{ $times }倍かかる。シェフ{ $chef }の分を減らす。
# $chef int, $share percent, $times number
graph-task-work-xray = GPU { $chef }が計算の{ $share }を持ち、間隔は最良の{ $times }倍。GPU { $chef }の分を減らす。
# $times number
graph-task-road = 作る時間は足りている。渡す量が多く、最良の{ $times }倍かかる。細いところで切る。
# $times number
graph-task-road-xray = 計算は釣り合っている。通信が多く、間隔は最良の{ $times }倍。細いところで切る。
# $n number
graph-task-bound = { $n }通りの最良
# $a words, $b words
graph-cut = { $a }｜{ $b }
# $n number
graph-kept-words = { $n }語
graph-hand-knife = ナイフ
graph-hand-words = 語の数
graph-hand-link = 二人をつなぐ道
graph-hand-cut = { $here }、{ $bytes }
# $n number
graph-hand-many = { $n }語
graph-hand-crosses = 渡す { $bytes }
graph-hand-time = できあがり { $time }
graph-chart = そこで切ると渡る量
graph-chart-work = 仕事
graph-chart-share = シェフ{ $chef } { $share }

graph-first = 一本めのナイフ
graph-first-help = ナイフが二本のとき、一本めを入れる場所。層ごとに三か所あり、はじめから数える。
graph-second = 二本めのナイフ
graph-second-help = 三人めのシェフのための二本めのナイフの場所。層ごとに三か所あり、はじめから数える。0なら使わない。
graph-knives-order = 二本めのナイフは、一本めより右の、レシピの終わりより前に入る。
graph-hand-first = 一本めのナイフ
graph-hand-second = 二本めのナイフ
graph-hand-pace = ボウル一つに{ $time }
# $words number
graph-three-opening = { $model }のレシピは札{ $cards }枚。三人のシェフが、{ $words }語のボウルを一つ作る。
# $n number
graph-three-goal = 二本のナイフの入れ方は{ $n }通り。全部をくらべた。作り、渡し、受け取る手間がいちばん多いシェフが、全体の速さを決める。
# $a int, $b int
graph-three-kept = ナイフは{ $a }層と{ $b }層
# $n number
graph-three-bars = ボウル一つにかかる時間。切り方{ $n }通りの最良と最悪
graph-three-worst = 最悪
graph-three-yours = あなた
graph-three-least = 最良
# $a words, $b words
graph-three-case = { $a }と、{ $b }
# $n number
graph-three-gate = 二本のナイフの入れ方は{ $n }通り。最悪の切り方は、最良の何倍かかる？
# $worst time
graph-three-verdict = ボウル一つに、最良なら{ $best }、最悪なら{ $worst }。{ $ratio }倍かかる。仕事の量は同じ。
# $a words, $b words
graph-beat-three = ナイフは{ $a }と、{ $b }。三人が順に作る。
# $a words, $b words
graph-xray-three = 2か所で分割：{ $a }、{ $b }。3ステージ、マイクロバッチ1つ
graph-beat-three-next = シェフ{ $chef }は、渡されるものがそろった{ $time }に始めた。
graph-xray-three-next = GPU { $chef }は{ $time }に開始
# $first percent, $n number, $pace time, $second percent
graph-beat-three-bound = 仕事は{ $first }、{ $second }、{ $third }。この切り方ならボウル一つに{ $pace }。{ $n }通りの最良は{ $best }。
# $first percent, $n number, $pace time, $second percent
graph-xray-three-bound = 計算 { $first } / { $second } / { $third }、間隔{ $pace }、{ $n }通りの最良{ $best }
# $first percent, $n number, $pace time, $second percent
graph-beat-three-best = 仕事は{ $first }、{ $second }、{ $third }。ボウル一つに{ $pace }。{ $n }通りのどれよりも速い。
# $first percent, $n number, $pace time, $second percent
graph-xray-three-best = 計算 { $first } / { $second } / { $third }、間隔{ $pace }：{ $n }通りの最良
graph-beat-three-end = { $time }でできあがり。ナイフの切り口を渡ったのは{ $bytes }。
graph-xray-three-end = 順伝播{ $time }、送信{ $bytes }
graph-figure-three-pace = ボウル一つの間隔
graph-figure-three-pace-formula = いちばん忙しいシェフの仕事 + 渡す時間と受け取る時間
# $pace number, $send number, $work number
graph-figure-three-pace-filled = { $work } + { $send } = { $pace } ms
# $n number
graph-figure-three-pace-source = いちばん忙しいのはシェフ{ $chef }。{ $n }通りの入れ方を全部くらべ、最良は{ $best }、最悪は{ $worst }。ボウルが次々に続き、渡す間は手が止まるとした場合。
graph-figure-three-sent = 切り口を渡る量
graph-figure-three-sent-formula = シェフ1から2へ + 2から3へ + 1から3へ
# $a bytes, $b bytes, $c bytes
graph-figure-three-sent-filled = { $a } + { $b } + { $c } = { $bytes }
graph-figure-three-sent-source = 使うシェフが何人でも、一人に一度ずつ渡す。
graph-three-share-xray = GPU { $chef } { $share }
# $n number
graph-three-bars-xray = マイクロバッチの間隔。分割{ $n }通りの最良と最悪
