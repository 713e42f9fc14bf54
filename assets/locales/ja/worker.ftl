# 裏で動くシミュレーション。
worker-busy = 計算しています…
worker-label = 計算の進み
# $percent int
worker-share = { $percent } %
# $all int, $done int, $percent int
worker-share-runs = { $percent } %（{ $all }回のうち{ $done }回が済んだ）
worker-telling = 計算は済んだ。これから場面にする
worker-stop = やめて、前のままにする
worker-again = 計算が止まったので、はじめからやり直しています
worker-silent = 計算が二度止まりました。このままでは終わりません。
worker-silent-again = もう一度やってみる
worker-silent-here = このページで計算する（そのあいだ動かなくなります）
