//! The shared cases: rules one by one, what public bug reports and rulings say, and small boards with known values.

use std::path::Path;

use alphastrike::position::{Notation, read};
use serde_json::Value;

use crate::support::ask::{ask, difference};

const FILES: [&str; 6] = ["rules", "public", "small-assign", "small-block", "small-attack", "small-check"];

/// Families with rules that need not be modelled.
const OPTIONAL: [&str; 2] = ["exotic", "banding"];

#[test]
fn shared_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    if !folder.is_dir() {
        println!("skipped: no ../shared");
        return;
    }
    let (mut held, mut left, mut failed) = (0, Vec::new(), Vec::new());
    for name in FILES {
        let text = std::fs::read_to_string(folder.join(name).with_extension("jsonl")).expect("a file of cases");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).expect("a case on each line");
            match wrong(&case) {
                None => held += 1,
                Some(reason) if is_optional(&case) => left.push(format!("{}: {reason}", case["id"])),
                Some(reason) => failed.push(format!("{}: {reason}", case["id"])),
            }
        }
    }
    println!("{held} cases hold; {} of optional families are left:\n{}", left.len(), left.join("\n"));
    assert!(failed.is_empty(), "{} cases fail:\n{}", failed.len(), failed.join("\n"));
    assert!(held > 1_000, "only {held} cases were there");
}

fn is_optional(case: &Value) -> bool {
    let families = case["family"].as_array().map(Vec::as_slice).unwrap_or_default();
    families.iter().any(|family| OPTIONAL.iter().any(|optional| family == optional))
}

fn wrong(case: &Value) -> Option<String> {
    let position = match read(case["position"].to_string().as_bytes(), Notation::Json, false) {
        Ok(position) => position,
        Err(error) => return Some(error.to_string()),
    };
    match ask(case["verb"].as_str().expect("a verb"), &position) {
        Ok(answer) => difference(&case["expect"], &answer),
        Err(error) => Some(error.to_string()),
    }
}
