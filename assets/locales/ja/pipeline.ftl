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

# $rest int
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
# $busy int
pipeline-beat-drain = シェフ{ $p }の担当は{ $time }に終わった。そのとき、ほかの{ $busy }人はまだリレーの途中だった。
pipeline-beat-last-report = 最後のレポートがシェフ1に届いた（{ $time }）。ほかの工程はもう終わっている。
pipeline-beat-last-report-busy = 最後のレポートがシェフ1に届いた（{ $time }）。列を戻る仕事は、これで最後だ。
pipeline-beat-update = シェフ{ $n }が、レポートに従って自分のページを直しはじめた。
# $all int, $done live, $held live
pipeline-beat-now = 片づいたボウルは{ $all }個のうち{ $done }個。シェフ1の棚で待つボウルは{ $held }個。
# $all int, $done live
pipeline-beat-so-far = 片づいたボウルは{ $all }個のうち{ $done }個。
# $all int, $done live, $held live
pipeline-xray-now = 完了したマイクロバッチ { $done }/{ $all }、GPU 1に残る活性値 { $held }
# $all int, $done live
pipeline-xray-so-far = 完了したマイクロバッチ { $done }/{ $all }
pipeline-beat-end = 一歩は{ $time }。シェフの手は、そのうち{ $share }の時間あいていた。
pipeline-xray-hold = GPU 1：逆伝播を待つ活性値が、マイクロバッチ{ $n }個ぶんになった（この一歩の最大）
pipeline-xray-idle = GPU 1：マイクロバッチ{ $n }個ぶんの活性値を持って待つ時間 { $time }
pipeline-xray-end = 一歩 { $time }。バブル = 式 { $ideal }%、工程の不均等 { $unequal }%、転送 { $handover }%、合計 { $value }%

pipeline-gate-more = いまボウルは{ $m }個。{ $n }個に増やすと、手が空く割合は何%になる？
pipeline-gate-fewer = いまボウルは{ $m }個。{ $n }個に減らすと、手が空く割合は何%になる？
# $after percent, $before percent
pipeline-verdict = 走らせてみると、ボウル{ $m }個で{ $before }、{ $n }個で{ $after }。列の始まりと終わりの空きは、ボウルの数では変わらない。全体に占める割合だけが変わる。残りのわずかな差は、工程のばらつきと受け渡し。
# $after percent, $before percent
pipeline-verdict-naive = 走らせてみると、ボウル{ $m }個で{ $before }、{ $n }個で{ $after }。一つずつ往復する順番では、いつでも一人しか手を動かさない。

pipeline-figure-bubble = 手が空いていた割合（バブル）
pipeline-figure-bubble-formula = (p − 1) ÷ (m + p − 1) ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-filled = ({ $p } − 1) ÷ ({ $m } + { $p } − 1) = { $ideal }%。{ $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-naive-formula = (p − 1) ÷ p ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-naive-filled = ({ $p } − 1) ÷ { $p } = { $ideal }%。{ $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-source = 式はGPipe（Huangほか、2019）。値は記録から：1 − 計算時間の合計 ÷ (p × リレーの時間)。「ばらつき」は記録の長さのまま受け渡しを0にした値と式との差、「受け渡し」は残り。語彙への変換（出力層）は何層ぶんかに数え、最後の工程の層をその分減らしてある。端数は、足して合うように丸めた。
pipeline-figure-step = 一歩の時間
pipeline-figure-step-formula = Σ(T_F + T_B) ＋ (m − 1) × max(T_F + T_B) ＋ T_U
# $longest number, $sum number
pipeline-figure-step-filled = { $sum } ＋ ({ $m } − 1) × { $longest } ＋ { $update } = { $value } ms
pipeline-figure-step-naive-formula = m × Σ(T_F + T_B) ＋ T_U
# $sum number
pipeline-figure-step-naive-filled = { $m } × { $sum } ＋ { $update } = { $value } ms
pipeline-figure-step-source = 受け渡しを0とした、GPipeと1F1Bに共通の式。T_F、T_B、T_U（更新）は記録から。長さのちがう工程では、いちばん長い工程が速さを決める。
pipeline-figure-handover = ボウル一つの受け渡し
pipeline-figure-handover-formula = S ÷ B ＋ 遅延
# $bytes number, $rate number
pipeline-figure-handover-filled = { $bytes } MB ÷ { $rate } GB/s ＋ { $latency } µs = { $value } µs
pipeline-figure-handover-source = Sは活性値の大きさ（2バイト × 系列長 × マイクロバッチ × 隠れ次元）、Bは経路の実効帯域。
pipeline-figure-shelf = シェフ1の棚に同時に置かれたボウル
pipeline-figure-shelf-formula-gpipe = m
pipeline-figure-shelf-formula-1f1b = min(p, m)
pipeline-figure-shelf-formula-naive = 1
# $n number
pipeline-figure-shelf-filled = 式では{ $n }個
pipeline-figure-shelf-value = { $n }個
pipeline-figure-shelf-source = 順伝播が終わり、逆伝播がまだのマイクロバッチを、記録から数えた最大。
# $busy int
pipeline-beat-drain-edit = シェフ{ $p }は{ $time }にレポートを終え、自分のページへ。ほかの{ $busy }人はまだリレーの途中だった。
pipeline-beat-received = シェフ2がボウル1を受け取った。
pipeline-beat-handed = ボウル1は{ $time }にシェフ{ $to }へ届いた。
pipeline-beat-handed-back = レポートは{ $time }にシェフ{ $to }へ届いた。
pipeline-beat-next = ボウル1のレポートが戻ってから、シェフ1はボウル{ $n }を始めた。この順番では、手を動かしているのは、多くても一人。
pipeline-beat-gpipe = 一歩めの素朴な順番は{ $time }、手の空きは{ $bubble }。二歩めはGPipe。レポートを待たずに、ボウルをどんどん送り込む。
pipeline-beat-overflow = { $time }、シェフ1の棚があふれた。空きは{ $places }個ぶん、{ $n }個めは床に置いた。本物のGPUなら、ここでメモリが足りずに止まる。
# $over int
pipeline-beat-full = レポートを待つボウルは{ $n }個まで増えた。棚は{ $places }個ぶんで、{ $over }個が床に出た。ここでは入ったことにして先へ進む。
pipeline-beat-one-for-one = GPipeは{ $time }、手の空きは{ $bubble }。ただし棚が{ $n }個ぶん要る。三歩めは1F1B。一つ片づけたら、一つ始める。
pipeline-beat-hold = シェフ1はボウル{ $n }個で手を止めた。棚は{ $places }個ぶんあるのに、それ以上は始めない。最初のレポートを待つ。
pipeline-beat-hold-full = シェフ1はボウル{ $n }個で手を止めた。棚は{ $places }個ぶん。最初のレポートを待つ。
pipeline-xray-gpipe = naive：{ $time }、バブル { $bubble }。次はGPipe
pipeline-xray-overflow = GPU 1：{ $time }に活性値が{ $n }個ぶんになり、HBMの空き（{ $places }個ぶん）を超えた。実機ではout of memory
# $over int
pipeline-xray-full = GPU 1：活性値は最大で{ $n }個ぶん。HBMの空きは{ $places }個ぶん、不足{ $over }個ぶん
pipeline-xray-one-for-one = GPipe：{ $time }、バブル { $bubble }、活性値は最大{ $n }個ぶん。次は1F1B
pipeline-xray-hold-places = GPU 1：活性値は最大{ $n }個ぶん、HBMの空きは{ $places }個ぶん
pipeline-figure-places = シェフ1の棚に入るボウル
pipeline-figure-places-formula = (HBM − 重み・勾配・オプティマイザ) ÷ ボウル1個の活性値
# $bowl number, $whole number
pipeline-figure-places-filled = ({ $whole } − { $state }) ÷ { $bowl } = { $value }（GB）
pipeline-figure-places-source = 重みなどはパラメータ1個に16バイト（Adam、混合精度）、活性値はKorthikantiほか（2022）の式、選択的再計算。ボウル1個は{ $sequences }系列。作業用の領域は数えていない。
pipeline-figure-in-turn = 三つの順番の一歩
# $gpipe time, $one time
pipeline-figure-in-turn-value = { $naive } · { $gpipe } · { $one }
pipeline-figure-in-turn-formula = 素朴 · GPipe · 1F1B
# $gpipe-share percent, $naive-share percent, $one-share percent
pipeline-figure-in-turn-filled = 手の空き { $naive-share } · { $gpipe-share } · { $one-share }、棚に最大 { $held-naive } · { $held-gpipe } · { $held-one }個
pipeline-case = ボウル{ $n }個
pipeline-own-none = 自分の順番が最後までそろっていないか、この人数とボウルの数のものではありません。1F1Bで始めます。
pipeline-opening-4-halves = シェフ1の棚には、ボウル半分が{ $places }個ぶん置ける。残りは重みとオプティマイザの場所だ。
pipeline-beat-reading-first = シェフ{ $n }がレポートを読み、前のシェフへ渡す分（B）から書きはじめた。自分のページの分（W）は後でいい。
pipeline-beat-weights = シェフ{ $n }が、ボウル{ $bowl }の自分のページの分（W）に取りかかった。前へ渡すレポート（B）は、先に書き終えてある。
# $left int
pipeline-beat-filled = { $time }、シェフ{ $n }に来るレポートはもうない。後回しにしたWが{ $left }枚あり、空くはずの手を埋める。
# $left int
pipeline-xray-filled = GPU { $n }：{ $time }に最後のB（入力の勾配）が終わり、残りはW（重みの勾配）が{ $left }個
# $whole number
pipeline-beat-peak-halves = シェフ1の棚には、ボウル半分の下ごしらえが{ $n }個（ボウル{ $whole }個ぶん）まで並んだ。この一歩では、これより増えない。
# $whole number
pipeline-xray-hold-halves = GPU 1：活性値は最大でチャンク{ $n }個ぶん（マイクロバッチ{ $whole }個ぶん）
pipeline-beat-end-own = この順番で、一歩は{ $time }。シェフの手は、そのうち{ $share }の時間あいていた。
pipeline-xray-end-own = 一歩 { $time }。バブル = 順番 { $unequal }%、転送 { $handover }%、合計 { $value }%（式 { $ideal }%）
pipeline-gate-own = いま走っているのは自分の順番で、ボウルは{ $m }個。同じボウルを1F1Bで流したら、手が空く割合は何%になる？
# $other percent, $own percent
pipeline-verdict-own = 走らせてみると、自分の順番で{ $own }、1F1Bで{ $other }。
# $idle number, $work number
pipeline-figure-bubble-times-filled = ({ $p } − 1) × { $bracket } = { $idle } ms、{ $idle } ÷ ({ $idle } ＋ { $m } × { $work }) = { $ideal }%。{ $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-split-formula = t ÷ (t ＋ m(F+B+W))、t = (p − 1)(F + B) ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-zb-h1-formula = t ÷ (t ＋ m(F+B+W))、t = (p − 1)(F + B − W) ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-zb-h2-formula = t ÷ (t ＋ m(F+B+W))、t = (p − 1)(F + B − 2W) ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-interleaved-formula = t ÷ (t ＋ m(F+B))、t = (p − 1)(F + B) ÷ v ＋ 工程のばらつき ＋ 受け渡し
pipeline-figure-bubble-times-source = 式はNarayananほか（2021、インターリーブ）とQiほか（2024、勾配の分割、ZB-H1、ZB-H2）。F、B、Wはシェフの平均（ms、記録から）。値は記録から：1 − 計算時間の合計 ÷ (p × いちばん長くリレーにいたシェフの時間)。「ばらつき」は記録の長さのまま受け渡しを0にした値と式との差、「受け渡し」は残り。
pipeline-figure-bubble-own-formula = 並べた順番 ＋ 受け渡し
pipeline-figure-bubble-own-filled = { $ideal }% { $unequal }% { $handover }% = { $value }%（p = { $p }、m = { $m }）
pipeline-figure-bubble-own-source = 自分の順番に決まった式はない。値は記録から：1 − 計算時間の合計 ÷ (p × いちばん長くリレーにいたシェフの時間)。「順番」は記録の長さのまま受け渡しを0にした値、「受け渡し」は残り。
pipeline-figure-step-bubble-formula = Σ(F + B + W) ÷ p ÷ (1 − 手の空き) ＋ 残り
# $bubble number, $sum number
pipeline-figure-step-bubble-filled = { $sum } ÷ { $p } ÷ (1 − { $bubble }%) ＋ { $rest } = { $value } ms
pipeline-figure-step-bubble-source = Σは全員の計算時間（記録から）。「残り」は、いちばん長くリレーにいたシェフの前後の時間と、ページの直し。
pipeline-figure-shelf-formula-interleaved = p × (1 ＋ (p − 1) ÷ (p v))、v = 2
pipeline-figure-shelf-formula-zb-h2 = min(2p − 1, m)
# $n number
pipeline-figure-shelf-bowls = { $n }個
pipeline-opening-2-both = ボウルは列の両端から入る。全員の手がはじめてそろうまで{ $fill }。
pipeline-beat-fold = シェフ{ $p }は、ボウル{ $n }をどこへも渡さず、続きのページに取りかかった。本の残りはここで折り返し、シェフ1へ向かって並んでいる。
pipeline-beat-turn-fold = シェフ1がボウル{ $n }を味見して、分析レポートを書きはじめた。最初のページも最後のページも、シェフ1が受け持つ。
pipeline-beat-both-start = ボウル1はシェフ1から、ボウル2はシェフ{ $p }から入った。同じ本が二冊、両端から逆向きに並べてある。
pipeline-beat-meet = シェフ{ $n }は、反対の端から来たボウル{ $bowl }も始めた。どちら向きのボウルにも、自分のページがある。
pipeline-beat-turn-both = シェフ{ $p }はボウル{ $n }の、シェフ1はボウル{ $up }のレポートを書きはじめた。折り返しは両端にある。
# $report int
pipeline-beat-pair = シェフ{ $n }はボウル{ $bowl }とボウル{ $report }のレポートを一組にして進め、{ $time }、両方がすんでから次へ渡した。
# $report int
pipeline-xray-pair = GPU { $n }：マイクロバッチ{ $bowl }の順伝播と{ $report }の逆伝播を一組で計算、{ $time }に両方を送り出した
pipeline-figure-bubble-zb-v-formula = 0（F = B = Wのとき）＋ 長さのちがい ＋ 受け渡し
pipeline-figure-bubble-zb-v-source = Qiほか（2024）：F、B、Wが同じ長さなら空きは0。長さがちがうときの式は公表されていない。値は記録から：1 − 計算時間の合計 ÷ (p × 最も長くリレーにいたシェフの時間)。「長さのちがい」は受け渡しを0にした値、「受け渡し」は残り。
pipeline-figure-bubble-dual-formula = t ÷ (t + m(F+B+W))、t = (p ÷ 2 − 1)(F + 2B − W)、＋ 工程のばらつき ＋ 受け渡し
# $idle number, $work number
pipeline-figure-bubble-dual-filled = ({ $p } ÷ 2 − 1) × { $bracket } = { $idle } ms、{ $idle } ÷ ({ $idle } + { $m } × { $work }) = { $ideal }%。{ $ideal }% { $unequal }% { $handover }% = { $value }%
pipeline-figure-bubble-dual-source = 式はDeepSeek-V3（2024）の表2から。組にした二つは、ここでは続けて計算するのでF + B + Wの長さになる。F、B、Wはシェフの平均（ms、記録から）。値は記録から：1 − 計算時間の合計 ÷ (p × 最も長くリレーにいたシェフの時間)。二冊の同じページのレポートを突き合わせる通信は、ここでは数えていない。
pipeline-figure-shelf-formula-dual = p ＋ 1
pipeline-figure-shelf-formula-zb-v = 多くても min(p, m)

pipeline-act-one-pot = 洗う、切る、煮る、味つけ。お鍋ひとつが四人の列を進みます。何人の手が動くでしょう。
pipeline-act-one-pot-xray = 48系列のマイクロバッチ一つが、四つのステージを進みます。計算中のGPUは何台でしょう。
pipeline-act-one-pot-button = お鍋ひとつで作る
pipeline-act-cut = 同じお鍋を、四つのボウルに。次のシェフは、全部できるのを待たずに始められます。
pipeline-act-cut-xray = 同じ48系列を、四つのマイクロバッチに分けます。次のステージは四分の一で始められます。
pipeline-act-cut-button = 四つに分ける
pipeline-act-all-first = ボウルは八つ。まず全部を前へ送ります。シェフ1の棚に注目してください。
pipeline-act-all-first-xray = GPipe、マイクロバッチは八つ。GPU 1のメモリに注目してください。
pipeline-act-all-first-button = 八つとも先に前へ
pipeline-act-sooner = 同じ八つのボウル。今度は、次のボウルより先に、届いたレポートを片づけます。
pipeline-act-sooner-xray = 1F1B：どのステージも、新しい順伝播より、届いた逆伝播を先に計算します。
pipeline-act-sooner-button = 後ろ向きを早く始める
pipeline-act-halves = レポートを半分ずつ書きます。隣が待つ分が先、自分のページの分は手が空いてから。
pipeline-act-halves-xray = ZB-H1：入力の勾配（B）が先、重みの勾配（W）は空いた時間に計算します。
pipeline-act-halves-button = 後ろ向きを半分に割る
pipeline-act-turn = あなたの番です。列の仕事はどれも動かせます。後ろ向きは、だれがいつ始めればよいでしょう。
pipeline-act-turn-xray = あなたの番です。計算はどれも動かせます。バブルをどこまで減らせますか。
pipeline-act-turn-button = 自分でやってみる
pipeline-act-turn-go = これで作る
pipeline-kept-bowls = { $n ->
    [one] お鍋ひとつ
   *[other] ボウル{ $n }個
}
pipeline-kept-line = ボウル{ $n }・{ $chefs }人
pipeline-kept = 空き{ $idle }
pipeline-pot-dishes = お鍋ひとつ、{ $n }皿分
pipeline-pot-each = ボウル一つに六皿分
pipeline-pot-cut = お鍋ひとつを分ける
pipeline-groups = 二周するときは、ボウルをシェフと同じ数の{ $p }個ずつまとめて回します。{ $m }個は割り切れないので、{ $n }個にします。
pipeline-cut-uneven = { $dishes }皿分は、その数では同じ大きさに分けられません。いちばん近いのは{ $n }個です。
pipeline-hand-cut = お鍋の切り方
pipeline-hand-line = 列のシェフの人数
pipeline-hand-bowls = { $n ->
    [one] お鍋ひとつ（{ $dishes }皿分）
   *[other] ボウル{ $n }個、{ $dishes }皿分ずつ
}
pipeline-hand-chefs = シェフ{ $n }人
pipeline-hand-idle = 空き{ $idle }
pipeline-hand-first-back = シェフ{ $chef }の最初の後ろ向き
pipeline-hand-back = ボウル{ $n }つのあと
pipeline-hand-stuck = シェフ{ $chef }がそこで始めると、みんなが互いを待って止まってしまう。
pipeline-hand-forward = シェフ{ $chef }：ボウル{ $n }の前向き
pipeline-hand-report = シェフ{ $chef }：ボウル{ $n }の後ろ向き
pipeline-hand-input = シェフ{ $chef }：ボウル{ $n }のレポート
pipeline-hand-weight = シェフ{ $chef }：ボウル{ $n }、自分のページの分
# $all int
pipeline-hand-place = { $all }番のうち{ $n }番目
pipeline-pass-no-bowl = シェフ{ $chef }がボウル{ $n }を待って動けなくなる。シェフ{ $from }が、それより前には渡せない。
pipeline-pass-no-report = シェフ{ $chef }がボウル{ $n }のレポートを待って動けなくなる。シェフ{ $from }が、それより前には返せない。
pipeline-pass-not-forward = シェフ{ $chef }は、先にボウル{ $n }の前向きを済ませる。
pipeline-pass-not-input = ボウル{ $n }は、前へ渡すレポートが先だ。
pipeline-hand-halves = 後ろ向き
pipeline-hand-whole = まるごと
pipeline-hand-in-halves = 半分ずつ
pipeline-kept-back = 戻しは{ $list }のあと
pipeline-lanes-bound = どの順でもこれより早くは終わらない
