# 第5章：工程のリレー — パイプライン並列。
pipeline-title = 鍋ひとつぶんを、小さなボウルに分ける
pipeline-hook = 大きなレシピは、一人の棚に載りきらない。そこでページを何人かで受け持ち、料理を小さなボウルに分けてリレーする。
pipeline-text-1 = ひと鍋をまるごと渡すと、次のシェフは届くまで待つしかない。
pipeline-text-2 = 小さなボウルに分ければ、一つめを渡した瞬間に、前のシェフは二つめに取りかかれる。
pipeline-text-3 = 最後のシェフが味見をすると、流れは折り返す。分析レポートが、来た道を一人ずつ戻っていく。
pipeline-text-4 = それでも、列の始まりと終わりでは手が空く。この空きをバブルと呼ぶ。
pipeline-not-like-1 = 食材は使えば減る。データも重みも、読んだだけでは減らない。
pipeline-not-like-2 = 料理は前へ進むだけだ。学習では、同じ列を結果が逆向きに戻ってくる。
pipeline-not-like-3 = シェフの手ぎわは日によって変わる。ここのGPUは、同じ計算にいつも同じ時間をかける。
pipeline-teacher-goal = めあて：ボウル（マイクロバッチ）を増やすとバブルが減ること、その減り方に限りがあることを、式と実行の両方で説明する。
pipeline-teacher-question-1 = 問い1：ボウルを2倍にしたら、バブルはちょうど半分になるか。ならないなら、式のどこを見ればわかるか。
pipeline-teacher-question-2 = 問い2：1F1BのバブルはGPipeと変わらない。それでも選ばれるのはなぜか。シェフ1の棚のボウルを数えてみよう。
pipeline-teacher-time = 時間：15分（物語5分、予想と話し合い5分、つまみを動かす5分）。

pipeline-opening-1 = シェフ{ $p }人の列に、ボウルが{ $m }個流れる。一歩は{ $time }。
pipeline-opening-2 = ボウル1が列の端に着くまで{ $fill }。それまで全員の手がそろうことはない。
pipeline-opening-3 = リレーのあいだ、手が空いていた割合は{ $bubble }。

pipeline-beat-start = シェフ1がボウル1に手をつけた。ほかの{ $rest }人には、まだ何も届いていない。
pipeline-beat-handover = ボウル1が{ $way }を通って、シェフ2へ向かう。中身は{ $bytes }。
pipeline-beat-overlap = シェフ2がボウル1を、シェフ1がボウル{ $n }を。二人の手が同時に動いている。
pipeline-beat-passed = シェフ2がボウル1を受け取った。シェフ1の手はあいている。
pipeline-beat-all-busy = { $p }人全員の手が、はじめてそろって動いた。ここまで{ $time }。
pipeline-beat-turn = シェフ{ $p }がボウル1を味見して、分析レポートを書きはじめた。流れはここで折り返す。
pipeline-beat-report = シェフ{ $from }のレポートが、シェフ{ $to }へ戻っていく。ボウル1の来た道を逆向きに。
pipeline-beat-reading = シェフ{ $n }がレポートを読み、自分のページの分を書き足しはじめた。
pipeline-beat-wait = シェフ1は手を止めた。送り出したボウルは{ $n }個。最初のレポートが戻るまで、あと{ $time }。
pipeline-beat-peak = シェフ1の棚に、レポート待ちのボウルが{ $n }個。この先これより増えない。
pipeline-beat-alternate = シェフ1はレポートを1枚片づけて、ボウル{ $n }を始めた。片づけた分だけ、新しく始める。
pipeline-beat-last-bowl = 最後のボウル{ $m }が列に入った。もう後から来るボウルはない。
pipeline-beat-drain = シェフ{ $p }の担当はぜんぶ終わった。ほかの{ $busy }人はまだリレーの途中だ。
pipeline-beat-last-report = 最後のレポートがシェフ1に届いた。ほかの工程はもう終わっている。
pipeline-beat-last-report-busy = 最後のレポートがシェフ1に届いた。列を戻る仕事は、これで最後だ。
pipeline-beat-update = シェフ{ $n }が、レポートに従って自分のページを直しはじめた。
pipeline-beat-end = { $time }で一歩が終わった。リレーのあいだ手が空いていたのは、平均して{ $bubble }。
pipeline-xray-hold = GPU 0：逆伝播を待つマイクロバッチ { $n }個ぶんの活性値を保持
pipeline-xray-idle = GPU 0：マイクロバッチ{ $n }個ぶんの活性値を持ったまま待つ。{ $time }
pipeline-xray-end = 終了 { $time }。バブル { $bubble }、計算 { $compute }（全GPUの合計）

pipeline-gate-more = いまボウルは{ $m }個。{ $n }個に増やすと、手が空く割合はどうなる？
pipeline-gate-fewer = いまボウルは{ $m }個。{ $n }個に減らすと、手が空く割合はどうなる？
pipeline-option-same = ほとんど変わらない（{ $bubble }くらい）
pipeline-option-half = 半分になる（{ $bubble }くらい）
pipeline-option-none = なくなる（0%）
pipeline-option-double = 2倍になる（{ $bubble }くらい）
pipeline-verdict = 走らせてみると、ボウル{ $m }個で{ $before }、{ $n }個で{ $after }。空くのは列の始まりと終わりだけなので、その長さはボウルの数では変わらず、全体に占める割合だけが変わる。
pipeline-verdict-naive = 走らせてみると、ボウル{ $m }個で{ $before }、{ $n }個で{ $after }。一つずつ往復する順番では、いつでも一人しか手を動かさない。

pipeline-figure-bubble = 手が空いていた割合（バブル）
pipeline-figure-bubble-formula = (p − 1) ÷ (m + p − 1)
pipeline-figure-bubble-filled = ({ $p } − 1) ÷ ({ $m } + { $p } − 1) = { $value }
pipeline-figure-bubble-naive-formula = (p − 1) ÷ p
pipeline-figure-bubble-naive-filled = ({ $p } − 1) ÷ { $p } = { $value }
pipeline-figure-bubble-source = 式はGPipe（Huangほか、2019）。値は記録から：1 − 計算時間の合計 ÷ (p × リレーの時間)。差は、工程の長さの違いと受け渡し。
pipeline-figure-step = 一歩の時間
pipeline-figure-step-formula = Σ(T_F + T_B) ＋ (m − 1) × max(T_F + T_B) ＋ T_U
pipeline-figure-step-filled = { $sum } ＋ ({ $m } − 1) × { $longest } ＋ { $update } = { $value }
pipeline-figure-step-naive-formula = m × Σ(T_F + T_B) ＋ T_U
pipeline-figure-step-naive-filled = { $m } × { $sum } ＋ { $update } = { $value }
pipeline-figure-step-source = 受け渡しを0とした、GPipeと1F1Bに共通の式。T_F、T_B、T_U（更新）は記録から。長さのちがう工程では、いちばん長い工程が速さを決める。
pipeline-figure-handover = ボウル一つの受け渡し
pipeline-figure-handover-formula = S ÷ B ＋ 遅延
pipeline-figure-handover-filled = { $bytes } ÷ { $rate } ＋ { $latency } = { $value }
pipeline-figure-handover-source = Sは活性値の大きさ（2バイト × 系列長 × マイクロバッチ × 隠れ次元）、Bは経路の実効帯域。
pipeline-figure-shelf = シェフ1の棚に同時に置かれたボウル
pipeline-figure-shelf-formula-gpipe = m
pipeline-figure-shelf-formula-1f1b = min(p, m)
pipeline-figure-shelf-formula-naive = 1
pipeline-figure-shelf-filled = 式では{ $n }個
pipeline-figure-shelf-value = { $n }個
pipeline-figure-shelf-source = 順伝播が終わり、逆伝播がまだのマイクロバッチを、記録から数えた最大。
pipeline-beat-drain-edit = シェフ{ $p }はレポートを書き終え、もう自分のページを直している。ほかの{ $busy }人はまだリレーの途中だ。
pipeline-option-two-thirds = 3分の2くらいに減る（{ $bubble }くらい）
pipeline-option-half-again = 1.5倍くらいになる（{ $bubble }くらい）
pipeline-beat-received = シェフ2がボウル1を受け取った。
