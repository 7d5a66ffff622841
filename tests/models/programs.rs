//! The integer programs in `models/programs`: the files are what is written today, and other solvers find the
//! recorded optimum in them. `UPDATE_GOLDEN=1` writes the files anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use alphastrike::position::Step;
use alphastrike::program::{Model as Program, SolverOutcome, solve, verify, write_lp};
use alphastrike::rules::Board;
use alphastrike::search::{self, Options};

use super::enumeration::board;
use super::{all, files, folder, model, recorded, text_of};

/// Which program of a position.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The split of the damage in a step.
    Damage(Step),
    /// The most requirements that can be obeyed.
    Legality,
}

/// A line of `optima.txt`.
struct Row {
    position: String,
    kind: Kind,
    level: usize,
    optimum: i64,
}

impl Row {
    /// The file of the program, `split-shared-blocker-2.lp` for a second level.
    fn file(&self) -> PathBuf {
        let (_, name) = self.position.split_once('/').expect("tier and name");
        let kind = match self.kind {
            Kind::Damage(Step::FirstStrike) => "-first-strike",
            Kind::Damage(Step::Regular) => "",
            Kind::Legality => "-legality",
        };
        folder("programs").join(format!("{name}{kind}-{}.lp", self.level))
    }

    fn program(&self) -> Program {
        let model = model(self.position.clone());
        let program = match self.kind {
            Kind::Damage(step) => search::model(&board(&model), Some(step), self.level, &Options::default()),
            Kind::Legality => search::legality_model(&board(&model), &Options::default()),
        };
        program.unwrap_or_else(|error| panic!("{}: {error}", self.position))
    }
}

fn rows() -> Vec<Row> {
    let text = text_of(&folder("programs/optima.txt"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let rows = lines.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [position, kind, level, optimum, _how, ..] = words.as_slice() else { panic!("too short: {line}") };
        Row {
            position: (*position).to_owned(),
            kind: match *kind {
                "first-strike" => Kind::Damage(Step::FirstStrike),
                "regular" => Kind::Damage(Step::Regular),
                "legality" => Kind::Legality,
                _ => panic!("no program: {line}"),
            },
            level: level.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
            optimum: optimum.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
        }
    });
    rows.collect()
}

#[test]
fn programs_are_written_as_recorded() {
    let rows = rows();
    assert!(rows.len() >= 20, "only {} programs", rows.len());
    for row in &rows {
        let written = write_lp(&row.program());
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(row.file(), &written).unwrap_or_else(|error| panic!("{}: {error}", row.file().display()));
        }
        let recorded = text_of(&row.file());
        let differs = recorded.lines().zip(written.lines()).find(|(recorded, written)| recorded != written);
        let file = row.file();
        assert!(
            recorded == written,
            "{}: first difference {differs:?}; UPDATE_GOLDEN=1 writes it anew",
            file.display()
        );
    }
    let known: BTreeSet<PathBuf> = rows.iter().map(Row::file).collect();
    let present: BTreeSet<PathBuf> = files("programs", &["lp"]).into_iter().collect();
    assert_eq!(known, present);
}

#[test]
fn optima_in_the_last_step_are_the_recorded_answers() {
    let answers = recorded("small");
    for row in rows().iter().filter(|row| row.kind == Kind::Damage(Step::Regular)) {
        let (_, name) = row.position.split_once('/').expect("tier and name");
        assert_eq!(answers[name]["value"][row.level - 1], row.optimum, "{name}, level {}", row.level);
    }
}

#[test]
fn programs_reach_their_optima() {
    for row in rows() {
        let program = row.program();
        match solve(&program) {
            Ok(SolverOutcome::Optimal(solution)) => {
                assert_eq!(solution.objective, row.optimum, "{}", row.file().display());
                assert_eq!(verify(&program, &solution), Ok(()), "{}", row.file().display());
            }
            other => panic!("{}: {other:?}", row.file().display()),
        }
    }
}

/// The arguments with which glpsol solves a file and reports.
fn glpsol(file: &Path, report: &Path) -> Command {
    let mut command = Command::new("glpsol");
    command.arg("--lp").arg(file).arg("--output").arg(report);
    command
}

/// The arguments with which cbc solves a file and reports.
fn cbc(file: &Path, report: &Path) -> Command {
    let mut command = Command::new("cbc");
    command.arg(file).arg("solve").arg("solution").arg(report);
    command
}

/// How a solver is called.
type Call = fn(&Path, &Path) -> Command;

const SOLVERS: [(&str, Call); 2] = [("cbc", cbc), ("glpsol", glpsol)];

/// Those that there are; says "skipped" for each that is absent.
fn present() -> impl Iterator<Item = (&'static str, Call)> {
    SOLVERS.into_iter().filter(|(solver, _)| {
        let there = Command::new(solver).arg("--version").arg("quit").output().is_ok();
        if !there {
            println!("skipped: no {solver}");
        }
        there
    })
}

/// The optimum that a solver reports of a file; what it said where it failed.
fn optimum(solver: &str, call: Call, file: &Path) -> Result<Option<f64>, String> {
    let folder = tempfile::tempdir().expect("a folder for reports");
    let report = folder.path().join("report");
    let output = call(file, &report).output().unwrap_or_else(|error| panic!("{solver}: {error}"));
    if output.status.success() {
        Ok(reported(&text_of(&report)))
    } else {
        Err(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Has glpsol and cbc solve each file, as far as there are any, and compares what they find with the optimum.
pub fn each_other_solver(files: &[(PathBuf, i64)]) {
    for (solver, call) in present() {
        for (file, expected) in files {
            assert_eq!(optimum(solver, call, file), Ok(Some(*expected as f64)), "{solver} on {}", file.display());
        }
    }
}

/// The same by one of them for each file: cbc is the faster one, but fails an assertion of its own now and then.
pub fn one_other_solver(files: &[(PathBuf, i64)]) {
    let solvers: Vec<(&str, Call)> = present().collect();
    for (file, expected) in files {
        let mut found = None;
        for (solver, call) in &solvers {
            found = Some(optimum(solver, *call, file));
            if matches!(found, Some(Ok(_))) {
                break;
            }
        }
        let expected = (!solvers.is_empty()).then_some(Ok(Some(*expected as f64)));
        assert_eq!(found, expected, "{}", file.display());
    }
}

#[test]
fn other_solvers_find_the_recorded_optima() {
    let files: Vec<(PathBuf, i64)> = rows().iter().map(|row| (row.file(), row.optimum)).collect();
    each_other_solver(&files);
}

/// Every position that is played, with the declarations of its best line where it leaves them open: the requirements on
/// attack and blocks where there are any, and each level of each damage step.
#[test]
fn other_solvers_agree_on_every_position() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    let mut files: Vec<(PathBuf, i64)> = Vec::new();
    let mut write = |name: String, program: &Program| {
        let Ok(SolverOutcome::Optimal(solution)) = solve(program) else { panic!("{name}: no optimum") };
        let file = folder.path().join(format!("{name}.lp"));
        std::fs::write(&file, write_lp(program)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        files.push((file, solution.objective));
    };
    for model in all().iter().filter(|model| model.position.damage().is_none()) {
        let open = board(model);
        // What `check` judges illegal has no program.
        let Ok(answer) = search::solve(&open, search::open_question(&model.position), &Options::default()) else {
            continue;
        };
        let declared = model.position.with_declarations(Some(answer.line.attack), Some(answer.line.block));
        let declared = Board::new(&declared, None).expect("its factors have been accepted before");
        let undeclared = model.position.with_declarations(None, None);
        let undeclared = Board::new(&undeclared, None).expect("its factors have been accepted before");
        for (board, what) in [(&undeclared, "attack"), (&declared, "blocks")] {
            let program = search::legality_model(board, &Options::default())
                .unwrap_or_else(|error| panic!("{}: {error}", model.name));
            if !program.objective().terms().is_empty() {
                write(format!("{}-legality-{what}", model.key()), &program);
            }
        }
        for step in [Step::FirstStrike, Step::Regular] {
            for level in 1..=declared.objective().levels.len() {
                let Ok(program) = search::model(&declared, Some(step), level, &Options::default()) else {
                    continue;
                };
                write(format!("{}-{}-{level}", model.key(), step.name()), &program);
            }
        }
    }
    assert!(files.len() >= 150, "only {} programs", files.len());
    println!("{} programs", files.len());
    each_other_solver(&files);
}

/// The optimum in a report: glpsol writes `Objective:  value = 3 (MAXimum)` below `Status:     INTEGER OPTIMAL`, cbc
/// `Optimal - objective value 3.00000000`.
fn reported(text: &str) -> Option<f64> {
    if let Some(number) = text.lines().find_map(|line| line.strip_prefix("Optimal - objective value ")) {
        return number.trim().parse().ok();
    }
    let status = text.lines().find_map(|line| line.strip_prefix("Status:"))?.trim();
    // Without a variable that is to be whole it is a linear program to glpsol.
    let is_optimal = matches!(status, "INTEGER OPTIMAL" | "OPTIMAL");
    let line = text.lines().find_map(|line| line.strip_prefix("Objective:"))?;
    let number = line.split_once('=')?.1.split_whitespace().next()?;
    number.parse().ok().filter(|_| is_optimal)
}
