# 第8章：待たない厨房 — 非同期とローカルSGD。
async-title = だれも待たない、だれもそろわない
async-hook = 会議のベルが鳴らない厨房では、書けたレポートからすぐにレシピが直される。皿は増え、味は遠ざかる。
async-text-1 = 上の厨房は、一皿ごとに全員を待つ（同期）。みんなのレポートがそろってから、新しいページで次の皿にかかる。
async-text-2 = 下の厨房は待たない（非同期）。書けたレポートをレシピの番人（パラメータサーバー）に届け、そのときのページを写して、すぐ次の皿にかかる。上にも同じ番人がいる。ちがうのは待ち方だけ。
async-text-3 = 作っているあいだに、ページはほかの厨房のレポートで直されている。古いページを見て書いたレポートが、いまのページを動かす。この遅れが古さ（staleness）。
async-text-4 = 中間の道が二つある。何皿まで先に進んでよいか上限を決める道。何皿か自分のページだけで作り、ときどき全員で平均する道（ローカルSGD）。平均する道を選ぶと、上の厨房も一皿ごとに平均する。
async-not-like-1 = 料理人なら、レシピが変わったと聞けば手を止める。GPUは、受け取った重みで最後まで計算する。
async-not-like-2 = ページの数字は、材料三つのソースのもの。かかる時間とページの重さは、重み13億個のGPT-3 XLのもの。二つをつなぐのは、届いた順番だけ。
async-not-like-3 = ここでは、どの厨房の客も舌は同じで、望みだけが違う。だから平均しても味は偏らない。本物のデータでは、ローカルSGDの平均も少しずれる。
async-teacher-goal = めあて：待たないと皿が増える理由と、その皿で味が遠ざかる理由を、別々に説明できる。
async-teacher-question-1 = 問い1：遅い厨房を「なし」にすると、待たない厨房の得と損はどう変わるか（答え：待ち時間がほとんどなくなり、どの厨房の声も同じ数だけ届く。残る損は古さだけ）。
async-teacher-question-2 = 問い2：下も「全員を待つ」にすると、上と下の曲線はどうなるか。「ときどき平均」の上の曲線とは、皿の数で見るとどうか（答え：どれも重なる。全員が同じページを見て書いたレポートを、足し終えてから次へ進むから）。
async-teacher-time = 時間：20分（予想3分、二つの曲線を追う7分、待ち方と遅い厨房を変えて10分）。

async-keeper = 番人
async-salt = 塩
async-vinegar = 酢
async-sugar = 砂糖
async-meets = 一皿ごとに全員を待つ
async-curve-time = 時間 →
async-curve-dishes = 皿の数 →
async-curve = 最良からの高さ
async-dishes = 皿

async-opening-1 = 上の厨房{ $n }つは一皿ごとに全員を待つ。下の{ $n }つは「{ $rule }」。ちがうのは待ち方だけ。
# $meet int
async-opening-2 = 同じ{ $time }で、上は{ $meet }皿、下は{ $other }皿。
async-opening-3 = 時間は{ $model }のもの。一枚のページもレポートも{ $bytes }。

async-beat-start = 上の{ $n }つは一皿ごとに全員を待つ。下の{ $n }つは「{ $rule }」。厨房1と{ $slow }だけは{ $gpu }で、一皿に{ $times }倍かかる。
async-beat-start-same = 上の{ $n }つは一皿ごとに全員を待つ。下の{ $n }つは「{ $rule }」。どの厨房も同じH100。
async-beat-met = 上の最初の一皿は、{ $time }に全員ぶんがページに入った。先に書けた厨房は、厨房1を{ $wait }待っていた。
async-beat-met-same = 上の最初の一皿は、{ $time }に全員ぶんがページに入った。書き上がりは同時だった。
async-beat-first = 下の最初のレポートは厨房{ $kitchen }のもの。{ $time }に、一人ぶんでページが直された。
async-beat-average = 下は{ $k }皿のあいだ、それぞれ自分のページで作った。初めて平均したのは{ $time }。
async-beat-stale = { $time }に直しに使われた厨房{ $kitchen }のレポートは、写したあと{ $behind }回直されたページを見て書いたものだった。
# $meet live, $other live
async-beat-race = ここまでにレシピに届いたのは、上が{ $meet }皿ぶん、下が{ $other }皿ぶん。
# $other number
async-beat-ahead = { $time }の時点で、最良の味からの高さは上が{ $meet }、下が{ $other }。下が先に下りていた。
async-beat-alike = { $time }の時点で、最良の味からの高さは上も下も{ $meet }。
# $other number
async-beat-behind = { $time }の時点で、最良の味からの高さは上が{ $meet }、下が{ $other }。下のほうが高いところにいた。
# $all int
async-beat-heard = { $time }までに下で聞かれたのは{ $all }皿。厨房{ $slow }の声は{ $heard }皿、{ $share }だけ。等しければ{ $equal }。
# $a int, $b int, $other number
async-beat-end-far = { $time }までに上は{ $a }皿、下は{ $b }皿。終わりの五分の一の高さは上{ $meet }、下{ $other }。下のほうが遠い。
# $a int, $b int, $other number
async-beat-end = { $time }までに上は{ $a }皿、下は{ $b }皿。終わりの五分の一の高さは上{ $meet }、下{ $other }。
async-beat-spilled = 下の鍋は{ $time }にあふれた。古いレポートが、行きすぎをさらに押した。
# $rate number
async-xray-start = 上：同期SGD、{ $n }ノード。下：「{ $rule }」。集め方は上下同じ。勾配{ $bytes }、学習率 η = { $rate }
async-xray-met = 最初の同期と更新は{ $time }に完了。ストラグラー待ち{ $wait }
async-xray-met-same = 最初の同期と更新は{ $time }に完了。逆伝播の終わりは同時
async-xray-first = GPU { $kitchen }のpushを{ $time }に反映（重み η ÷ ノード数）
async-xray-average = ローカルSGD：{ $k }ステップごとに重みを平均。最初は{ $time }
async-xray-stale = GPU { $kitchen }のpush（{ $time }）：pull以後の更新{ $behind }回。これが勾配の古さ
# $meet live, $other live
async-xray-race = 反映した勾配：同期{ $meet }、下{ $other }
# $other number
async-xray-heights = { $time }：L − L*は同期{ $meet }、下{ $other }
# $all int
async-xray-heard = { $time }までのpush { $all }回のうち、GPU { $slow }は{ $heard }回（{ $share }、等分なら{ $equal }）
# $a int, $b int, $other number
async-xray-end = { $time }：勾配{ $a }対{ $b }、最後の20 %のL − L*の平均は{ $meet }対{ $other }
async-xray-spilled = 発散：{ $time }に重みが範囲外

async-gate = 上は一皿ごとに全員を待つ。下は「{ $rule }」。終わりの五分の一をならしたとき、最良の味に近い鍋は？
async-gate-meet = 上の、全員を待つ厨房
async-gate-other = 下の厨房
# $a int, $b int, $other number
async-verdict = 最良の味からの高さは、上が{ $meet }、下が{ $other }。作った皿は上が{ $a }、下が{ $b }だった。
async-nothing = ここには比べる鍋がない。

async-figure-times = { $value }倍
async-figure-grams = { $value } g
async-figure-dishes = 同じ時間の皿の数
async-figure-dishes-formula = 下の皿 ÷ 上の皿
# $meet int
async-figure-dishes-filled = { $other } ÷ { $meet } = { $ratio }
async-figure-dishes-source = 上の最後の皿が{ $time }に入るまでに、レシピに届いた皿。
async-figure-late = 終わりの高さ（下）
async-figure-late-formula = L − L*の、終わりの五分の一の平均
# $other number
async-figure-late-filled = 上{ $meet }、下{ $other }
async-figure-late-source = 全厨房の客の、味のずれの二乗の平均。いちばん低い値L*は{ $floor }で、望みが厨房ごとに違うので0にならない。
async-figure-rest = 下の塩が落ち着く先
async-figure-rest-formula = Σ (届いた皿 × その厨房の好む塩) ÷ 届いた皿
# $all int, $sum words
async-figure-rest-filled = ({ $sum }) ÷ { $all } = { $salt }
# $best number
async-figure-rest-source = 声の多い厨房に寄る。全員の声が同じなら{ $best } g。舌が同じなので、落ち着く先は声の数で重みをつけた平均になる。
async-figure-limit = 待たないときの限界の学習率
async-figure-limit-formula = n × 2 sin(π ÷ (2 (2d + 1))) ÷ λ_max
# $limit number
async-figure-limit-filled = { $n } × 2 × sin(π ÷ (2 × { $odd })) ÷ { $steepest } = { $limit }
async-figure-limit-source = 同じ速さの厨房が待たずに回ると、レポートはd = { $d }回ぶん古い。全員を待てば遅れはなく、2 ÷ λ_max = { $meeting }。Levin・May、1976年。
async-figure-street = 一皿が道路を使う量（下）
async-figure-street-value = { $value } GB
async-figure-street-formula = 番人：届けて写すので2 × ページ。平均：2 (n − 1) ÷ n × ページ
# $page number
async-figure-street-filled = 平均：2 × ({ $n } − 1) ÷ { $n } × { $page } = { $meet } GB
# $above number, $other number
async-figure-street-source = 記録では、上が一皿{ $above } GB、下が{ $other } GB。下は、まだ届いていない皿のページも数える。
async-figure-slow = 厨房1の一皿（{ $gpu }）
async-figure-slow-formula = 厨房1の前向きと後ろ向き ÷ ほかの厨房の同じもの
async-figure-slow-filled = { $own } ÷ { $usual } = { $times }
async-figure-slow-source = { $model }、4系列の前向きと後ろ向き。ほかの厨房はH100。

# 幕
async-act-wait = 厨房1だけ、火が弱い。上も下も、全員のレポートがそろうのを待つ。
async-act-wait-xray = GPU 1だけ旧世代。上も下も同期SGDで、パラメータサーバーは同じ。
async-act-wait-button = 全員で待ってみる
async-act-free = 下だけ、待つのをやめる。番人も火も道も、上と同じまま。
async-act-free-xray = 下だけ非同期にする。サーバー、GPU、ネットワークは上と同じ。
async-act-free-button = 次へ：下は待たない
async-act-bound = 何皿まで先に行ってよいか。つまみを動かして決める。
async-act-bound-xray = 許す遅れ（staleness）の上限を決める。0なら同期、上限なしなら非同期。
async-act-bound-button = 次へ：先に行ける皿を決める
async-act-bound-go = 1皿までにして走らせる
async-act-local = 火が全員同じでも、集まるたびに時間がかかる。4皿ごとの平均にしたら？
async-act-local-xray = GPUはすべて同じ。下は4ステップごと、上は毎ステップ重みを平均。
async-act-local-go = 平均しながら走らせる
async-act-turn = 火がもっと弱くなったら？ 皿が多く、味も近い待ち方をさがす。
async-act-turn-xray = GPU 1をさらに遅くしたとき、処理量とL − L*が両立する設定をさがす。
async-act-turn-button = 次へ：自分で決める
async-act-turn-go = 火を弱めて走らせる
async-hand-rule = だれを待つ
async-hand-flame = 厨房1の火
async-hand-rate = 学習率
# $above number, $below number
async-hand-dishes = 1分に上{ $above }皿、下{ $below }皿
# $height number
async-hand-height = 下の終わりの高さ { $height }
async-kept = 皿は{ $times }倍
async-hand-full = H100
