//! The code that puts a moment on a page as an element of its own, `<collective-kitchen>` (`assets/embed.js`).

use kitchen_story::scenario::link::{Address, LAYERS, Parts, THEMES, Theme, name_of};
use kitchen_text::Lang;

use super::address;

/// The width of the form for a narrow column, in CSS pixels.
pub const NARROW: u32 = 360;

/// The element with the script that knows it. `href`: where this page is; `title` is what the frame is called, and what is read where no
/// script runs. Nothing without a chapter.
pub fn code(
    href: &str,
    address: &Address,
    (lang, title): (Lang, &str),
    (parts, narrow): (Parts, bool),
) -> Option<String> {
    let chapter = address.look.scene.as_deref()?;
    let (query, hash) = address.encode();
    let folder = address::folder(href);
    let tag = lang.tag();
    let mut attributes = vec![("chapter", chapter.to_owned())];
    attributes.extend(address.act.clone().map(|act| ("act", act)));
    attributes.push(("lang", tag.to_owned()));
    attributes.push(("layer", name_of(&LAYERS, address.look.layer).to_owned()));
    if address.look.theme != Theme::Auto {
        attributes.push(("theme", name_of(&THEMES, address.look.theme).to_owned()));
    }
    attributes.push(("moment", hash.clone()));
    attributes.push(("title", title.to_owned()));
    if narrow {
        attributes.push(("style", format!("max-width: {NARROW}px")));
    }
    let flags = [("controls", parts.controls), ("timeline", parts.gantt), ("plain", !parts.switch)];
    let named = attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value)));
    let flags = flags.iter().filter(|(_, on)| *on).map(|(name, _)| format!(" {name}"));
    let written: String = named.chain(flags).collect();
    let link = escaped(&address::passed_on(href, Some(chapter), lang, (&query, &hash)));
    let picture = escaped(&format!("{folder}pictures/act-{chapter}-{tag}.svg"));
    Some(format!(
        "<script src=\"{}embed.js\" async></script>\n<collective-kitchen{written}><a href=\"{link}\"><img src=\"{picture}\" alt=\"{}\" \
         width=\"100%\"></a></collective-kitchen>",
        escaped(folder),
        escaped(title)
    ))
}

/// A text inside an attribute's quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::address::read;

    fn check(query: &str, hash: &str, parts: (Parts, bool), expected: &[&str]) {
        let address = read(query, hash, &[]).address;
        let code = code("https://a.example/b/?c#d", &address, (Lang::En, "A \"<b>\" & c"), parts).unwrap_or_default();
        for part in expected {
            assert!(code.contains(part), "{part}: {code}");
        }
        assert_eq!(code.is_empty(), expected.is_empty(), "{code}");
    }

    #[test]
    fn what_stands_on_the_stage_is_in_the_attributes() {
        let plain = (Parts::default(), false);
        check(
            "?scene=pipeline&layer=xray&theme=dark",
            "#v=1&kind=pipeline&act=cut&t=5000",
            plain,
            &[
                "<script src=\"https://a.example/b/embed.js\" async></script>",
                " chapter=\"pipeline\" act=\"cut\" lang=\"en\" layer=\"xray\" theme=\"dark\" moment=\"v=1&amp;kind=pipeline&amp;act=cut&amp;",
                "&amp;t=5000\" title=\"A &quot;&lt;b>&quot; &amp; c\"><a href=\"https://a.example/b/pipeline-en.html?",
                "pictures/act-pipeline-en.svg",
            ],
        );
        let all = (Parts { switch: false, controls: true, gantt: true }, true);
        check("?scene=data", "", all, &[" style=\"max-width: 360px\" controls timeline plain>"]);
        check("", "", plain, &[]);
    }
}
