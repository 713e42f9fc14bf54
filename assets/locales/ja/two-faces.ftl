# 第2章：作る日、学ぶ日 — 推論と学習。
two-faces-title = 同じレシピで、答える日と学ぶ日
two-faces-hook = 腕も棚も同じシェフが二人、同じレシピを開いた。一人は客に答え、一人は同じ言葉から学ぶ。
two-faces-text-1 = 答えるシェフは、まず注文を丸ごと読む（プリフィル）。そのあと、答えを一語（トークン）ずつ言う（デコード）。一語のたびに、レシピを最初のページから最後まで棚から取り出す。
two-faces-text-2 = いちど通った語は、もう作り直さなくてよいように、覚え書きを瓶に入れて棚へ置く。これがキーとバリュー（KVキャッシュ）。一語ごとに増えていく。
two-faces-text-3 = 学ぶシェフは、前向きに作り、来た道を戻りながら分析レポート（勾配）を書き、鉛筆でレシピを書き直す。鉛筆には帳面がいる。細かい字の写しと、これまでの直し方の平均が二冊。
two-faces-text-4 = 手の速さと、棚から取り出す速さ。どちらに待たされるかは、取り出した1バイトで何回手を動かすかで決まる。黒板の屋根（ルーフライン）は、その二つの限りを描いたもの。
two-faces-not-like-1 = 本物のシェフはレシピを覚える。GPUは覚えない。一語ごとに、全部のページを棚から取り出す。
two-faces-not-like-2 = 本物の厨房では、百人前は一人前よりずっと手がかかる。GPUの手は余っていて、取り出したページを百人に使い回せる。
two-faces-not-like-3 = 語は考えて選ぶのではない。行列の積をたどった先に出る数字で決まる。
two-faces-teacher-goal = めあて：推論と学習を、時間・計算量・メモリの三つで比べ、ふだんの推論が計算ではなくメモリに待たされることを確かめる。
two-faces-teacher-question-1 = 問い1：客を1人から8人、100人、512人へ増やすと、一語の時間はどこから延び始めるか。黒板の点はどう動くか。
two-faces-teacher-question-2 = 問い2：H100に替えると、学ぶシェフの棚に何が起こるか。入りきらない分を減らすには、何を手放せるか。
two-faces-teacher-time = 時間：20分（予想3分、実行7分、屋根の図で話し合い10分）。

two-faces-opening-1 = 同じ{ $model }を、同じ{ $gpu }が二台。左は答え、右は学ぶ。
two-faces-opening-2 = 答えの一語ごとに{ $gb } GBを棚から取り出し、{ $time }かかる。
two-faces-opening-3 = 棚にいるのは、答えるだけなら{ $answers } GB、学ぶなら{ $learns } GB。

two-faces-beat-start = 同じレシピ、同じ腕。左は客{ $guests }人に答え、右は客一人ぶんの言葉、{ $prompt }語から学ぶ。
two-faces-beat-first = { $time }に、左の最初の一語が出た。注文は{ $prompt }語あっても、まとめて一度に読めた。
two-faces-beat-word = 2語めに{ $time }。たった一語のために、{ $gb } GBを棚から取り出した。
two-faces-beat-word-many = 客{ $guests }人の2語めに{ $time }。棚から取り出したのは、みんなで{ $gb } GB。
two-faces-beat-wait = { $n }語めの時間は、棚を待つのが{ $memory }、手の仕事が{ $arithmetic }、次の手順へ移るのが{ $starts }。
# $forward time
two-faces-beat-back = 右は{ $forward }で前向きを終え、いまは来た道を戻りながらレポートを書いている。
# $backward time, $forward time
two-faces-beat-back-done = 右のレポートが書き上がった。前向きに{ $forward }、後ろ向きに{ $backward }。
two-faces-beat-update = 右は鉛筆を持った。レシピを全ページ書き直すため、{ $gb } GBを棚から出し入れしている。
# $all int, $n live, $done live
two-faces-beat-now = 左で出た言葉は{ $all }語のうち{ $n }語。右で済んだのは、3段階のうち{ $done }段階。
# $all int, $n live, $done live
two-faces-xray-now = 生成したトークン { $n }/{ $all }、学習の段階 { $done }/3
# $update time
two-faces-beat-update-done = 右はレシピを書き直した。{ $gb } GBの出し入れに{ $update }。
two-faces-beat-floor = 学ぶには{ $learns } GBいるのに、棚は{ $hbm } GB。あふれた{ $over } GBは積んだまま続きを見せる。本物のGPUは、ここで止まる。
two-faces-beat-shelf = 答えるだけなら{ $answers } GBで足りる。同じレシピでも、学ぶ棚には{ $learns } GBがいる。
# $mb live, $step number, $tokens live
two-faces-beat-keys = 客一人につき{ $tokens }語。棚のキーとバリューは{ $mb } MB、一語ごとに{ $step } MB増える。
two-faces-beat-roof = 取り出した1バイトで動く手は、左の一語で{ $word }回、右の前向きで{ $forward }回。{ $ridge }回より少ないと、棚を待つ。
two-faces-beat-served = 左は{ $words }語を{ $time }で言い終えた。取り出したのは、合わせて{ $gb } GB。
# $read time, $rest time
two-faces-beat-read = 客{ $guests }人の注文を読むのに{ $read }。あとの{ $words }語は{ $rest }。これだけいると、読むほうが長い。
# $update time
two-faces-beat-learned = 右の一歩は{ $time }で終わった。そのうち書き直しに{ $update }。
# $update time
two-faces-beat-end = 同じ語数なら、学ぶ手数は読む手数の{ $ratio }倍。レシピの書き直しは何語から学んでも一歩に一度で、{ $update }。

two-faces-xray-start = { $model }、{ $gpu } ×2、16ビット。左は推論（バッチ{ $guests }、プロンプト{ $prompt }トークン）、右は学習1ステップ
# $rate flop-rate
two-faces-xray-first = プリフィル：{ $time }、{ $flops }、{ $rate }
two-faces-xray-word = デコード1回：{ $time }、HBM { $gb } GB、{ $flops }、{ $intensity } FLOP/B
two-faces-xray-wait = { $n }語めのデコード：HBM待ち{ $memory }、演算待ち{ $arithmetic }、カーネルの切り替え{ $starts }
# $forward time
two-faces-xray-back = 順伝播は{ $forward }で完了。GPU 2は逆伝播中
# $backward time, $forward time
two-faces-xray-back-done = 順伝播{ $forward }、逆伝播{ $backward }
two-faces-xray-update = GPU 2はAdamの更新中。HBMと{ $gb } GBを読み書き
# $update time
two-faces-xray-update-done = 更新完了：{ $update }、HBM { $gb } GB
two-faces-xray-floor = 学習に{ $learns } GB、HBMは{ $hbm } GB。{ $over } GB不足。載ったものとして計算を続ける
two-faces-xray-shelf = 推論{ $answers } GB、学習{ $learns } GB
# $mb live, $step number, $tokens live
two-faces-xray-keys = KVキャッシュ：一系列{ $tokens }トークン、合計{ $mb } MB、1トークンごとに{ $step } MB
two-faces-xray-roof = デコード{ $word }、順伝播{ $forward } FLOP/B。折れ目は{ $ridge }（{ $peak } ÷ { $rate }）
two-faces-xray-served = { $words }トークン完了：{ $time }、HBM 合計{ $gb } GB
# $read time, $rest time
two-faces-xray-read = バッチ{ $guests }：プリフィル{ $read }、デコード{ $words }回で{ $rest }。プリフィルのほうが長い
# $update time
two-faces-xray-learned = 学習1ステップ完了：{ $time }、うち更新{ $update }
# $update time
two-faces-xray-end = 同じトークン数で、学習の演算は推論の{ $ratio }倍。更新はトークン数によらず1ステップに1回で、{ $update }

two-faces-gate = 客を1人から{ $many }人に増やす。答えの一語にかかる時間は、何倍になる？
# $all time, $one time
two-faces-verdict = 走らせてみると、1人のとき一語{ $one }、{ $many }人のとき{ $all }。{ $ratio }倍。取り出したページを、みんなで使い回せる。
two-faces-case = 客{ $guests }人、最初の語のあと
two-faces-nobody = 答える相手がいない。

# $guests quantity
two-faces-figure-word = 答えの一語の時間（客{ $guests }人）
two-faces-figure-word-formula = 棚に待たされる ＋ 手の仕事 ＋ 次の手順へ移る間
# $arithmetic number, $memory number, $starts number, $time number
two-faces-figure-word-filled = { $memory } ＋ { $arithmetic } ＋ { $starts } = { $time } ms
two-faces-figure-word-source = 2語めの記録から。行列の積や注意ひとつひとつの時間は、計算とメモリの遅いほう。仕事と仕事の間は5 µsずつ。定数は公表された測定の半分に合わせた。
two-faces-figure-measured = 公表された測定とくらべる（客1人）
# $measured time, $simulated time
two-faces-figure-measured-value = シミュレーション{ $simulated }、実測{ $measured }
two-faces-figure-measured-formula = 1 ÷ 毎秒の語数
# $measured time, $tokens number
two-faces-figure-measured-filled = 1 ÷ { $tokens } = { $measured }
two-faces-figure-measured-source = { $source }。シミュレーションは、注文{ $prompt }語、答え{ $output }語の平均。
two-faces-figure-rate = 棚から取り出す速さ
two-faces-figure-rate-formula = 一語で取り出す量 ÷ 一語の時間
two-faces-figure-rate-filled = { $gb } GB ÷ { $time } = { $rate }
two-faces-figure-rate-source = 公称は{ $nominal }。届かないのは、手順と手順の間に取り出しが止まるため。
# $prompt quantity
two-faces-figure-work = 学ぶ手数 ÷ 読む手数（同じ{ $prompt }語）
two-faces-figure-times = { $ratio }倍
two-faces-figure-work-formula = （前向き ＋ 後ろ向き ＋ 書き直し）÷ 注文を読む
# $one number
two-faces-figure-work-filled = （{ $forward } ＋ { $backward } ＋ { $update }）÷ { $one } = { $ratio }（数字はTFLOP）
two-faces-figure-work-source = 後ろ向きは前向きの2倍。前向きが注文を読むより少し多いのは、最後の一語だけでなく全部の語で答え合わせをするため。
two-faces-figure-step = 学びの一歩の時間
two-faces-figure-step-formula = 前向き ＋ 後ろ向き ＋ 書き直し
# $time number
two-faces-figure-step-filled = { $forward } ＋ { $backward } ＋ { $update } = { $time } ms
two-faces-figure-gb = { $gb } GB
# $guests quantity
two-faces-figure-answers = 答える棚（客{ $guests }人、いちばん多いとき）
two-faces-figure-answers-formula = レシピ ＋ キーとバリュー ＋ ボウル
two-faces-figure-answers-filled = { $recipe } ＋ { $keys } ＋ { $bowls } = { $all } GB
# $step number
two-faces-figure-answers-source = レシピは1つの数に2バイト。キーとバリューは一語につき{ $step } MB（全員の分）。
two-faces-figure-learns = 学ぶ棚（いちばん多いとき）
two-faces-figure-learns-formula = レシピ ＋ レポート ＋ 帳面 ＋ ボウル
two-faces-figure-learns-filled = { $recipe } ＋ { $report } ＋ { $notebooks } ＋ { $bowls } = { $all } GB
two-faces-figure-learns-source = 1つの数に、レシピ2、レポート2、帳面12バイト（32ビットの写しと、Adamの平均二つ）。棚は{ $hbm } GB。
two-faces-figure-ridge = 手が棚を待たなくなる境目
two-faces-figure-intensity = { $value }回／バイト
two-faces-figure-ridge-formula = 手の限り ÷ 棚の限り
two-faces-figure-ridge-filled = { $peak } ÷ { $rate } = { $ridge }
two-faces-figure-ridge-source = 公称値のルーフライン（Williamsほか、2009）。左の一語は{ $word }、右の前向きは{ $forward }、書き直しは{ $update }。

two-faces-side-answers = 答える
two-faces-side-learns = 学ぶ
two-faces-side-inference = 推論
two-faces-side-training = 学習
two-faces-side-guests = 客{ $n }人
two-faces-side-text = { $n }語から
two-faces-side-batch = バッチ{ $n }
two-faces-side-tokens = { $n }トークン
two-faces-now-prefill = 注文を読む
two-faces-now-word = { $n }語め
two-faces-now-forward = 前向き
two-faces-now-backward = 後ろ向き
two-faces-now-update = 書き直し
two-faces-now-done = 完了
two-faces-now-prefill-xray = プリフィル
two-faces-now-word-xray = デコード { $n }
two-faces-now-forward-xray = 順伝播
two-faces-now-backward-xray = 逆伝播
two-faces-now-update-xray = 更新
two-faces-hand = 手
two-faces-shelf = 棚
two-faces-xray-hand = 演算
two-faces-xray-shelf-rate = HBM
two-faces-part-recipe = レシピ
two-faces-part-keys = キーとバリュー
two-faces-part-report = レポート
two-faces-part-notebooks = 帳面
two-faces-part-bowls = ボウル
two-faces-part-weights = 重み
two-faces-part-kv = KV
two-faces-part-gradients = 勾配
two-faces-part-optimizer = Adam
two-faces-part-activations = 活性値
two-faces-roof-hand = 手の限り
two-faces-roof-shelf = 棚の限り
two-faces-roof-x = 1バイトごとの手数 →
two-faces-roof-y = 手の速さ ↑
two-faces-roof-x-xray = FLOP/B →
two-faces-roof-y-xray = FLOP/s ↑

two-faces-act-one = 左のシェフが、客一人に答えます。一語のたびに、レシピを丸ごと棚から取り出します。
two-faces-act-one-xray = 左のGPUが1系列を推論します。1トークンごとに、重みを全部読みます。
two-faces-act-one-button = 客一人に答える
two-faces-act-hundred = 次は、客が100人。シェフは同じ一人です。
two-faces-act-hundred-xray = 次は、バッチ100。GPUは同じ1台です。
two-faces-act-hundred-button = 次：客100人
two-faces-act-queue = 列の終わりを引っぱると、客が増えます。一語の時間は、どこから延びるでしょう。
two-faces-act-queue-xray = 列を引っぱると、バッチが増えます。デコードの時間は、どこから延びるでしょう。
two-faces-act-queue-button = 次：列をのばす
two-faces-act-queue-go = この列に答える
two-faces-act-learn = 右のシェフは、2,048語から学びます。前向きに作り、戻りながらレポートを書き、書き直します。
two-faces-act-learn-xray = 右のGPUは、2,048トークンで学習を1ステップ進めます。
two-faces-act-learn-button = 次：学ぶ
two-faces-act-turn = あなたの番です。黒板の点が屋根の折れ目に届く列の長さを、二つのGPUで探してください。
two-faces-act-turn-xray = あなたの番です。点がルーフラインの折れ目に届くバッチを、二つのGPUで探してください。
two-faces-act-turn-button = あなたの番
two-faces-act-turn-go = この列に答える
two-faces-hand-queue = 客の列
two-faces-hand-gpu = シェフの腕と棚（GPU）
two-faces-hand-word = 一語 { $time }
two-faces-text-128 = 128
two-faces-param-text = 学ぶ文の長さ
two-faces-param-text-help = 右のシェフが一歩で学ぶ語数（トークン数）。ふだんの学習では、もっと長い文をもっと多く使う。
two-faces-beat-start-text = 同じレシピ、同じ腕。左は客{ $guests }人に答え、右は{ $words }語の文から学ぶ。
two-faces-hand-point = 屋根の下の点
