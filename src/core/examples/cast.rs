//! Draws the cast on one sheet: `cargo run -p kitchen-core --example cast > cast.svg`.
use kitchen_core::scene::art::chef::{self, Posture};
use kitchen_core::scene::art::props;
use kitchen_core::scene::display::{Color, DisplayList, Style, TextStyle};
use kitchen_core::scene::palette::{Palette, Token, hue, hue_line, on_hue};
use kitchen_core::scene::svg;

fn main() {
    let mut list = DisplayList::new();
    list.rect(0.0, 0.0, 1280.0, 800.0, 0.0, Style::fill(Token::Floor));
    for (index, posture) in Posture::ALL.into_iter().enumerate() {
        let (x, y) = (120.0 + (index % 4) as f32 * 260.0, 270.0 + (index / 4) as f32 * 280.0);
        list.save();
        list.translate(x, y);
        list.scale(1.25);
        list.art(&props::SHELF, -58.0, 0.0, 1.0, [Color::None; 4]);
        let tints = chef::tints(index, hue_line(index));
        let cx = -14.0;
        list.art(&chef::TORSO, cx, 0.0, 1.0, tints);
        list.art(chef::HEADS[index], cx, 0.0, 1.0, tints);
        list.art(posture.face(), cx, 0.0, 1.0, tints);
        list.art(if index % 3 == 2 { &chef::CAP } else { &chef::TOQUE }, cx, 0.0, 1.0, tints);
        let number = TextStyle::new(17.0, Token::OnApron).bold().middle();
        list.write(number, cx, -63.0, format_args!("{}", index + 1));
        list.art(&props::COUNTER, 0.0, 0.0, 1.0, tints);
        let pot = [Color::Token(hue(index)); 4];
        list.art(&props::POT, 42.0, -60.0, 1.0, pot);
        list.art(posture.arms(), cx, 0.0, 1.0, tints);
        if posture == Posture::Stirring {
            list.art(&props::STEAM, 42.0, -60.0, 1.0, pot);
        }
        list.restore();
    }
    for n in 0..8 {
        let tints = [Color::Token(hue(n)), Color::Token(hue_line(n)), Color::None, Color::None];
        let x = 60.0 + n as f32 * 70.0;
        list.art(&props::BOWL, x, 620.0, 1.4, tints);
        list.art(props::pattern(n), x, 620.0, 1.4, tints);
        list.write(TextStyle::new(13.0, Token::OnCloth).bold().middle(), x, 634.0, format_args!("{}", n + 1));
        list.art(&props::REPORT, x, 680.0, 1.4, tints);
        list.art(&props::SLIP, x, 740.0, 1.2, tints);
        list.rect(x - 25.0, 765.0, 50.0, 24.0, 6.0, Style::fill(hue(n)));
        list.write(TextStyle::new(13.0, on_hue(n)).bold().middle(), x, 782.0, format_args!("{}", n + 1));
        list.art(&props::CHIT, x + 640.0, 620.0, 1.2, tints);
        list.art(&props::JAR, x + 640.0, 690.0, 1.2, tints);
        list.art(&chef::HAT, x + 640.0, 740.0, 1.2, chef::tints(n, Token::Cloth));
    }
    for (index, art) in
        [&props::CART, &props::CLOCK, &props::WAIT_CLOCK, &props::SCOOTER, &props::CROSSING].iter().enumerate()
    {
        list.art(art, 1180.0, 80.0 + index as f32 * 90.0, 1.4, [Color::Token(hue(0)); 4]);
    }
    print!("{}", svg::write(&[&list], &Palette::LIGHT, 1280.0, 800.0, "cast"));
}
