share-title = この場面を共有
share-link = リンク
share-embed = ページに埋め込む
share-element = 専用のタグで：記事から動かせる（スクリプトが動くページ）
share-iframe = iframeで：スクリプトを置けないページ
share-qr = リンクのQRコード
share-scan = 授業で：スマートフォンで読み取ると、同じ場面が開く。
share-copy = コピー
share-copied = コピーしました。
share-copy-by-hand = 選択しました。キーボードでコピーしてください。
share-parts = 埋め込みに入れるもの
share-switch = 厨房とX-rayの切り替え
share-controls = つまみと数字
share-gantt = タイムライン
share-tall = 細い段に縦長で

# 持ち帰るもの。
share-take = 持ち帰る
share-svg = 絵（SVG）
share-png = 絵（PNG）
share-slide = QRコード付きスライド（PNG）
share-figures = 数字（CSV）
share-spans = タイムライン（CSV）
share-trace = Perfetto用のトレース（JSON）
# $name words
share-making = { $name } を作っています…
# $name words
share-saved = { $name } を保存しました。
# $name words
share-failed = { $name } は、このブラウザでは作れませんでした。SVGに同じ絵があります。
share-take-not = この枠の中からはファイルを保存できません。章を別のタブで開けば保存できます。
share-take-apart = 別のタブで開く
share-slide-scan = 読み取ると、この場面の続きが動く。
share-column-name = 項目
share-column-value = 値

# ネットワークなしで読む。
share-offline = ネットワークなしで読む
share-keep-what = ここで頼まないかぎり、この端末には何も保存しません。
share-keep = この章と表紙を端末に残す
share-keep-home = 表紙を端末に残す
share-keeping = 少しお待ちください…
# $chapters words, $size bytes-decimal
share-kept = この端末に残っているのは、表紙と{ $chapters }（{ $size }）。ネットワークにつながれば、いつも最新の版を開きます。
# $size bytes-decimal
share-kept-home = この端末に残っているのは、表紙（{ $size }）。ネットワークにつながれば、いつも最新の版を開きます。
share-remove = 残したものをすべて消す
share-removed = 消しました。この端末には何も残っていません。
share-keep-failed = 残せませんでした。ネットワークかブラウザの保存領域に断られました。
share-keep-not = ここでは残せません。httpsで、ほかのページの枠の外で開いたときだけ残せます。
