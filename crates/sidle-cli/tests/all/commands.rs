//! The commands of the installed program.

use crate::common::{Folder, refused, stderr};

#[test]
fn the_program_has_three_commands() {
    let folder = Folder::new("commands");
    let help = folder.sidle(&["--help"]);
    let text = String::from_utf8(help.stdout).unwrap();
    let listed = |command: &str| text.lines().any(|line| line.starts_with(&format!("  {command} ")));
    assert!(["walk", "inspect", "replay"].into_iter().all(listed), "{text}");
    for other in ["tour", "soak", "scenes", "film", "golf", "figures", "bake"] {
        assert!(!listed(other), "{text}");
        refused(&[other], &folder.sidle(&[other]), &[other]);
    }
    // Without a command, the program prints its help.
    let none = folder.sidle(&[]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("inspect"), "{}", stderr(&none));
}
