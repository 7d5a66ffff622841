//! Every position of the shared cases reads, and reads again after it was written.

use std::path::{Path, PathBuf};

use alphastrike::position::{Notation, Position, read};

fn case_files() -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("skipped: no ../shared");
        return None;
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    Some(files)
}

fn positions() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in case_files().unwrap_or_default() {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let case: serde_json::Value = serde_json::from_str(line).expect("a JSON object on each line");
            let position = case["position"].to_string();
            if !position.contains("\"banding\"") {
                found.push((case["id"].to_string(), position));
            }
        }
    }
    found
}

#[test]
fn shared_cases_read_and_round_trip() {
    for (id, text) in positions() {
        let position = match read(text.as_bytes(), Notation::Json, false) {
            Ok(position) => position,
            Err(error) => panic!("{id}: {error}"),
        };
        let again = |text: String, notation| -> Position {
            read(text.as_bytes(), notation, false).unwrap_or_else(|error| panic!("{id}: {error}\n{text}"))
        };
        assert_eq!(again(position.to_json().expect("JSON"), Notation::Json), position, "{id}");
        assert_eq!(again(position.to_toml().expect("TOML"), Notation::Toml), position, "{id}");
    }
}
