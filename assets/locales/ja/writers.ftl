# 記事・本・スライドに章を載せる人のページ。
writers-title = 記事・本・スライドに載せる
writers-lead = どの章のどの場面も、動くまま自分のページに置ける。章の「共有」を押せば、いまの場面のコードができる。ここでは、そのコードで何ができるかを説明する。アドレスはこのサイトのものに置き換えてほしい。
writers-contents = このページの内容
writers-alive = 動かすとこうなる。
writers-does = はたらき

writers-element = 専用のタグ
writers-element-text = スクリプト一行とタグ一つ。章は読む位置に近づいてから取り寄せ、高さは中身に合う。タグの中に書いたものは、それまでの間と、スクリプトが動かない環境で読まれる。
writers-attributes = 属性
writers-attribute = 属性
writers-attribute-chapter = どの章か。名前は章のリンクにある。
writers-attribute-act = どの幕から始めるか。なければ章の全体。
writers-attribute-lang = 言語。なければ読者のもの。
writers-attribute-layer = 厨房かX-rayか。
writers-attribute-theme = 色。なければ読者のシステムに合わせる。
writers-attribute-moment = 設定と時刻。「共有」のとおり、つまりリンクの # より後ろ。
writers-attribute-controls = ステージの横につまみと数字を置く。
writers-attribute-timeline = 下にタイムラインを置く。
writers-attribute-plain = 厨房とX-rayの切り替えを置かない。
writers-methods = メソッド
writers-method = メソッド
writers-method-play = 再生する。
writers-method-pause = 止める。
writers-method-seek = 実行の割合（0から1）の位置へ移る。
writers-method-set = いくつかの属性をまとめて変える。chapter、lang、layer、theme、act、hash。
writers-events = イベント
writers-event = イベントと、その中身
writers-event-ready = ここから先は、何でも頼める。
writers-event-state = 表示が変わった。時刻はシミュレーションのピコ秒を文字で書いたもの。
writers-event-time = 実行が進んだ。多くて毎秒四回。
writers-event-act = 別の幕が開いた。
writers-event-answered = 読者が章の問いに答えた。
writers-event-error = 頼まれたものがない。
writers-steer = 属性は、スクリプトで変えても手で変えても、すぐ表示に反映される。

writers-iframe = iframe
writers-iframe-text = 自分のスクリプトを動かせないページでは、iframeで同じものを見せられる。必要な権限は、枠の中のスクリプトを動かすことだけ。残りの二つは、リンクをタブで開くためのもの。
writers-messages = 枠へのメッセージ
writers-messages-text = iframeは、それを置いたページのメッセージだけを聞く。ほかのページのものや、ここにないものは、何も変えない。
writers-message = メッセージ
writers-message-play = 再生する。
writers-message-pause = 止める。
writers-message-seek = 実行の割合の位置へ移る。psなら時刻へ移る。
writers-message-set = 書かれたものを変える。
writers-message-state = stateを送るように頼む。
writers-messages-back = 返ってくるのは、上のイベントと同じ名前（type）と中身。

writers-mdbook = mdBookで
writers-mdbook-text = 本文にHTMLをそのまま書ける。前後に空行を入れ、途中には入れない。
writers-reveal = Reveal.jsのスライドで
writers-reveal-text = スクリプトはファイルに一度だけ、タグは見せたいスライドに置く。
writers-reveal-steer = こう書くと、そのスライドが出ている間だけ再生する。

writers-bare = スクリプトなしで
writers-bare-text = メール・フィード・印刷には、章へのリンクを付けた絵を使う。
writers-hosts = 決まりのあるホストで
writers-hosts-text = ページにポリシーがあるなら、スクリプトと枠を許す。
