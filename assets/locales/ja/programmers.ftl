# プログラムから使う人のページ。
programmers-title = プログラムから使う
programmers-lead = 章の裏で動くシミュレータには、端末からもプログラムからも同じことを尋ねられる。どこから尋ねても、計算するコードは一つ、答えも一つ。このページの答えはどれも、ページを作ったときに計算したもの。
programmers-contents = このページの内容
programmers-alive = 同じ問いを、ステージで。NVSwitchでつないだH100の8台と、それを使わずPCIeだけの8台が、1 GiBの`all-reduce`を同時に始める。つまみを動かせば、その場で計算し直す。

programmers-command = コマンドライン
programmers-command-text = Rust（rustup）があれば、リポジトリの中で一行。リリースには、そのまま動くLinux用の実行ファイルもある。答える言葉は環境変数`LANG`に従い、`--lang ja`でも選べる。
programmers-meeting = all-reduceにはどれだけかかるか
programmers-meeting-text = DGX H100の8台で1 GiB。`busbw_GBps`はnccl-testsと同じ数え方。`--explain`を付ければ、NCCLの見積もりと、ほかの方式の時間も並ぶ。
programmers-step = 学習の1ステップにはどれだけかかるか
programmers-step-text = モデル、システム、並列の分け方を決めて尋ねる。時間の内訳は`--explain`、分け方を探させるなら`kitchen plan`。
programmers-buy = 次に何を買うべきか
programmers-buy-text = 網、NVLink、GPU、メモリ、ノードの数を一つずつ替え、それぞれにいちばん速い分け方を探して比べる。分け方を直すだけで速くなるなら、それも費用0の行として並ぶ。
programmers-buy-rest = このあとに、内訳、実測との誤差、価格の出典が続く。価格と電力は`--price`と`--power`で自分の数に置き換えられる。
programmers-json = プログラムで読む
programmers-json-text = `--json`を付けると、同じ答えがJSONになる。数値は標準出力に、注意や断りの文は標準エラー出力に出る。
programmers-status = 終了ステータス
programmers-status-text = スクリプトやCIでは、これで分かれる。
programmers-status-head = 値
programmers-status-means = 意味
programmers-status-example = たとえば
programmers-status-well = 答えが出た。
programmers-status-missed = 答えは出たが、目標か限度に届かない。`validate`の`--strict`や、答え合わせの`--check`。
programmers-status-refused = 答えられない。理由と、どう直せばよいかが一文で出る。
programmers-reference = どこに全部書いてあるか
programmers-reference-text = コマンドの一覧は`--help`、フラグの説明は各コマンドの`--help`、名前で呼べるシステムは`kitchen systems`。章の設定もふくめた一覧は、リリースに付く`REFERENCE-ja.md`にある。

programmers-python = Python
programmers-python-text = 中身はRustで書かれたモジュールで、Python 3.10から使える。ほかに入れるものはない。pandas、polars、Dask、ウィジェットは、使うときだけ足す。
programmers-python-ask = 同じ問いを、関数で
programmers-python-ask-text = フラグは同じ名前の引数になる（`--global-batch`は`global_batch`）。答えは変更できないデータクラスで、`to_dict()`はコマンドラインの`--json`と同じもの。`invest=True`は、ほかのシステムに替えたら何倍になるかを、速い順に返す。
programmers-python-refused = 答えられないものは例外`Refused`になる。`about`がどの引数か、文が理由。`lang="ja"`で日本語になる。価格つきの比較（`--purchases`）は、コマンドラインだけにある。
programmers-python-frames = 条件を並べて、表に
programmers-python-frames-text = `grid`がすべての組み合わせを作り、`sweep`が順に尋ねる。一つが断られても残りは続き、断りの文は`refused`の列に入る。polarsなら`to_polars()`。
programmers-python-sweep = 全部のコアで、クラスタで
programmers-python-sweep-text = `sweep`は、順番を守る`map`なら何でも使える。まず手元の全コアで。
programmers-python-dask = Daskのクラスタなら、次の部分だけを替える。Rayの例は`python/examples`にある。
programmers-python-widget = ノートブックに絵と章を
programmers-python-widget-text = `picture`は章の一場面をSVGで返し、セルの最後に置けばそのまま見える。`Kitchen`は章そのものを置くanywidgetで、状態は両方向に伝わる。Pythonで変えればステージが動き、読者が変えればPythonに届く。
programmers-python-page = `src`はこのサイトのアドレス。手元で作ったページなら、代わりに`page="dist"`。

programmers-npm = npm
programmers-npm-text = WebAssemblyなので、Node 20でもブラウザでも動く。取り寄せるものも、外へ送るものもない。型は`index.d.ts`、問いのJSON Schemaは`schemas/`にある。
programmers-npm-ask = 同じ問いを、JavaScriptで
programmers-npm-ask-text = フラグはコマンドラインの名前のまま。答えは`answer`、注意の文は`notes`。計算は別のスレッドで進み、呼んだ側は止まらない。
programmers-npm-long = 長い計算の進みと中断
programmers-npm-long-text = `onProgress`に、どこまで進んだかが0から1で届く。`signal`で止められる。断られたときは`Refused`が投げられる。
programmers-npm-mount = 自分のページに章を置く
programmers-npm-mount-text = `mount`は`<collective-kitchen>`を作り、ページの要素に入れる。`site`は、章を取り寄せるサイトのアドレス。
programmers-npm-writers = 属性、メソッド、イベントの一覧

programmers-rust = Rustのライブラリ
programmers-rust-text = エンジンの`kitchen-core`は、それだけで使えるクレート。依存は`petgraph`と`serde`だけで、ファイルも時計も画面も知らない。リポジトリを隣に置けば、一行で加わる。時刻は整数のピコ秒で、同じ問いにはどの計算機でも同じ答えが出る。
programmers-rust-docs = 型と式の出典は、`cargo doc -p kitchen-core --open`で読める。

programmers-files = ファイルを持ち込む、持ち帰る
programmers-files-text = 実機のファイルを読ませ、結果をほかの道具で開ける。何かを送ることはない。
programmers-import = 実機のファイルを読む
programmers-import-text = Hugging Faceの`config.json`、PyTorchプロファイラのトレース、`nvidia-smi topo -m`、NCCLのXMLとログ、nccl-testsの出力、Slurmの`topology.conf`、起動スクリプト。どれなのかは中身で見分ける。これは、H100で記録したトレース。
programmers-own = 自分のシステムを書く
programmers-own-text = 一覧にない構成は、TOMLかJSONで書いて`--system`に渡す。一覧のものを書き出し、違うところだけを直すのが早い。JSON Schemaをエディタに渡せば、項目の説明と補完が出る。次の`mine.toml`なら、
programmers-perfetto = Perfettoで開く
programmers-perfetto-text = `--trace`は、1ステップのすべての操作を書き出す。ui.perfetto.devにファイルを落とせば、時間の流れとして見える。
programmers-astra = ASTRA-simに同じことを尋ねる
programmers-astra-text = 入力ファイル一式を書き出す。同じ問いを別のシミュレータに尋ねて、答えを比べられる。
