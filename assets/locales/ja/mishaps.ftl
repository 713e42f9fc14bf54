# 第17章：まさかの日 — 遅れ、故障、書き留める間隔。
mishaps-title = 千の厨房では、いつも何かが壊れている
mishaps-hook = 一軒の厨房が閉まるのは、年に一度ほどの「まさか」。千軒が一冊のレシピに取り組む街では、それが数時間ごとに全員の手を止める。
mishaps-text-1 = 火が弱いシェフ（ストラグラー）が一人いれば、会議はその一人を待つ。トンネルが崩れたシェフがいれば、伝票はその細い道を待つ。街では道が崩れ、切れては戻り、交差点が止まり、戸口が「止まれ」を取り下げない。「まさか」を変えると、無事な側とならべて見える。
mishaps-text-2 = 厨房が一つ閉まると、街じゅうの手が止まる。作りかけのレシピは厨房ごとに切り分けて持っているので、一軒が欠けると続けられない。
mishaps-text-3 = だから、ときどき全員でどこまで来たかを書き留める（チェックポイント）。止まったら、そこからやり直す。書き留めたあとの料理は消える。
mishaps-text-4 = 一軒が閉まる間隔の平均が平均故障間隔（MTBF）。街が止まる間隔は、それを厨房の数で割ったもの。街の時間のうち、むだにならずに実った料理の割合を有効な割合（グッドプット）と呼ぶ。
mishaps-text-5 = やってみよう：三日の料理がいちばんむだにならない、書き留める間隔はどれか。厨房の数を変えると、その間隔はどう動くか。街を待たせないために、予備（スペア）はいくつ要るか。
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
mishaps-lane-above = 上の街
mishaps-lane-below = 下の街
mishaps-task-work = 進んだ仕事
mishaps-task-lost = 失われた仕事
mishaps-task-write = 書き留め
mishaps-task-stands = 止まっている
mishaps-row = { $minutes }分ごと
# $hours int
mishaps-row-hours = { $hours }時間ごと
mishaps-row-xray = チェックポイント { $minutes } min
mishaps-row-kept = 実った料理 { $hours } h
mishaps-row-kept-xray = 有効な学習 { $hours } h
mishaps-legend-write = 書き留め
mishaps-legend-lost = 消えた
mishaps-legend-stopped = 止まった
mishaps-legend-hours = { $hours } h
# $n number
mishaps-city = 厨房{ $n }の街
# $n number
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
mishaps-dark-short = 修理{ $dark } 予備{ $ready }
# $n number
mishaps-city-short = 厨房{ $n }
mishaps-row-xray-short = { $minutes } minごと
mishaps-now-write-short = 書き留め中
mishaps-now-detect-short = 探している
mishaps-now-wait-short = 修理待ち
mishaps-now-restart-short = 始め直し
mishaps-now-write-xray-short = 書き込み中
mishaps-now-detect-xray-short = 診断中
mishaps-now-restart-xray-short = 再起動中
mishaps-days = 三日 →
mishaps-half-whole = 上の厨房：みな元気
mishaps-half-stove = 下の厨房：シェフ{ $slow }の火が弱い
mishaps-half-tunnel = 下の厨房：シェフ{ $slow }のトンネルが崩れた
mishaps-half-whole-xray = 上の組：正常
mishaps-half-stove-xray = 下の組：GPU { $slow }が低クロック
mishaps-half-tunnel-xray = 下の組：GPU { $slow }のNVLink断
mishaps-half-done = 一歩 { $time }

mishaps-district-whole = 上の街：どの道も無事
mishaps-district-street = 下の街：道が一本崩れる
mishaps-district-flap = 下の街：道が一本、切れたり戻ったり
mishaps-district-crossing = 下の街：奥の交差点が一つ止まる
mishaps-district-door = 下の街：戸口8が「止まれ」を出す
mishaps-district-whole-xray = 上：正常
mishaps-district-street-xray = 下：リンク断
mishaps-district-flap-xray = 下：リンクフラップ
mishaps-district-crossing-xray = 下：スパインスイッチ停止
mishaps-district-door-xray = 下：NIC 8のPFCポーズ
mishaps-district-box = = { $bytes }
# $all int
mishaps-district-came = 着いた小包 { $n } / { $all }
mishaps-district-done = 全部着いた { $time }

# $n number
mishaps-opening-1 = 厨房{ $n }軒が一冊のレシピに取り組む街。一軒が閉まるのは、平均{ $days }日に一度。
mishaps-opening-2 = 同じ三日、同じ故障を三度。書き留めるのは{ $often }分ごと、{ $chosen }分ごと、{ $seldom }時間ごと。
mishaps-opening-3 = レシピは{ $model }。全員で一度書き留めるのに{ $time }。
mishaps-opening-step = 同じ一歩を二つの厨房で。下の厨房では、シェフ{ $slow }にだけまさかが起きる。
mishaps-opening-recipe = レシピは{ $model }。会議で運ぶレポートは一人{ $bytes }。

mishaps-opening-streets = 二つの街で、{ $n }つの厨房が{ $bytes }の小包を一つずつ、向かいの戸口へ同時に送る。
mishaps-opening-street = 下の街では、{ $at }に道が一本崩れる。
mishaps-opening-flap = 下の街では、{ $at }から道が一本、{ $flap }切れては{ $flap }戻る。
mishaps-opening-crossing = 下の街では、{ $at }に奥の交差点が一つ、つながる二本の道ごと止まる。
mishaps-opening-door = 下の街では、{ $at }に戸口{ $door }が「止まれ」を出し、{ $stuck }取り下げない。
mishaps-opening-chips = 道は{ $streets }本、戸口も道も{ $gbit } Gbit/s。パケットごとに、列の短い道を選ぶ。

# $n number
mishaps-beat-start = 厨房{ $n }軒が、夜どおし一冊のレシピに取り組む。一軒が閉まれば、全員が手を止める。一軒が閉まるのは、平均{ $days }日に一度。
# $n number
mishaps-xray-start = { $n }ノードの同期学習。1ノードのMTBF { $days }日。一台の故障でジョブ全体が停止
mishaps-beat-write = 真ん中の街は{ $minutes }分ごとに手を止めて、どこまで来たかを書き留める。一度に{ $time }。
mishaps-xray-write = チェックポイント：{ $minutes }分ごと、{ $model }の重みとAdamの状態を{ $time }で書き込み
mishaps-beat-fail = { $hours }時間めに、厨房{ $kitchen }が閉まった。街じゅうの手が止まった。
mishaps-xray-fail = { $hours } h：ノード{ $kitchen }が故障、ジョブ停止
# $a number, $b number
mishaps-beat-lost = このとき消えた料理は、{ $often }分ごとの街で{ $a }分ぶん、{ $chosen }分ごとの街で{ $b }分ぶん、{ $seldom }時間ごとの街で{ $c }分ぶん。
# $a number, $b number
mishaps-xray-lost = 最後のチェックポイントからの損失：{ $often }分ごとで{ $a } min、{ $chosen }分ごとで{ $b } min、{ $seldom }時間ごとで{ $c } min
# $minutes number
mishaps-beat-again = 厨房{ $kitchen }のかわりに、予備の{ $by }が入った。みんなは{ $minutes }分止まり、書き留めたところからやり直す。
# $minutes number
mishaps-xray-again = ノード{ $kitchen }を{ $by }に交換。検出、再起動、読み込みで{ $minutes } min停止
# $hours number
mishaps-beat-again-own = 予備がないので、厨房{ $kitchen }が直るまで全員が待った。手が止まっていたのは{ $hours }時間。
# $hours number
mishaps-xray-again-own = スペアなし：ノード{ $kitchen }の修理と再起動で{ $hours } h停止
# $count live, $n number, $dark live
mishaps-beat-many = 厨房{ $n }軒の街。真ん中の街が止まったのは、ここまで{ $count }回。いま修理中の厨房は{ $dark }軒。
# $count live, $n number, $dark live
mishaps-xray-many = { $n }ノード：故障{ $count }回、修理中{ $dark }
# $a number, $b number
mishaps-beat-books = 初めの{ $hours }時間で実った料理は、{ $often }分ごとの街で{ $a }時間ぶん、{ $chosen }分ごとで{ $b }時間ぶん、{ $seldom }時間ごとで{ $c }時間ぶん。
# $a number, $b number
mishaps-xray-books = 初めの{ $hours } hの有効な学習：{ $often }分ごとで{ $a } h、{ $chosen }分ごとで{ $b } h、{ $seldom }時間ごとで{ $c } h
mishaps-beat-spares = 同時に閉まっていた厨房は、多いときで{ $most }軒。予備は{ $spares }軒あり、街が待たされることはなかった。
mishaps-xray-spares = 同時に修理中のノードは最大{ $most }、スペア{ $spares }：待ちなし
mishaps-beat-spares-out = 同時に閉まっていた厨房は、多いときで{ $most }軒。予備は{ $spares }軒で足りず、街は直るのを{ $hours }時間待った。
mishaps-xray-spares-out = 同時に修理中のノードは最大{ $most }、スペア{ $spares }：修理待ち{ $hours } h
# $best number
mishaps-beat-best = 書くのも、消えるのも、時間。平均{ $hours }時間に一度止まり、書くのに{ $time }の街では、{ $best }分ごとがよい。
# $best number
mishaps-xray-best = MTBF { $hours } h、書き込み{ $time }：最適間隔{ $best } min
mishaps-beat-found = { $minutes }分ごとなら、長い目で見て{ $share }が残る。いちばんよい間隔との差は{ $off }で、ほとんど変わらない。
mishaps-xray-found = { $minutes } min：期待グッドプット{ $share }、最適との差{ $off }
mishaps-beat-too-often = { $minutes }分ごとなら、長い目で見て{ $share }が残る。もう少し間をあければ、あと{ $off }残せる。
mishaps-xray-too-often = { $minutes } min：期待グッドプット{ $share }。最適より短く、差は{ $off }
mishaps-beat-too-seldom = やってみようの答え合わせ。{ $minutes }分ごとなら、長い目で見て{ $share }が残る。もう少しこまめに書けば、あと{ $off }残せる。
mishaps-xray-too-seldom = { $minutes } min：期待グッドプット{ $share }。最適より長く、差は{ $off }
# $a percent, $b percent, $c percent
mishaps-beat-end = 三日のうち、実った料理の時間は、{ $often }分ごとの街で{ $a }、{ $chosen }分ごとで{ $b }、{ $seldom }時間ごとで{ $c }。
# $a percent, $b percent, $c percent
mishaps-xray-end = グッドプット：{ $often }分ごとで{ $a }、{ $chosen }分ごとで{ $b }、{ $seldom }時間ごとで{ $c }

mishaps-beat-stove = 同じ一歩を、上と下の厨房で同時に始める。下のシェフ{ $slow }だけ火が弱く、手の速さは{ $pace }。
# $a live, $b live, $all int
mishaps-beat-there = 着いた小包は{ $all }個のうち、上が{ $a }個、下が{ $b }個。
# $a live, $b live, $all int
mishaps-xray-there = 完了したフロー：上{ $a }/{ $all }、下{ $b }/{ $all }
mishaps-xray-stove = 8 GPUのデータ並列を二組。GPU { $slow }だけクロックが{ $pace }（ストラグラー）
mishaps-beat-tunnel = 同じ一歩を、上と下の厨房で同時に始める。下のシェフ{ $slow }だけトンネルが崩れていて、伝票は共用の廊下を通る。
mishaps-xray-tunnel = 8 GPUのデータ並列を二組。GPU { $slow }のNVLinkは全断、PCIeへ迂回
mishaps-beat-ready = 上の厨房では{ $time }に全員がレポートを書き終え、会議が始まった。
mishaps-xray-ready = 上の組：{ $time }に逆伝播が完了、リングall-reduce開始
mishaps-beat-whole = 上の厨房は{ $time }に一歩を終えた。
mishaps-xray-whole = 上の組：更新まで{ $time }
mishaps-beat-late = 下のシェフ{ $slow }が書き終えたのは{ $time }。ほかの全員は手を止めて、一枚のレポートを{ $wait }待っていた。
mishaps-xray-late = GPU { $slow }の逆伝播は{ $time }に完了。ほかのGPUのストラグラー待ち{ $wait }
mishaps-beat-narrow = 下の会議では、どの伝票の輪もシェフ{ $slow }のところで廊下を通った。輪の速さは、いちばん細い道の速さ。
mishaps-xray-narrow = リングall-reduceの律速：GPU { $slow }の前後のPCIeとソケット間
mishaps-beat-longer = 下の厨房は{ $time }に一歩を終えた。上は{ $whole }。一人のまさかで、全員の一歩が{ $longer }延びた。
mishaps-xray-longer = 下の組：{ $time }、上の組：{ $whole }。ステップ時間 +{ $longer }

mishaps-beat-sends = 上でも下でも、{ $n }つの厨房が{ $bytes }の小包を向かいの戸口へ送る。パケットごとに、すいた道を選ぶ。
mishaps-xray-sends = { $n }組の送受信、各{ $bytes }、{ $gbit } Gbit/s、MTU { $mtu } B、適応ルーティング
mishaps-beat-street = { $at }に、下の街の、上から{ $n }番目の道が崩れた。そこへ入ったパケットは届かず、送り直しになる。
mishaps-xray-street = { $at }：リーフとスパインのリンク断。入ったパケットは損失、再送
mishaps-beat-flap = { $at }に、下の街の、上から{ $n }番目の道が切れた。この道は、{ $flap }たつと戻り、また切れる。
mishaps-xray-flap = { $at }：リンクフラップ開始。断{ $flap }、接続{ $flap }のくり返し
mishaps-beat-crossing = { $at }に、下の街の奥の交差点が一つ止まった。つながる二本の道もいっしょに止まり、入ったパケットは送り直しになる。
mishaps-xray-crossing = { $at }：スパイン停止、つながるリンクもすべて断
mishaps-beat-door = { $at }に、下の街の戸口{ $door }が「止まれ」を出した。{ $stuck }のあいだ取り下げない。
mishaps-xray-door = { $at }：NIC { $door }がPFCポーズを出し続ける（{ $stuck }）
# $all int, $left int
mishaps-beat-known = { $time }に、手前の交差点が気づいて、崩れた道を外した。残りは{ $all }本のうち{ $left }本で運ぶ。
# $all int, $left int
mishaps-xray-known = { $time }：経路から除外。{ $all }本中{ $left }本で継続
# $all int, $left int
mishaps-beat-known-crossing = { $time }に、手前の交差点が気づいて、止まった交差点を避けた。残りは{ $all }本のうち{ $left }本で運ぶ。
# $all int, $left int
mishaps-xray-known-crossing = { $time }：スパインを経路から除外。{ $all }本中{ $left }本で継続
mishaps-beat-flaps = 道が外されるのは、{ $known }切れつづけたとき。この道は{ $flap }で戻るから外されず、パケットは入りつづけ、切れるたびに失われる。
mishaps-xray-flaps = 除外の条件は断{ $known }の継続。断{ $flap }では除外されず、損失が続く
mishaps-beat-stood = { $time }に、厨房{ $kitchen }の手も止まった。行き先の戸口{ $other }は開いている。あいだの道と交差点が、戸口{ $door }へのパケットでふさがった。
mishaps-xray-stood = { $time }：送信元{ $kitchen }（宛先{ $other }）もポーズ。宛先{ $door }のパケットが共有バッファを占有
mishaps-beat-open = { $time }に、戸口{ $door }が「止まれ」を取り下げた。
mishaps-xray-open = { $time }：NIC { $door }のポーズ解除
mishaps-beat-came = 上の街の小包は、{ $time }に全部着いた。
mishaps-xray-came = 上：{ $time }に全フロー完了
# $lost number
mishaps-beat-end-street = 下の街の小包も{ $time }に着いた。上は{ $whole }。{ $longer }長くかかり、パケットを{ $lost }個送り直した。
# $lost number
mishaps-xray-end-street = 下：{ $time }、上：{ $whole }（+{ $longer }）、損失{ $lost }パケット
mishaps-beat-end-door = 開いていた三つの戸口への小包は、上の街で{ $whole }、下の街で{ $time }。止まったのは戸口{ $door }だけなのに、{ $longer }長くかかった。
mishaps-xray-end-door = 宛先{ $door }以外の完了：上{ $whole }、下{ $time }（+{ $longer }）。原因は宛先{ $door }の{ $stuck }のポーズ

# $n number
mishaps-gate = 一軒の厨房が閉まるのは、平均{ $days }日に一度。厨房{ $n }軒の街は、どれくらいに一度止まる？
mishaps-gate-own = { $days }日に一度。一軒のときと同じ
mishaps-gate-month = ひと月に一度くらい
mishaps-gate-week = 週に一度くらい
mishaps-gate-day = 一日に一度くらい
mishaps-gate-hours = 数時間に一度
mishaps-gate-stove = 下のシェフ{ $slow }だけが、{ $pace }の速さになる。下の厨房の一歩は、どれだけ延びる？
mishaps-gate-tunnel = 下のシェフ{ $slow }のトンネルだけが崩れ、廊下を通る。下の厨房の一歩は、どれだけ延びる？
# $expected number
mishaps-verdict = { $days }日を数えると、街は{ $count }回、平均{ $hours }時間に一度止まった。割り算の見込みは{ $expected }時間に一度。一軒だけの街は{ $one }回。
mishaps-verdict-step = 一歩は、上の厨房で{ $whole }、下の厨房で{ $hurt }だった。
mishaps-case-one = 一軒だけの街
# $n number
mishaps-case-city = 厨房{ $n }軒の街
mishaps-case-whole = みな元気な厨房
mishaps-case-hurt = まさかの起きた厨房
mishaps-nothing = ここには比べる厨房がない。

mishaps-gate-street = 下の街では、{ $at }に四本の道の一本が崩れる。小包が全部着くまで、上の街よりどれだけ長くかかる？
mishaps-gate-flap = 下の街では、{ $at }から四本の道の一本が、{ $flap }切れては{ $flap }戻る。小包が全部着くまで、上の街よりどれだけ長くかかる？
mishaps-gate-crossing = 下の街では、{ $at }に奥の交差点が一つ、つながる二本の道ごと止まる。小包が全部着くまで、上の街よりどれだけ長くかかる？
mishaps-gate-door = 下の街では、{ $at }に戸口{ $door }が「止まれ」を出し、{ $stuck }取り下げない。ほかの三つの戸口は開いている。そこへの小包は、上の街よりどれだけ長くかかる？
mishaps-verdict-street = 小包が全部着いたのは、上の街で{ $whole }、下の街で{ $hurt }だった。
mishaps-verdict-door = 開いていた三つの戸口への小包が着いたのは、上の街で{ $whole }、下の街で{ $hurt }だった。
mishaps-case-upper = どの道も無事な街
mishaps-case-lower = まさかの起きた街

# $minutes quantity
mishaps-figure-hours = 三日の行き先（{ $minutes }分ごとの街）
# $value percent
mishaps-figure-hours-value = 役に立った時間 { $value }
mishaps-figure-hours-formula = 実った料理 + 書き留め + 消えた料理 + 止まった時間 = 三日
# $lost number, $work number
mishaps-figure-hours-filled = { $work } + { $write } + { $lost } + { $stopped } = { $all }時間
mishaps-figure-hours-source = 記録の時間を足したもの。故障は{ $count }回。
mishaps-figure-between = 街が止まる間隔
mishaps-figure-every-hours = { $value }時間に一度
mishaps-figure-between-formula = 一軒のMTBF ÷ 厨房の数
# $n number, $own number
mishaps-figure-between-filled = { $own } ÷ { $n } = { $value }時間
mishaps-figure-between-source = Llama 3 405Bの学習では、8 GPUのサーバー2,048台が54日に419回止まった（arXiv:2407.21783、3.3.4節）。そこから一台のMTBFを出した。
mishaps-figure-minutes = { $value }分
mishaps-figure-best = ちょうどよい間隔
mishaps-figure-best-formula = およそ √(2 × 書く時間 × 止まる間隔)
mishaps-figure-best-filled = √(2 × { $write } × { $between }) = { $young }分
mishaps-figure-best-source = 左はYoung（1974年）の近似。Daly（2006年）の近似では{ $daly }分。大きな値は、期待値の式が最大になるところを数で求めたもの。
mishaps-figure-expected = 期待される割合（真ん中の街）
mishaps-figure-expected-formula = τ ÷ ((e^(λ(τ + δ)) − 1) × e^(λr) × (1 ÷ λ + d))
# $value percent
mishaps-figure-expected-filled = τ = { $period }分、δ = { $write }分、r = { $restart }分、d = { $detect }分、1 ÷ λは街が止まる間隔：{ $value }
# $empty percent, $got percent
mishaps-figure-expected-source = 予備が足りるときの長い目で見た平均。この三日は{ $got }。故障のときに予備がない見込みは{ $empty }。dは10分未満（arXiv:2402.15627）、始め直しは読み込みの前に5〜20分かかるうちの5分（arXiv:2410.21680）。
mishaps-figure-repair = 修理中の厨房（平均）
mishaps-figure-repair-formula = 直すのにかかる時間 ÷ 街が止まる間隔
mishaps-figure-repair-filled = { $repair } ÷ { $between } = { $value }
mishaps-figure-repair-source = 止まらずに働いたとしての平均。直すのにかかる時間は仮に置いたもの。この三日で同時に閉まっていたのは、多いときで{ $most }軒。予備は{ $spares }軒。
mishaps-figure-longer = 延びた割合
mishaps-figure-longer-formula = 下の一歩 ÷ 上の一歩 − 1
# $value percent
mishaps-figure-longer-filled = { $hurt } ÷ { $whole } − 1 = { $value }
mishaps-figure-longer-source = 二つの厨房の記録から。{ $model }、DGX H100。
mishaps-figure-sum = シェフ{ $chef }の一歩
mishaps-figure-sum-formula = 前向き + 後ろ向き + 待ち + 会議 + 書き直し
# $wait number
mishaps-figure-sum-filled = { $forward } + { $backward } + { $wait } + { $meeting } + { $update } = { $all } ms
mishaps-figure-sum-source = 待ちは、自分のレポートを書き終えてから、同じ厨房の最後の一人が書き終えるまで。
mishaps-figure-later = 長くかかった割合
mishaps-figure-later-formula = 下の街の時間 ÷ 上の街の時間 − 1
mishaps-figure-later-source = 二つの街の記録から。最後の小包が着くまで。
mishaps-figure-later-source-door = 二つの街の記録から。戸口{ $door }以外への、最後の小包が着くまで。
mishaps-figure-below = 下の街の時間
mishaps-figure-below-door = 下の街の、開いていた戸口への時間
mishaps-figure-below-formula = 壊れるまで + 残りを、残った道で + そのほか
# $a number, $b number
mishaps-figure-below-filled = { $a } + { $b } + { $c } = { $all } µs
# $a number, $b number
mishaps-figure-below-filled-less = { $a } + { $b } − { $c } = { $all } µs
# $left percent
mishaps-figure-below-source = カードが小包を送り出すのに{ $sending } µsかかり、壊れたときに{ $rest } µsぶん残っている。道は{ $left }残るので、{ $rest } ÷ { $left } = { $over } µs。そのほかは、道のりと、列の片寄り。
# $left percent
mishaps-figure-below-source-flap = カードが小包を送り出すのに{ $sending } µsかかり、壊れたときに{ $rest } µsぶん残っている。四本の一本が時間の半分切れているので、道は平均{ $left }残る。{ $rest } ÷ { $left } = { $over } µs。そのほかは、道のりと、終わりがどちらの半分に当たるか。切れる長さは、外されるより短くなるように仮に置いた。実際には数秒切れることもある（arXiv:2402.15627）。
mishaps-figure-below-formula-door = 上の街の時間 + 厨房1の出口が止められていた時間 + そのほか
mishaps-figure-below-source-door = 戸口が止まっていたのは{ $stuck }。道と交差点の空きが埋まるまでは、ほかの小包も進む。この長さは仮に置いたもの。本物の見張り（ウォッチドッグ）はカードで100 ms（SIGCOMM’16）、SONiCで200 msたってから止めるので、ここでは間に合わない。
mishaps-figure-lost = 失われたパケット
mishaps-figure-lost-formula = 送った数 − 着いた数
# $lost number, $sent number
mishaps-figure-lost-filled = { $sent } − { $arrived } = { $lost }
mishaps-figure-lost-source = 一つは最大{ $bytes }。失われるとすぐ送り主に知れ、それだけを送り直すとした（いちばん軽い場合）。{ $known }切れつづけた道は外す。これはREPSが400 Gbit/sで掲げる上限（arXiv:2407.21625）。
mishaps-figure-foreseen = 式が予想する三日の行き先（真ん中の街）
# $got percent
mishaps-figure-foreseen-source = 期待される割合の式を、四つに分けたもの。予備が足りるとした長い目の平均なので、三日の記録とは違う。同じ街を{ $days }日数えると、役に立った時間は{ $got }になる。


mishaps-pace = 弱い火の速さ
mishaps-pace-help = 火の弱いシェフの手の速さ。ほかのシェフを100%とする。
mishaps-handle-kitchens = 街の厨房の数
# $n number
mishaps-handle-kitchens-at = 厨房{ $n }軒
mishaps-handle-spares = 予備の厨房
mishaps-handle-spares-at = 予備{ $n }軒
mishaps-handle-period = 書き留める間隔
mishaps-handle-period-at = { $minutes }分ごと
mishaps-handle-stove-at = 速さ{ $pace }
mishaps-effect-kept = 実った料理 { $share }
mishaps-effect-stops = 三日で{ $count }回止まる
mishaps-effect-waited = 直るのを待つ { $hours }時間
mishaps-effect-longer = 一歩が{ $longer }延びる
mishaps-kept-share = { $share }
mishaps-kept-longer = { $longer }長い

mishaps-act-city = こんどは厨房が1,024。一軒が閉まるのは264日に一度でも、一軒で全員が止まります。
mishaps-act-city-xray = 1,024ノード。1ノードのMTBFは264日で、1台の故障で全体が止まります。
mishaps-act-city-button = 街を大きくする
mishaps-act-write = 縦の線が、どこまで来たかを書き留めた印。真ん中の街の間隔を動かせます。
mishaps-act-write-xray = 目盛りはチェックポイントです。中段の間隔を動かせます。
mishaps-act-write-go = 30分ごとにする
mishaps-act-stove = 下の厨房では、一人だけ火が弱めです。つまみを上げ下げしたり、別の火を押したりできます。
mishaps-act-stove-xray = 下の組では1つのGPUだけクロックが低いです。割合を変えたり、別のGPUを押したりできます。
mishaps-act-stove-go = この火で始める
mishaps-act-turn = あなたの番です。予備も入れた厨房の時間を、できるだけ多く料理に使ってください。
mishaps-act-turn-xray = あなたの番です。スペアも数えたグッドプットを上げてください。
mishaps-act-turn-button = 自分の街をつくる
mishaps-act-turn-go = 20分ごと、予備16で
# $lost percent, $write percent
mishaps-task-often = めあての{ $wanted }に届かない。書き留めに{ $write }、消えた料理は{ $lost }。もっと間をあける。
# $lost percent, $write percent
mishaps-task-often-xray = 目標{ $wanted }に届かない。チェックポイントに{ $write }、失った計算は{ $lost }。間隔を延ばす。
# $lost percent, $write percent
mishaps-task-seldom = めあての{ $wanted }に届かない。書き留めに{ $write }、消えた料理は{ $lost }。もっとこまめに書く。
# $lost percent, $write percent
mishaps-task-seldom-xray = 目標{ $wanted }に届かない。チェックポイントに{ $write }、失った計算は{ $lost }。間隔を縮める。
# $wait percent
mishaps-task-few = めあての{ $wanted }に届かない。厨房が直るのを待って、時間の{ $wait }が過ぎた。予備を増やす。
# $wait percent
mishaps-task-few-xray = 目標{ $wanted }に届かない。修理待ちが時間の{ $wait }。スペアを増やす。
mishaps-task-many = めあての{ $wanted }に届かない。予備が全部の厨房の{ $idle }を占めている。減らす。
mishaps-task-many-xray = 目標{ $wanted }に届かない。スペアが全ノードの{ $idle }。減らす。
mishaps-task-met = できた。{ $days }日に{ $count }回止まっても、全部の厨房の時間の{ $share }が実った。
mishaps-task-met-xray = 達成。{ $days }日に{ $count }回の障害で、スペアも含めたグッドプットは{ $share }。
mishaps-task-kept = { $minutes }分・予備{ $spares }・{ $days }日
# $minutes number
mishaps-task-bound = 式の選ぶ{ $minutes }分・予備{ $spares }
mishaps-handle-road = 崩れる道
mishaps-handle-road-at = 上から{ $n }番目の道
mishaps-road = 崩れる道
mishaps-road-help = 下の街の四本の道のうち、崩れる道、または切れたり戻ったりする道。上から1、2、3、4。
mishaps-handle-flap = 道の切れ目
mishaps-handle-crossing = 奥の交差点
mishaps-handle-door = 戸口8
mishaps-handle-whole = 無事
mishaps-handle-broken = こわれる
mishaps-handle-flaps = 切れたり戻ったり
mishaps-handle-shut = 「止まれ」を出したまま
mishaps-act-street = 下の街では、途中で道が一本崩れます。ほかの道や交差点を壊すこともできます。
mishaps-act-street-xray = 下ではリンクが一本切れます。スパインやNICの故障にも変えられます。
mishaps-act-street-go = 小包を送る
mishaps-rail-kitchens = 厨房
mishaps-rail-spares = 予備
mishaps-act-few = 8つの厨房に、予備はありません。厨房を一つ押して、閉めてみてください。
mishaps-act-few-xray = 8ノードで1つのモデルを学習し、スペアはありません。ノードを押すと故障します。
mishaps-act-few-button = 厨房を閉めてみる
mishaps-act-few-go = 厨房3を閉める
mishaps-handle-kitchen = 厨房{ $kitchen }
mishaps-handle-node = ノード{ $kitchen }
mishaps-handle-stays = 開いたまま
mishaps-handle-closes = { $hour }時間後に閉まる
mishaps-handle-far = 遠くから
mishaps-handle-near = 中を見る
mishaps-handle-stove = シェフ{ $chef }の火
mishaps-handle-flame = 弱い火
mishaps-near = 中を見る厨房
mishaps-near-help = 8人のシェフを見せる厨房の番号。0なら見せない。結果は変わらない。
mishaps-near-title = 厨房{ $kitchen }：{ $doing }
mishaps-near-title-xray = ノード{ $kitchen }：{ $doing }
mishaps-near-repair = 閉店、修理中
mishaps-near-reserve = 予備として待つ
mishaps-slow = 災難にあうシェフ
mishaps-slow-help = 下の厨房で、火が弱い、またはトンネルが崩れたシェフ（9から16）。
