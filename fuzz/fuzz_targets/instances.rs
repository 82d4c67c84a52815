//! The entry point of this target for cargo-fuzz. The target itself is in `sidle_attack::targets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sidle_attack::targets::run("instances", bytes));
