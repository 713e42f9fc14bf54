# うまくいかないときの一文。何が起きたか、どう扱ったか、どうすればよいか。
# $used quantity, $value words
err-value = 「{ $name }」に使えるのは{ $range }です。「{ $value }」は{ $used }として読みました。
err-range-int = { $min }から{ $max }までの整数
# $max bytes, $min bytes
err-range-bytes = { $min }から{ $max }までの2のべき乗
err-range-choice = { $list }のどれか
err-unknown-key = 「{ $key }」という設定はないので、読み飛ばしました。使えるのは{ $list }です。
err-no-settings = 「{ $key }」という設定はないので、使いませんでした。ここに設定はありません。
err-twice = 「{ $key }」が二度以上書かれています。最初の一つを使います。
err-link-version = 別の版（「{ $version }」）で作られたリンクです。読めるところだけを使いました。
err-link-long = リンクが長すぎて読めないため、いつもの設定で開きます。
err-link-kind = 「{ $kind }」はこのページでは計算できないため、いつもの設定で開きます。
err-link-mismatch = リンクの設定は別の章のものなので、この章のいつもの設定で開きます。
# $value words
err-link-look = 「{ $key }」に「{ $value }」は使えないので、読み飛ばしました。使えるのは{ $range }です。
err-range-flag = 0か1
err-range-name = 英数字とハイフン
# $value int
err-layout-count = { $what }は{ $value }です。1から{ $max }までの数にしてください。
err-layout-gpus = { $gpus }台のGPUは、テンソル{ $tensor } × パイプライン{ $pipeline }には割り切れません。積がGPUの数を割り切るようにしてください。
# $value int
err-layout-tensor = テンソル{ $ways }分割では、モデルの{ $what }（{ $value }）を割り切れません。割り切れる数にしてください。
# $of words, $value int
err-layout-divide = { $what }の{ $ways }分割では、{ $of }（{ $value }）を割り切れません。割り切れる数にしてください。
err-layout-no-experts = このモデルにエキスパートはないので、{ $ways }には分けられません。1のままにしてください。
err-layout-stages = { $stages }段の工程には、同じ数以上の層が要ります。このモデルは{ $layers }層です。
err-layout-batch = バッチ{ $global }を、{ $data }組、マイクロバッチ{ $micro }では分けられません。{ $data } × { $micro }がバッチを割り切るようにしてください。
err-layout-offload = 活性値をホストに退避すると、重みの勾配を後から計算するスケジュール（{ $schedule }）は使えません。退避はオプティマイザだけにするか、ほかのスケジュールにしてください。
err-cut-unplaced = { $operators }個の演算に対して、割り当ては{ $placed }個です。一つずつ、どのGPUに置くかを決めてください。
err-cut-device = 割り当てにGPU { $device }がありますが、使えるのは1から{ $devices }までです。
err-cut-circle = 演算どうしが輪になって待ち合っています。輪を断ってください。
err-cut-returns = GPU { $from }で作ったものが、前のGPU { $to }へ戻っています。前から後ろへだけ渡るように切ってください。
err-schedule-equal-groups = interleaved-zbでは、マイクロバッチを工程の数（{ $stages }）以上の、同じ大きさの組に分けて流します。{ $batches }個は分けられません。{ $nearest }個なら流せます。
# $least int
err-schedule-folded = dualpipe-vは、工程の二倍以上のマイクロバッチが要ります。{ $stages }工程なら{ $least }個以上にしてください（いまは{ $batches }個）。
err-schedule-chunks = 一つの工程が持てるチャンクは1から{ $max }までです。{ $chunks }は使えません。
# $least int
err-schedule-both-ends = DualPipeは両端から流します。工程の数は偶数、マイクロバッチも偶数で、{ $stages }工程なら{ $least }個以上にしてください（いまは{ $batches }個）。
err-made = 「{ $key }」の中身は、ここで作られたものではないので使いませんでした。
err-descent-range = { $what }は{ $low }から{ $high }までの数にしてください。
err-descent-count = レシピの分量は{ $n }個の数にしてください。
# $need bytes-decimal
err-does-not-fit = いちばん埋まるGPUでおよそ{ $need }が要りますが、載っているのは{ $have }です。時間は、収まった場合の値です。
# $need bytes-decimal, $have bytes-decimal
err-host-does-not-fit = 一ノードのホストメモリにおよそ{ $need }が要りますが、載っているのは{ $have }です。時間は、収まった場合の値です。
# $need bytes-decimal
err-host-unknown = 一ノードのホストメモリにおよそ{ $need }が要りますが、この機種の容量が分かりません。システムのファイルのhost.memory_gbに書けます。時間は、収まった場合の値です。
# $asked bytes, $used words
err-gradient-size = 勾配の大きさは、いまはモデルで決まります。{ $asked }に最も近い{ $used }として読みました。
# $used words
err-no-adding = { $system }のスイッチは足し算をしないので、{ $used }に替えました。足し算をするのはDGX H100からです。
# $used words
err-no-way = 「{ $op }」は「{ $algorithm }」ではできないので、「{ $used }」に替えました。
# $value int, $least int
err-packet-range = { $what }は{ $value }です。{ $least }から{ $most }にしてください。
# $asked int
err-packet-chip = { $chip }のポートは、合わせて{ $asked } Gbit/sには足りません。数か速さを減らすか、別のチップにしてください。
err-packet-itself = ホスト{ $host }は、自分あてには送れません。
err-packet-apart = ホスト{ $src }からホスト{ $dst }へ行く道がありません。同じ面にあるか、生きているリンクでつながるホストを選んでください。
err-packet-fault = { $fault }番目の故障の時間が合いません。終わりは始まりより後に、切れる時間とつながる時間はどちらも0より長くしてください。
# $least int
err-packet-work = 少なくとも{ $least }百万の事象になりますが、一度に動かせるのは{ $most }百万までです。バイト数かフローの数を減らすか、パケットを大きくしてください。
err-packet-trims-nothing = スイッチが切り詰めるのは、捨てるはずのパケットです。ここでは隣を待たせるかクレジットを使うので、何も捨てません。捨てるようにする（--lossy）か、切り詰めをやめてください。
# $switch int, $room bytes, $least bytes
err-packet-buffer = スイッチ{ $switch }のバッファーは{ $room }で、リンクが一時停止のために取っておく分のほかに、パケットが一つも入りません。{ $least }が要ります。
err-packet-events = { $most }百万を超える事象になります。バイト数かフローの数を減らしてください。
err-packet-unfinished = このネットワークでは、{ $flows }本のフローが終わりません。道の選び方を変えるか、損失を減らすか、送り直すトランスポートにしてください。
err-packet-adds = ここのスイッチは足し算をしません。サーバーが自分で足す通信にするか、--network fluidにしてください。
# $value int
err-faults-range = { $what }は{ $value }になっています。1から{ $most }までにしてください。
err-faults-still = チェックポイントの間隔と故障の間隔は、0より長くしてください。
err-faults-events = チェックポイントか故障が{ $most }百万回を超えます。日数かサーバーを減らすか、間隔を長くしてください。
err-plan-no-layout = このモデルとバッチ{ $batch }を{ $gpus }台のGPUに割り切る分け方がありません。GPUの数かバッチを変えてみてください。
# $least bytes-decimal
err-plan-nothing-fits = どの分け方でも収まりません。いちばん少なくて済む分け方でも、いちばん埋まるGPUに{ $least }が要り、載っているのは{ $have }です。GPUを増やすか、メモリの多いGPUにしてください。
