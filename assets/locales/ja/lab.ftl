# 第18章：自分の店を構える — 計画の探索。
lab-title = 何を買えば、一歩は縮むか
lab-hook = 太い道、トンネル、速いシェフ、大きい棚、倍の厨房のうち、一つだけ買える。買う前に、いまの一歩が何を待っているかを見る。
lab-text-1 = 同じ店でも、仕事の分け方は何百通りもある。鍋を何人で分け（テンソル並列）、リレーを何段にし（パイプライン並列）、同じ組をいくつ並べるか（データ並列）。まず、棚に載る分け方の中から速いものを探す。
lab-text-2 = 一歩の時間は、料理、鍋を分けた仲間との会議、全体会議、リレーの待ち、書き直しの足し算になる。どの待ちも、誰かの仕事を待っている。待ちの先をたどった一続きが、重要経路（クリティカルパス）。
lab-text-3 = 縮むのは、重要経路が待っているものを買ったときだけ。誰も待っていない道をいくら太くしても、一歩の長さは変わらない。
lab-text-4 = 一つ買うと、重要経路は別のものを待ちはじめる。だから、次に買うものは走らせ直して決める。分け方も、そのたびに探し直す。
lab-text-5 = やってみよう：「いまの店」を選び直すと、買うべきものはどう変わるか。トンネルも太い道もある店では、何がいちばん効くか。ここまでの章の道具は、ぜんぶこの一枚に入っている。
lab-not-like-1 = 本物の店は、増築すると工事で休む。ここでは、買ったものが次の一歩から全部使える。
lab-not-like-2 = 「速いシェフ」は、ほかの機器を同じままGPUだけを替えた比べ方。そういう組み合わせのサーバーが売られているとは限らない。
lab-not-like-3 = 厨房では値段がまず気になる。ここでは、出典のわかる値段だけを書き、ほかは何倍速くなるかだけを示す。
lab-teacher-goal = めあて：一歩の内訳を読み、どの買い物が効くかを、走らせる前に言える。
lab-teacher-question-1 = 問い1：はじめの店で厨房を倍にしても、一歩が半分にならないのはなぜか（答え：ボウルの数は同じままリレーが長くなるか、鍋を分ける人が増え、待ちが増える）。
lab-teacher-question-2 = 問い2：道もトンネルもよい店では、なぜ速いシェフがいちばん効くか（答え：一歩のほとんどが料理になり、料理が重要経路だから）。
lab-teacher-time = 時間：25分（予想3分、実行7分、店を替えて買い比べ15分）。

lab-lane-now-1 = いま 1
lab-lane-now-2 = いま 2
lab-lane-now-3 = いま 3
lab-lane-now-4 = いま 4
lab-lane-then-1 = 購入後 1
lab-lane-then-2 = 購入後 2
lab-lane-then-3 = 購入後 3
lab-lane-then-4 = 購入後 4
lab-lane-then-5 = 購入後 5
lab-lane-then-6 = 購入後 6
lab-lane-then-7 = 購入後 7
lab-lane-then-8 = 購入後 8
lab-task-waits = 待ち
lab-too-large = このモデルは、厨房二つのH100の棚には載らない。載るいちばん近い店として、厨房を四つにした。
lab-has-tunnels = この店には、もうトンネルがある。代わりに太い道を買う。
lab-now = いまの店
lab-now-xray = 現状
lab-plan = 鍋を{ $tensor }人で × リレー{ $pipeline }段 × { $data }組
lab-each = 厨房{ $kitchens }つ、{ $chefs }人ずつ
lab-each-xray = { $kitchens } × { $chefs } GPU
# $drawn int
lab-each-drawn = 厨房{ $kitchens }つ、{ $chefs }人ずつ（絵は{ $drawn }つで代表）
# $drawn int
lab-each-drawn-xray = { $kitchens } × { $chefs } GPU（描くのは{ $drawn }台）
lab-own-texts = 一歩に{ $words }トークンの文を{ $texts }本
# $millions number
lab-own-tokens = 合わせて{ $millions }Mトークン
lab-own-not-sold = 自分の店には、その買い物の売り物がない。ほかの買い物にした。
lab-own-unreadable = リンクにある自分の店の書き方が読めない。代わりに、いつもの敷地の店を開いた。
lab-lot-own = 道もトンネルも自分の店のもの
lab-chefs-a100 = 速いシェフ（A100）
lab-chefs-h100 = 速いシェフ（H100）
lab-chefs-a100-xray = A100への交換
lab-chefs-h100-xray = H100への交換
lab-own-open = 自分の店
lab-server-xray = サーバー{ $n }
lab-plan-xray = TP { $tensor } × PP { $pipeline } × DP { $data }
lab-row-done = 一歩 { $time }
lab-does-forward = 前向き
lab-does-back = 後ろ向き
lab-does-update = 書き直し
lab-does-inside = 鍋の会議待ち
lab-does-meeting = 会議待ち
lab-does-relay = リレー待ち
lab-does-forward-xray = 順伝播
lab-does-back-xray = 逆伝播
lab-does-update-xray = 更新
lab-does-inside-xray = TP通信待ち
lab-does-meeting-xray = DP通信待ち
lab-does-relay-xray = PP待ち
lab-wait-inside = 鍋を分けた仲間との会議
lab-wait-street = 通りの会議
lab-wait-meeting = 厨房の中の会議
lab-wait-relay = リレーの次のボウル

lab-opening-1 = いまの店：{ $model }を、厨房{ $kitchens }つ、シェフ{ $chefs }人で学ぶ。{ $lot }。
lab-opening-2 = となりは、一つだけ買い足した同じ店：{ $buy }。
lab-opening-3 = 一歩は、いまの店で{ $now }、買った店で{ $then }（{ $times }倍の速さ）。

lab-beat-start = { $model }を学ぶ一歩。左は厨房{ $kitchens }つ、{ $chefs }人のいまの店（{ $lot }）、右は「{ $buy }」を買った店。
lab-xray-start = { $model }、サーバー{ $kitchens }台、{ $gpu } ×{ $chefs }（{ $lot }）。右は{ $bought }。分割は左右それぞれ探索
lab-beat-own-start = { $model }を学ぶ一歩。左は厨房{ $kitchens }つ、{ $chefs }人の自分の店（{ $gpu }、厨房ごとに{ $gbit }Gbit/s ×{ $cards }本の道）、右は「{ $buy }」を買った店。
lab-xray-own-start = { $model }、サーバー{ $kitchens }台、{ $gpu } ×{ $chefs }、サーバーごとにNIC { $gbit } Gbit/s ×{ $cards }。右は{ $bought }。分割は左右それぞれ探索
lab-beat-first = いちばん忙しいシェフが最初のボウルの前向きを終えたのは、いまの店で{ $now }、買った店で{ $then }。
lab-xray-first = 最初のマイクロバッチの順伝播の完了：現状{ $now }、購入後{ $then }
lab-beat-stoves = 最後の後ろ向きが済んだのは、いまの店で{ $now }、買った店で{ $then }。
# $a live, $b live
lab-beat-now = 一歩のうち、いまの店は{ $a }、買った店は{ $b }の時間がたった。
# $a live, $b live
lab-xray-now = ステップの経過：現状{ $a }、購入後{ $b }
lab-xray-stoves = 最後の逆伝播の完了：現状{ $now }、購入後{ $then }
lab-beat-wait = いまの店では、厨房{ $kitchen }のシェフが手を止めて待っている。待つ相手は{ $what }。
lab-beat-waited = いまの店では{ $time }から{ $wait }、厨房{ $kitchen }のシェフが待った。待った相手は{ $what }。
lab-xray-wait = 現状：サーバー{ $kitchen }は待機中（{ $what }）
lab-xray-waited = 現状：サーバー{ $kitchen }は{ $time }から{ $wait }待機（{ $what }）
lab-beat-wait-then = 買った店では、厨房{ $kitchen }のシェフが手を止めて待っている。待つ相手は{ $what }。
lab-beat-waited-then = 買った店では{ $time }から{ $wait }、厨房{ $kitchen }のシェフが待った。待った相手は{ $what }。
lab-xray-wait-then = 購入後：サーバー{ $kitchen }は待機中（{ $what }）
lab-xray-waited-then = 購入後：サーバー{ $kitchen }は{ $time }から{ $wait }待機（{ $what }）
lab-beat-done = いまの店が先に、{ $time }に一歩を終えた。買った「{ $buy }」は、この一歩を縮めなかった。
lab-xray-done = 現状が先に{ $time }で完了。{ $bought }は短縮にならない
lab-beat-done-then = 「{ $buy }」を買った店は、{ $time }に一歩を終えた。
lab-xray-done-then = 購入後は{ $time }に完了：{ $bought }
lab-beat-end = 「{ $buy }」を買うと、一歩は{ $now }から{ $then }へ、{ $times }倍の速さ。いまの一歩のうち料理は{ $share }、残りは待ち。
# $rest percent
lab-beat-end-cooks = 「{ $buy }」を買うと、一歩は{ $now }から{ $then }へ。いまの一歩は{ $share }が料理。道やトンネルで縮むのは、多くても{ $rest }。
lab-xray-end = 1ステップ：現状{ $now }、{ $bought }で{ $then }（{ $times }倍）。現状の計算の割合{ $share }
# $rest percent
lab-xray-end-cooks = 1ステップ：現状{ $now }、{ $bought }で{ $then }（{ $times }倍）。現状の計算の割合{ $share }、通信の改善で縮むのは最大{ $rest }

lab-gate = { $model }を学ぶ、いまの店（{ $lot }）。一つだけ買えるなら、一歩がいちばん縮むのはどれ？
# $chef time, $kitchens time, $shelf time, $street time, $tunnel time
lab-verdict = いまの一歩は{ $now }。太い道なら{ $street }、トンネルなら{ $tunnel }、速いシェフなら{ $chef }、大きい棚なら{ $shelf }、厨房を倍にすると{ $kitchens }。
# $chef time, $kitchens time, $shelf time, $street time
lab-verdict-tunnels = いまの一歩は{ $now }。太い道なら{ $street }、速いシェフなら{ $chef }、大きい棚なら{ $shelf }、厨房を倍にすると{ $kitchens }。
lab-case = { $side }

lab-account-title = 一歩の時間のゆくえ
lab-account-note = いちばん長く料理する厨房の、一人目のシェフの時間。
lab-account-cook = 料理
lab-account-again = 作り直し
lab-account-bowl = 届く途中のボウル待ち
lab-account-host = 次の注文待ち
lab-account-pantry = 倉庫待ち
lab-account-attention-xray = アテンション
lab-account-mlp-xray = MLP
lab-account-experts-xray = エキスパート
lab-account-head-xray = 語彙の射影と損失
lab-account-again-xray = 再計算
lab-account-update-xray = オプティマイザ
lab-account-context-xray = CP通信待ち
lab-account-expert-xray = EP通信待ち
lab-account-weights-xray = 重みの集め待ち
lab-account-gradients-xray = 勾配の集約待ち
lab-account-bowl-xray = PPの転送待ち
lab-account-bubble-xray = PP待ち（バブル）
lab-account-host-xray = カーネルの起動待ち
lab-account-pantry-xray = ホストメモリ待ち
lab-account-on = { $what }（{ $way }）
lab-way-corridor = 廊下
lab-way-tunnel = トンネル
lab-way-street = 道路
lab-way-corridor-xray = PCIe
lab-way-tunnel-xray = NVLink
lab-way-street-xray = ネットワーク

lab-figure-step = 一歩の内訳：{ $side }
lab-figure-step-formula = 料理 ＋ 鍋の会議待ち ＋ 会議待ち ＋ リレー待ち ＋ 書き直し
# $inside number
lab-figure-step-filled = { $cooking } ＋ { $inside } ＋ { $meeting } ＋ { $relay } ＋ { $update } = { $all } ms
lab-figure-step-source = 記録の時間を足したもの。いちばん長く料理をする厨房{ $kitchen }の、一人目のシェフ。大きい項が、次に買うもののありか。
lab-figure-mfu = シェフの働き、MFU：{ $side }
lab-figure-mfu-value = { $share }
lab-figure-mfu-formula = 学ぶのに要る計算 ÷（シェフの数 × 一人の最高の速さ × 一歩）
# $flops number, $peak number
lab-figure-mfu-filled = { $flops } PFLOP ÷（{ $chefs } × { $peak } PFLOP/s × { $seconds } s）= { $share }
lab-figure-mfu-source = 一歩は{ $texts }本の文章、一本{ $words }トークン。最高の速さはデータシートの16ビットの密な計算。
lab-figure-plan = 探して見つけた分け方：{ $side }
lab-figure-plan-value = TP { $tensor } × PP { $pipeline } × DP { $data }
lab-figure-plan-formula = 鍋を分ける人数 × リレーの段 × 同じ組の数
lab-figure-plan-filled = { $tensor } × { $pipeline } × { $data } = シェフ{ $chefs }人
# $again words
lab-figure-plan-published = 公表のとおりで、探していない。ボウルに文章{ $texts }本、ZeRO-{ $zero }、{ $again }。
# $again words
lab-figure-plan-proven = 棚に載る{ $fit }通りのうち{ $simulated }通りを走らせた。ほかは、料理だけでもこれより長い。ボウルに文章{ $texts }本、ZeRO-{ $zero }、{ $again }。
# $again words
lab-figure-plan-cut = 棚に載る{ $fit }通りのうち{ $simulated }通りを走らせ、いちばん速かったもの。走らせていない分け方に、もっと速いものがあるかもしれない。ボウルに文章{ $texts }本、ZeRO-{ $zero }、{ $again }。
lab-again-none = 作り直しなし
lab-again-some = 注意のところだけ作り直す
lab-again-all = 前向きを作り直す
lab-figure-shelf = 棚がいちばん埋まったとき：{ $side }
lab-figure-shelf-value = { $gb } GB（棚は{ $hbm } GB）
lab-figure-shelf-formula = レシピと帳面とレポート ＋ ボウル
lab-figure-shelf-filled = { $state } ＋ { $bowls } = { $all } GB
lab-figure-shelf-source = 分け方から数えたもの（第4章と同じ数え方）。
lab-figure-price = わかっている値段
# $kitchen number, $street number
lab-figure-price-value = 厨房一つ { $kitchen }ドル、その道 { $street }ドル
lab-figure-price-formula = 道 = 一人分のスイッチとケーブル × 厨房の人数
# $each int, $kitchen number, $street number
lab-figure-price-filled = { $each } × { $chefs } = { $street }ドル（厨房は{ $kitchen }ドル）
lab-figure-price-source = H100が8基のサーバーと、512基で400Gのファットツリーを組むときの一基分（2024年8月の公開の費用表）。ほかの買い物には出典の確かな値段がないので、何倍速くなるかだけを書く。
lab-texts = 一歩の文章
lab-texts-help = 一歩で全員が学ぶ文章の数。一本は4,096トークン。少ないと、料理より待ちが目立つ。
lab-texts-16 = 16本（6万トークン）
lab-texts-128 = 128本（52万トークン）
lab-texts-1024 = 1,024本（400万トークン）
lab-chef = いまのシェフ
lab-chef-help = いまの店のシェフ。買い足すと、次の店ではこのシェフになる。
lab-chef-h100 = H100
lab-chef-h200 = 大きい棚（H200）
lab-chef-b200 = 速いシェフ（B200）
lab-has-chefs = この店には、もうその買い物に当たるシェフがいる。代わりに太い道を買う。
lab-no-place = 敷地がいっぱいで、これ以上は厨房を建てられない。
# $texts number
lab-batch = 文章{ $texts }本
lab-handle-buy = 買うもの
lab-handle-take = 買って、今日の店にする
lab-handle-taken = 今日の店に：{ $buy }
lab-effect-step = 一歩 { $time }
lab-effect-times = { $times }倍の速さ
lab-buy-plan = よい分け方
lab-buy-plan-xray = 最良の分割
lab-buy-street-xray = NICの増強
lab-buy-tunnel-xray = NVLink
lab-buy-chef-xray = B200への交換
lab-buy-shelf-xray = H200への交換
lab-buy-kitchens-xray = サーバーの倍増
lab-tensor = 一鍋の人数
lab-tensor-help = いまの店で、一つの鍋を何人で分けるか（テンソル並列）。0なら、いちばん速い分け方を探す。
lab-stages = リレーの段数
lab-stages-help = いまの店で、リレーを何段にするか（パイプライン並列）。0なら、いちばん速い分け方を探す。
lab-cut-tensor = 一鍋 { $tensor }人
lab-cut-stages = リレー { $stages }段
lab-effect-cut = 同じ組 { $data }、一歩 { $time }
# $least bytes-decimal
lab-cut-large = その分け方は棚に載らない。いちばん軽くしても、いちばん埋まるシェフの棚に{ $least }が要る。棚は{ $have }。
lab-kept-each = 1本 { $time }

lab-act-today = 大きな仕事のいつもの一歩です。文章1,024本、400万トークンを32人で料理します。
lab-act-today-xray = 8B、32基、バッチ400万トークン。時間の内訳を見ます。
lab-act-today-button = 今日の一歩を見る
lab-act-which = 下の帯は、ほとんどが料理の色。一つだけ買えるなら、何を買いますか。
lab-act-which-xray = ステップの大半が計算です。何に投資しますか。
lab-act-which-button = 買うものを選ぶ
lab-act-small = こんどは文章16本だけの小さな一歩で、店の道も細め。待ちが目立ちます。
lab-act-small-xray = バッチを6万トークンにし、通信も遅い構成です。待ちが支配的になります。
lab-act-small-button = 小さな一歩にする
lab-act-small-go = トンネルを買う
lab-act-plan = 分け方でも一歩は変わります。帯を引いて、右の速さへ。
lab-act-plan-xray = 同じクラスタ、二つの分割。左のTPとPPを引いて、右の探索結果に近づけます。
lab-act-plan-button = 分け方を引いてみる
lab-act-plan-go = 少なく分けてみる
lab-kept-plan = { $tensor }人 × { $pipeline }段 × { $data }組
lab-act-turn = あなたの番です。買っては今日の店に加え、一本あたりを速くしてください。
lab-act-turn-xray = 投資を重ねて、1系列あたりの時間を縮めてください。
lab-act-turn-button = 自分の店を構える
