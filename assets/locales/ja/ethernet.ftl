# 第14章：ふつうの道路 — イーサネット、ハッシュ、信号。
ethernet-title = ふつうの道路で運びきれるか
ethernet-hook = 8つの小包が、空いた道が三本あるのに同じ一本へ入っていく。ハッシュは窓の外を見ない。
ethernet-text-1 = 厨房の出口には交差点（リーフスイッチ）がある。その先に、奥の交差点（スパイン）を通る道が4本あり、どれも同じだけ遠い。
ethernet-text-2 = ふつうのイーサネットは、荷札の数字を混ぜた値（ハッシュ）で道を選ぶ（ECMP）。荷札は送り主と届け先の番地と戸口の番号。同じ荷札の荷は、いつも同じ道を行く。だから順番は乱れないが、混み具合は見ない。
ethernet-text-3 = ほかの選び方もある。間が空いたら選び直す（フローレット）、パケットごとに道を変える（スプレー）、列の短い道を選ぶ（適応ルーティング）。荷札を増やす手もある。小包を別々の番号の組（キューペア）に分ければ、くじを何度も引ける。
ethernet-text-4 = 荷を落とさないために、交差点は手前に「止まれ」を出す（PFC）。列が伸びたら荷に「ゆっくり」の印をつけ（ECN）、送り主のカードが速さを落とす（DCQCN）。「止まれ」は、行き先の違う荷も止める。
ethernet-text-5 = 「止まれ」は列の種類ごとに出る。交差点の出口では、種類ごとの列に広さを割り当てておける（ETS）。「止まれ」が輪になって、たがいを待つこともある。だから交差点には見張り（ウォッチドッグ）がいて、長く止まったままの列は荷を捨てて動かす。鉄道（InfiniBand）は、次の駅の空きを札で数え、空きのある分しか送り出さない（クレジット）。
ethernet-not-like-1 = 配達員なら、混んだ道を見て曲がれる。パケットは、交差点が決めた道をそのまま行く。
ethernet-not-like-2 = 本物の道では、車の数だけ遅くなる。リンクでは一つずつ同じ速さで流れ、遅くなるのは列で待つ時間だけ。
ethernet-not-like-3 = 絵の配達員は、たくさんのパケットの一つ。あいだのパケットも同じ交差点を通っている。返事（ACK）の道のりは描いていない。
ethernet-teacher-goal = めあて：等しい確率で選んでも荷は等しく分かれないこと、止まれが関係のない荷まで止めることを、列の絵で説明できる。
ethernet-teacher-question-1 = 問い1：くじを1から順に引き直すと、いちばん混む道はだいたい何個になるか（答え：8個を4本に投げると、全部の出方の平均は3.5個。だから時間は、等しく分けたときの1.8倍ほどになる）。
ethernet-teacher-question-2 = 問い2：道の選び方を「16組に分けてハッシュ」にすると、下の1割増しまで近づくか（答え：くじによるが、届かないほうが多い。ボールを増やしても、むらは平方根でしか減らない）。
ethernet-teacher-time = 時間：20分（予想3分、列を数える5分、くじとキューペアを変えて7分、一つの戸口へ送って5分）。

ethernet-lights = 止まれだけ（PFC）
ethernet-credits = 空き札だけ（クレジット）
ethernet-one-queue = 列は一つ
ethernet-own-queue = 急ぎは別の列（ETS）
ethernet-its-parcel = 急ぎの小包
ethernet-lane-above = 上の町
ethernet-lane-below = 下の町
ethernet-lane-city-above = 上の街じゅう
ethernet-lane-city-below = 下の街じゅう
ethernet-city-legend = 赤く太い道ほど混んでいる
ethernet-head-ledger = 来た道ごと
ethernet-head-room = 置き場
ethernet-head-queues = 道ごとの列
ethernet-head-doors = 戸口ごとの列
ethernet-line-stop = 止まれ
ethernet-line-credit = 空き札
ethernet-line-class = 列ごとの止まれ
ethernet-mark-min = 印はここから
ethernet-mark-max = 全部に印
ethernet-signs = 印も（ECN）
ethernet-piece = 箱一つは
ethernet-arrived = 着いた小包
ethernet-elsewhere = よそへ行く小包

ethernet-opening-parcels = { $n }つの厨房が{ $bytes }の小包を一つずつ、{ $streets }本の道の向こうの{ $n }つの戸口へ送る。道は「{ $choice }」で選ぶ。
ethernet-opening-times = 最後の小包が着いたのは{ $a }。パケットごとに順番に道を変えると{ $b }。
ethernet-opening-crowd = { $n }つの厨房が{ $bytes }ずつ、一つの戸口{ $door }へ送る。厨房{ $one }だけは別の戸口{ $other }へ送る。
ethernet-opening-waits = 厨房{ $one }の小包が着いたのは、止まれだけなら{ $a }、「ゆっくり」の印もあれば{ $b }。
ethernet-opening-waits-railway = 厨房{ $one }の小包が着いたのは、空き札だけなら{ $a }、「ゆっくり」の印もあれば{ $b }。
ethernet-opening-classes = { $n }つの厨房が{ $bytes }ずつ、一つの戸口{ $door }へ送る。厨房{ $one }も同じだけ同じ戸口へ送るが、この荷は急ぎである。
ethernet-opening-waits-classes = 厨房{ $one }の荷がそろったのは、みんなと一つの列なら{ $a }、別の列なら{ $b }。
ethernet-opening-town = カードは{ $card } Gb/s、道は{ $street } Gb/sが{ $streets }本、交差点のチップは{ $chip }。

ethernet-beat-start = 左の{ $n }つの厨房が、右の{ $n }つの戸口へ{ $bytes }の小包を同時に出す。あいだの道は{ $streets }本。下の町は、パケットごとに次の道へ回す。
ethernet-beat-hash = 上は荷札のハッシュで道を決める。この回に使われる道は{ $used }本、いちばん混む道の荷は平均の{ $times }倍。
ethernet-beat-flowlet = 上の交差点は、間が空いたときだけくじを引き直す。この回に使われる道は{ $used }本、いちばん混む道の荷は平均の{ $times }倍。
ethernet-beat-even = 上の町もパケットごとに道を選ぶ。この回に使われる道は{ $used }本、いちばん混む道の荷は平均の{ $times }倍。
ethernet-beat-queue-empty = { $time }に、上のいちばん長い列は{ $bytes }だった。{ $empty }本の道は空いたまま。荷札の数字は、列の長さでは変わらない。
ethernet-beat-queue = { $time }に、上のいちばん長い列は{ $bytes }だった。
ethernet-beat-stop = { $time }に、上の交差点の置き場が足りなくなり、厨房{ $k }に初めて「止まれ」が出た。
# $ratio live
ethernet-beat-behind = 下が着いても上は走り続け、もう下の{ $ratio }倍の時間。荷が偏り、使えている道の広さは全体の{ $share }。
# $all int, $n live
ethernet-beat-below = 下の{ $all }個は{ $time }にそろった。上で着ききった小包は、いま{ $n }個。
ethernet-beat-end = 上は{ $a }、下は{ $b }。同じ道で{ $ratio }倍の差がついた。等しく選ぶことと、等しく分けることは違う。
ethernet-beat-end-alike = 上は{ $a }、下は{ $b }。上は下の{ $ratio }倍。
ethernet-beat-city = 枠の街区をふくむ{ $districts }の街区の小包{ $n }個が、上は{ $a }、下は{ $b }にそろった。上の最後は街区{ $k }から。会議なら、街じゅうがそれを待つ。

ethernet-beat-crowd = { $n }つの厨房が{ $bytes }ずつ、一つの戸口{ $door }へ送る。厨房{ $one }だけは、空いている戸口{ $other }へ。上は「止まれ」だけ、下は「ゆっくり」の印もつける。
ethernet-beat-crowd-railway = { $n }つの厨房が{ $bytes }ずつ、一つの戸口{ $door }へ送る。厨房{ $one }だけは、空いている戸口{ $other }へ。上は次の駅の空き札だけ、下は「ゆっくり」の印もつける。
ethernet-beat-back-1 = { $time }に、上の戸口の前の交差点がいっぱいになり、奥の交差点へ「止まれ」を出した。
ethernet-beat-back-2 = { $time }に、上の「止まれ」は奥の交差点から、手前の交差点へ伝わった。
ethernet-beat-back-3 = { $time }に、上の「止まれ」は厨房の出口まで来た。渋滞は、原因から遠い側へ伸びる。
ethernet-beat-passed = { $time }に、下では厨房{ $one }の小包が戸口{ $other }に着いた。上ではまだ、よその荷と同じ列にいる。
ethernet-beat-passed-both = 戸口{ $other }に厨房{ $one }の小包が着いたのは、下が{ $time }、上が{ $later }。
ethernet-beat-late = 上で厨房{ $one }の小包が着いたのは{ $time }。ほかにだれも送らなければ{ $alone }で、{ $times }倍かかった。
ethernet-beat-crowd-end = 戸口{ $door }の荷もそろった。上は{ $a }、下は{ $b }。
ethernet-beat-crowd-end-slow = 戸口{ $door }の荷もそろった。上は{ $a }、下は{ $b }。下ではカードが速さを落としすぎ、戸口が空く時間ができた。

ethernet-beat-classes = { $n }つの厨房が{ $bytes }ずつ戸口{ $door }へ送る。厨房{ $one }も同じだけ同じ戸口へ送り、こちらは急ぎ。上は列が一つ。下は急ぎの荷だけ別の列で、出口は二つの列に半分ずつ。
ethernet-beat-classes-share = 下の戸口は、二つの列から同じだけ通す。片方は厨房{ $one }だけの列、もう片方は{ $n }つの厨房の列。
ethernet-beat-classes-passed = { $time }に、下では厨房{ $one }の荷が全部着いた。上ではまだ、みんなと同じ列にいる。
ethernet-beat-classes-passed-both = 厨房{ $one }の荷が全部着いたのは、下が{ $time }、上が{ $later }。
ethernet-beat-classes-end = 全部がそろったのは、上が{ $a }、下が{ $b }。戸口を通る量は変わらない。列を分けて変わったのは、順番だけである。
ethernet-beat-classes-ends = 全部がそろったのは、上が{ $a }、下が{ $b }。

ethernet-xray-start = リーフ・スパイン：{ $chip }、カード{ $card } Gb/s、リンク{ $street } Gb/s × { $streets }、RoCEv2のMTU { $mtu } B、PFCで無損失
# $room bytes
ethernet-xray-start-railway = リーフ・スパイン：{ $chip }、カード{ $card } Gb/s、リンク{ $street } Gb/s × { $streets }、MTU { $mtu } B、カットスルー、リンクごとに{ $room }のクレジット
ethernet-xray-hash = ECMP：hash(送信元・宛先IP, UDPポート, プロトコル) mod { $streets }。{ $flows }フローが{ $used }リンクへ、最大負荷は平均の{ $times }倍
ethernet-xray-flowlet = フローレット：100 µs空くと選び直す。{ $flows }フローが{ $used }/{ $streets }リンクへ、最大負荷は平均の{ $times }倍
ethernet-xray-even = パケット単位：{ $flows }フローが{ $used }/{ $streets }リンクへ、最大負荷は平均の{ $times }倍
ethernet-xray-queue = 最長の出力キュー{ $bytes }（{ $time }）
ethernet-xray-stop = 最初のPFC PAUSE：カード{ $k }へ、{ $time }
# $ratio live
ethernet-xray-behind = 経過時間は下の{ $ratio }倍。平均 ÷ 最大のリンク負荷 = { $share }
# $all int, $n live
ethernet-xray-below = 下：{ $all }フローすべて{ $time }に完了。上の完了{ $n }
ethernet-xray-end = 完了時間：{ $a }対{ $b }（{ $ratio }倍）
ethernet-xray-city = ファットツリー、{ $districts }ポッド、{ $n }フロー：{ $a }対{ $b }。上の最後はポッド{ $k }から
ethernet-xray-back-1 = 最初のPFC PAUSE（宛先リーフ→スパイン）：{ $time }
ethernet-xray-back-2 = 最初のPFC PAUSE（スパイン→送信元リーフ）：{ $time }
ethernet-xray-back-3 = 最初のPFC PAUSE（送信元リーフ→カード）：{ $time }
ethernet-xray-passed = フロー{ $one }→{ $other }：下は{ $time }に完了、上はHOLブロッキング中
ethernet-xray-passed-both = フロー{ $one }→{ $other }：下{ $time }、上{ $later }
ethernet-xray-late = フロー{ $one }→{ $other }：{ $time }、単独なら{ $alone }（{ $times }倍）
ethernet-xray-crowd-end = { $door }へのインキャスト完了：PFCのみ{ $a }、ECN + DCQCN { $b }
ethernet-xray-classes = { $n } + 1フローが{ $door }へインキャスト。下は2クラス、重み{ $w }:{ $w }（ETS）、PFCもクラスごと
ethernet-xray-classes-share = ETS：クラス1（フロー{ $one }）とクラス0（{ $n }フロー）に{ $w }:{ $w }
ethernet-xray-classes-passed = フロー{ $one }：下は{ $time }に完了、上は1クラスで待ち
ethernet-xray-classes-end = 全フロー完了：1クラス{ $a }、2クラス{ $b }

ethernet-gate = { $n }つの小包、{ $streets }本の道。上は「{ $choice }」、下はパケットごとに順番。最後の小包が着くまで、上は下の何倍かかる？
ethernet-gate-crowd = { $n }つの厨房が戸口{ $door }に押しかける。厨房{ $one }の行き先、戸口{ $other }は空いている。「止まれ」だけの上の町で、厨房{ $one }の小包は一人で送るときの何倍かかる？
ethernet-gate-crowd-railway = { $n }つの厨房が戸口{ $door }に押しかける。厨房{ $one }の行き先、戸口{ $other }は空いている。空き札だけの上の町で、厨房{ $one }の小包は一人で送るときの何倍かかる？
ethernet-gate-classes = { $n }つの厨房が戸口{ $door }に押しかける。厨房{ $one }の急ぎの荷も、同じだけ同じ戸口へ行く。下は急ぎの荷だけ別の列にして、出口の半分を渡す。列が一つの上の町では、急ぎの荷は下の何倍かかる？
ethernet-verdict = 上は{ $a }、下は{ $b }で{ $ratio }倍。上で使われた道は{ $used }本だった。
ethernet-verdict-crowd = 厨房{ $one }の小包は{ $a }。一人なら{ $alone }で、{ $times }倍かかった。
ethernet-verdict-classes = 厨房{ $one }の荷は上で{ $a }、下で{ $b }。上は下の{ $times }倍かかった。
ethernet-case-crowd = みんなと一緒
ethernet-case-alone = 一人で
ethernet-nothing = ここには比べる町がない。

ethernet-figure-time = 上の町の時間
ethernet-figure-below = 下の町の時間
ethernet-figure-times = { $value }倍
# $value percent
ethernet-figure-share = { $value }
ethernet-figure-time-formula = 送る + 道のり + 待ち
# $idle number, $way number
ethernet-figure-time-filled = { $sending } + { $way } + { $idle } = { $all } µs
# $rate number
ethernet-figure-time-source = 送るのは、いちばん混む所の{ $mb } MB ÷ { $rate } GB/s = { $sending } µs。パケットは{ $payload } Bの荷と{ $header } Bのヘッダーで、全部で{ $packets }個。道のりはカード、ケーブル、チップの遅延と、ほかの区間の送出。待ちは、そこに送る荷がなかった時間。
ethernet-figure-draw = くじの平均（いちばん混む道）
ethernet-figure-draw-formula = E(最大) ÷ (フロー ÷ 道)
ethernet-figure-draw-filled = { $mean } ÷ ({ $flows } ÷ { $streets }) = { $times }
ethernet-figure-draw-source = ボールと箱の数え上げ。{ $flows }個が全部同じ道に入るのは{ $streets } ÷ { $streets }^{ $flows } = { $odds }回に1回。くじ0は、その一つを選んである。
ethernet-figure-draw-many-source = ボールと箱の数え上げ。フローが増えると最大は平均に近づくが、むらは平方根でしか減らない。
ethernet-figure-step = 一歩のうち、上の道で過ごす割合
ethernet-figure-step-formula = 通信 ÷ (通信 + 調理)
ethernet-figure-step-filled = { $net } ÷ ({ $net } + { $cook }) ms = { $share }
ethernet-figure-step-source = { $model }を{ $n }つの厨房で分けて持つ一歩（ZeRO-3）。前向きと後ろ向きにページを集め、勾配を配るので、カード一枚を通るのは3 × 2バイト × パラメータ × (n − 1) ÷ n = { $gb } GB。{ $gb } GB ÷ { $rate } = { $net } ms。速さは上の小包のもの。調理はH100一台、{ $words }語の系列を{ $sequences }本、前向きをやり直す分こみ。通信は調理の陰に隠していない。
ethernet-figure-victim = 厨房{ $one }が待たされた倍率
ethernet-figure-victim-formula = 着いた時間 ÷ 一人のときの時間
# $other number
ethernet-figure-victim-filled = 上{ $a } ÷ { $alone } = { $times }、下{ $b } ÷ { $alone } = { $other }
ethernet-figure-victim-source = この厨房の出口が「止まれ」で立っていたのは、上で合わせて{ $stood }。残りは、よその荷の後ろで待った時間。
ethernet-figure-victim-railway-source = 空きのある分しか送れないので、だれも「止まれ」とは言われない。それでも、よその荷の後ろでは待つ。
ethernet-figure-price = 鉄道の道一本の値段（InfiniBand）
ethernet-figure-dollars = { $value }ドル
ethernet-figure-price-formula = 4 × ポート + 2 × ケーブル
# $street number
ethernet-figure-price-filled = 4 × { $port } + 2 × { $cable } = { $street }ドル
ethernet-figure-price-source = 奥の交差点をはさむケーブル2本と、その両端のポート4つ。どれも400 Gb/s。64ポートの交差点が{ $switch }ドル、ケーブルは両端の部品こみで、あるH100クラスタの見積もり（2024年8月、InfiniBand）による。イーサネットの値段は、出どころの確かなものが見つからなかった。{ $streets }本で{ $all }ドル、この回に荷が通ったのは{ $used }本。
ethernet-figure-watchdog = いちばん長い「止まれ」
ethernet-figure-watchdog-formula = 見張りが動くまでと比べる
# $limit time
ethernet-figure-watchdog-filled = { $longest } < { $limit }
# $limit time
ethernet-figure-watchdog-over-filled = { $longest } ≥ { $limit }
# $limit time
ethernet-figure-watchdog-source = 「止まれ」が{ $limit }続いた列を、SONiCの見張り（PFCウォッチドッグ）は行き止まりとみなし、荷を捨てて動かす。輪になった「止まれ」は、待っても解けないからである。
ethernet-figure-fair = 出口と道の釣り合い
ethernet-figure-fair-formula = カードの合計 ÷ 道の合計（オーバーサブスクリプション）
ethernet-figure-fair-filled = { $n } × { $card } ÷ ({ $streets } × { $street }) = { $ratio }
ethernet-figure-fair-source = 1.00なら、うまく分ければだれも待たない。交差点のチップは{ $chip }、ポートの速さはカタログから。
ethernet-figure-ets = 急ぎの列が下の戸口で得た割合
ethernet-figure-ets-formula = 一人のときの時間 ÷ 下でかかった時間
ethernet-figure-ets-filled = { $alone } ÷ { $b } = { $share }
ethernet-figure-ets-source = 二つの列の重みは{ $w }対{ $w }（ETS、IEEE 802.1Qaz）。どちらにも荷があるあいだは、出口を順番に同じだけ使う。片方が空けば、もう片方が全部使う。だから厨房{ $one }が先に着いても、全体の終わりは遅れない。「止まれ」も列ごとに出る。


ethernet-zoom-draws = 一つの町とくじ
ethernet-zoom-towns = 三つの町
ethernet-closed = 閉じる道
ethernet-closed-help = 上の町で、この道をはじめから通れなくする。そこへ決まった小包は、空いている次の道へ行く。
ethernet-closed-none = なし
ethernet-closed-1 = 道1
ethernet-closed-2 = 道2
ethernet-closed-3 = 道3
ethernet-closed-4 = 道4
ethernet-edge = 置き場の縁
ethernet-edge-help = 交差点の置き場の空きのうち、一つの来た道がどこまで使えるか。そこを越えると「止まれ」が出る。縁が低いほど早く止まる。
ethernet-edge-16 = 空きの1/16
ethernet-edge-8 = 空きの1/8
ethernet-edge-4 = 空きの1/4
ethernet-edge-2 = 空きの1/2
ethernet-edge-1 = 空き全部
ethernet-lane-middle = 中の町
ethernet-draws-head = 引いたくじ
ethernet-draws-note = いちばん混む道の小包
ethernet-handle-draw = くじを引き直す
ethernet-handle-draws = くじ{ $n }
ethernet-handle-parcel = 小包{ $k }の道
ethernet-handle-street = 道{ $n }
ethernet-handle-shut = 道{ $n }は閉じている。先に開けると通れる。
ethernet-handle-bar = 道{ $n }の遮断機
ethernet-handle-open = 通れる
ethernet-handle-closed = 閉じている
ethernet-handle-edge = 置き場の縁
ethernet-handle-edge-at = { $bytes }まで
ethernet-effect-there = 全部着く { $time }
ethernet-effect-elsewhere = よその小包 { $time }
ethernet-kept-draw = くじ{ $n }
ethernet-kept-hand = 手で分けた
ethernet-kept-spray = 順番
ethernet-kept-railway = 鉄道

ethernet-beat-alone-start = 左の{ $n }つの厨房が、右の戸口へ{ $bytes }の小包を一つずつ出す。あいだの道は{ $streets }本。
# $n live, $all int
ethernet-beat-alone = 着いた小包は{ $all }個のうち{ $n }個。いちばん混む道の荷は、等しく分けたときの{ $times }倍。
# $all int
ethernet-beat-alone-end = { $all }個が{ $time }にそろった。荷が通った道は{ $used }本。
ethernet-beat-towns-start = 三つの町が同じ{ $n }個の小包を同時に出す。道の決め方は、上が{ $choice }、中が順番、下が鉄道。
# $a live, $b live, $c live
ethernet-beat-towns = 着いた小包は、上{ $a }個、中{ $b }個、下{ $c }個。
# $a live, $b live, $all int
ethernet-beat-now = 着いた小包は{ $all }個のうち、上が{ $a }個、下が{ $b }個。
# $a live, $b live, $all int
ethernet-xray-now = 完了したフロー：上{ $a }/{ $all }、下{ $b }/{ $all }
# $a time, $b time, $c time
ethernet-beat-towns-end = そろったのは、上が{ $a }、中が{ $b }、下が{ $c }。道の本数も広さも、カードも同じ。
# $n live, $all int
ethernet-xray-alone = 完了{ $n }/{ $all }フロー、最大リンク負荷は平均の{ $times }倍
# $all int
ethernet-xray-alone-end = 完了時間{ $time }（{ $all }フロー、使用リンク{ $used }）
# $a live, $b live, $c live
ethernet-xray-towns = 完了フロー：上{ $a }、中{ $b }、下{ $c }
# $a time, $b time, $c time
ethernet-xray-towns-end = 完了時間：上{ $a }、中（スプレー）{ $b }、下（InfiniBand）{ $c }
ethernet-gate-towns = { $n }つの小包、{ $streets }本の道。道を「{ $choice }」で決める町は、パケットごとに順番に回す町の何倍かかる？

ethernet-act-draw = 8つの小包に、空いた道が4本。どの道へ行くかは、荷札の数字で決まります。
ethernet-act-draw-xray = ECMP：8フローを4リンクへ。リンクは荷札（5-tuple）のハッシュで決まります。
ethernet-act-draw-button = 小包を出す
ethernet-act-even = 下の町は、パケットを一つずつ順に別の道へ回します。小包も道も同じです。
ethernet-act-even-xray = 上はECMP、下はパケットスプレー。フローもリンクも同じです。
ethernet-act-even-button = 順番に回す町と比べる
ethernet-act-hundred = くじを何度も引いたら、いちばん混む道は何個になるでしょう。右に記録します。
ethernet-act-hundred-xray = シードを変えて、最も混むリンクのフロー数の分布を見ます。
ethernet-act-hundred-go = 100回と、最悪の一回
ethernet-act-towns = ハッシュの道、順番の道、専用鉄道。カードも道の広さもそろえました。
ethernet-act-towns-xray = ECMP、スプレー、InfiniBand（適応ルーティングとクレジット）。リンクの速さは同じです。
ethernet-act-towns-button = 三つの町で競う
ethernet-act-crowd = 7つの厨房が一つの戸口へ。厨房8の行き先は空いています。置き場の縁を引けます。
ethernet-act-crowd-xray = 7対1のインキャスト。PFCの閾値（α）を変えられます。フロー8の宛先は空いています。
ethernet-act-crowd-go = このまま流す
ethernet-act-turn = あなたの番です。どの道にも小包が二つずつになるように、動かしてください。
ethernet-act-turn-xray = あなたの番です。どのリンクも2フローになるように割り当ててください。
ethernet-act-turn-button = 自分で道を決める
ethernet-act-turn-go = 二つずつに分けて出す
ethernet-task-crowded = 道{ $street }に{ $count }個が集まり、最後は{ $time }に着いた。いちばん早い場合の{ $times }倍。
ethernet-task-crowded-xray = リンク{ $street }に{ $count }フロー。完了は{ $time }、下限の{ $times }倍。
ethernet-task-met = できた。どの道も{ $fair }個ずつで、{ $time }で全部そろった。空いた道がないので、これより早くならない。
ethernet-task-met-xray = 達成。各リンク{ $fair }フロー、完了は{ $time }。全リンクが埋まり、これが下限。
ethernet-task-bound = どの道も満杯
