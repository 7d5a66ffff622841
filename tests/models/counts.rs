//! Numbers of legal attacks, legal blocks and best answers: the perft of combat.

use alphastrike::search::{Counts, Options, Question, count, exhaustive, open_question};

use super::enumeration::{board, values_of_blocks};
use super::{Model, folder, model, text_of};

/// A line of `counts.txt`.
struct Row {
    model: Model,
    counts: Counts,
}

fn rows() -> Vec<Row> {
    let text = text_of(&folder("counts.txt"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let rows = lines.map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a position").to_owned();
        let mut number = || -> u64 {
            let word = words.next().unwrap_or_else(|| panic!("{name}: three numbers"));
            word.parse().unwrap_or_else(|error| panic!("{name}: {word}: {error}"))
        };
        let counts = Counts { attacks: number(), blocks: number(), optimal: number() };
        assert!(words.next().is_some(), "{name}: how is it known?");
        Row { model: model(name), counts }
    });
    rows.collect()
}

#[test]
fn counts_are_as_recorded() {
    let rows = rows();
    assert!(rows.len() >= 40, "only {} positions are counted", rows.len());
    for Row { model, counts } in rows {
        let found = count(&board(&model), &Options::default());
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", model.name));
        assert_eq!(found, counts, "{}", model.name);
    }
}

#[test]
fn recorded_counts_are_those_of_enumeration() {
    for Row { model, counts } in rows() {
        assert_eq!(enumerated(&model), counts, "{}", model.name);
    }
}

fn enumerated(model: &Model) -> Counts {
    let board = board(model);
    let attacks = exhaustive::legal_attacks(&board);
    let number = attacks.len() as u64;
    if open_question(&model.position) == Question::Attack {
        let values: Vec<_> = attacks.iter().map(|attack| values_of_blocks(model, &board, attack)).collect();
        let blocks = values.iter().map(|values| values.len() as u64).sum();
        let worth: Vec<_> = values.iter().map(|values| values.iter().min()).collect();
        let best = worth.iter().max().copied().flatten();
        let optimal = worth.iter().filter(|value| **value == best).count() as u64;
        return Counts { attacks: number, blocks, optimal };
    }
    let values = values_of_blocks(model, &board, model.position.attacks().expect("an attack"));
    let least = values.iter().min();
    let optimal = values.iter().filter(|value| Some(*value) == least).count() as u64;
    Counts { attacks: number, blocks: values.len() as u64, optimal }
}
