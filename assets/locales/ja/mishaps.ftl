# 第16章：まさかの日 — 遅れ、故障、書き留める間隔。
mishaps-title = 千の厨房では、いつも何かが壊れている
mishaps-hook = 一軒の厨房が閉まるのは、年に一度ほどの「まさか」。千軒が一冊のレシピに取り組む街では、それが数時間ごとに全員の手を止める。
mishaps-text-1 = 火が弱いシェフ（ストラグラー）が一人いれば、会議はその一人を待つ。トンネルが崩れたシェフがいれば、伝票はその細い道を待つ。上の「まさか」を変えると、その一歩が見える。
mishaps-text-2 = 厨房が一つ閉まると、街じゅうの手が止まる。作りかけのレシピは厨房ごとに切り分けて持っているので、一軒が欠けると続けられない。
mishaps-text-3 = だから、ときどき全員でどこまで来たかを書き留める（チェックポイント）。止まったら、そこからやり直す。書き留めたあとの料理は消える。
mishaps-text-4 = 一軒が閉まる間隔の平均が平均故障間隔（MTBF）。街が止まる間隔は、それを厨房の数で割ったもの。街の時間のうち、あとに残る料理をしていた割合を有効な割合（グッドプット）と呼ぶ。
mishaps-text-5 = やってみよう：三日でいちばん多くの料理が残る、書き留める間隔はどれか。厨房の数を変えると、その間隔はどう動くか。街を待たせないために、予備（スペア）はいくつ要るか。
mishaps-not-like-1 = 本物の料理人なら、隣が抜けても残りの人数で続ける。GPUの仕事は切り分けたとおりに組まれていて、一台が欠けると、たいてい全体を組み直すしかない。
mishaps-not-like-2 = ここの故障は互いに関係なく、いつも同じ割合で起きる。本物では、新しい機械や、壊れやすい数台や、電源の落ちた一列に偏る。
mishaps-not-like-3 = ここでは書き留めるあいだ全員が手を止める。本物には、手もとの棚に写してから料理を続け、倉庫へはあとで運ぶやり方もある。
mishaps-teacher-goal = めあて：めったに壊れないものを千集めると、いつも何かが壊れていることを、割り算で説明できる。書き留める間隔に、ちょうどよいところがある理由を言える。
mishaps-teacher-question-1 = 問い1：厨房を4倍にすると、街の止まる間隔はどうなるか。書き留めるちょうどよい間隔は（答え：止まる間隔は4分の1、ちょうどよい間隔はおよそ2分の1。平方根で決まるから）。
mishaps-teacher-question-2 = 問い2：予備を0にすると何が起きるか（答え：閉まった厨房が直るまでの一日、街じゅうが待つ。直る前に次が閉まるので、料理の時間がほとんど残らない）。
mishaps-teacher-time = 時間：20分（予想3分、三つの街を追う7分、間隔と予備を変えて10分）。

mishaps-lane-often = 5分ごと
mishaps-lane-chosen = あなたの間隔
mishaps-lane-seldom = 4時間ごと
mishaps-row = { $minutes }分ごと
mishaps-row-hours = { $hours }時間ごと
mishaps-row-xray = チェックポイント { $minutes } min
mishaps-row-kept = 残る料理 { $hours } h
mishaps-row-kept-xray = 有効 { $hours } h
mishaps-legend-write = 書き留め { $hours } h
mishaps-legend-lost = 消えた { $hours } h
mishaps-legend-stopped = 止まった { $hours } h
mishaps-city = 厨房{ $n }の街
mishaps-city-xray = { $n }ノード
mishaps-now-work = 料理している
mishaps-now-write = 書き留めている
mishaps-now-detect = 閉まった厨房を探している
mishaps-now-wait = 予備がなく、直るのを待っている
mishaps-now-restart = 入れ替えて、始め直している
mishaps-now-over = 三日が過ぎた
mishaps-now-work-xray = 学習中
mishaps-now-write-xray = チェックポイント書き込み
mishaps-now-detect-xray = 故障の検出と診断
mishaps-now-wait-xray = スペアなし：修理待ち
mishaps-now-restart-xray = 再起動と読み込み
mishaps-dark = 修理中 { $dark }、予備 { $ready }
mishaps-days = 三日 →
mishaps-half-whole = 上の厨房：みな元気
mishaps-half-stove = 下の厨房：シェフ{ $slow }の火が弱い
mishaps-half-tunnel = 下の厨房：シェフ{ $slow }のトンネルが崩れた
mishaps-half-whole-xray = 上の組：正常
mishaps-half-stove-xray = 下の組：GPU { $slow }が低クロック
mishaps-half-tunnel-xray = 下の組：GPU { $slow }のNVLink断
mishaps-half-done = 一歩 { $time }

mishaps-opening-1 = 厨房{ $n }つが一冊のレシピに取り組む街。一軒が閉まるのは、平均{ $days }日に一度。
mishaps-opening-2 = 同じ三日、同じ故障を三度。書き留めるのは{ $often }分ごと、{ $chosen }分ごと、{ $seldom }時間ごと。
mishaps-opening-3 = レシピは{ $model }。全員で一度書き留めるのに{ $time }。
mishaps-opening-step = 同じ一歩を二つの厨房で。下の厨房では、シェフ{ $slow }にだけまさかが起きる。
mishaps-opening-recipe = レシピは{ $model }。会議で運ぶレポートは一人{ $bytes }。

mishaps-beat-start = 厨房{ $n }つが、夜どおし一冊のレシピに取り組む。一軒が閉まれば、全員が手を止める。一軒が閉まるのは、平均{ $days }日に一度。
mishaps-xray-start = { $n }ノードの同期学習。1ノードのMTBF { $days }日。一台の故障でジョブ全体が停止
mishaps-beat-write = 真ん中の街は{ $minutes }分ごとに手を止めて、どこまで来たかを書き留める。一度に{ $time }。
mishaps-xray-write = チェックポイント：{ $minutes }分ごと、{ $model }の重みとAdamの状態を{ $time }で書き込み
mishaps-beat-fail = { $hours }時間めに、厨房{ $kitchen }が閉まった。街じゅうの手が止まった。
mishaps-xray-fail = { $hours } h：ノード{ $kitchen }が故障、ジョブ停止
mishaps-beat-lost = このとき消えた料理は、{ $often }分ごとの街で{ $a }分ぶん、{ $chosen }分ごとの街で{ $b }分ぶん、{ $seldom }時間ごとの街で{ $c }分ぶん。
mishaps-xray-lost = 最後のチェックポイントからの損失：{ $often }分ごとで{ $a } min、{ $chosen }分ごとで{ $b } min、{ $seldom }時間ごとで{ $c } min
mishaps-beat-again = 厨房{ $kitchen }のかわりに、予備の厨房{ $by }が入った。全員の手が止まっていたのは{ $minutes }分。書き留めたところからやり直す。
mishaps-xray-again = ノード{ $kitchen }を{ $by }に交換。検出、再起動、読み込みで{ $minutes } min停止
mishaps-beat-many = 厨房{ $n }つの街は、ここまでに{ $count }回止まった。
mishaps-xray-many = { $n }ノード：故障{ $count }回
mishaps-beat-books = 初めの{ $hours }時間であとに残った料理は、{ $often }分ごとの街で{ $a }時間ぶん、{ $chosen }分ごとで{ $b }時間ぶん、{ $seldom }時間ごとで{ $c }時間ぶん。
mishaps-xray-books = 初めの{ $hours } hの有効な学習：{ $often }分ごとで{ $a } h、{ $chosen }分ごとで{ $b } h、{ $seldom }時間ごとで{ $c } h
mishaps-beat-spares = 同時に閉まっていた厨房は、多いときで{ $most }つ。予備は{ $spares }つあり、街が待たされることはなかった。
mishaps-xray-spares = 同時に修理中のノードは最大{ $most }、スペア{ $spares }：待ちなし
mishaps-beat-spares-out = 同時に閉まっていた厨房は、多いときで{ $most }つ。予備は{ $spares }つで足りず、街は直るのを{ $hours }時間待った。
mishaps-xray-spares-out = 同時に修理中のノードは最大{ $most }、スペア{ $spares }：修理待ち{ $hours } h
mishaps-beat-best = こまめに書けば、書く時間がかさむ。まれに書けば、消える料理がかさむ。平均{ $hours }時間に一度止まり、書くのに{ $time }かかる街では、{ $best }分ごとがちょうどよい。
mishaps-xray-best = MTBF { $hours } h、書き込み{ $time }：最適間隔{ $best } min
mishaps-beat-end = 三日のうち、残る料理をしていたのは、{ $often }分ごとの街で{ $a }、{ $chosen }分ごとで{ $b }、{ $seldom }時間ごとで{ $c }。
mishaps-xray-end = グッドプット：{ $often }分ごとで{ $a }、{ $chosen }分ごとで{ $b }、{ $seldom }時間ごとで{ $c }

mishaps-beat-stove = 同じ一歩を、上と下の厨房で同時に始める。下のシェフ{ $slow }だけ火が弱く、手の速さは{ $pace }。
mishaps-xray-stove = 8 GPUのデータ並列を二組。GPU { $slow }だけクロックが{ $pace }（ストラグラー）
mishaps-beat-tunnel = 同じ一歩を、上と下の厨房で同時に始める。下のシェフ{ $slow }だけトンネルが崩れていて、伝票は共用の廊下を通る。
mishaps-xray-tunnel = 8 GPUのデータ並列を二組。GPU { $slow }のNVLinkは全断、PCIeへ迂回
mishaps-beat-ready = 上の厨房では{ $time }に全員がレポートを書き終え、会議が始まった。
mishaps-xray-ready = 上の組：{ $time }に後ろ向きが完了、リングall-reduce開始
mishaps-beat-whole = 上の厨房は{ $time }に一歩を終えた。
mishaps-xray-whole = 上の組：更新まで{ $time }
mishaps-beat-late = 下のシェフ{ $slow }が書き終えたのは{ $time }。ほかの全員は手を止めて、一枚のレポートを{ $wait }待っていた。
mishaps-xray-late = GPU { $slow }の後ろ向きは{ $time }に完了。ほかのGPUのストラグラー待ち{ $wait }
mishaps-beat-narrow = 下の会議では、どの伝票の輪もシェフ{ $slow }のところで廊下を通った。輪の速さは、いちばん細い道の速さ。
mishaps-xray-narrow = リングall-reduceの律速：GPU { $slow }の前後のPCIeとソケット間
mishaps-beat-longer = 下の厨房は{ $time }に一歩を終えた。上は{ $whole }。一人のまさかで、全員の一歩が{ $longer }延びた。
mishaps-xray-longer = 下の組：{ $time }、上の組：{ $whole }。ステップ時間 +{ $longer }

mishaps-gate = 一軒の厨房が閉まるのは、平均{ $days }日に一度。厨房{ $n }つの街は、どれくらいに一度止まる？
mishaps-gate-own = { $days }日に一度。一軒のときと同じ
mishaps-gate-month = ひと月に一度くらい
mishaps-gate-week = 週に一度くらい
mishaps-gate-day = 一日に一度くらい
mishaps-gate-hours = 数時間に一度
mishaps-gate-stove = 下のシェフ{ $slow }だけが、{ $pace }の速さになる。下の厨房の一歩は、どれだけ延びる？
mishaps-gate-tunnel = 下のシェフ{ $slow }のトンネルだけが崩れ、廊下を通る。下の厨房の一歩は、どれだけ延びる？
mishaps-verdict = { $days }日のあいだに、街は{ $count }回止まった。平均{ $hours }時間に一度。一軒だけの街は{ $one }回。
mishaps-verdict-step = 一歩は、上の厨房で{ $whole }、下の厨房で{ $hurt }だった。
mishaps-case-one = 一軒だけの街
mishaps-case-city = 厨房{ $n }つの街
mishaps-case-whole = みな元気な厨房
mishaps-case-hurt = まさかの起きた厨房
mishaps-nothing = ここには比べる厨房がない。

mishaps-figure-hours = 三日の行き先（{ $minutes }分ごとの街）
mishaps-figure-hours-value = 有効{ $value }
mishaps-figure-hours-formula = 残る料理 + 書き留め + 消えた料理 + 止まった時間 = 三日
mishaps-figure-hours-filled = { $work } + { $write } + { $lost } + { $stopped } = { $all }時間
mishaps-figure-hours-source = 記録の時間を足したもの。故障は{ $count }回。
mishaps-figure-between = 街が止まる間隔
mishaps-figure-every-hours = { $value }時間に一度
mishaps-figure-between-formula = 一軒のMTBF ÷ 厨房の数
mishaps-figure-between-filled = { $own } ÷ { $n } = { $value }時間
mishaps-figure-between-source = Llama 3 405Bの学習では、8 GPUのサーバー2,048台が54日に419回止まった（arXiv:2407.21783、3.3.4節）。そこから一台のMTBFを出した。
mishaps-figure-minutes = { $value }分
mishaps-figure-best = ちょうどよい間隔
mishaps-figure-best-formula = およそ √(2 × 書く時間 × 止まる間隔)
mishaps-figure-best-filled = √(2 × { $write } × { $between }) = { $young }分
mishaps-figure-best-source = 左はYoung（1974年）の近似。Daly（2006年）の近似では{ $daly }分。大きな値は、期待値の式が最大になるところを数で求めたもの。
mishaps-figure-expected = 期待される割合（真ん中の街）
mishaps-figure-expected-formula = τ ÷ ((e^(λ(τ + δ)) − 1) × e^(λr) × (1 ÷ λ + d))
mishaps-figure-expected-filled = τ = { $period }分、δ = { $write }分、r = { $restart }分、d = { $detect }分、1 ÷ λは街が止まる間隔：{ $value }
mishaps-figure-expected-source = 予備が足りるときの長い目で見た平均。この三日は{ $got }。故障のときに予備がない見込みは{ $empty }。
mishaps-figure-repair = 修理中の厨房（平均）
mishaps-figure-repair-formula = 直すのにかかる時間 ÷ 街が止まる間隔
mishaps-figure-repair-filled = { $repair } ÷ { $between } = { $value }
mishaps-figure-repair-source = 止まらずに働いたとしての平均。この三日で同時に閉まっていたのは、多いときで{ $most }つ。予備は{ $spares }つ。
mishaps-figure-longer = 延びた割合
mishaps-figure-longer-formula = 下の一歩 ÷ 上の一歩 − 1
mishaps-figure-longer-filled = { $hurt } ÷ { $whole } − 1 = { $value }
mishaps-figure-longer-source = 二つの厨房の記録から。{ $model }、DGX H100。
mishaps-figure-sum = シェフ{ $chef }の一歩
mishaps-figure-sum-formula = 前向き + 後ろ向き + 待ち + 会議 + 更新
mishaps-figure-sum-filled = { $forward } + { $backward } + { $wait } + { $meeting } + { $update } = { $all } ms
mishaps-figure-sum-source = 待ちは、自分のレポートを書き終えてから、同じ厨房の最後の一人が書き終えるまで。
