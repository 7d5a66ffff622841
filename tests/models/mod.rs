//! The positions in `models/`: each reads, and its answer is as recorded.

mod answers;
mod certificates;
mod counts;
mod enumeration;
mod explained;
mod invalid;
mod large;
mod programs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use alphastrike::position::{Notation, Position, read};
use serde_json::Value;

/// The folders of positions with answers found without the program; `large` is judged apart. All of `small` is quickly answered by plain enumeration.
pub const TIERS: [&str; 2] = ["small", "medium"];

/// A position of the corpus.
pub struct Model {
    /// Tier and name: `small/lure-twice`.
    pub name: String,
    /// The file as it stands.
    pub text: String,
    /// What it describes.
    pub position: Position,
}

impl Model {
    /// Whether plain enumeration answers it quickly.
    pub fn is_small(&self) -> bool {
        self.name.starts_with("small/")
    }

    /// The name without the tier.
    pub fn key(&self) -> &str {
        self.name.split_once('/').map_or(&*self.name, |(_, key)| key)
    }
}

/// A folder or file of the corpus.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(path)
}

/// The files of a folder with one of these endings, in order of their names.
pub fn files(path: &str, endings: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder's entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    files.sort();
    files
}

/// The name of a file without its ending.
pub fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).expect("a plain name")
}

pub fn text_of(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Every position of a tier.
pub fn tier(tier: &str) -> Vec<Model> {
    let files = files(tier, &["toml"]);
    assert!(!files.is_empty(), "no positions in {tier}");
    files.iter().map(|file| model(format!("{tier}/{}", stem(file)))).collect()
}

/// One position, by tier and name.
pub fn model(name: String) -> Model {
    let text = text_of(&folder(&format!("{name}.toml")));
    let position = read(text.as_bytes(), Notation::Toml, false).unwrap_or_else(|error| panic!("{name}: {error}"));
    Model { name, text, position }
}

/// Every position of the corpus.
pub fn all() -> Vec<Model> {
    TIERS.into_iter().flat_map(tier).collect()
}

/// The recorded answers of a tier, by name of the position.
pub fn recorded(tier: &str) -> BTreeMap<String, Value> {
    toml::from_str(&text_of(&folder(&format!("answers/{tier}.toml")))).unwrap_or_else(|error| panic!("{error}"))
}
