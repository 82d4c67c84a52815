//! Counts of the random trials in the tests.

use std::env;
use std::sync::LazyLock;

/// Returns the count of a random trial: `full` if the environment variable `SIDLE_TRIALS` is
/// `full`, as in `.ci/run`, or else `usual`. `docs/trials.md` lists all calls.
///
/// # Panics
///
/// If the variable has another value.
#[must_use]
pub fn trials<T>(usual: T, full: T) -> T {
    static IS_FULL: LazyLock<bool> = LazyLock::new(|| is_full(env::var("SIDLE_TRIALS").ok().as_deref()));
    if *IS_FULL { full } else { usual }
}

fn is_full(value: Option<&str>) -> bool {
    match value {
        None | Some("") => false,
        Some("full") => true,
        Some(other) => panic!("SIDLE_TRIALS is {other:?}; set it to \"full\" or unset it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_selects_the_full_counts() {
        assert!(is_full(Some("full")));
        assert!(!is_full(None) && !is_full(Some("")));
        assert!(std::panic::catch_unwind(|| is_full(Some("many"))).is_err());
    }
}
