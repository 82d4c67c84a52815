//! The integration tests of the program, of the guide and of the scripts, in one binary. They run
//! the program as its users do.

mod bake;
mod black_box;
mod ci;
#[path = "../../../sidle-cli/tests/all/common/mod.rs"]
mod common;
mod golf;
mod guide;
mod inputs;
mod outputs;
mod scenes;
mod side_by_side;
mod soak;
mod stood_still;
mod trials;
mod units;
mod what_was_tried;
