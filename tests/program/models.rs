//! Models by themselves: names, the check of answers, statuses.

use alphastrike::program::{
    Comparison, DamageProgram, Defect, Direction, Expression, Model, Solution, SolverOutcome, VariableId, solve,
    symbol, verify,
};
use alphastrike::rules::{Board, Side};

use super::scene::Scene;
use super::support::{combat, position};

fn sum(terms: &[(VariableId, i64)]) -> Expression {
    let mut sum = Expression::default();
    terms.iter().for_each(|(variable, factor)| sum.add_term(*variable, *factor));
    sum
}

/// Maximise 3x + 2y - 4 where x + y <= 4, x - y >= -2, both from 0 to 3: 7 at (3, 1).
fn small() -> Model {
    let mut model = Model::new("small");
    let (x, y) = (model.add_variable("x", 0, 3), model.add_variable("y", 0, 3));
    model.add_constraint("most", &sum(&[(x, 1), (y, 1)]), Comparison::AtMost, 4);
    model.add_constraint("apart", &sum(&[(x, 1), (y, -1)]), Comparison::AtLeast, -2);
    let mut objective = sum(&[(x, 3), (y, 2)]);
    objective.add_constant(-4);
    model.set_objective(Direction::Maximise, objective);
    model
}

#[test]
fn check_takes_right_and_rejects_wrong_answers() {
    let model = small();
    let answer = |values: &[i64], objective| verify(&model, &Solution { values: values.to_vec(), objective });
    assert_eq!(answer(&[3, 1], 7), Ok(()));
    assert_eq!(answer(&[0, 0], -4), Ok(()));
    assert_eq!(answer(&[3], 5), Err(Defect::Count { found: 1, expected: 2 }));
    assert!(matches!(answer(&[4, 0], 8), Err(Defect::Bound { value: 4, lower: 0, upper: 3, .. })));
    assert!(matches!(answer(&[-1, 0], -7), Err(Defect::Bound { .. })));
    assert!(matches!(answer(&[3, 2], 9), Err(Defect::Row { activity: 5, sign: "<=", bound: 4, .. })));
    assert!(matches!(answer(&[0, 3], 2), Err(Defect::Row { activity: -3, sign: ">=", bound: -2, .. })));
    assert_eq!(answer(&[3, 1], 8), Err(Defect::Objective { stated: 8, found: 7 }));
    assert_eq!(answer(&[3, 1], 11), Err(Defect::Objective { stated: 11, found: 7 }));
}

#[test]
fn an_equation_is_checked_in_both_directions() {
    let mut model = Model::new("equation");
    let x = model.add_variable("x", -5, 5);
    model.add_constraint("double", &sum(&[(x, 2)]), Comparison::Equal, 4);
    for (value, right) in [(1, false), (2, true), (3, false)] {
        assert_eq!(verify(&model, &Solution { values: vec![value], objective: 0 }).is_ok(), right);
    }
}

#[test]
fn sums_of_the_check_are_wider_than_the_numbers() {
    let mut model = Model::new("wide");
    let (x, y) = (model.add_variable("x", 0, i64::MAX), model.add_variable("y", 0, i64::MAX));
    model.add_constraint("sum", &sum(&[(x, 2), (y, 2)]), Comparison::AtMost, 0);
    let answer = Solution { values: vec![i64::MAX, i64::MAX], objective: 0 };
    assert!(matches!(verify(&model, &answer), Err(Defect::Row { activity, .. }) if activity > i128::from(i64::MAX)));
}

#[test]
fn statuses() -> Result<(), Box<dyn std::error::Error>> {
    assert_eq!(solve(&small())?, SolverOutcome::Optimal(Solution { values: vec![3, 1], objective: 7 }));

    let mut infeasible = small();
    let x = infeasible.variable_ids().next().ok_or("no variable")?;
    infeasible.add_constraint("never", &sum(&[(x, 1)]), Comparison::AtLeast, 9);
    assert_eq!(solve(&infeasible)?, SolverOutcome::Infeasible);

    assert_eq!(solve(&Model::new("nothing"))?, SolverOutcome::Optimal(Solution { values: vec![], objective: 0 }));

    let mut fixed = Model::new("all fixed");
    let y = fixed.add_variable("y", 6, 6);
    fixed.add_constraint("row", &sum(&[(y, 2)]), Comparison::Equal, 12);
    fixed.set_objective(Direction::Minimise, sum(&[(y, -5)]));
    assert_eq!(solve(&fixed)?, SolverOutcome::Optimal(Solution { values: vec![6], objective: -30 }));
    fixed.add_constraint("wrong", &sum(&[(y, 2)]), Comparison::Equal, 13);
    assert_eq!(solve(&fixed)?, SolverOutcome::Infeasible);
    Ok(())
}

#[test]
fn what_is_too_large_is_unknown() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new("bounds");
    model.add_variable("x", 0, 1 << 40);
    assert!(matches!(solve(&model)?, SolverOutcome::Unknown(text) if text.contains("bounds of x")));

    let mut model = Model::new("sums");
    let x = model.add_variable("x", 0, 1 << 30);
    model.add_constraint("row", &sum(&[(x, 1 << 30)]), Comparison::AtMost, 1 << 50);
    assert!(matches!(solve(&model)?, SolverOutcome::Unknown(text) if text.contains("sums of row")));

    let mut model = Model::new("objective");
    let x = model.add_variable("x", 0, 1 << 30);
    model.set_objective(Direction::Maximise, sum(&[(x, i64::MAX)]));
    assert!(matches!(solve(&model)?, SolverOutcome::Unknown(text) if text.contains("objective")));
    Ok(())
}

#[test]
fn fractions_are_split_until_whole_or_given_up() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new("halves");
    let (x, y) = (model.add_variable("x", 0, 900), model.add_variable("y", 0, 900));
    model.add_constraint("half", &sum(&[(x, 2), (y, 2)]), Comparison::AtMost, 777);
    model.add_constraint("third", &sum(&[(x, 3), (y, -3)]), Comparison::Equal, 3);
    model.set_objective(Direction::Maximise, sum(&[(x, 1), (y, 1)]));
    assert_eq!(solve(&model)?, SolverOutcome::Optimal(Solution { values: vec![194, 193], objective: 387 }));

    let mut odd = Model::new("what all factors share");
    let (x, y) = (odd.add_variable("x", 0, 1_000_000), odd.add_variable("y", 0, 1_000_000));
    odd.add_constraint("odd", &sum(&[(x, 2), (y, -2)]), Comparison::Equal, 1);
    assert_eq!(solve(&odd)?, SolverOutcome::Infeasible);

    // Parity again, but hidden from that by one more variable (after Jeroslow, 1974).
    let mut hidden = Model::new("hidden parity");
    let rest = hidden.add_variable("rest", 0, 3);
    let mut all = sum(&[(rest, 1)]);
    (0..21).for_each(|index| all.add_term(hidden.add_variable(&format!("x{index}"), 0, 2), 2));
    hidden.add_constraint("odd", &all, Comparison::Equal, 43);
    hidden.set_objective(Direction::Minimise, sum(&[(rest, 1)]));
    assert!(matches!(solve(&hidden)?, SolverOutcome::Unknown(text) if text.contains("relaxations")));
    Ok(())
}

#[test]
fn expressions_are_ordered_and_merged() {
    let mut model = Model::new("");
    let (x, y) = (model.add_variable("x", 0, 1), model.add_variable("y", -2, 3));
    let expression = sum(&[(y, 2), (x, 1), (y, -1), (x, -1), (x, 4)]);
    assert_eq!(expression.terms(), [(x, 4), (y, 1)]);
    assert_eq!(model.range(&expression), (-2, 7));
    assert_eq!(model.range(&expression.plus(&Expression::constant(1), -3)), (-5, 4));
}

#[test]
fn names_are_legal_short_and_unique() {
    assert_eq!(symbol("Goblin#1"), "Goblin_1");
    assert_eq!(symbol("Æther Vial's \"Guard\""), "_ther_Vial_s__Guard_");
    let mut model = Model::new("");
    let wishes = [
        "x",
        "x",
        "x y",
        "x_y",
        "x#y",
        "constant",
        "7",
        "e12",
        "E1a",
        "st",
        "Free",
        "",
        "龍",
        &"é".repeat(500),
        &"é".repeat(500),
    ];
    let names: Vec<String> = wishes
        .iter()
        .map(|wish| {
            let id = model.add_variable(wish, 0, 1);
            model.variable(id).name.to_string()
        })
        .collect();
    assert_eq!(
        names[..13],
        ["x", "x_2", "x_y", "x_y_2", "x_y_3", "constant_2", "_7", "_e12", "_E1a", "_st", "_Free", "_", "__2",]
    );
    for (index, name) in names.iter().enumerate() {
        assert!(name.len() <= 200 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        assert!(!names[..index].contains(name), "{name} twice");
    }
}

#[test]
fn ids_with_the_same_symbol_stay_apart() {
    let scene =
        Scene::new(&["Öl 2/2", "Ül 3/3 trample"], &["x# 1/1", "x? 1/1"]).block("x#", &["Öl"]).block("x?", &["Ül"]);
    let position = position(&scene.objective("face + kills").text());
    let Ok(board) = Board::new(&position, None) else { panic!() };
    let combat = combat(&board);
    let model = DamageProgram::new(&combat, Side::Active, &[]).level(0, &[]);
    let names: Vec<&str> = model.variables().iter().map(|variable| &*variable.name).collect();
    assert_eq!(names, ["damage__l_x_", "damage__l_2_x__2", "damage__l_2_opp", "lethal_x__2", "dies_x__2",]);
}
