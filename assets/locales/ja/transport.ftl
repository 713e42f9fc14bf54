# 第15章：賢い配達員 — 落ちた小包、いくつもの道、一つの戸口。
transport-title = 落ちた一つを送り直す
transport-hook = 配達員が小包を一つ落とす。何を送り直すかの決まり一つで、道の半分がむだになる。
transport-text-1 = 送り手は小包（パケット）を次々に送り出し、受け手は着いたと伝票（ACK）を返す。返事を待たずに出すので、道の上にはいつも何百もの小包がある。
transport-text-2 = 一つ落ちたとき、昔からのRDMAカードは、そこから後ろをぜんぶ送り直す（go-back-N）。受け手が順番どおりにしか受け取らないから。新しいカードやソフトウェアは、落ちた一つだけを送り直す（選択的再送）。
transport-text-3 = ソフトウェアは名札をたくさん用意して、いくつもの通りに小包を分ける。二枚の名札を引いて、返事の早かったほうを使う（二択のくじ）。順番は入れ替わるが、選択的再送なら困らない。
transport-text-4 = 決める人によって、手間も速さも変わる。OSのTCPは小包を一つずつメモリーで写すので、コア一つでは道を満たせない。一つ落ちるたびに、道に出してよい量（窓）も減らす。Ultra Ethernetのカードは写さずに出し、小包ごとに名札をつけ、しるしなしで返ってきた名札をまた使い、落ちた一つだけを送り直す。窓は、返事の遅さとしるしに合わせて変える。
transport-text-5 = 八人が一つの戸口へ一度に届けると、戸口の前に列ができる。受け手が「どうぞ」（クレジット）と一人ずつ呼べば、列は短いまま。決めるのはCPUなので、コアの時間がかかる。だから小包を束にして、一束に一度だけ決める。届け方は賢くなった。では、食材そのものはどこに置く？
transport-not-like-1 = 人の配達員は、落とせば気づく。パケットは黙って消え、受け手の「まだ来ない」か、送り手の時間切れでしか分からない。
transport-not-like-2 = 本物の街の道では、小包はこんなに落ちない。健康な網では数千万個に一つほど。ここでは見えるように増やしてある。返事の伝票は落ちないことにした。
transport-not-like-3 = 絵の配達員一人は小包32個ぶん、列の箱一つは128個ぶん。落ちた小包と、求められて送り直した小包は、どれも描いてある。
transport-teacher-goal = めあて：一つの損失が道の往復ぶんの送信をむだにする理由と、送り直す範囲を変えるとむだが消える理由を説明できる。
transport-teacher-question-1 = 問い1：go-back-Nのまま道を増やすと、落ちた小包がなくても遅くなる。なぜか（答え：通りごとに着く順番が入れ替わり、受け手はそれを損失と見て続きを断るから）。
transport-teacher-question-2 = 問い2：八人が一つの戸口へ送るとき、呼び入れても終わる時刻はほとんど変わらない。では何が変わるか（答え：戸口の前の列。よその厨房の小さな注文が待つ時間が短くなる）。
transport-teacher-time = 時間：20分（予想3分、一つ目の小包を追う7分、決まりと道の数を変えて10分）。

transport-sender = 送り手
transport-receiver = 受け手
transport-refused = 断った小包
transport-lane = 送り手のカード
transport-lane-first = 送り手1のカード
transport-lane-new = 初めて送る
transport-lane-again = 送り直す
transport-lane-idle = 待っている
transport-lane-fell = 落ちた
transport-core = コア：写す
transport-core-decides = コア：決める
transport-copies = 写し
transport-window = 窓（道に出してよい量）
transport-window-round = 往復ぶん
transport-window-xray = 輻輳ウィンドウ
transport-window-bdp = 帯域遅延積
transport-senders = 送り手
transport-guest = よその厨房
transport-parcels = 個

transport-opening-1 = { $bytes }を小包{ $n }個に分けて送る。落ちたときの決まりは「{ $rule }」。
transport-opening-2 = 送り手が送り出したのは{ $sent }個。落ちたのは{ $lost }個。
transport-opening-3 = ぜんぶ終わるまで{ $time }。何も落ちず、だれにも会わなければ{ $best }。

transport-beat-start = { $metres } m先の厨房へ、{ $bytes }を小包{ $n }個に分けて送り出す。配達員一人が32個ぶん。
transport-beat-start-neighbour = { $metres } m先へ、{ $bytes }を小包{ $n }個で送る。隣の厨房も同じだけ、別の戸口へ送る。
transport-beat-start-crowd = { $senders }人が一つの戸口へ、一人{ $bytes }を小包{ $n }個ずつ、いちどに送り出す。よその厨房の小さな注文も、同じ戸口へ来る。
transport-beat-flight = 小包を出して返事が届くまで、空いた道でも{ $time }。そのあいだに小包は{ $n }個出ていける。
transport-beat-flight-tcp = 小包を出して返事が届くまで、空いた道でも{ $time }。そのあいだにカードなら{ $n }個出せるが、コアが写せるのは{ $copies }個。
transport-beat-fell = { $time }、小包{ $n }番が道に落ちた。まだだれも知らない。
transport-beat-fell-known = { $time }に落ちた小包{ $n }番に、受け手が気づいたのは{ $noticed }。
transport-beat-missed-all = { $time }、続きが先に着いた。受け手は「{ $n }番がまだ」と伝票を返し、続きを断りはじめた。
transport-beat-missed-one = { $time }、続きが先に着いた。受け手はそれを棚に置き、{ $n }番の場所を空けて待つことにした。
transport-beat-again-all = { $time }、送り手は{ $n }番へ戻り、そこから先をぜんぶ送り直しはじめた。
transport-beat-again-one = { $time }、送り手は{ $n }番だけをもう一度出し、すぐ続きに戻った。
# $after bytes, $before bytes
transport-beat-again-tcp = { $time }、送り手は{ $n }番だけをもう一度出した。道に出してよい量（窓）は{ $before }から{ $after }に減らした。
transport-beat-mended-all = { $n }番が届いたのは{ $time }。落ちてから{ $wait }。そのあいだに断られた小包は{ $refused }個。
transport-beat-mended-one = { $n }番が届いたのは{ $time }。落ちてから{ $wait }。続きは断られず、もう棚にある。
# $lost live, $refused live
transport-beat-count = ここまでに落ちた小包は{ $lost }個。埋まった穴のために断られた小包は{ $refused }個。
transport-beat-same-street = 交差点のくじは、二つの厨房を同じ通りへ送った。通り{ $streets }本のうち1本で、列はいちばん長いとき{ $bytes }。
transport-beat-many-streets = 小包は通り{ $streets }本に分かれた。通りの前の列は、いちばん長いところでも{ $bytes }。
# $share live, $lost live
transport-beat-now = ここまでで、かかる時間の{ $share }。落ちた小包は{ $lost }個。
# $share live, $lost live
transport-xray-now = 所要時間の{ $share }が経過、ここまでの損失{ $lost }
transport-beat-door = { $senders }人の小包で、戸口の前の列はいちばん長いとき{ $bytes }。最後尾の小包は{ $wait }待つ。
transport-beat-door-credit = 受け手が順に呼ぶので、戸口の前の列は{ $senders }人ぶんでも{ $bytes }まで。最後尾の小包も{ $wait }で入れる。
transport-beat-door-ultra = 受け手は順に呼ぶが、呼ばれる前に一人{ $window }までは出してよい。戸口の前の列は、{ $senders }人ぶんで{ $bytes }まで伸びる。最後尾の小包は{ $wait }待つ。
transport-beat-end = { $time }にぜんぶ届いた。小包{ $parcels }個に送り出しは{ $sent }回。落ちたのは{ $lost }個、着いてもむだだったのは{ $refused }個。

transport-beat-fell-of = { $time }、束{ $n }番から小包が一つ、道に落ちた。まだだれも知らない。
transport-beat-fell-of-known = 束{ $n }番から小包が落ちたのは{ $time }。{ $again }には、束ごともう一度道の上にあった。
# $size int
transport-beat-again-bundle = { $again }、束{ $n }番がもう一度出ていくところ。{ $time }に落ちたのは一つでも、決めるのは束ごとなので{ $size }個ぜんぶ。
transport-beat-end-whole = { $time }にぜんぶ届いた。小包{ $parcels }個は、一つも落ちなかった。
transport-beat-end-bundle = { $time }にぜんぶ届いた。小包{ $parcels }個に送り出しは{ $sent }回。落ちた{ $lost }個の束は、束ごと送り直した。
transport-beat-core-each = コアが一つ決めるのに{ $each }、カードが一つ送るのに{ $send }。小包ごとに決めると、カードはほとんど待っている。
transport-beat-core-bundle = コアは小包{ $n }個の束に一度だけ決める。決めるのに{ $each }、束を送るのに{ $send }。カードは待たない。
transport-beat-core-copy = OSは小包を一つずつ、コア一つで写す。一つ写すのに{ $each }、カードが送るのに{ $send }。カードはほとんど待っている。
# $names int
transport-beat-spray = 小包は一つずつ、{ $names }枚から名札を引く。通りは{ $streets }本とも使われ、いちばん混む通りでも全体の{ $share }。
transport-beat-window-stays = しるしの付いた返事はない。道に出してよい量（窓）は、ずっと{ $bytes }のあたりのまま。
# $after bytes, $before bytes
transport-beat-window-less = { $time }には、送り手の窓は{ $before }から{ $after }まで縮んでいた。返事が遅くてしるしが付くと縮み、落ちたものがあればそのぶん縮む。
transport-beat-guest = よその厨房の小さな注文は、{ $start }に出て{ $finish }に届いた。かかったのは{ $took }、空いた道なら{ $best }。いちばん遅かった一つ。
transport-beat-guest-tcp = よその厨房の小さな注文は、{ $start }に出て{ $finish }に届いた。かかったのは{ $took }、いちばん遅かった一つ。道だけなら{ $best }、残りは写すのと待つのに使った。
transport-xray-start = メッセージ{ $bytes }、{ $payload } Bのパケット{ $n }個。{ $gbit } Gb/s、スイッチ間{ $metres } m
transport-xray-start-neighbour = メッセージ{ $bytes }が2本、{ $payload } Bのパケット{ $n }個ずつ。{ $gbit } Gb/s、スイッチ間{ $metres } m
transport-xray-start-crowd = インキャスト{ $senders }:1、{ $bytes }ずつ、{ $payload } Bのパケット{ $n }個。{ $gbit } Gb/s
transport-xray-flight = RTT（無負荷）{ $time }、その間に{ $n }パケット：帯域遅延積
transport-xray-flight-tcp = RTT（無負荷）{ $time }：カードは{ $n }パケット、コアのコピーは{ $copies }パケット
transport-xray-fell = { $time }：パケット{ $n }がリンクで損失。通知はない
transport-xray-fell-known = { $time }に失われたパケット{ $n }を、受信側が検出したのは{ $noticed }
transport-xray-missed-all = { $time }：順序外のパケットを受信、NAK（期待は{ $n }）、以後は破棄
transport-xray-missed-one = { $time }：順序外のパケットを受信、保持してSACK。{ $n }が穴
transport-xray-again-all = { $time }：NAKで{ $n }へ巻き戻し、以後をすべて再送
transport-xray-again-one = { $time }：パケット{ $n }だけを再送
# $after bytes, $before bytes
transport-xray-again-tcp = { $time }：パケット{ $n }だけを再送、輻輳ウィンドウ{ $before } → { $after }
transport-xray-mended-all = パケット{ $n }は{ $time }に到着、損失から{ $wait }。破棄{ $refused }個
transport-xray-mended-one = パケット{ $n }は{ $time }に到着、損失から{ $wait }。破棄なし
# $lost live, $refused live
transport-xray-count = 損失{ $lost }個、埋まった穴での破棄{ $refused }個
transport-xray-same-street = ECMPのハッシュが衝突：リンク{ $streets }本のうち1本、最大キュー{ $bytes }
transport-xray-many-streets = エントロピー値で{ $streets }リンクに分散。最大キュー{ $bytes }
transport-xray-door = { $senders }:1の出力ポート：最大キュー{ $bytes }、待ち{ $wait }
transport-xray-door-credit = 受信側クレジット、{ $senders }:1：最大キュー{ $bytes }、待ち{ $wait }
transport-xray-door-ultra = 受信側クレジット（RCCC）、先に{ $window }まで、{ $senders }:1：最大キュー{ $bytes }、待ち{ $wait }
transport-xray-end = { $time }完了：{ $parcels }パケットに送信{ $sent }回、損失{ $lost }、破棄と重複{ $refused }

transport-xray-fell-of = { $time }：チャンク{ $n }のパケットが1個、リンクで損失。通知はない
transport-xray-fell-of-known = { $time }にパケットを失ったチャンク{ $n }は、{ $again }に再送中だった
# $size int
transport-xray-again-bundle = { $again }：{ $time }の損失1個のため、チャンク{ $n }の{ $size }パケットを再送
transport-xray-end-whole = { $time }完了：{ $parcels }パケット、損失なし
transport-xray-end-bundle = { $time }完了：{ $parcels }パケットに送信{ $sent }回、損失{ $lost }、再送はチャンク単位
transport-xray-core-each = 1コア、1パケットに判断1回：{ $each }。送信は{ $send }
transport-xray-core-bundle = 1コア、{ $n }パケットのチャンクに判断1回：{ $each }。送信は{ $send }
transport-xray-core-copy = 1コア、1パケットのコピーと処理：{ $each }。送信は{ $send }
# $names int
transport-xray-spray = パケットごとにエントロピー値（{ $names }通り）、{ $streets }リンクに分散。最も多いリンクで{ $share }
transport-xray-window-stays = NSCC：ECNマークなし、ウィンドウは{ $bytes }前後のまま
# $after bytes, $before bytes
transport-xray-window-less = NSCC：{ $time }までにウィンドウ{ $before } → { $after }
transport-xray-guest = 最も遅い小さなフロー：{ $start }発、{ $finish }着、FCT { $took }（無負荷{ $best }）
transport-xray-guest-tcp = 最も遅い小さなフロー：{ $start }発、{ $finish }着、FCT { $took }（道だけなら{ $best }、残りはコピーとウィンドウ）
# $loss words
transport-gate = { $loss }。決まりは「{ $rule }」。道のうち、役に立つ小包に使われるのは何%？
# $other words
transport-verdict = 「{ $rule }」では道の{ $share }（{ $time }）。「{ $other }」では{ $against }（{ $late }）。
transport-names = 名札{ $n }枚
transport-gate-core = コア一つで「{ $rule }」決める。道のうち、役に立つ小包に使われるのは何%？
transport-gate-tcp = 決まりは「{ $rule }」、コアは一つ。道のうち、役に立つ小包に使われるのは何%？
# $loss words
transport-gate-names = { $loss }。名札は{ $n }枚。二つの厨房が同じ交差点から送る。道のうち、役に立つ小包に使われるのは何%？
transport-gate-queue = { $senders }人が一つの戸口へ送る。受け手が順に呼ぶと、いちばん長い列は、呼ばないときの何%になる？
# $long bytes
transport-verdict-queue = 呼ばなければ列は{ $long }まで、呼べば{ $called }まで。よその厨房の注文は、遅いもので{ $late }と{ $soon }。
transport-nothing = ここには数える小包がない。

transport-figure-share = 役に立った道
transport-figure-share-formula = 何も起きないときの時間 ÷ かかった時間
transport-figure-share-filled = { $best } ÷ { $time } = { $share }
transport-figure-share-source = 何も起きないときの時間は、戸口へ届ける全部の小包を続けて送る時間と、最後の一つが届くまで。
transport-figure-time = 時間の内訳
transport-figure-time-formula = 要る小包 + むだな送り出し + 送らずに待った時間 + 最後の小包の道のり
# $way time
transport-figure-time-filled = { $useful } + { $vain } + { $silent } + { $way } = { $time }
transport-figure-time-source = 要る小包{ $parcels }個、終わりまでの送り出し{ $sent }回。一つ送るのに{ $each }。どれも記録から。
transport-figure-flight = 往復のあいだに出る小包
transport-figure-flight-value = { $n }個
transport-figure-flight-formula = 往復の時間 ÷ 一つを送る時間
transport-figure-flight-filled = { $time } ÷ { $each } = { $n }
transport-figure-flight-source = 中身{ $payload } B、見出しを足して{ $wire } Bを{ $gbit } Gb/sで。光はガラスの中を1 m 5 nsで進む。
transport-figure-book = 教科書の式では
transport-figure-book-all-formula = (1 − p) ÷ (1 − p + N p)
transport-figure-book-one-formula = 1 − p
transport-figure-book-all-filled = p = { $loss }、N = { $n }：{ $share }
transport-figure-book-one-filled = p = { $loss }：{ $share }
transport-figure-book-source = いつまでも送り続けるときの割合（Bertsekas・Gallager、2.4節）。この一回では{ $lost }個が落ちた（送り出しの{ $fell }）。
transport-figure-queue = 戸口の前の列（最長）
transport-figure-queue-formula = 列 ÷ 戸口の速さ = 最後尾の待ち
# $longest bytes
transport-figure-queue-filled = { $longest } ÷ { $gbit } Gb/s = { $wait }
transport-figure-queue-source = 呼ばれなければ、だれもが出せるだけ出す。戸口は一人ぶんの速さでしか通れない。
# $bound bytes, $first bytes, $quantum bytes
transport-figure-queue-source-credit = 列は長くて、注文{ $senders }件 × { $first } と見出し、{ $bound }まで。{ $first }は呼ばれる前に出してよい量で、UCCLの一回ぶん（{ $quantum }）か、それより大きければ束まるごと。
transport-figure-queue-source-ultra = Ultra Ethernetは、呼ばれる前に{ $senders }人がそれぞれ{ $window }まで出してよい（窓いっぱい。uet-htsimにならう）。
transport-figure-guest = よその厨房の注文、いちばん遅いもの
transport-figure-guest-formula = 空いた道でかかる時間 + 待った時間
# $slow time
transport-figure-guest-filled = { $best } + { $wait } = { $slow }
transport-figure-guest-source = { $bytes }の注文が{ $n }件。半分は{ $half }以内に届いた。どれも記録から。
transport-figure-pace = コアが許す道
transport-figure-pace-formula = 一束を送る時間 ÷（送る時間と決める時間の長いほう）
# $longer time
transport-figure-pace-filled = { $send } ÷ { $longer } = { $share }
transport-figure-pace-source = コア一つ。一束は小包{ $n }個、決めるのに{ $each }。送っているあいだに次の束を決める。
transport-figure-pace-tcp-formula = 一つを送る時間 ÷（送る時間と写す時間の長いほう）
transport-figure-pace-tcp-source = 一つ写すのに{ $each }。OSのTCPはコア一つで{ $gbit } Gb/sと測られた。多くは受け手のコピー（Caiほか、SIGCOMM 2021）。ここでは送り手の時間とした。
transport-figure-window = 道に出してよい量（窓）
transport-figure-window-formula = 窓 ÷ 往復の時間 = 窓が許す速さ
# $gbit number
transport-figure-window-filled = { $window } ÷ { $time } = { $gbit } Gb/s
transport-figure-window-source-tcp = 終わりの窓。CUBIC（RFC 9438）は一つ落ちると0.7倍にし、曲線に沿って戻す。
transport-figure-window-source-ultra = 終わりの窓。NSCC（Ultra Ethernet仕様1.0）では、往復のあいだに出る量の1.5倍まで（定数はuet-htsim）。
transport-figure-cores = カード一枚のCPUコア
transport-figure-cores-value = { $value }個
transport-figure-cores-formula = 一秒に決める回数 × 一回の時間
# $size bytes
transport-figure-cores-filled = { $size }ごとなら{ $chunk }個、小包（{ $parcel }）ごとなら{ $packet }個。一回{ $each }
transport-figure-cores-source = UCCL（arXiv 2504.17307）は、コア一つで400 Gb/sを満たした。一回の時間はそこから出した上限で、測った値ではない。
transport-figure-cores-tcp-formula = 一つ写す時間 ÷ 一つ送る時間
transport-figure-cores-tcp-filled = { $each } ÷ { $send } = { $cores }個
transport-figure-cores-tcp-source = フロー一本はコア一つ。カード一枚を満たすには、フローもそれだけ要る。RDMAのカードはメモリーへ自分で書くので、写すコアは要らない。

transport-curve = 落ちる割合と、役に立つ道
transport-curve-few = 百万に一つ
transport-curve-many = 百に一つ

transport-distance = 道の長さ
transport-distance-help = 交差点から交差点まで。長いほど、返事が戻るまでに道へ出る小包が増える。
transport-metres-100 = 100 m
transport-metres-500 = 500 m
transport-metres-2000 = 2,000 m
transport-metres-10000 = 10,000 m
transport-size = 送る量
transport-size-help = 一つの厨房が送る量。一つの戸口に集まるときは、全員を合わせた量。
transport-mib-16 = 16 MiB
transport-mib-32 = 32 MiB
transport-mib-64 = 64 MiB
transport-handle-metres = 道 { $metres } m
transport-handle-paths = 小包の名前の数
transport-handle-rule = 送り直しの決まり
transport-handle-fall = 小包を落とす
transport-handle-loss = 落ちる割合 { $share }
transport-taken = 取りあげる小包
transport-taken-help = ひとりでに落ちる小包のほかに、荷の何番目の八分の一から小包を一つ取りあげるか。0なら取りあげない。
transport-handle-take = 小包を一つ取りあげる
# $n number
transport-handle-taken = { $n }番目に出る小包
transport-handle-none = なし
transport-handle-door = 戸口の決まり
transport-handle-push = 思い思いに送る
transport-handle-call = 戸口が一人ずつ呼ぶ
transport-effect-useful = 役に立つ道 { $share }
transport-effect-done = 着き終わり { $time }
transport-effect-guest = いちばん遅い客 { $time }
transport-kept-share = { $share }

transport-act-fall = 小包は千に一つほど、道に落ちます。下の帯を押すと、もう一つ落とせます。
transport-act-fall-xray = go-back-N、損失率0.1%、500 m。下の帯を押すと、パケットをもう一つ破棄します。
transport-act-fall-button = 小包を送る
transport-act-stretch = こんどは道が2,000 m。落ちた知らせが戻るまでに、もっと多くの小包が出ています。
transport-act-stretch-xray = スイッチ間2,000 m。往復のあいだに送信中のパケットが増えます。
transport-act-stretch-button = 道をのばす
transport-act-one = 同じ道で、落ちた一つだけを送り直します。
transport-act-one-xray = 同じ条件で選択再送（selective repeat）にします。
transport-act-one-button = その一つだけ送り直す
transport-act-paths = 隣の厨房と同じ道に入りました。小包の名前を増やすと、別の道にも分かれます。
transport-act-paths-xray = 隣のフローと同じリンクに衝突。エントロピー値を増やせます。
transport-act-paths-go = 名前を256にする
transport-act-crowd = 8人が一つの戸口へ押しかけます。その列に、よその客の小さな荷も並びます。
transport-act-crowd-xray = 8対1のインキャスト。別フローの小さなメッセージの遅延を見ます。
transport-act-crowd-go = 一人ずつ呼ぶ
transport-act-turn = あなたの番です。決めるコアは一つだけです。名札と束を選んで、道を満たしてください。
transport-act-turn-xray = あなたの番です。CPUは1コアです。エントロピー値とチャンクを選び、帯域を満たしてください。
transport-act-turn-button = 自分で決まりを選ぶ
transport-act-turn-go = 名札を256枚にする
transport-task-held = 束を送るのに{ $send }、決めるのに{ $each }。コアが追いつかず、道は多くて{ $share }。束を大きくする。
transport-task-held-xray = チャンクの送出に{ $send }、判断に{ $each }。CPUが律速で、多くて{ $share }。チャンクを大きくする。
transport-task-crowded = いちばん混んだ通りに{ $busiest }が集まった。一本では運びきれない。名札を増やす。
transport-task-crowded-xray = 最も混んだリンクに{ $busiest }が集まった。経路が偏る。エントロピー値を増やす。
# $again int
transport-task-costs = コアは追いついた。でも、落ちた{ $lost }個のために{ $again }個を送り直した。束を小さくする。
# $again int
transport-task-costs-xray = CPUは追いついた。でも、損失{ $lost }個で{ $again }個を再送した。チャンクを小さくする。
transport-task-met = できた。コア一つで、道の{ $share }が役に立った。
transport-task-met-xray = 達成。1コアで、有効な帯域は{ $share }。
transport-task-goal = めあて
# $bundle int, $names int
transport-task-kept = 名札{ $names }・束{ $bundle }
transport-handle-bundle = 一度に決める束
transport-handle-bundle-at = 小包{ $n }個
