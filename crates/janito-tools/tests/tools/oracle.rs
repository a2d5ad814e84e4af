//! Programs that nobody here wrote, to compare with.

use std::process::{Command, Stdio};

/// Whether a program is there. Where it is not, the comparison is left out, and that is said; but not where everything is to be tested.
pub(crate) fn oracle(program: &str) -> bool {
    let started = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let there = started.is_ok_and(|output| output.status.success());
    if !there {
        assert!(std::env::var_os("CI").is_none(), "`{program}` is not there; install it");
        println!("`{program}` is not there; the comparison with it is left out");
    }
    there
}
