# シミュレーションを断った、または止めた理由。
sim-too-many-tasks = タスクが { $tasks } 個あり、上限の { $limit } 個を超えています。GPU、マイクロバッチ、またはチャンクの数を減らしてください。
sim-too-many-events = イベントが { $limit } 個に達したため、計算を止めました。GPU、マイクロバッチ、またはチャンクの数を減らしてください。
sim-too-much-work = 転送どうしがあまりに多くのリンクで出会うため、速さを求める手順が { $limit } 回に達したところで計算を止めました。GPU の数を減らすか、別のアルゴリズムにしてください。
sim-too-much-memory = この計算には { $mib } MiB を超えるメモリが要ります。GPU、マイクロバッチ、またはチャンクの数を減らしてください。
sim-too-long = タスク { $task } の終わりが、時計で数えられる範囲（約100日）を超えます。データを減らすか、速いリンクを選んでください。
sim-dependency-order = タスク { $task } が待つタスク { $dep } は、それより前にありません。
# $gpu int
sim-no-such-gpu = タスク { $task } が指す GPU { $gpu } はありません。
sim-no-such-route = タスク { $task } が指す経路 { $route } はありません。
# $link int
sim-no-such-link = 経路 { $route } が通るリンク { $link } はありません。
# $link int
sim-bad-share = 経路 { $route } がリンク { $link } に流す割合が、0より大きい数ではありません。
sim-no-rate = 経路 { $route } には帯域がなく、送ったものがいつまでも届きません。
