# 裏で動くシミュレーション。
worker-busy = 計算しています…
worker-progress = 計算しています…　厨房 { $all } 軒のうち { $done } 軒が終わりました
worker-stop = やめて、前のままにする
