//! Which expert gets which token: a router's choices drawn token by token, what they come to for each GPU, and a layer with
//! experts on several GPUs as a task graph.

mod counts;
mod delivery;
mod layer;
mod router;
mod shapes;

pub use counts::{Capacity, Routing, route};
pub use delivery::{Delivered, Delivery, DeliveryError, Phase, Travel};
pub use layer::{Part, Party, own_part};
pub use router::{BIAS_STEP, ONE, Router};
pub use shapes::{GPT_OSS_20B, MIXTRAL_8X7B, SHAPES, shape};
