# よくある質問のページ。数字は実行とカタログから入る。
faq-title = よくある質問
faq-lead = はじめての人と、作る側の人が、実際に聞くこと。答えの数字は、このページを書き出したときにシミュレータとカタログから計算した。

faq-one = 大きなGPUを一つ作れば、分けなくてすむのでは？
faq-one-answer = いちばん棚の広い{ $largest }でも{ $largest_shelf }。{ $large }を学ぶには、レシピとレポートと帳面だけで{ $large_state }、うまく分けても棚が{ $shelves }個いる。だから、分け方が話の中心になる。
faq-learning = 学ぶのは、答えるより何倍たいへん？
# $answers words, $learns words
faq-learning-answer = 同じ言葉を読むのにくらべて、手数は{ $work }。前向きのほかに、その2倍の後ろ向きがあるから。棚の差はもっと大きく、答えるだけなら{ $answers }、学ぶなら{ $learns }。
faq-fit = 70億パラメータのモデルは、GPU 1枚で学べる？
# $shelf bytes-decimal
faq-fit-answer = ふつうのやり方では載らない。{ $small }は、答えるだけなら{ $small_recipe }で{ $gpu }の棚（{ $shelf }）に収まるが、学ぶにはレポートと帳面を合わせて{ $small_state }になる。人数で分ける（ZeRO）か、棚の外へ預ける（オフロード）。
# $ways words
faq-twice = GPUを{ $ways }枚にしたら、{ $ways }倍速くなる？
# $idle words, $ways words
faq-twice-answer = ならない。「一つの鍋を二人で」の最初の設定では{ $ways }枚で{ $speedup }。時間の{ $idle }は、会議を待って手が止まっている。どこまで近づけるかは、分け方と道で決まる。
faq-bubble = リレーの手の空き（バブル）は、なくせないの？
faq-bubble-answer = 列の始まりと終わりの分は残る。ボウルを一つずつ往復させると{ $naive_idle }、流せば{ $gpipe_idle }、ボウルを32個に増やせば{ $more_idle }。レポート書きを二つに割って空きへ入れる順番（ゼロバブル）なら、さらに減る。
faq-meeting = 会議の人数が増えると、一人の荷物も増える？
faq-meeting-answer = ほとんど増えない。輪で回すと、一人が送るのは持ち寄った量の、8人で{ $eight }倍、1,024人でも{ $thousand }倍。増えるのは手順の数なので、小さな会議ほど人数がこたえる。
faq-ways = PCIeとNVLinkでは、どれくらいちがう？
# $ratio words
faq-ways-answer = 「廊下、トンネル、交換機」の最初の設定では、同じ会議のいちばん遅い厨房は、いちばん速い厨房の{ $ratio }かかる。シェフの腕は関係なく、道だけのちがい。
faq-answering = 答えが一語ずつゆっくり出るのは、計算が遅いから？
faq-answering-answer = 待っているのは計算ではなく、棚から取り出す速さ。一語のたびにレシピを全部取り出す。だから客が1人なら一語{ $word_one }、100人まとめても{ $word_many }しかかからない。
faq-rate = 学習率は、どうやって決める？
# $limit words
faq-rate-answer = 小さすぎると遅く、大きすぎると発散する。「秘伝のソース」のような小さな問題なら限界を計算でき、最初の設定では{ $limit }。本物のモデルでは地図がないので、試して決める。
faq-waiting = GPUは、どのくらい働いている？
# $share words
faq-waiting-answer = 思うより少ない。「登場人物」の一歩では、シェフ1の手が動いているのは{ $share }。残りは、ほかの人か道を待っている。どれだけ働いたかはMFUで言い表す。
faq-right = この数字は、本当に合っている？
# $median percent, $rows number
faq-right-answer = 公開された測定と比べている。定数を決めるときに見なかった集団通信の測定{ $rows }行（1 MiB以上）では、時間のずれの中央値が{ $median }。どの行で外れるかも、式も定数も出典も、「計算のしかた」に並べてある。動きはどれも実行の記録で、手で付けたものはない。
faq-class = 授業や社内の研修で使ってよい？
faq-class-answer = 使ってよい。ライセンスはMITかApache-2.0で、クッキーも追跡もない。フォルダを置くだけで、どんな静的ホストでも動く。授業案とワークシートもある。
