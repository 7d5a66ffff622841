//! The same answer, byte for byte, whatever the number of threads and however often it is asked.

use crate::models::{TIERS, recorded};
use crate::support::binary::output_of;

/// The answer as JSON without its line of statistics.
fn answer(verb: &str, file: &str, threads: &str) -> String {
    let text = output_of(&[verb, file, "--json", "--threads", threads]);
    let (lines, statistics): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| !line.starts_with("  \"stats\": "));
    assert_eq!(statistics.len(), usize::from(verb == "solve"), "{file}: {text}");
    lines.join("\n")
}

#[test]
fn answers_do_not_depend_on_threads() {
    for tier in TIERS {
        for (name, recorded) in recorded(tier) {
            let file = format!("models/{tier}/{name}.toml");
            let verbs: &[&str] = if recorded.get("legal").is_some() { &["check"] } else { &["solve", "count"] };
            for verb in verbs {
                let one = answer(verb, &file, "1");
                for threads in ["1", "2", "4"] {
                    assert_eq!(answer(verb, &file, threads), one, "{name}: {verb} with {threads} threads");
                }
            }
        }
    }
}
