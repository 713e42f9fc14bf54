# 第4章：棚に載らないレシピ — 学習のメモリ。
too-big-title = 読める本が、学べない
too-big-hook = シェフの棚には、レシピがゆったり載っている。同じレシピを学ぼうとしたら、棚がたわんだ。
too-big-text-1 = 読むだけなら、棚にいるのはレシピと、いま火にかけているボウルだけ。ボウルは使ったら捨ててよい。
too-big-text-2 = 学ぶには帳面がいる。細かい字の清書が一冊と、これまでの直しの平均が二冊。レシピの1つの数に、レシピは2バイト、帳面は12バイトを取る。
too-big-text-3 = 前向きで作ったボウルは、戻るときにもう一度いるので、ぜんぶ取っておく。戻りながらレポートを書くと、レポートが増え、ボウルが減っていく。
too-big-text-4 = 載らなければ、手は三つ。捨てておいて作り直す（再計算）。使うときまで倉庫に預ける（オフロード）。この二つは、棚と引きかえに時間を払う。何人かで分け持つ（ZeRO）なら、払うのは人数と会議。
too-big-not-like-1 = 本物の棚は、少しはみ出しても料理が続けられる。GPUのメモリは1バイト足りなくても、そこで止まる。
too-big-not-like-2 = 本物の帳面は閉じれば薄い。GPUの帳面は、書いていない間も同じ場所を取り続ける。
too-big-not-like-3 = ここでの倉庫は、CPUのメモリ。同じ建物の中にあっても、廊下（PCIe）は棚より数十倍遅い。
too-big-teacher-goal = めあて：学習のメモリを、重み・勾配・最適化の状態・活性値に分けて数え、ZeRO、再計算、オフロードがどれを減らし、何を払うかを確かめる。
too-big-teacher-question-1 = 問い1：ひとりで学べるいちばん大きいモデルは、GPUを替えるとどう変わるか。読めるいちばん大きいモデルとくらべると。
too-big-teacher-question-2 = 問い2：ZeRO-1、2、3と替えると、棚のどの瓶が薄くなり、通信はどれだけ増えるか。倉庫に預けると、一歩は何倍長くなるか。
too-big-teacher-time = 時間：20分（予想3分、実行7分、分け方の話し合い10分）。

too-big-opening-1 = { $model }を、{ $hbm } GBの棚（{ $gpu }）に載せる。
too-big-opening-2 = 読むだけなら{ $read } GB。学ぶときは、いちばん多くて{ $learn } GB。{ $ratio }倍。
too-big-opening-fits = 棚には、まだ{ $room } GBの余りがある。
too-big-opening-over = 棚に{ $over } GB足りない。

too-big-beat-start = シェフ{ $chefs }人、棚はひとり{ $hbm } GB。載っているのは{ $model }のレシピだけ。まず、読む。
too-big-beat-read = { $time }で読み終えた。棚にあったのは、いちばん多いときで{ $read } GB。次は、同じ言葉から学ぶ。
too-big-beat-fetch = 自分の棚にあるのは、レシピの{ $chefs }分の1。一ページに足りない{ $mb } MBを、ほかの{ $others }人から{ $time }で借り、使ったら返した。
# $bytes int
too-big-beat-open = 帳面を並べた。レシピの1つの数に{ $bytes }バイト、棚ひとつに{ $gb } GB。棚にあるレシピの{ $ratio }倍。
too-big-beat-away = 帳面{ $gb } GBは、倉庫に預けたまま。書き直すときだけ、運んでくる。
too-big-beat-over = { $time }に、{ $hbm } GBの棚へ載りきらなくなった。本物のGPUはここで止まる。この先は、積めたことにして見せる。
too-big-beat-bowls = 前向きは{ $time }に終わった。取っておいたボウルは{ $gb } GB。戻るとき、一つずつ使う。
too-big-beat-bowls-away = 前向きは{ $time }に終わった。ボウルは次々に倉庫へ運ばれ、棚に残っていたのは{ $gb } GB。
too-big-beat-bowls-redone = 前向きは{ $time }に終わった。{ $layers }層の入口の味だけを残し、{ $gb } GB。途中は、戻るときに作り直す。
# $bowls live, $report live
too-big-beat-back = 後ろ向き。レポートは{ $report } GBに増え、ボウルは{ $bowls } GBに減った。
too-big-beat-back-done = レポートは{ $time }に書き上がった。棚の上で{ $report } GB。
too-big-beat-sum = { $time }から、書けたページのレポートを順に{ $chefs }人で足し合わせた。合計は全員が持つ。
too-big-beat-sum-shared = { $time }から、書けたページのレポートを順に{ $chefs }人で足し合わせた。合計は、受け持ちの分だけを持つ。
too-big-beat-update = 鉛筆を持ち、帳面をめくりながらレシピを書き直している。
# $held live
too-big-beat-now = シェフ1の棚には、いま{ $held } GB。棚は{ $hbm } GBぶん。
# $held live
too-big-xray-now = GPU 1のHBM：いま{ $held } GB／{ $hbm } GB
too-big-beat-update-done = 書き直しは{ $time }で済んだ。
too-big-beat-carry = 倉庫から帳面を一ページぶんずつ運び、書いては戻している。片道で{ $gb } GB。
too-big-beat-carry-done = 帳面{ $gb } GBを運んで戻し、書き直すのに{ $time }かかった。
too-big-beat-peak = 最多は{ $time }、{ $all } GB。レシピ{ $recipe }、帳面{ $notebooks }、レポート{ $report }、ボウル{ $bowls }、ほか{ $rest }。
too-big-beat-end-fits = 学びの一歩は{ $time }。棚は、いちばん多いときでも{ $room } GB余った。
too-big-beat-end-over = 棚には{ $over } GB足りない。載る並べ方：{ $near }。

too-big-xray-start = { $model }、{ $gpu } ×{ $chefs }、HBMは各{ $hbm } GB。{ $words }トークンの推論から
too-big-xray-read = 順伝播のみ：{ $time }、HBMの最大{ $read } GB。続いて学習1ステップ
too-big-xray-fetch = 重みは{ $chefs }分割。1層の残り{ $mb } MBを{ $others }基からall-gather：{ $time }
# $bytes int
too-big-xray-open = Adamの状態：1パラメータ{ $bytes } B、{ $gb } GB、載っている重みの{ $ratio }倍
too-big-xray-away = Adamの状態{ $gb } GBはホストメモリ
too-big-xray-over = { $time }：HBM { $hbm } GBを超過（メモリ不足）。載ったものとして続行
too-big-xray-bowls = 順伝播 完了{ $time }：活性値{ $gb } GB
too-big-xray-bowls-away = 順伝播 完了{ $time }：活性値はホストへ退避、HBM上に{ $gb } GB
too-big-xray-bowls-redone = 順伝播 完了{ $time }：{ $layers }層は入力のみ、活性値{ $gb } GB
# $bowls live, $report live
too-big-xray-back = 逆伝播：勾配{ $report } GB、活性値{ $bowls } GB
too-big-xray-back-done = 逆伝播 完了{ $time }：勾配{ $report } GB
too-big-xray-sum = { $time }から層ごとに勾配をall-reduce（{ $chefs }基）
too-big-xray-sum-shared = { $time }から層ごとに勾配をreduce-scatter（{ $chefs }基）
too-big-xray-update = Adamの更新中
too-big-xray-update-done = 更新：{ $time }
too-big-xray-carry = PCIeで状態を層ごとに往復中：片道{ $gb } GB
too-big-xray-carry-done = 状態{ $gb } GBの往復と更新：{ $time }
too-big-xray-peak = 最大は{ $time }：{ $all } GB = 重み{ $recipe } + Adam { $notebooks } + 勾配{ $report } + 活性値{ $bowls } + ほか{ $rest }
too-big-xray-end-fits = 1ステップ{ $time }。HBMの余り{ $room } GB
too-big-xray-end-over = { $over } GB不足。載る構成：{ $near }

# $second words
too-big-near-two = { $first }、または{ $second }
too-big-near-shared = { $chefs }人で分ける（ZeRO-{ $stage }）
too-big-near-shared-how = { $chefs }人で分け（ZeRO-{ $stage }）、{ $how }
too-big-near-alone = ひとりのまま、{ $how }
too-big-near-none = { $most }人までの中にはない
too-big-near-plain = 何も変えない
too-big-near-redone = ボウルは作り直す
too-big-near-notebooks = 帳面を倉庫へ
too-big-near-notebooks-redone = 帳面を倉庫へ、ボウルは作り直す
too-big-near-bowls = ボウルを倉庫へ
too-big-near-bowls-redone = ボウルは倉庫へ、中身は作り直す
too-big-near-both = 帳面もボウルも倉庫へ
too-big-near-both-redone = 帳面もボウルも倉庫へ、中身は作り直す

too-big-gate = このレシピは{ $gb } GB。学ぶとき、棚にはいちばん多いときで、読むときの何倍が載る？
too-big-verdict = 走らせてみると、読むときは{ $read } GB、学ぶときは{ $learn } GB。{ $ratio }倍。
too-big-case-read = 読む：棚に{ $gb } GB
too-big-case-learn = 学ぶ：棚に{ $gb } GB
too-big-nobody = 棚の前に、だれもいない。

too-big-gb = { $gb } GB
too-big-figure-peak = いちばん多いときの棚
too-big-figure-peak-formula = レシピ ＋ 帳面 ＋ レポート ＋ ボウル ＋ 借り物 ＋ 道具
too-big-figure-peak-filled = { $recipe } ＋ { $notebooks } ＋ { $report } ＋ { $bowls } ＋ { $loan } ＋ { $tools } = { $all } GB
too-big-figure-peak-source = 記録の{ $time }。瓶はタスクの始まりか終わりで棚に載り、降りる。道具は、ライブラリーと、瓶と瓶のすき間に取っておく棚の{ $share }。
too-big-figure-state = レシピの1つの数につき、棚に載るもの
too-big-formula-zero-0 = レシピ{ $w }P ＋ レポート{ $g }P ＋ 帳面{ $o }P（バイト）
too-big-formula-zero-1 = レシピ{ $w }P ＋ レポート{ $g }P ＋ 帳面{ $o }P/d（バイト）
too-big-formula-zero-2 = レシピ{ $w }P ＋ レポート{ $g }P/d ＋ 帳面{ $o }P/d（バイト）
too-big-formula-zero-3 = レシピ{ $w }P/d ＋ レポート{ $g }P/d ＋ 帳面{ $o }P/d（バイト）
too-big-figure-state-filled = { $weights } ＋ { $gradients } ＋ { $optimizer } = { $all } GB
too-big-figure-state-source = Pはレシピの数で、{ $billions }B個（1Bは10億）。dは人数、{ $chefs }人。ZeROの論文（arXiv:1910.02054）の式。倉庫に預けた分も数える。
too-big-figure-bowls = 前向きで取っておくボウル
too-big-figure-bowls-formula = 丸ごと残す層 ＋ 入口だけ残す層 ＋ 層の外
# $whole number
too-big-figure-bowls-filled = { $layers }層で{ $whole } ＋ { $redone }層で{ $inputs } ＋ { $around } = { $all } GB
# $hidden int
too-big-figure-bowls-source = 一層は丸ごとで34sbh、入口だけなら2sbhバイト（arXiv:2205.05198）。sは{ $words }語、bは{ $texts }、hは{ $hidden }。倉庫に預けた分も数える。
too-big-figure-time = 学びの一歩の時間
too-big-figure-time-formula = 前向き ＋ 後ろ向き ＋ 書き直し ＋ 待ち
too-big-figure-time-filled = { $forward } ＋ { $back } ＋ { $update } ＋ { $rest } = { $all } ms
too-big-figure-near = 棚に載る工夫
too-big-figure-near-formula = 棚に載る中で、いまに近いもの
too-big-figure-near-source = 分け方、再計算、オフロード、人数を変えて、一歩のいちばん多いときの見積もりで探した。
too-big-figure-carried = 倉庫から運んだ量（ひとり分）
too-big-figure-carried-formula = 量 ÷ 運んでいた時間
too-big-figure-carried-filled = { $gb } GB ÷ { $time } = { $rate }
too-big-figure-carried-source = 廊下（PCIe）の記録から。同じ量が戻りもする。

too-big-part-recipe = レシピ
too-big-part-notebooks = 帳面
too-big-part-report = レポート
too-big-part-bowls = ボウル
too-big-part-loan = 借り物
too-big-part-tools = 道具
too-big-part-weights = 重み
too-big-part-optimizer = Adam
too-big-part-gradients = 勾配
too-big-part-activations = 活性値
too-big-part-buffers = バッファ
too-big-part-reserved = 予約
too-big-now-read = 読む
too-big-now-open = 帳面を並べる
too-big-now-forward = 前向き
too-big-now-back = 後ろ向き
too-big-now-update = 書き直し
too-big-now-wait = 待ち
too-big-now-done = 完了
too-big-now-read-xray = 推論
too-big-now-open-xray = 状態の確保
too-big-now-forward-xray = 順伝播
too-big-now-back-xray = 逆伝播
too-big-now-update-xray = 更新
too-big-now-wait-xray = 待機
too-big-now-done-xray = 完了
too-big-pantry = 倉庫
too-big-pantry-xray = CPUメモリ
too-big-curve = 棚の上の量
too-big-curve-xray = HBM使用量
too-big-then = 読んだとき
too-big-then-xray = 推論のとき

too-big-learn = ここから学ぶ
too-big-learn-xray = 学習
too-big-figure-largest = この棚ひとつで扱える、いちばん大きいレシピ
too-big-figure-largest-value = 読むだけなら{ $read }B、学ぶなら{ $learn }B（1Bは10億）
too-big-figure-largest-formula = 棚の空き ÷ 1つの数にかかるバイト
# $all int
too-big-figure-largest-filled = { $room } ÷ { $w } = { $read }、{ $room } ÷ { $all } = { $learn }（GB ÷ バイト = B）
too-big-figure-largest-source = ボウルを数えない、上の限り。ひとりで、何も分けず、何も預けないとき。

too-big-beat-start-shared = シェフ{ $chefs }人、棚はひとり{ $hbm } GB。{ $model }のレシピは、{ $chefs }つに分けて一つずつ載せてある。まず、読む。
too-big-beat-over-at-once = レシピだけで、もう{ $hbm } GBの棚に載りきらない。本物のGPUは、ここで止まる。この先は、積めたことにして見せる。
too-big-xray-over-at-once = 重みだけでHBM { $hbm } GBを超過（メモリ不足）。載ったものとして続行

too-big-act-read = 7Bのレシピを、80 GBの棚で読みます。棚はどれだけ埋まるでしょう。
too-big-act-read-xray = 7Bのモデルを、80 GBのGPU 1台で推論します。
too-big-act-read-button = 読む
too-big-act-learn = 次は、同じレシピを同じ文から学びます。
too-big-act-learn-xray = 次は、同じモデルの学習を1ステップ進めます。
too-big-act-learn-button = 次：学ぶ
too-big-act-again = 長い文を8本学ぶと、棚を埋めるのはボウルです。ボウルは、作り直せます。
too-big-act-again-xray = 長い系列8本では、活性値がHBMを埋めます。活性値は再計算できます。
too-big-act-again-go = ボウルを作り直す
too-big-act-away = レシピが大きいと、棚を埋めるのは帳面です。帳面は、倉庫に預けられます。
too-big-act-away-xray = モデルが大きいと、Adamの状態がHBMを埋めます。状態はCPUに置けます。
too-big-act-away-go = 帳面を倉庫へ
too-big-act-share = シェフがもう一人いれば、瓶を半分ずつ持てます。
too-big-act-share-xray = GPUがもう1台あれば、状態を半分ずつ持てます（ZeRO-3）。
too-big-act-share-go = 二人で分ける
too-big-act-turn = あなたの番です。70Bのレシピを、できるだけ少ない人数の棚に載せてください。
too-big-act-turn-xray = あなたの番です。70Bの学習を、できるだけ少ない台数に載せてください。
too-big-act-turn-button = あなたの番
too-big-act-turn-go = この棚で学ぶ
too-big-kept-read = 読む
too-big-kept-learn = 学ぶ
too-big-kept-again = 作り直す
too-big-kept-away = 倉庫へ
too-big-kept-share = { $chefs }人で
# $times number
too-big-kept-price = { $what }・時間{ $times }倍
too-big-kept-over = 載らない
too-big-hand-model = レシピ
too-big-hand-model-xray = モデル
too-big-hand-chefs = シェフ
too-big-hand-chefs-xray = GPU
too-big-hand-many = { $chefs }人
too-big-hand-peak = 棚 { $gb } GB
too-big-hand-shelf = 棚に置く
too-big-hand-pot = もう一度作る
too-big-hand-pantry = 倉庫に預ける
too-big-relief-notebooks-full = 帳面を倉庫へ、ボウルは全部作り直す
too-big-param-chefs = 分け合う人数
too-big-param-chefs-help = 瓶を分け合うシェフの人数。分け合わないときは、一人で学ぶ。
too-big-param-words = 文の長さ
too-big-param-words-help = 一つの文の語数（トークン数）。長いほど、取っておくボウルが大きい。
too-big-hand-other = ほかのシェフと分ける
