# コマンド：絵。
help-picture = 章の一場面をSVGで書き出す
help-picture-link = ページの「共有」で得たリンク。章・設定・瞬間・表示・言語はその中にある
help-picture-chapter = { $list }のどれか
help-picture-at = 時点。0（はじめ）から1（終わり）
help-picture-layer = kitchenかxray
help-picture-theme = { $list }のどれか
help-picture-size = 幅と高さ。100から8192ピクセルずつ
help-picture-set = シナリオの設定。stages=8など。何度でも書ける
help-picture-out = 書き出すファイル。指定がなければ標準出力
