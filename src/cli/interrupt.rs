//! Ctrl-C: the first one ends the search, which then answers; the second one ends the program.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::Watch;

/// The exit status of programs that an interrupt ends.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C ends the search that is watched. Where that can't be had, Ctrl-C ends the program as ever.
pub(super) fn end_search(watch: &Watch) {
    let watch = watch.clone();
    let again = AtomicBool::new(false);
    let handler = move || {
        if again.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
        watch.stop();
    };
    // It fails where a handler is there already, of a caller that wants Ctrl-C for itself.
    let _ = ctrlc::try_set_handler(handler);
}
