# 章を囲むページ：見出し、再生バー、ダイアログ、知らせ。
shell-name = Collective Kitchen
shell-skip = 舞台へ移動
shell-home = Collective Kitchen 目次
shell-page-title = { $chapter } | Collective Kitchen
shell-menu = メニュー
shell-layer = 見え方
shell-layer-kitchen = 厨房
shell-layer-xray = X-ray
shell-lang = 言語
shell-lang-ja = 日本語
shell-lang-en = English
shell-share = 共有
shell-settings = 設定
shell-theme = 配色
shell-theme-auto = システムに合わせる
shell-theme-light = 明るい
shell-theme-dark = 暗い
shell-theme-projector = プロジェクター
shell-letter-keys = 舞台で一文字のショートカットを使う
shell-keys-title = キー操作
shell-keys-space = スペース：再生・一時停止
shell-keys-arrows = 左右：一手ずつ
shell-keys-shift-arrows = Shift＋左右、またはPage Up・Page Down：一拍ずつ
shell-keys-ends = Home・End：最初・最後
shell-keys-letters = K 再生、「,」「.」一拍ずつ、X 見え方、M 案内、P プロジェクター、Q 共有とQRコード

shell-stage = 舞台
shell-stage-help = スペースで再生と一時停止、左右の矢印で一手ずつ、Shiftを押しながらで一拍ずつ動きます。
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
shell-scrubber-value = { $total }のうち{ $time }、{ $beats }拍のうち{ $beat }拍目：{ $caption }
shell-speed = 速さ
shell-speed-value = ×{ $factor }
shell-scale = 画面の1秒 = 実際の{ $time }
shell-slow = スロー
shell-guide = 拍ごとに止まる
shell-guide-short = 案内つき

shell-gantt = シェフごとの時間の使い方
shell-gantt-help = 帯を指すかタップすると、何をしているかがわかります。ドラッグで時刻が動きます。
shell-gantt-zoom-in = 拡大
shell-gantt-zoom-out = 縮小
shell-gantt-fit = 全体
shell-gantt-earlier = 前へ
shell-gantt-later = 後へ
shell-gantt-critical = 重要経路
shell-gantt-compute = 塗り = 順伝播　枠 = 逆伝播　濃紺 = レシピの更新　空き = 待ち
shell-gantt-collective = 塗り = 足すために送る　枠 = 写すために送る　濃紺 = レシピの更新　空き = 待ち
shell-gantt-meeting = 塗り = 足すために送る　枠 = 写すために送る　空き = 待ち
shell-gantt-race = 一本が一つの厨房、時計は共通
shell-gantt-nodes = { $name } × { $n }
shell-gantt-kitchen = 厨房{ $n }
shell-gantt-node = ノード{ $n }
shell-gantt-none = 帯を指すかタップすると、何をしているかがわかります。
shell-gantt-of-links = リンクごとの時間の使い方
shell-gantt-lanes = 一段に一つずつ
shell-gantt-by-chef = シェフ
shell-gantt-by-link = リンク
shell-gantt-link = { $from } ⇄ { $to }
shell-gantt-one-way = { $from } → { $to }
shell-gantt-chip = チップ{ $n }
shell-gantt-chips = チップ{ $first }〜{ $last }
shell-gantt-nvswitches = NVSwitch { $first }〜{ $last }
shell-gantt-links = 上 = 行き　下 = 帰り　高さ = 上限に対する割合　太い縁 = 満杯
shell-gantt-links-together = 同じ種類のリンクの合計　高さ = 上限に対する割合　太い縁 = どれかが満杯
shell-gantt-busiest = 一番忙しいのは{ $link }。運べる量の{ $percent }を使い、満杯にはならない。
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
shell-table-rows = { $total }行のうち{ $first }〜{ $last }行
shell-table-run = 厨房
shell-table-links = リンクが運ぶもの
shell-table-link = リンク
shell-table-bytes = データ量
shell-table-rate = 速さ
shell-table-most = 上限
shell-table-full = 満杯
shell-table-others = { $from } → { $to } ほか
shell-table-full-of = { $links }本中{ $n }本
shell-previous-rows = 前の行
shell-next-rows = 次の行
shell-close = 閉じる

shell-readout = 数字で見る
shell-why = この数字の理由
shell-formula = 式
shell-filled = 値を入れると
shell-source = 出典
shell-tuner = NCCLの見積もり
shell-tuner-note = NCCLは実行の前に、方式とプロトコルの組ごとの時間を式で見積もり（NCCL 2.30.7のtuning.cc）、先頭の組を選ぶ。上の時間はシミュレーションの結果。
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

shell-share-title = この場面を共有
shell-share-link = リンク
shell-share-embed = ページに埋め込む
shell-share-qr = リンクのQRコード
shell-share-scan = 授業で：スマートフォンで読み取ると、同じ場面が開く。
shell-copy = コピー
shell-copied = コピーしました。
shell-copy-by-hand = 選択しました。キーボードでコピーしてください。
shell-open-full = Collective Kitchenで開く

shell-home-picture = 一列に並ぶ四人のシェフ。番号つきのボウルがトンネルを通って先へ進み、レポートが戻ってくる。
shell-home-how = しくみ
shell-home-how-text = まずブラウザの中で離散事象シミュレーションを実行し、その記録から絵を描く。だから、どの瞬間もやり直せるし、一手ずつ戻れるし、理由を問える。
shell-how-page = 計算のしかた：式と定数、実測とのずれ
shell-footer = クッキーも追跡も、外部からの読み込みもありません。

shell-problem = このリンクは、そのままでは使えませんでした。
shell-problem-closed = この章はまだ開いていません：{ $name }。
shell-problem-scene = 「{ $scene }」という章はありません。
shell-problem-texts = そのページに必要なものが届きませんでした。つながりを確かめて、もう一度選んでください。いまのページはこのまま使えます。
shell-problem-dismiss = わかりました
shell-panic-title = 厨房が止まりました
shell-panic-text = 原因はこちらの誤りで、あなたの操作ではありません。やり直すと、この章に戻ります。
shell-panic-reload = やり直す
shell-panic-copy = 詳細をコピー
shell-run-failed = 計算できませんでした。

# 表とタイムラインでの作業の呼び名。
shell-task-forward = 順伝播
shell-task-backward = 逆伝播
shell-task-update = レシピの更新
shell-task-reduce = 足し算
shell-task-launch = 始める支度
shell-task-activation = ボウルを渡す
shell-task-activation-gradient = レポートを返す
shell-task-send-reduce = 伝票を送って足す
shell-task-send-copy = 伝票を送って写す
shell-task-switch-reduce = 伝票を交換機へ
shell-task-switch-multicast = 合計を交換機から
shell-task-join = 待ち合わせ
shell-task-run = 会議
shell-way = シェフ{ $from } → シェフ{ $to }
shell-span = { $who }：{ $what }、{ $start }〜{ $end }（{ $length }）。
shell-span-batch = { $who }：ボウル{ $n }の{ $what }、{ $start }〜{ $end }（{ $length }）。
shell-span-waited = その前に{ $time }、「{ $cause }」を待っていた。
shell-span-own = 材料は{ $time }前にそろっていたが、手がふさがっていた。
shell-span-link = { $link }：{ $bytes }を{ $rate }で（上限{ $most }）、{ $start }〜{ $end }（{ $length }）。
shell-span-link-full = { $link }：{ $bytes }を{ $rate }で（満杯）、{ $start }〜{ $end }（{ $length }）。
shell-span-full-of = リンク{ $links }本のうち{ $n }本が満杯。
shell-span-ends = { $from }から{ $to }へ。
shell-span-ends-others = { $from }から{ $to }へ、ほか。
shell-cause = { $who }：{ $what }
shell-table-empty = –
