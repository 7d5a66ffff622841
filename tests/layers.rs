//! The order of the layers: each may use only what stands before it, and outside crates only where they belong.

use std::path::{Path, PathBuf};

const LAYERS: [&str; 6] = ["position", "rules", "program", "search", "report", "cli"];

/// Crates that only some places may name: where, as the beginning of a path below `src`.
const CRATES: [(&str, &[&str]); 9] = [
    ("good_lp", &["program/solver.rs"]),
    ("rayon", &["search/"]),
    ("clap", &["cli/"]),
    ("ctrlc", &["cli/"]),
    ("indicatif", &["cli/"]),
    ("miette", &["cli/"]),
    ("anstream", &["cli/"]),
    ("serde", &["position/", "rules/", "report/"]),
    ("serde_json", &["position/", "rules/", "report/", "cli/errors.rs"]),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("a folder's entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file, without comments; examples in comments may use everything.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether the code names `path`, as a whole, before a `::`.
fn names(code: &str, path: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(path).any(|(start, _)| {
        let (before, after) = (code[..start].chars().next_back(), &code[start + path.len()..]);
        let is_whole = !before.is_some_and(|c| is_word(c) || c == ':' || c == '.');
        is_whole && (after.starts_with("::") || after.starts_with(" as ") || after.starts_with(';'))
    })
}

/// Paths like `crate::search`, also from within `use crate::{search::…}`.
fn uses_layer(code: &str, layer: &str) -> bool {
    if names(code, &format!("crate::{layer}")) {
        return true;
    }
    code.split("use crate::{").skip(1).any(|list| {
        let mut depth = 1;
        let end = list.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let list = &list[..end.unwrap_or(list.len())];
        list.split([',', '{', ' ', '\n']).any(|item| item == layer || item.starts_with(&format!("{layer}::")))
    })
}

#[test]
fn no_layer_uses_a_later_one() {
    let mut wrong = Vec::new();
    for (number, layer) in LAYERS.iter().enumerate() {
        let files = files(&source().join(layer));
        assert!(!files.is_empty(), "no files in {layer}");
        for file in files {
            let code = code(&file);
            let later = LAYERS[number + 1..].iter().filter(|later| uses_layer(&code, later));
            wrong.extend(later.map(|later| format!("{} uses {later}", file.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn outside_crates_stay_where_they_belong() {
    let mut wrong = Vec::new();
    let root = source();
    for file in files(&root) {
        let code = code(&file);
        let place = file.strip_prefix(&root).expect("a file below src").to_string_lossy().replace('\\', "/");
        for (name, places) in CRATES {
            if names(&code, name) && !places.iter().any(|allowed| place.starts_with(allowed)) {
                wrong.push(format!("{place} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_source_file_belongs_to_a_layer() {
    let root = source();
    for file in files(&root) {
        let place = file.strip_prefix(&root).expect("a file below src");
        let first = place.components().next().expect("a path").as_os_str().to_string_lossy().into_owned();
        let known = LAYERS.contains(&first.as_str()) || first == "lib.rs" || first == "main.rs";
        assert!(known, "{}", place.display());
    }
}

#[test]
fn uses_are_found() {
    assert!(uses_layer("use crate::search::solve;", "search"));
    assert!(uses_layer("use crate::{position::Step, search};", "search"));
    assert!(uses_layer("use crate::{position::Step, search::{solve, count}};", "search"));
    assert!(uses_layer("let found = crate::search::solve(board);", "search"));
    assert!(!uses_layer("use crate::position::search;", "search"));
    assert!(!uses_layer("use super::research::solve;", "search"));
    assert!(names("use serde::Serialize;", "serde"));
    assert!(!names("use serde_json::Value;", "serde"));
}
