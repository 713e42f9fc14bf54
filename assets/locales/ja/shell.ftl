# 章を囲むページ：見出し、再生バー、ダイアログ、知らせ。
shell-name = Collective Kitchen
shell-skip = 舞台へ移動
shell-skip-home = 本文へ移動
shell-home = Collective Kitchen 目次
shell-page-title = { $chapter } | Collective Kitchen
shell-menu = メニュー
shell-layer = 見え方
shell-layer-kitchen = 厨房
shell-layer-xray = X-ray
shell-lang = 言語
shell-share = 共有
shell-settings = 設定
shell-theme = 配色
shell-theme-auto = システムに合わせる
shell-theme-light = 明るい
shell-theme-dark = 暗い
shell-theme-projector = プロジェクター
shell-sound = 音を出す（会議は鐘、手渡しはノック）
shell-letter-keys = 舞台で一文字のショートカットを使う
shell-keys-title = キー操作
shell-keys-space = スペース：再生・一時停止
shell-keys-arrows = 左右：一手ずつ
shell-keys-shift-arrows = Shift＋左右、またはPage Up・Page Down：一拍ずつ
shell-keys-ends = Home・End：最初・最後
shell-keys-letters = K 再生、「,」「.」一拍ずつ、X 見え方、M 案内、P プロジェクター、Q 共有とQRコード

shell-stage = 舞台
shell-stage-help = スペースで再生と一時停止、左右の矢印で一手ずつ、Shiftを押しながらで一拍ずつ動きます。
# $total time
shell-summary = { $name }。シミュレーション上の時間は全部で{ $total }、拍は{ $beats }個。
shell-clock = シミュレーション上の時刻
shell-bar = 再生
shell-restart = 最初に戻る
shell-beat-back = 前の拍
shell-step-back = 一手戻る
shell-play = 再生
shell-pause = 一時停止
shell-step-forward = 一手進む
shell-beat-forward = 次の拍
shell-scrubber = 時刻
# $time words, $total time
shell-scrubber-value = { $total }のうち{ $time }、{ $beats }拍のうち{ $beat }拍目：{ $caption }
shell-speed = 速さ
# $factor words
shell-speed-value = ×{ $factor }
shell-scale = 画面の1秒 = 実際の{ $time }
shell-slow = スローで再生中。
shell-compressed = 待ち時間を縮めて再生中。
shell-guide = 拍ごとに止まる
shell-guide-short = 案内つき

shell-gantt = シェフごとの時間の使い方
shell-gantt-of-gpus = GPUごとの時間の使い方
shell-gantt-help = 帯を指すかタップすると、何をしているかがわかります。ドラッグで時刻が動きます。
shell-gantt-keys = 矢印キーで帯から帯へ移り、Enterで再生位置をそこへ動かします。＋と−で拡大と縮小。
shell-gantt-zoom-in = 拡大
shell-gantt-zoom-out = 縮小
shell-gantt-fit = 全体
shell-gantt-earlier = 前へ
shell-gantt-later = 後へ
shell-gantt-critical = 重要経路
# $rest words
shell-gantt-legend = { $first }　{ $rest }
shell-gantt-filled = 塗り = { $what }
shell-gantt-outlined = 枠 = { $what }
shell-gantt-striped = 縞 = { $what }
shell-gantt-plain = 濃紺 = { $what }
shell-gantt-empty = 空き = { $what }
shell-gantt-forward = 順伝播
shell-gantt-backward = 逆伝播
shell-gantt-backward-input = 前へ渡す勾配（B）
shell-gantt-backward-weight = 自分の重みの勾配（W）
shell-gantt-update = レシピの書き直し
shell-gantt-added = 足し算
shell-gantt-to-be-added = 足すために送る
shell-gantt-to-be-copied = 写すために送る
shell-gantt-sent = 送る
shell-gantt-waiting = 待ち
shell-gantt-race = 一本が一つの厨房、時計は共通
shell-gantt-nodes = { $name } × { $n }
# $n quantity
shell-gantt-kitchen = 厨房{ $n }
# $n quantity
shell-gantt-node = ノード{ $n }
shell-gantt-none = 帯を指すかタップすると、何をしているかがわかります。
shell-gantt-of-links = リンクごとの時間の使い方
shell-gantt-lanes = 一段に一つずつ
shell-gantt-by-chef = シェフ
shell-gantt-by-gpu = GPU
shell-gantt-by-link = リンク
# $from words, $to words
shell-gantt-link = { $from } ⇄ { $to }
# $from words, $to words
shell-gantt-one-way = { $from } → { $to }
shell-gantt-chip = チップ{ $n }
# $first int
shell-gantt-chips = チップ{ $first }〜{ $last }
# $first quantity, $last quantity
shell-gantt-nvswitches = NVSwitch { $first }〜{ $last }
shell-gantt-links = 上 = 行き　下 = 帰り　高さ = 上限に対する割合　太い縁 = 満杯
shell-gantt-links-together = 同じ種類のリンクの合計　高さ = 上限に対する割合　太い縁 = どれかが満杯
# $percent percent
shell-gantt-busiest = 一番忙しいのは{ $link }。運べる量の{ $percent }を使い、満杯にはならない。
# $percent percent
shell-gantt-busiest-full = 一番忙しいのは{ $link }。運べる量の{ $percent }を使い、{ $time }は満杯。
shell-gantt-idle = この実行では、どのリンクも何も運ばない。

shell-table = 表で見る
shell-table-title = すべての作業
shell-table-start = 開始
shell-table-end = 終了
shell-table-duration = 長さ
shell-table-who = 誰が
shell-table-task = 作業
shell-table-micro-batch = マイクロバッチ
shell-table-chunk = 塊
shell-table-bundle = 束
# $first int, $total int
shell-table-rows = { $total }行のうち{ $first }〜{ $last }行
shell-table-run = 厨房
shell-table-links = リンクが運ぶもの
shell-table-link = リンク
shell-table-bytes = データ量
shell-table-rate = 速さ
shell-table-most = 上限
shell-table-full = 満杯
# $from words, $to words
shell-table-others = { $from } → { $to } ほか
shell-table-full-of = { $links }本中{ $n }本
shell-previous-rows = 前の行
shell-next-rows = 次の行
shell-close = 閉じる

shell-readout = 数字で見る
shell-side = 数字と設定
shell-why = この数字の理由
shell-formula = 式
shell-filled = 値を入れると
shell-source = 出典
shell-tuner = NCCLの見積もり
shell-tuner-note = NCCLは実行の前に、方式とプロトコルの組ごとの時間を式で見積もり（NCCL 2.30.7のtuning.cc）、先頭の組を選ぶ。上の時間はシミュレーションの結果。
shell-account-all = 合計
shell-account-change = 差
shell-covered = 「？」は、問いの答えになるので伏せてある。
shell-covered-show = 数字を見る
shell-controls = 変えてみる
shell-control-reset = 初めの値に戻す

shell-gate = 先に予想しよう
shell-gate-right = 実行の結果もそのとおり。
shell-gate-wrong = 実行の結果は違った。
shell-gate-again = もう一度考える
shell-gate-tie = 印をつけた答えの差は2 %以内。どれを選んでも正解。
shell-not-like = ここは厨房と違う
shell-teacher = 先生方へ
shell-notes = 話すための台本（一拍ごと）
shell-previous-chapter = 前の章
shell-next-chapter = 次の章
shell-contents-link = すべての章

shell-open-here = この章をここから開く
shell-new-tab = （同じ場面を新しいタブで）
shell-open-refused = このページからはタブを開けません。リンクをコピーしてください。
shell-embed-credit = 見ているその場でシミュレーション

shell-home-how = しくみ
shell-home-how-text = まずブラウザの中で離散事象シミュレーションを実行し、その記録から絵を描く。だから、どの瞬間もやり直せるし、一手ずつ戻れるし、理由を問える。
shell-how-page = 計算のしかた：式と定数、実測とのずれ
shell-leaves = 章のほかのページ
shell-glossary = 用語集
shell-glossary-note = 点線の言葉を押すと、用語集の説明が別のタブで開く。
shell-faq = よくある質問
shell-teachers = 先生のページ（授業案とワークシート）
shell-writers = 記事・本・スライドに載せる
shell-programmers = プログラムから使う
shell-how-leaf = 計算のしかた
shell-footer = クッキーも追跡も、外部からの読み込みもありません。

shell-problem = このリンクは、そのままでは使えませんでした。
shell-problem-scene = 「{ $scene }」という章はありません。
shell-problem-act = この章に「{ $act }」という場面はありません。リンクの設定のまま見せています。
shell-problem-texts = そのページに必要なものが届きませんでした。つながりを確かめて、もう一度選んでください。いまのページはこのまま使えます。
shell-coming = 読み込んでいます…
shell-late = 必要なものがまだ届いていません。回線が遅いだけなら、届きしだい開きます。いまのページはそのまま使えます。
shell-late-again = もう一度取りに行く
shell-late-reload = ページを読み込み直す
shell-problem-dismiss = わかりました
shell-clash-back = 元に戻す
shell-panic-title = 厨房が止まりました
shell-panic-text = 原因はこちらの誤りで、あなたの操作ではありません。やり直すと、この章に戻ります。
shell-panic-reload = やり直す
shell-panic-copy = 詳細をコピー
shell-run-failed = 計算できませんでした。

# 表とタイムラインでの作業の呼び名。
shell-task-forward = 順伝播
shell-task-backward = 逆伝播
shell-task-backward-input = 入力の勾配（B）
shell-task-backward-weight = 重みの勾配（W）
shell-task-update = レシピの書き直し
shell-task-reduce = 足し算
shell-task-launch = 始める支度
shell-task-activation = ボウルを渡す
shell-task-activation-gradient = レポートを返す
shell-task-send-reduce = 伝票を送って足す
shell-task-send-copy = 伝票を送って写す
shell-task-switch-reduce = 伝票を交換機へ
shell-task-switch-multicast = 合計を交換機から
shell-task-store = 瓶を倉庫へ預ける
shell-task-load = 瓶を倉庫から戻す
shell-task-join = 待ち合わせ
shell-task-run = 会議
shell-task-forward-of = ボウル{ $n }の順伝播
shell-task-backward-of = ボウル{ $n }の逆伝播
shell-task-backward-input-of = ボウル{ $n }の、入力の勾配（B）
shell-task-backward-weight-of = ボウル{ $n }の、重みの勾配（W）
shell-task-bundle-of = 束{ $n }の逆伝播
shell-task-activation-of = ボウル{ $n }を渡す
shell-task-activation-gradient-of = ボウル{ $n }のレポートを返す
# $from words, $to words
shell-way = { $from } → { $to }
shell-span = { $who }：{ $what }、{ $start }〜{ $end }（{ $length }）。
shell-span-waited = その前に{ $time }、「{ $cause }」を待っていた。
shell-span-own = 材料は{ $time }前にそろっていたが、手がふさがっていた。
# $most rate
shell-span-link = { $link }：{ $bytes }を{ $rate }で（上限{ $most }）、{ $start }〜{ $end }（{ $length }）。
shell-span-link-full = { $link }：{ $bytes }を{ $rate }で（満杯）、{ $start }〜{ $end }（{ $length }）。
shell-span-full-of = リンク{ $links }本のうち{ $n }本が満杯。
# $from words, $to words
shell-span-ends = { $from }から{ $to }へ。
# $from words, $to words
shell-span-ends-others = { $from }から{ $to }へ、ほか。
shell-cause = { $who }：{ $what }
shell-table-empty = –

# Guessing and presenting.
shell-gate-times = { $value }倍
shell-gate-hit = 予想は{ $guess }、実行は{ $truth }。差は2 %以内。
# $off number
shell-gate-low = 予想は{ $guess }、実行は{ $truth }。実行は予想の{ $off }倍で、予想は小さすぎた。
# $off number
shell-gate-high = 予想は{ $guess }、実行は{ $truth }。予想は実行の{ $off }倍で、大きすぎた。
# $off number
shell-gate-points-low = 予想は{ $guess }、実行は{ $truth }。{ $off }ポイント低い。
# $off number
shell-gate-points-high = 予想は{ $guess }、実行は{ $truth }。{ $off }ポイント高い。
shell-gate-value = あなたの予想
shell-gate-unit-times = 倍
shell-gate-unit-percent = %
shell-gate-guess = これで予想する
shell-gate-show = 予想せずに見る
shell-gate-held = この先を見れば答えがわかってしまう。先に予想するか、予想せずに見る。
shell-gate-on = つづける
shell-gate-both = 同じ時計で並べて走らせる
shell-gate-clock = 二つに共通の時計
shell-gate-case = { $name }：{ $time }で終わる
shell-gate-yours = あなたの予想
shell-present = 発表モード
shell-present-key = B 発表モード、Escで終わる
shell-present-on = 発表モード。次のビートはPage Down、前はPage Up、終わるにはEsc。
shell-present-notes = メモの窓
shell-present-blocked = メモの窓をブラウザが止めました。このページのポップアップを許すと、もう一度押して開けます。
shell-notes-title = 発表者のメモ
shell-notes-now = いま
shell-notes-next = 次のビート
# $time words
shell-notes-in = 再生すると{ $time }後
shell-notes-timer = 経過時間
shell-notes-last = これが最後のビート。次のPage Downで次の章へ。

shell-next-wait = 準備しています
shell-next-ask = まず、予想してみる
shell-next-begin = 料理をはじめる
shell-next-on = つづける
shell-next-pause = 手を止める
shell-next-show = わからない。見せて
shell-next-to = 次の章：{ $name }
shell-next-contents = 本の目次へ
shell-undo = 元に戻す
shell-tally-best = いちばん良い
shell-undo-keys = 手で変えたことを一つ取り消します（Ctrl+Z、やり直しは Ctrl+Y）
shell-acts = { $count }場面のうち{ $n }番目
shell-drawers = 舞台の横に開くもの
shell-drawer-read = 読む
shell-drawer-numbers = 数字
shell-drawer-timeline = 時間の帯
shell-drawer-try = 試す
