# うまくいかないときの一文。何が起きたか、どう扱ったか、どうすればよいか。
err-value = 「{ $name }」に使えるのは{ $range }です。「{ $value }」は{ $used }として読みました。
err-range-int = { $min }から{ $max }までの整数
err-range-bytes = { $min }から{ $max }までの2のべき乗
err-range-choice = { $list }のどれか
err-unknown-key = 「{ $key }」という設定はないので、読み飛ばしました。使えるのは{ $list }です。
err-twice = 「{ $key }」が二度以上書かれています。最初の一つを使います。
err-link-version = 別の版（「{ $version }」）で作られたリンクです。読めるところだけを使いました。
err-link-long = リンクが長すぎて読めないため、いつもの設定で開きます。
err-link-kind = 「{ $kind }」はこのページでは計算できないため、いつもの設定で開きます。
err-link-mismatch = リンクの設定は別の章のものなので、この章のいつもの設定で開きます。
err-link-look = 「{ $key }」に「{ $value }」は使えないので、読み飛ばしました。使えるのは{ $range }です。
err-link-unknown = リンクの「{ $key }」には意味がないので、読み飛ばしました。
err-range-flag = 0か1
err-range-name = 英数字とハイフン
