//! A bell and a knock, made of two fading tones each: nothing is fetched for them.

use kitchen_story::story::heard::Sound;
use web_sys::{AudioContext, OscillatorType};

/// A tone: its pitch in hertz, how loud it begins, and the seconds in which it fades away.
type Tone = (f32, f32, f64);

/// A small brass bell: its strike note, and the minor third that makes a bell of it, two octaves up.
const BELL: [Tone; 2] = [(880.0, 0.12, 1.1), (2_093.0, 0.04, 0.6)];
/// Knuckles on wood.
const KNOCK: [Tone; 2] = [(190.0, 0.25, 0.07), (320.0, 0.1, 0.03)];
/// Seconds within which the same sound is not heard again.
const APART_S: f64 = 0.09;

/// The browser's own, held open while sound is on.
#[derive(Debug)]
pub struct Speaker {
    context: AudioContext,
    /// When either sound may be heard again, by the context's clock.
    again_s: [f64; 2],
}

impl Speaker {
    /// Nothing where the browser has no sound.
    pub fn new() -> Option<Speaker> {
        AudioContext::new().ok().map(|context| Speaker { context, again_s: [0.0; 2] })
    }

    /// Starts the sound; it ends by itself.
    pub fn play(&mut self, sound: Sound) {
        let now = self.context.current_time();
        let (again, tones) = match sound {
            Sound::Bell => (&mut self.again_s[0], BELL),
            Sound::Knock => (&mut self.again_s[1], KNOCK),
        };
        if now < *again {
            return;
        }
        *again = now + APART_S;
        for tone in tones {
            // A browser that cannot play one tone plays none, and the page needs none.
            let _ = self.ring(tone, now);
        }
    }

    fn ring(&self, (pitch, loud, fades_s): Tone, now: f64) -> Result<(), wasm_bindgen::JsValue> {
        let (tone, gain) = (self.context.create_oscillator()?, self.context.create_gain()?);
        tone.set_type(OscillatorType::Sine);
        tone.frequency().set_value(pitch);
        gain.gain().set_value_at_time(loud, now)?;
        gain.gain().exponential_ramp_to_value_at_time(0.001, now + fades_s)?;
        tone.connect_with_audio_node(&gain)?;
        gain.connect_with_audio_node(&self.context.destination())?;
        tone.start()?;
        tone.stop_with_when(now + fades_s)
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        // Its promise tells of the end, which nobody waits for.
        let _ = self.context.close();
    }
}
