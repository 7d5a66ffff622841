//! The file formats of other solvers: CPLEX LP and free MPS.
//!
//! Both are read by glpsol (`--lp`, `--freemps`) and cbc, which differ at the edges; so the files keep to what both
//! take. Lines stay short (LP readers cut long ones off). The objective's constant is the factor of a variable
//! `constant` that is fixed at 1. MPS has no common way to say "maximise": there the file minimises the negated
//! objective and says so; cbc takes a file for free MPS only where the name line ends in `FREE`. The same model gives
//! the same bytes.

use std::fmt::Write as _;

use super::model::{Comparison, Direction, Model, VariableId};
use super::names::{CONSTANT, OBJECTIVE};

/// Longest line written, where a single term fits, in characters.
const LINE: usize = 100;

/// A model in CPLEX LP format.
///
/// ```
/// use alphastrike::program::{Comparison, Direction, Expression, Model, write_lp};
///
/// let mut model = Model::new("five damage");
/// let face = model.add_variable("damage_T_opp", 0, 5);
/// let wall = model.add_variable("damage_T_Wall", 2, 5);
/// let all = Expression::variable(face).plus(&Expression::variable(wall), 1);
/// model.add_constraint("assigns_T", &all, Comparison::Equal, 5);
/// model.set_objective(Direction::Maximise, Expression::variable(face));
/// assert_eq!(
///     write_lp(&model),
///     "\\ five damage
/// Maximize
///  value: damage_T_opp
/// Subject To
///  assigns_T: damage_T_opp + damage_T_Wall = 5
/// Bounds
///  0 <= damage_T_opp <= 5
///  2 <= damage_T_Wall <= 5
/// General
///  damage_T_opp
///  damage_T_Wall
/// End
/// "
/// );
/// ```
pub fn write_lp(model: &Model) -> String {
    let mut file = String::new();
    comment(&mut file, "\\", model.name());
    file.push_str(match model.direction() {
        Direction::Maximise => "Maximize\n",
        Direction::Minimise => "Minimize\n",
    });
    let offset = model.objective().offset();
    let mut objective = lp_terms(model, model.objective().terms());
    if offset != 0 {
        objective.push(lp_term(offset, CONSTANT, objective.is_empty()));
    }
    // A variable that stands nowhere else is known to readers from here.
    for id in unused(model) {
        objective.push(lp_term(0, &model.variable(id).name, objective.is_empty()));
    }
    if objective.is_empty() {
        objective.push(format!("0 {CONSTANT}"));
    }
    let with_constant = offset != 0 || model.variables().is_empty();
    lp_row(&mut file, OBJECTIVE, objective, String::new());
    file.push_str("Subject To\n");
    let any_name = model.variables().first().map_or(CONSTANT, |variable| &*variable.name);
    if model.constraints().is_empty() {
        // Readers insist on a row.
        lp_row(&mut file, "no_row", vec![lp_term(0, any_name, true)], " >= 0".to_owned());
    }
    for row in model.constraints() {
        let mut left = lp_terms(model, &row.terms);
        if left.is_empty() {
            left.push(lp_term(0, any_name, true));
        }
        lp_row(&mut file, &row.name, left, format!(" {} {}", row.comparison.sign(), row.bound));
    }
    file.push_str("Bounds\n");
    for variable in model.variables().iter().filter(|variable| !variable.is_binary()) {
        let _ = if variable.is_fixed() {
            writeln!(file, " {} = {}", variable.name, variable.lower)
        } else {
            writeln!(file, " {} <= {} <= {}", variable.lower, variable.name, variable.upper)
        };
    }
    if with_constant {
        let _ = writeln!(file, " {CONSTANT} = 1");
    }
    lp_section(&mut file, "General", model.variables().iter().filter(|it| !it.is_binary()).map(|it| &*it.name));
    lp_section(&mut file, "Binary", model.variables().iter().filter(|it| it.is_binary()).map(|it| &*it.name));
    file.push_str("End\n");
    file
}

fn lp_section<'a>(file: &mut String, title: &str, names: impl Iterator<Item = &'a str>) {
    let mut names = names.peekable();
    if names.peek().is_some() {
        let _ = writeln!(file, "{title}");
    }
    for name in names {
        let _ = writeln!(file, " {name}");
    }
}

/// The terms of a sum, signs included.
fn lp_terms(model: &Model, terms: &[(VariableId, i64)]) -> Vec<String> {
    let term =
        |(index, (id, factor)): (usize, &(VariableId, i64))| lp_term(*factor, &model.variable(*id).name, index == 0);
    terms.iter().enumerate().map(term).collect()
}

fn lp_term(factor: i64, name: &str, first: bool) -> String {
    let sign = match (factor < 0, first) {
        (true, true) => "-",
        (true, false) => "- ",
        (false, true) => "",
        (false, false) => "+ ",
    };
    match factor.unsigned_abs() {
        1 => format!("{sign}{name}"),
        other => format!("{sign}{other} {name}"),
    }
}

/// A row, broken into lines before terms.
fn lp_row(file: &mut String, name: &str, mut terms: Vec<String>, end: String) {
    if let Some(last) = terms.last_mut() {
        last.push_str(&end);
    }
    let mut line = format!(" {name}:");
    for term in terms {
        if line.len() + 1 + term.len() > LINE && !line.trim().is_empty() {
            file.push_str(&line);
            file.push('\n');
            line = String::from("  ");
        }
        line.push(' ');
        line.push_str(&term);
    }
    file.push_str(&line);
    file.push('\n');
}

/// A model in free MPS format; it minimises, a maximum as the negated objective.
///
/// ```
/// use alphastrike::program::{Direction, Expression, Model, write_mps};
///
/// let mut model = Model::new("one variable");
/// let x = model.add_variable("x", 0, 3);
/// model.set_objective(Direction::Maximise, Expression::variable(x));
/// assert!(write_mps(&model).contains("\n x value -1\n"));
/// ```
pub fn write_mps(model: &Model) -> String {
    let mut file = String::new();
    comment(&mut file, "*", model.name());
    let sign = match model.direction() {
        Direction::Maximise => {
            comment(&mut file, "*", "this file minimises the negated objective");
            -1
        }
        Direction::Minimise => 1,
    };
    let _ = write!(file, "NAME program FREE\nROWS\n N {OBJECTIVE}\n");
    for row in model.constraints() {
        let kind = match row.comparison {
            Comparison::AtMost => 'L',
            Comparison::AtLeast => 'G',
            Comparison::Equal => 'E',
        };
        let _ = writeln!(file, " {kind} {}", row.name);
    }
    file.push_str("COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
    let mut columns: Vec<Vec<(&str, i64)>> = vec![Vec::new(); model.variables().len()];
    for (id, factor) in model.objective().terms() {
        columns[id.index()].push((OBJECTIVE, factor.saturating_mul(sign)));
    }
    for row in model.constraints() {
        for (id, factor) in &row.terms {
            columns[id.index()].push((&row.name, *factor));
        }
    }
    for (variable, entries) in model.variables().iter().zip(&columns) {
        for (row, factor) in entries {
            let _ = writeln!(file, " {} {row} {factor}", variable.name);
        }
        if entries.is_empty() {
            let _ = writeln!(file, " {} {OBJECTIVE} 0", variable.name);
        }
    }
    let offset = model.objective().offset();
    if offset != 0 {
        let _ = writeln!(file, " {CONSTANT} {OBJECTIVE} {}", offset.saturating_mul(sign));
    }
    file.push_str(" MARKER 'MARKER' 'INTEND'\nRHS\n");
    for row in model.constraints().iter().filter(|row| row.bound != 0) {
        let _ = writeln!(file, " RHS {} {}", row.name, row.bound);
    }
    file.push_str("BOUNDS\n");
    for variable in model.variables() {
        let name = &variable.name;
        let _ = if variable.is_fixed() {
            writeln!(file, " FX BOUND {name} {}", variable.lower)
        } else {
            write!(file, " LO BOUND {name} {}\n UP BOUND {name} {}\n", variable.lower, variable.upper)
        };
    }
    if offset != 0 {
        let _ = writeln!(file, " FX BOUND {CONSTANT} 1");
    }
    file.push_str("ENDATA\n");
    file
}

/// The variables that stand neither in the objective nor in a row.
fn unused(model: &Model) -> Vec<VariableId> {
    let mut used = vec![false; model.variables().len()];
    let rows = model.constraints().iter().map(|row| row.terms.as_slice());
    for (id, _) in rows.chain([model.objective().terms()]).flatten() {
        used[id.index()] = true;
    }
    model.variable_ids().filter(|id| !used[id.index()]).collect()
}

/// A comment on one line, whatever the text holds.
fn comment(file: &mut String, mark: &str, text: &str) {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(2 * LINE).collect();
    let _ = writeln!(file, "{mark} {}", line.trim_end());
}
