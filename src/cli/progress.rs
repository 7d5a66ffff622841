//! How far a search is, on standard error, for a person who has waited a second.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use itertools::Itertools;

use crate::rules::Value;
use crate::search::{Progress, Watch};

/// Answers that come sooner need no progress.
const QUIET: Duration = Duration::from_secs(1);
/// Time between two figures.
const TICK: Duration = Duration::from_millis(100);

/// Runs a search; where standard error is a terminal, shows meanwhile how far it is, and leaves no trace of that.
/// `levels` are the objective's, written out.
pub(super) fn shown<T>(watch: &Watch, levels: &[String], search: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return search();
    }
    thread::scope(|scope| {
        // Dropped when the search is over, however it ends.
        let (_running, over) = channel::<()>();
        scope.spawn(move || show(watch, levels, &over));
        search()
    })
}

fn show(watch: &Watch, levels: &[String], over: &Receiver<()>) {
    let start = Instant::now();
    let mut wait = QUIET;
    let mut bar: Option<ProgressBar> = None;
    while over.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let bar = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        bar.set_message(message(&watch.progress(), levels, start.elapsed()));
        bar.tick();
        wait = TICK;
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// `best: win 0, face 3; bound: win 1, face 12; 52431 nodes, 3 s`.
fn message(progress: &Progress, levels: &[String], time: Duration) -> String {
    let value = |name: &str, value: &Option<Value>| {
        let value = value.as_ref()?;
        let levels = levels.iter().zip(&value.0).map(|(level, number)| format!("{level} {number}"));
        Some(format!("{name}: {}", levels.collect_vec().join(", ")))
    };
    let best = value("best", &progress.best).unwrap_or_else(|| "nothing found yet".to_owned());
    let work = format!("{} nodes, {} s", progress.nodes, time.as_secs());
    [Some(best), value("bound", &progress.bound), Some(work)].into_iter().flatten().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_named_by_the_levels() {
        let levels = ["win".to_owned(), "2*face".to_owned()];
        let mut progress = Progress { nodes: 52, best: None, bound: None };
        assert_eq!(message(&progress, &levels, Duration::from_secs(3)), "nothing found yet; 52 nodes, 3 s");
        progress.best = Some(Value([0, 3].as_slice().into()));
        progress.bound = Some(Value([1, 12].as_slice().into()));
        assert_eq!(
            message(&progress, &levels, Duration::from_millis(3_999)),
            "best: win 0, 2*face 3; bound: win 1, 2*face 12; 52 nodes, 3 s"
        );
    }
}
