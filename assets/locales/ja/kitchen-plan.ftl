# kitchen plan：いちばん速い分け方、何から買うか、名の知られた学習。
help-plan = モデルをクラスターにどう分けるといちばん速いか。収まる分け方の一つずつに下限を出し、ほかがもう追い越せないと分かるまでシミュレーションする
help-plan-model = 公開されているモデルの形。{ $list }のどれか
help-plan-config = ほかのモデルの形を書いたHugging Faceのconfig.json
help-plan-shape = 自分で決める形。層の数,幅,ヘッド[,KVヘッド[,MLP[,語彙]]]
help-plan-global-batch = 1ステップの系列の数
help-plan-tokens = 1ステップのトークン数。4Mのように書く（k、M、Gは1024のべき）。系列長で割った数がバッチになる
help-plan-precision = 線形層の数値の形式。{ $list }
help-plan-schedules = 使うフレームワークが備えるスケジュール（カンマ区切り）。{ $list }
help-plan-overlap-tensor = テンソル並列の集まりを小分けにし、となりの積と並べて進める
help-plan-seq = 一系列のトークン数。公開された値と違うとき
help-plan-memory = GPU 1台が持てる量の上限（40GBなど）。省くとGPUのメモリ全部
help-plan-top = 何位まで出すか
help-plan-simulate = シミュレーションする分け方の数の上限
help-plan-invest = 速いカード、2倍のサーバー、同じ台数の別のシステムなら最善で何秒になるかも出す
help-plan-purchases = 何から買うか: 次の速さの網、NVLink、次の世代のGPU、メモリの多いGPU、2倍のノード、よりよい分け方を、それぞれ最善の分け方どうしで比べる
help-plan-price = --purchasesとともに。買い物の値段の幅。NAMEはnetwork、nvlink、gpus、memory、nodesのどれかで、通貨は問わない
help-plan-csv = --purchasesとともに。CSVで出力する
help-plan-famous = 名の知られた公表の学習。測られた時間と計算した時間、同じ機械と同じ一歩でいちばん良い計画、それが速いと言えるか。名前を書けばその一つ。ほかのフラグは要らない
# $gain number, $gains words
plan-famous-better = いちばん良い計画のほうが速いです：計算どうしでは{ $gain }倍、二つの計画で計算が下の学習ほど逆向きにずれるとしても{ $gains }倍です。
# $gain number, $gains words
plan-famous-alike = いちばん良い計画と公表された計画は、どちらが速いとも言えません：計算どうしでは{ $gain }倍ですが、二つの計画で計算が下の学習ほど逆向きにずれるとすると{ $gains }倍です。
# $fit int, $simulated int
plan-famous-none = もっと速い計画はありません：載る{ $fit }通りのうち計算した{ $simulated }通りは、どれも公表された計画より速くありません。
# $least number, $most number, $runs words
plan-famous-near = いちばん近い公表の学習とこれ自身で、計算のずれは{ $least } %から{ $most } %です（{ $runs }）。
# $name words
plan-famous-model = { $name }という公表された形はありません。
plan-famous-how = 数の幅、カーネル、重ね方は公表された学習のままで、分け方、ZeRO、スケジュール、マイクロバッチ、再計算を自由に探しました。ただし選択的な再計算とシーケンス並列（arXiv:2205.05198）が公表されたのは、いくつかの学習より後です。~は、探しきっていないという印です。
# $value words
plan-twice = 「{ $value }」に、同じスケジュールが何度も出てきます。
plan-proven = モデルとGPUに合う分け方は{ $legal }通り、うちメモリに収まるのは{ $fit }通り。{ $simulated }通りをシミュレーションしました。この範囲の残りは、計算と最低限の待ちだけでこれより長くかかるので、追い越せません。
plan-cut-short = モデルとGPUに合う分け方は{ $legal }通り、うちメモリに収まるのは{ $fit }通り。{ $simulated }通りをシミュレーションしました。残りにもっと速いものがあるかもしれませんが、{ $bound }より短いものはありません。--simulateを大きくすると先まで見ます。
# $zero words, $held bytes-decimal
plan-space = 調べた範囲: テンソル並列は{ $tp }、コンテキスト並列は{ $cp }、エキスパート並列は{ $ep }、マイクロバッチの系列数は{ $micro }までの2のべき。パイプラインは{ $pp }段までの割り切れる数すべて。ZeROの{ $zero }を全レプリカで分担。{ $schedules }。再計算は{ $held }に収まる最小限。一部のレプリカだけでの分担は調べていません。
# $host bytes-decimal
plan-space-host = 再計算なしでは収まらない分け方は、オプティマイザの状態、活性値、その両方をホストメモリ（一ノード{ $host }）に退避した場合も調べました。
plan-space-no-host = ホストへの退避は、この機種のホストメモリの容量が分からないので調べていません。
plan-refused = ほかに{ $refused }通りが上位に入るかもしれませんが、シミュレーターには大きすぎるため、証明から除いてあります。
plan-again = 1位をもう一度、内訳つきで:
plan-invest = 別のクラスターなら、最善で（~は途中で打ち切った検索）:
plan-rest = ほかの{ $slower }種は速くならず、{ $none }種ではどの分け方も収まりません（--jsonに全部あります）。
# $asked int, $seq int, $batch int, $whole int
plan-tokens = { $asked }トークンを系列長{ $seq }で割り、バッチは{ $batch }系列（{ $whole }トークン）です。
# $value words
plan-tokens-wrong = 「{ $value }」はトークン数として読めません。4Mや4000000のように書いてください。
plan-one-batch = --global-batchか--tokensのどちらか一つで、1ステップの大きさを決めてください。
plan-only-purchases = --purchasesといっしょに使ってください。
# $planned int, $active int, $counted int
plan-config = ファイルの形のパラメータは{ $planned }個（1トークンが出会うのは{ $active }個）。正規化やバイアスまで数えると{ $counted }個です。
# $value words, $list words
plan-price-wrong = 「{ $value }」は値段として読めません。gpus=1000000-1500000のように、{ $list }のどれかと、下限-上限で書いてください。
plan-buy-network = カードとスイッチを次の速さに
plan-buy-nvlink = PCIeだけのGPUをNVLinkでつなぐ
plan-buy-gpus = 同じ台数のGPUを次の世代に。網はそのまま
plan-buy-memory = 同じ世代の、メモリの多いGPUに
plan-buy-nodes = ノードを2倍に
plan-buy-plan = 分け方を変えるだけで、費用は0。beforeは、テンソル並列をノードいっぱいにし、パイプラインを収まる最小にした分け方（arXiv:2104.04473の3節）
plan-missing-one-node = ノードが一つなので、網がありません。
plan-missing-fastest = これより速いカードを知りません。
plan-missing-nvlink = もうつながっています。
plan-missing-system = 一覧に、そういうシステムがありません。
plan-missing-part = GPUの一部だけを使っています。買わなくても増やせます。
plan-missing-plain = 比べるもとの分け方が、メモリに収まりません。
# $cluster words, $plan words, $tokens int, $compute number, $exposed number, $bubble number
plan-now = いまの最善は{ $cluster }、{ $plan }。1ステップ{ $tokens }トークンの時間は、計算{ $compute }%、通信待ち{ $exposed }%、バブル{ $bubble }%です。
# $gpu words, $least number, $most number, $runs words
plan-errors = { $gpu }で、モデルの大きさがいちばん近い実測に対する誤差は{ $least }%から{ $most }%です（{ $runs }）。
# $gpu words
plan-errors-none = { $gpu }で走らせた、照らし合わせられる実測はありません。
plan-prices = 価格（米ドル）と電力（サーバーのkW。スイッチと冷却は別）は、公表されたものだけを入れています。--priceと--powerにNAME=LOW-HIGH、または--prices FILEで、自分の数に置き換えられます（通貨は何でも）。price/%は、速さ1 %あたりの価格。~は、探しきっていないという印です。
help-plan-tp = テンソルの分け方をこの数だけにする。1で分けない
help-plan-pp = パイプラインをこの段数だけにする。1で分けない
help-plan-dp = データ並列の組をこの数だけにする
help-plan-cp = 文脈の分け方をこの数だけにする。1で分けない
help-plan-ep = エキスパートの分け方をこの数だけにする。1で分けない
help-plan-zero = ZeROをこの段だけにする。0から3
help-plan-micro-batch = マイクロバッチの文の数をこの数だけにする
# $flags words
plan-space-kept = 指定のまま、ほかは見ていません：{ $flags }。
# $ways int, $gpus int
plan-cut-gpus = { $ways }では{ $gpus }台のGPUを割り切れません。約数にしてください。
# $flags words, $gpus int
plan-cuts-together = このモデルとバッチを{ $gpus }台のGPUに分けるとき、{ $flags }に合う分け方がありません。積がGPUの数を割り切り、残りがバッチを割り切る必要があります。どれかを外してください。
# $least bytes-decimal, $have bytes-decimal
plan-cuts-large = この指定では、どの分け方も収まりません。いちばん少なくて済む分け方でも、いちばん埋まるGPUに{ $least }が要り、載っているのは{ $have }です。どれかを外すか、大きい数にしてください。
help-plan-power = --purchasesといっしょに：その買い物で増える電力（W）の幅。now=はいまの電力
help-plan-prices = --purchasesといっしょに：買い物の価格と電力と出典のCSVファイル
help-plan-train-tokens = --purchasesといっしょに：学習全体のトークン数。15Tのように。日数、一日早まる価格、電力量を出す
# $before number, $after number, $price words, $energy words
plan-bill = 学習は{ $before }日から{ $after }日に。一日早まるごとに{ $price }、電力量は{ $energy } MWhです。
# $list words
plan-prices-from = 出典：{ $list }。
plan-prices-long = 価格のファイルは1 MiBまでです。
# $list words
plan-prices-columns = 価格のファイルの一行目は{ $list }です。
# $line int
plan-prices-line = { $line }行目は、買い物の名前と、小さいほうから書いた価格と電力になっていません。直してください。
