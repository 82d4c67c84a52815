//! Ctrl-C: the first one asks a command to stop, the second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Returns a flag that the first Ctrl-C sets, after printing `note`. The second one ends the
/// program.
pub fn stop_on_interrupt(note: &'static str) -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nsidle: {note}; once more to end at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
