# 第5章：工程のリレー — パイプライン並列。
pipeline-title = 鍋ひとつぶんを、小さなボウルに分ける
pipeline-hook = 大きなレシピは、一人の棚に載りきらない。そこでページを何人かで受け持ち、料理を小さなボウルに分けてリレーする。
pipeline-text-1 = ボウルを一つずつ往復させる素朴な順番では、いつも一人しか手を動かせない。
pipeline-text-2 = GPipeは、ボウルを先へ先へと送り込む。手はそろうが、レポートが戻るまで、どのボウルの下ごしらえも棚に置いておかなければならない。
pipeline-text-3 = 棚にはレシピと道具（重みとオプティマイザ）も載っている。残った場所に入りきらなければ、そこで終わりだ。
pipeline-text-4 = 1F1Bは、レポートを1枚片づけたら新しいボウルを一つ始める。手の空き（バブル）は同じまま、棚は人数分で足りる。
pipeline-not-like-1 = 食材は使えば減る。データも重みも、読んだだけでは減らない。
pipeline-not-like-2 = 料理は前へ進むだけだ。学習では、同じ列を結果が逆向きに戻ってくる。
pipeline-not-like-3 = シェフの手ぎわは日によって変わる。ここのGPUは、同じ計算にいつも同じ時間をかける。
pipeline-teacher-goal = めあて：ボウル（マイクロバッチ）を増やすとバブルが減ること、その代わり棚（メモリ）が要ること、1F1Bがその棚を人数分で済ませることを、式と実行の両方で説明する。
pipeline-teacher-question-1 = 問い1：ボウルを2倍にしたら、バブルはちょうど半分になるか。ならないなら、式のどこを見ればわかるか。
pipeline-teacher-question-2 = 問い2：1F1BのバブルはGPipeと変わらない。それでも選ばれるのはなぜか。二歩めと三歩めで、シェフ1の棚のボウルを数えてみよう。
pipeline-teacher-time = 時間：15分（物語5分、予想と話し合い5分、つまみを動かす5分）。

pipeline-opening-1 = シェフ{ $p }人の列に、ボウルが{ $m }個流れる。一歩は{ $time }。
pipeline-opening-2 = ボウル1が列の端に着くまで{ $fill }。それまで全員の手がそろうことはない。
pipeline-opening-3 = リレーのあいだ、手が空いていた割合は{ $bubble }。
pipeline-opening-4 = シェフ1の棚には、ボウル{ $places }個ぶんの空きがある。残りは重みとオプティマイザの場所だ。

pipeline-beat-start = シェフ1がボウル1に手をつけた。ほかの{ $rest }人には、まだ何も届いていない。
pipeline-beat-handover = ボウル1が{ $way }を通って、シェフ2へ向かう。中身は{ $bytes }。
pipeline-beat-overlap = シェフ2がボウル1を、シェフ1がボウル{ $n }を。二人の手が同時に動いている。
pipeline-beat-passed = シェフ2がボウル1を受け取った（{ $time }）。素朴な順番では、ボウル1が戻るまで、シェフ1は次を始めない。
pipeline-beat-all-busy = { $p }人全員の手が、はじめてそろって動いた。ここまで{ $time }。
pipeline-beat-turn = シェフ{ $p }がボウル{ $n }を味見して、分析レポートを書きはじめた。流れはここで折り返す。
pipeline-beat-report = シェフ{ $from }のレポートが、シェフ{ $to }へ戻っていく。ボウル{ $n }の来た道を逆向きに。
pipeline-beat-reading = シェフ{ $n }がレポートを読み、自分のページの分を書き足しはじめた。
pipeline-beat-wait = シェフ1は手を止めた。送り出したボウルは{ $n }個。最初のレポートが戻るまで{ $time }待つ。
pipeline-beat-peak = シェフ1の棚に、レポート待ちのボウルが{ $n }個になった。この一歩では、これより増えない。
pipeline-beat-alternate = シェフ1はレポートを1枚片づけて、ボウル{ $n }を始めた。片づけた分だけ、新しく始める。
pipeline-beat-last-bowl = 最後のボウル{ $m }が列に入った。もう後から来るボウルはない。
pipeline-beat-drain = シェフ{ $p }の担当は{ $time }に終わった。そのとき、ほかの{ $busy }人はまだリレーの途中だった。
pipeline-beat-last-report = 最後のレポートがシェフ1に届いた（{ $time }）。ほかの工程はもう終わっている。
pipeline-beat-last-report-busy = 最後のレポートがシェフ1に届いた（{ $time }）。列を戻る仕事は、これで最後だ。
pipeline-beat-update = シェフ{ $n }が、レポートに従って自分のページを直しはじめた。
pipeline-beat-end = 一歩は{ $time }。手の空きは、式 { $ideal }%、工程のばらつき { $unequal }%、受け渡し { $handover }%、合わせて{ $value }%。
pipeline-xray-hold = GPU 1：逆伝播を待つ活性値が、マイクロバッチ{ $n }個ぶんになった（この一歩の最大）
pipeline-xray-idle = GPU 1：マイクロバッチ{ $n }個ぶんの活性値を持って待つ時間 { $time }
pipeline-xray-end = 一歩 { $time }。バブル = 式 { $ideal }%、工程の不均等 { $unequal }%、転送 { $handover }%、合計 { $value }%

pipeline-gate-more = いまボウルは{ $m }個。{ $n }個に増やすと、手が空く割合は何%になる？
pipeline-gate-fewer = いまボウルは{ $m }個。{ $n }個に減らすと、手が空く割合は何%になる？
pipeline-verdict = 走らせてみると、ボウル{ $m }個で{ $before }、{ $n }個で{ $after }。列の始まりと終わりの空きは、ボウルの数では変わらない。全体に占める割合だけが変わる。残りのわずかな差は、工程のばらつきと受け渡し。
pipeline-verdict-naive = 走らせてみると、ボウル{ $m }個で{ $before }、{ $n }個で{ $after }。一つずつ往復する順番では、いつでも一人しか手を動かさない。

pipeline-figure-bubble = 手が空いていた割合（バブル）
pipeline-figure-bubble-formula = (p − 1) ÷ (m + p − 1) ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-filled = ({ $p } − 1) ÷ ({ $m } + { $p } − 1) = { $ideal }%。{ $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-naive-formula = (p − 1) ÷ p ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-naive-filled = ({ $p } − 1) ÷ { $p } = { $ideal }%。{ $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-source = 式はGPipe（Huangほか、2019）。値は記録から：1 − 計算時間の合計 ÷ (p × リレーの時間)。「ばらつき」は記録の長さのまま受け渡しを0にした値と式との差、「受け渡し」は残り。語彙への変換（出力層）は何層ぶんかに数え、最後の工程の層をその分減らしてある。端数は、足して合うように丸めた。
pipeline-figure-step = 一歩の時間
pipeline-figure-step-formula = Σ(T_F + T_B) ＋ (m − 1) × max(T_F + T_B) ＋ T_U
pipeline-figure-step-filled = { $sum } ＋ ({ $m } − 1) × { $longest } ＋ { $update } = { $value } ms
pipeline-figure-step-naive-formula = m × Σ(T_F + T_B) ＋ T_U
pipeline-figure-step-naive-filled = { $m } × { $sum } ＋ { $update } = { $value } ms
pipeline-figure-step-source = 受け渡しを0とした、GPipeと1F1Bに共通の式。T_F、T_B、T_U（更新）は記録から。長さのちがう工程では、いちばん長い工程が速さを決める。
pipeline-figure-handover = ボウル一つの受け渡し
pipeline-figure-handover-formula = S ÷ B ＋ 遅延
pipeline-figure-handover-filled = { $bytes } MB ÷ { $rate } GB/s ＋ { $latency } µs = { $value } µs
pipeline-figure-handover-source = Sは活性値の大きさ（2バイト × 系列長 × マイクロバッチ × 隠れ次元）、Bは経路の実効帯域。
pipeline-figure-shelf = シェフ1の棚に同時に置かれたボウル
pipeline-figure-shelf-formula-gpipe = m
pipeline-figure-shelf-formula-1f1b = min(p, m)
pipeline-figure-shelf-formula-naive = 1
pipeline-figure-shelf-filled = 式では{ $n }個
pipeline-figure-shelf-value = { $n }個
pipeline-figure-shelf-source = 順伝播が終わり、逆伝播がまだのマイクロバッチを、記録から数えた最大。
pipeline-beat-drain-edit = シェフ{ $p }は{ $time }にレポートを書き終え、自分のページを直しにかかった。そのとき、ほかの{ $busy }人はまだリレーの途中だった。
pipeline-beat-received = シェフ2がボウル1を受け取った。
pipeline-beat-handed = ボウル1は{ $time }にシェフ{ $to }へ届いた。
pipeline-beat-handed-back = レポートは{ $time }にシェフ{ $to }へ届いた。
pipeline-beat-next = ボウル1のレポートが戻ってから、シェフ1はボウル{ $n }を始めた。この順番では、ボウルに向かう手は多くても一人ぶん。
pipeline-beat-gpipe = 一歩めの素朴な順番は{ $time }、手の空きは{ $bubble }。二歩めはGPipe。レポートを待たずに、ボウルをどんどん送り込む。
pipeline-beat-overflow = { $time }、シェフ1の棚があふれた。空きは{ $places }個ぶん、{ $n }個めは床に置いた。本物のGPUなら、ここでメモリが足りずに止まる。
pipeline-beat-full = レポートを待つボウルは{ $n }個まで増えた。棚は{ $places }個ぶんで、{ $over }個が床に出た。ここでは入ったことにして先へ進む。
pipeline-beat-one-for-one = GPipeは{ $time }、手の空きは{ $bubble }。ただし棚が{ $n }個ぶん要る。三歩めは1F1B。一つ片づけたら、一つ始める。
pipeline-beat-hold = シェフ1はボウル{ $n }個で手を止めた。棚は{ $places }個ぶんあるのに、それ以上は始めない。最初のレポートを待つ。
pipeline-beat-hold-full = シェフ1はボウル{ $n }個で手を止めた。棚は{ $places }個ぶん。最初のレポートを待つ。
pipeline-xray-gpipe = naive：{ $time }、バブル { $bubble }。次はGPipe
pipeline-xray-overflow = GPU 1：{ $time }に活性値が{ $n }個ぶんになり、HBMの空き（{ $places }個ぶん）を超えた。実機ではout of memory
pipeline-xray-full = GPU 1：活性値は最大で{ $n }個ぶん。HBMの空きは{ $places }個ぶん、不足{ $over }個ぶん
pipeline-xray-one-for-one = GPipe：{ $time }、バブル { $bubble }、活性値は最大{ $n }個ぶん。次は1F1B
pipeline-xray-hold-places = GPU 1：活性値は最大{ $n }個ぶん、HBMの空きは{ $places }個ぶん
pipeline-figure-places = シェフ1の棚に入るボウル
pipeline-figure-places-formula = (HBM − 重み・勾配・オプティマイザ) ÷ ボウル1個の活性値
pipeline-figure-places-filled = ({ $whole } − { $state }) ÷ { $bowl } = { $value }（GB）
pipeline-figure-places-source = 重みなどはパラメータ1個に16バイト（Adam、混合精度）、活性値はKorthikantiほか（2022）の式、選択的再計算。ボウル1個は{ $sequences }系列。作業用の領域は数えていない。
pipeline-figure-in-turn = 三つの順番の一歩
pipeline-figure-in-turn-value = { $naive } · { $gpipe } · { $one }
pipeline-figure-in-turn-formula = 素朴 · GPipe · 1F1B
pipeline-figure-in-turn-filled = 手の空き { $naive } · { $gpipe } · { $one }、棚に最大 { $held-naive } · { $held-gpipe } · { $held-one }個
pipeline-case = ボウル{ $n }個
