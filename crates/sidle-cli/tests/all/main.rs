//! The integration tests of the program, in one binary. They run the program as its users do. The
//! tests of `sidle-tour` run the same commands.

mod commands;
mod common;
mod instances;
mod links;
mod replay;
