# 第1章：登場人物 — 二つの厨房の一歩で、だれが何をするかを一度に見る。
cast-title = だれがだれ？
cast-hook = 二つの厨房が、同じレシピを一歩だけ良くする。出てくる人と物には、厨房の名前と本当の名前を書いた名札がつく。
cast-text-1 = シェフはGPU、厨房はサーバー。シェフはレシピのページを二人で分け、ボウルを手渡ししながら料理する。
cast-text-2 = 味見のあとは来た道を戻り、どの分量を変えるとよいかを分析レポートに書く。途中の味を瓶で棚に残しておくのは、このときのため。
cast-text-3 = 二つの厨房は食材がちがうので、レポートもちがう。道路ごしの全体会議で足し合わせ、同じ合計を見て、同じようにページを直す。
cast-text-4 = 瓶もボウルも伝票も、計算どおりの時刻に、計算どおりの速さで動く。瓶の中身は章ごとにちがうので、中身の名前も書く。
cast-not-like-1 = 本物の料理は食べるとなくなる。ここで残るのは料理ではなく、直ったレシピのほう。
cast-not-like-2 = 本物のシェフは手が空けば隣を手伝う。GPUは、書かれた順番のことしかしない。
cast-not-like-3 = 木箱が裏口に届くまでは、このシミュレーションに入っていない。食材は、もう届いているところから始まる。
cast-teacher-goal = めあて：学習の一歩を、順伝播、損失、逆伝播、all-reduce、更新の順に、人と物の名前で言えるようになる。
cast-teacher-question-1 = 問い1：シェフ1が手を止めているあいだ、だれが何をしているか。その人がいないと一歩は終わるか。
cast-teacher-question-2 = 問い2：全体会議をしないで各自がページを直したら、次の一歩で二つの厨房のレシピはどうなるか。
cast-teacher-time = 時間：10分（一度通して2分、予想2分、名札をかくして言い直す6分）。

cast-opening-1 = 厨房が{ $kitchens }つ、シェフは合わせて{ $chefs }人。どちらの厨房にも同じレシピがある。
# $bowls int
cast-opening-2 = { $pages }ページのレシピを厨房ごとに二人で分け、{ $bowls }杯のボウルを手渡しで料理する。
cast-opening-3 = 料理して、味を測り、レポートを足し合わせ、ページを直す。ここまでの一歩が{ $time }。

# $bowls int
cast-beat-start = { $kitchens }つの厨房の裏口に、食材の木箱が届いた。ボウル{ $bowls }杯ぶんずつ、中身は厨房ごとにちがう。
cast-beat-cook = シェフ1とシェフ3が、レシピの1〜{ $last }ページで料理している（順伝播）。
cast-beat-cooked = レシピの1〜{ $last }ページでの一杯めは、{ $time }にできた。
cast-beat-bowl = ボウル1がシェフ1からシェフ2へ。直通トンネルを通り、電話交換機で相手につながる。
cast-beat-bowl-came = シェフ2はボウル1を{ $time }に受け取った。続きのページはシェフ2が持っている。
# $n live
cast-beat-shelf = シェフ1の棚に、途中の味の瓶がいま{ $n }本。レポートを書くときに使う。
cast-beat-taste = 最後のページのシェフ2が、味を測っている。理想との差が数字になる（損失）。
cast-beat-tasted = シェフ2は{ $time }に味を測り終えた。理想との差が数字になった（損失）。
cast-beat-report = シェフ2が分析レポートを書いている。どの分量を、どちらへ変えるとよいか（逆伝播）。
cast-beat-written = シェフ2は、ボウル1の分析レポートを{ $time }に書き終えた。
# $from time
cast-beat-wait = シェフ1は{ $from }から手が空いている。シェフ2から戻ってくるものを待つしかない。
# $from time
cast-beat-waited = シェフ1は{ $from }から{ $time }まで、シェフ2から戻ってくるものを待った。
cast-beat-back = ボウル1のレポートが、同じトンネルをシェフ1へ戻っていく。
cast-beat-back-came = シェフ1は{ $time }に受け取った。次は、シェフ1が自分のページのぶんを書く番。
# $a int, $b int
cast-beat-meet = シェフ{ $a }とシェフ{ $b }の全体会議。レポートの伝票が、廊下から道路へ出て行き交う。
# $a int, $b int
cast-beat-met = シェフ{ $a }とシェフ{ $b }は、足し合わせた同じ合計を{ $time }に手にした。
cast-beat-edit = シェフ{ $chef }が合計を見て、自分のページの数字を少しだけ直している。
cast-beat-edited = シェフ{ $chef }は{ $time }に、自分のページを直し終えた。
cast-beat-end = { $n }人とも直し終えた。一歩は{ $time }。二つの厨房のレシピは、また同じ。
# $bowls int
cast-xray-start = サーバー{ $kitchens }台（{ $machine }）、それぞれにマイクロバッチ{ $bowls }個（1個{ $tokens }トークン）
# $bytes live
cast-xray-shelf = GPU 1のHBMが保持している活性値：{ $bytes }
cast-xray-taste = GPU 2：語彙への射影と損失、{ $time }
# $from time
cast-xray-wait = GPU 1：{ $from }から待機（パイプラインのバブル）
# $from time
cast-xray-waited = GPU 1：{ $from }から{ $time }まで待機（パイプラインのバブル）

cast-gate = シェフ1のコンロやペンが動いているのは、一歩の時間の何 % ？
# $step time, $together percent
cast-verdict = { $step }の一歩のうち、シェフ1の手が動いていたのは{ $share }。四人が一つの厨房にいれば一歩は{ $shorter }で、手が動くのは{ $together }。道路を通らないぶん、待ちが短い。
cast-case-two = 二つの厨房
cast-case-one = 四人とも一つの厨房
cast-nobody = 厨房にだれもいない。

cast-figure-share = シェフ1の手が動いている割合
cast-figure-share-formula = （料理 + レポート + 書き直し） ÷ 一歩
# $step number, $value percent
cast-figure-share-filled = ({ $cook } + { $write } + { $edit }) ms ÷ { $step } ms = { $value }
cast-figure-wait = シェフ1が待っている時間
cast-figure-wait-value = { $value } ms
cast-figure-wait-formula = 一歩 − 手が動いている時間
# $busy number, $step number
cast-figure-wait-filled = { $step } − { $busy } = { $value } ms
cast-figure-ways = シェフ一人のトンネル ÷ 道路
cast-figure-ways-value = { $ratio }倍
cast-figure-ways-formula = NVLinkの片道 ÷ ネットワークカードの片道
# $street rate
cast-figure-ways-filled = { $tunnel } ÷ { $street } = { $ratio }
cast-figure-ways-source = どちらもデータシートの公称値。シェフ一人にネットワークカードが1枚ある。
cast-figure-shelf = シェフ1の棚にのるもの
# $whole number
cast-figure-shelf-value = { $value } GB（棚は{ $whole } GB）
cast-figure-shelf-formula = 重み・勾配・オプティマイザの状態 + 瓶の数 × 活性値
cast-figure-shelf-filled = { $state } + { $n } × { $jar } = { $value } GB
cast-figure-shelf-source = 1パラメータ16バイト。活性値は arXiv:2205.05198 の式（注意の部分は計算し直す）。

cast-act-who = 二つの厨房です。だれでも押すと、厨房の名前と本当の名前がわかります。
cast-act-who-xray = 2台のサーバーです。押すと、本当の名前と厨房の名前がわかります。
cast-act-who-button = 名前を聞く
cast-act-who-go = 料理をはじめる
cast-act-step = ボウルがシェフ2に渡ります。続きを料理して、味を測り、レポートを書きます。
cast-act-step-xray = 活性値がGPU 2へ渡ります。損失を求め、逆伝播をはじめます。
cast-act-step-button = 次：味を測る
cast-act-meet = 二つの厨房で、レポートがちがいます。足し合わせて、同じようにページを直します。
cast-act-meet-xray = 2台のサーバーの勾配を足し合わせ、同じ更新をします。
cast-act-meet-button = 次：会議をひらく
cast-act-turn = あなたの番です。押す前に名前を言ってから、一歩をはじめから見てください。
cast-act-turn-xray = あなたの番です。厨房での名前を言ってから押してください。
cast-act-turn-button = あなたの番
cast-act-turn-go = もう一度、はじめから
cast-shown-none = だれの名前も出さない
# $own words, $other words
cast-hand-name = { $own } = { $other }
cast-param-shown = 名前を出す相手
cast-param-shown-help = はじめから名札を出しておく人や物。
