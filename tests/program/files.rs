//! The written LP and MPS files: literally, and as other solvers read them.

use std::fs;
use std::path::Path;
use std::process::Command;

use alphastrike::program::{Comparison, DamageProgram, Direction, Expression, Model, write_lp, write_mps};
use alphastrike::rules::{Board, Side};

use super::random::declared_combat;
use super::support::{best, combat, position};

const GHALTA: &str = r##"{
  "title": "A trampler and a flying Goblin", "objective": "balanced",
  "players": [
    {"name": "you", "creatures": [
      "Ghalta 12/12 trample",
      {"name": "Goblin", "count": 3, "power": 1, "toughness": 1, "counters": {"+1/+1": 1, "flying": 1}}]},
    {"name": "opp", "life": 9,
     "creatures": [{"name": "Wall", "power": 0, "toughness": 4, "damage": 1}],
     "planeswalkers": [{"name": "Jace", "loyalty": 3}]}],
  "attacks": {"Ghalta": "opp", "Goblin#1": "Jace"},
  "blocks": {"Wall": ["Ghalta"]}
}"##;

#[test]
fn the_second_level_of_a_position_as_lp() {
    let expected = "\\ A trampler and a flying Goblin: damage of the active player, regular step, level 2 of 2
Maximize
 value: damage_Ghalta_opp + damage_Goblin_1_Jace + 4 dies_Wall
Subject To
 assigns_Ghalta: damage_Ghalta_Wall + damage_Ghalta_opp = 12
 lethal_Wall_if: damage_Ghalta_Wall - 3 lethal_Wall >= 0
 trample_Ghalta_Wall: damage_Ghalta_opp - 9 lethal_Wall <= 0
 win_opp_if: damage_Ghalta_opp - 9 win_opp >= 0
 win_opp_only_if: damage_Ghalta_opp - win_opp <= 8
 dies_Wall_if: damage_Ghalta_Wall - 3 dies_Wall >= 0
 dies_Wall_only_if: damage_Ghalta_Wall - 10 dies_Wall <= 2
 lethal_Wall_dies: lethal_Wall - dies_Wall = 0
 level_1: win_opp = 1
Bounds
 0 <= damage_Ghalta_Wall <= 12
 0 <= damage_Ghalta_opp <= 9
 damage_Goblin_1_Jace = 2
General
 damage_Ghalta_Wall
 damage_Ghalta_opp
 damage_Goblin_1_Jace
Binary
 lethal_Wall
 win_opp
 dies_Wall
End
";
    let position = position(GHALTA);
    let Ok(board) = Board::new(&position, None) else { panic!() };
    let combat = combat(&board);
    let program = DamageProgram::new(&combat, Side::Active, &[]);
    assert_eq!(write_lp(&program.level(1, &[1])), expected);
    assert_eq!(best(&combat, Side::Active, &[]).value.0.to_vec(), [1, 15]);
}

/// A constant, a long row, a row with a negative right-hand side, a variable that stands nowhere.
fn odd() -> Model {
    let mut model = Model::new("odd\nthings: ünïcode");
    let variables: Vec<_> =
        (0..12).map(|index| model.add_variable(&format!("variable_number_{index}"), -1, 2)).collect();
    let mut all = Expression::default();
    variables.iter().zip(-3..).for_each(|(variable, factor)| all.add_term(*variable, factor));
    model.add_constraint("long", &all, Comparison::AtMost, 4);
    model.add_constraint("negative", &Expression::variable(variables[4]), Comparison::AtLeast, -1);
    model.add_variable("nowhere", 1, 4);
    all.add_constant(-7);
    model.set_objective(Direction::Minimise, all);
    model
}

#[test]
fn lines_are_short_and_comments_are_one_line() {
    let text = write_lp(&odd());
    assert!(text.starts_with("\\ odd things: ünïcode\nMinimize\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.contains("- 7 constant") && text.contains("\n constant = 1\n"), "{text}");
    assert!(write_mps(&odd()).starts_with("* odd things: ünïcode\nNAME program FREE\n"));
    assert_eq!(write_lp(&odd()), write_lp(&odd()));
    assert_eq!(write_mps(&odd()), write_mps(&odd()));
}

/// The optimum that a program prints, rounded; `None` where the program is not installed.
fn run(program: &str, arguments: &[&str], output: &Path) -> Option<i64> {
    let done = match Command::new(program).args(arguments).output() {
        Ok(done) => done,
        Err(_) => {
            println!("skipped: no {program}");
            return None;
        }
    };
    let text = fs::read_to_string(output).unwrap_or_default();
    let number = text.lines().find_map(|line| {
        let rest = line.strip_prefix("Objective:  value = ").or(line.strip_prefix("Optimal - objective value "))?;
        rest.split_whitespace().next()?.parse::<f64>().ok()
    });
    let log = || format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(!log().contains("invalid") && !log().contains("Invalid"), "{program} {arguments:?}\n{}", log());
    match number {
        Some(number) => Some(number.round() as i64),
        None => panic!("{program} {arguments:?}: no optimum\n{text}\n{}", log()),
    }
}

/// Has glpsol and cbc solve both files of a model; `false` where neither is installed.
pub fn agrees(model: &Model, optimum: i64, context: &str) -> bool {
    let Ok(folder) = tempfile::tempdir() else { panic!("no temporary folder") };
    let path = |name: &str| folder.path().join(name);
    let text = |name: &str| path(name).to_string_lossy().into_owned();
    let (lp, mps, out) = (text("m.lp"), text("m.mps"), text("out"));
    assert!(fs::write(&lp, write_lp(model)).is_ok() && fs::write(&mps, write_mps(model)).is_ok());
    let by_mps = match model.direction() {
        Direction::Maximise => -optimum,
        Direction::Minimise => optimum,
    };
    let runs = [
        ("glpsol", vec!["--lp", &lp, "-o", &out], optimum),
        ("glpsol", vec!["--freemps", &mps, "-o", &out], by_mps),
        ("cbc", vec![&lp, "solve", "solution", &out, "quit"], optimum),
        ("cbc", vec![&mps, "solve", "solution", &out, "quit"], by_mps),
    ];
    let mut ran = false;
    for (program, arguments, expected) in runs {
        let _ = fs::remove_file(&out);
        if let Some(found) = run(program, &arguments, &path("out")) {
            assert_eq!(found, expected, "{program} {arguments:?}: {context}\n{}", write_lp(model));
            ran = true;
        }
    }
    ran
}

#[test]
fn other_solvers_read_the_files_and_agree() {
    let long = std::env::var("ALPHASTRIKE_LONG").is_ok();
    for seed in 0..if long { 1_000 } else { 40 } {
        let text = declared_combat(1_000_000 + seed);
        let position = position(&text);
        let Ok(board) = Board::new(&position, None) else { panic!("seed {seed}") };
        let mut combat = combat(&board);
        for step in combat.steps() {
            let active = best(&combat, Side::Active, &[]);
            let answer = best(&combat, Side::Defending, &active.assignments);
            let both = [(Side::Active, &active, Vec::new()), (Side::Defending, &answer, active.assignments.clone())];
            for (side, optimum, given) in both {
                let program = DamageProgram::new(&combat, side, &given);
                for level in 0..program.level_count() {
                    let model = program.level(level, &optimum.value.0[..level]);
                    let context = format!("seed {seed}, {step:?}, {side:?}, level {level}\n{text}");
                    if !agrees(&model, optimum.value.0[level], &context) {
                        return;
                    }
                }
            }
            combat.deal(&[active.assignments.clone(), answer.assignments.clone()].concat());
        }
    }
}

#[test]
fn other_solvers_read_odd_files() {
    assert!(matches!(alphastrike::program::solve(&odd()), Ok(alphastrike::program::SolverOutcome::Optimal(_))));
    // Factors are -3 to 8: each at the end of its range that makes the sum small.
    let least = (-3..9_i64).map(|factor| if factor < 0 { 2 * factor } else { -factor }).sum::<i64>() - 7;
    agrees(&odd(), least, "odd");
    let mut nothing = Model::new("no variable");
    nothing.set_objective(Direction::Maximise, Expression::constant(5));
    agrees(&nothing, 5, "no variable");
    let mut free = Model::new("no row");
    let x = free.add_variable("x", -3, 3);
    free.set_objective(Direction::Maximise, Expression::variable(x));
    agrees(&free, 3, "no row");
    let mut empty = Model::new("an empty row");
    empty.add_variable("x", 0, 3);
    empty.add_constraint("empty", &Expression::constant(2), Comparison::AtLeast, 1);
    agrees(&empty, 0, "an empty row");
}
