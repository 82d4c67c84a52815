//! The integration tests of the program, in one binary. They run the program as its users do.

mod bake;
mod black_box;
mod ci;
mod common;
mod golf;
mod guide;
mod inputs;
mod instances;
mod links;
mod outputs;
mod replay;
mod scenes;
mod side_by_side;
mod soak;
mod trials;
mod units;
mod what_was_tried;
