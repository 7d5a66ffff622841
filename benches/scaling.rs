//! Two tables from one run: how long `attack` takes by kind and size of board, against other ways to the same answer; and
//! what calls of the library and whole runs of the program take, from the position as text to the answer.
//!
//! `cargo bench --bench scaling` prints them; with `-- --plot FILE` it also writes a plot as SVG.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use alphastrike::position::{Attack, Notation, Position, read};
use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, Solution, check, column_count, solve};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

use support::boards::{Kind, SIZES, board};
use support::plot::{Series, svg};

const BOARDS: u64 = 7;
/// After which a search counts as not finished.
const LIMIT: Duration = Duration::from_millis(1_000);
/// Largest boards on which all blocks, or all attacks, are tried one by one.
const ONE_BY_ONE: usize = 6;
const PROGRAM: usize = 8;
/// Sizes of boards on which calls are measured.
const CALLED: [usize; 3] = [6, 10, 20];

/// The answer and the seconds it took; `None` where it did not end.
fn measure(position: &Position, question: Question, method: Method) -> Option<(Solution, f64)> {
    let board = Board::new(position, None).expect("small factors");
    let options = Options { method, time_limit: Some(LIMIT), ..Options::default() };
    let start = Instant::now();
    let solution = solve(&board, question, &options).ok()?;
    let seconds = start.elapsed().as_secs_f64();
    solution.stop.is_none().then_some((solution, seconds))
}

struct Row {
    kind: Kind,
    size: usize,
    median: Option<f64>,
    worst: Option<f64>,
    nodes: u64,
    programs: u64,
    /// How many times as long as `attack` each takes, by the medians: one by one, the program alone, one block.
    ratios: [Option<f64>; 3],
    block: Option<f64>,
}

/// The middle of times; `None` counts as longest.
fn median(mut times: Vec<Option<f64>>) -> Option<f64> {
    times.sort_by(|one, other| one.unwrap_or(f64::INFINITY).total_cmp(&other.unwrap_or(f64::INFINITY)));
    times.get(times.len() / 2).copied().flatten()
}

fn row(kind: Kind, size: usize) -> Row {
    let (mut own, mut nodes, mut programs) = (Vec::new(), Vec::new(), Vec::new());
    let mut others: [Vec<Option<f64>>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    for seed in 1..=BOARDS {
        let position = board(kind, size, seed);
        let found = measure(&position, Question::Attack, Method::Columns);
        own.push(found.as_ref().map(|found| found.1));
        let Some((solution, _)) = found else {
            others.iter_mut().for_each(|times| times.push(None));
            continue;
        };
        nodes.push(solution.statistics.nodes);
        programs.push(solution.statistics.programs);
        let mut compare = |place: usize, most: usize, position: &Position, question: Question, method: Method| {
            let other = if size <= most { measure(position, question, method) } else { None };
            if let Some((other, _)) = &other {
                assert_eq!(other.value, solution.value, "{kind:?} {size} {seed} {method:?}");
            }
            others[place].push(other.map(|other| other.1));
        };
        compare(0, ONE_BY_ONE, &position, Question::Attack, Method::OneByOne);
        compare(1, PROGRAM, &position, Question::Attack, Method::Program);
        let declared = position.with_declarations(Some(solution.line.attack.clone()), None);
        compare(2, usize::MAX, &declared, Question::Block, Method::Columns);
    }
    let middle = |mut numbers: Vec<u64>| {
        numbers.sort_unstable();
        numbers.get(numbers.len() / 2).copied().unwrap_or(0)
    };
    let time = median(own.clone());
    let others = others.map(median);
    let ratio = |other: Option<f64>| Some(other? / time?);
    let block = others[2];
    Row {
        kind,
        size,
        median: time,
        worst: own.iter().copied().try_fold(0.0, |worst: f64, time| Some(worst.max(time?))),
        nodes: middle(nodes),
        programs: middle(programs),
        ratios: others.map(ratio),
        block,
    }
}

fn seconds(time: Option<f64>) -> String {
    match time {
        None => format!("> {} s", LIMIT.as_secs_f64()),
        Some(time) if time < 1e-5 => format!("{:.1} µs", time * 1e6),
        Some(time) if time < 1e-3 => format!("{:.0} µs", time * 1e6),
        Some(time) if time < 1.0 => format!("{:.1} ms", time * 1e3),
        Some(time) => format!("{time:.1} s"),
    }
}

fn times(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| if ratio < 10.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") })
}

/// Whether some other way to the whole answer was faster, or nothing was proved in time.
fn loses(row: &Row) -> bool {
    row.worst.is_none() || row.ratios[..2].iter().flatten().any(|ratio| *ratio < 1.0)
}

/// What is called, and the seconds that each of some boards takes.
fn call_rows(kind: Kind, size: usize, folder: &Path) -> Vec<(&'static str, Vec<f64>)> {
    let mut rows: Vec<(&str, Vec<f64>)> = Vec::new();
    for seed in 1..=BOARDS {
        let position = board(kind, size, seed);
        let text = position.to_json().expect("a position as text");
        let board = Board::new(&position, None).expect("small factors");
        let file = folder.join("board.json");
        std::fs::write(&file, &text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let declared = position.with_declarations(Some(Attack::default()), None);
        let home = Board::new(&declared, None).expect("small factors");
        let program = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_alphastrike"));
            let output = command.args(["attack", "--json", "--threads", "1"]).arg(&file).output().expect("the program");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            output.stdout.len()
        };
        let calls: [(&str, &dyn Fn() -> usize); 6] = [
            ("read", &|| read(text.as_bytes(), Notation::Json, false).map_or(0, |it| it.creatures().len())),
            ("board", &|| Board::new(&position, None).map_or(0, |_| 1)),
            ("check", &|| check(&home, &Options::default()).map_or(0, |verdict| 1 + verdict.reasons.len())),
            ("columns", &|| column_count(&board, &Options::default()).ok().flatten().unwrap_or(0)),
            ("turn: read, attack, block, damage", &|| support::turn(&text).len()),
            ("process: `attack FILE --json`", &program),
        ];
        for (place, (name, call)) in calls.iter().enumerate() {
            // The first time warms up what the others find warm.
            assert!(call() > 0, "{name} {kind:?} {size} {seed}");
            let start = Instant::now();
            assert!(call() > 0, "{name} {kind:?} {size} {seed}");
            let seconds = start.elapsed().as_secs_f64();
            match rows.get_mut(place) {
                Some((_, times)) => times.push(seconds),
                None => rows.push((name, vec![seconds])),
            }
        }
    }
    rows
}

fn print_calls() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let tables: Vec<_> = CALLED.iter().map(|size| call_rows(Kind::Curve, *size, folder)).collect();
    let sizes: Vec<String> = CALLED.iter().map(|size| format!("{size}x{size}, median | worst")).collect();
    println!("\n| call, curve | {} |", sizes.join(" | "));
    println!("|---|{}", "---|---|".repeat(CALLED.len()));
    for (place, (name, _)) in tables[0].iter().enumerate() {
        let cells = tables.iter().map(|rows| {
            let times: Vec<Option<f64>> = rows[place].1.iter().copied().map(Some).collect();
            let worst = rows[place].1.iter().copied().fold(0.0, f64::max);
            format!("{} | {}", seconds(median(times)), seconds(Some(worst)))
        });
        println!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Under `cargo test --benches` there is nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    support::use_one_thread();
    let mut rows: Vec<Row> = Vec::new();
    for kind in Kind::ALL {
        rows.extend(SIZES.map(|size| row(kind, size)));
    }
    let plot = arguments.iter().position(|argument| argument == "--plot").and_then(|at| arguments.get(at + 1));
    if let Some(file) = plot {
        let mut series = Vec::new();
        for kind in Kind::ALL {
            let of_kind = || rows.iter().filter(|row| row.kind == kind);
            let points =
                |time: fn(&Row) -> Option<f64>| of_kind().filter_map(|row| Some((row.size, time(row)?))).collect();
            series.push(Series { name: format!("attack, {}", kind.name()), points: points(|row| row.median) });
            series.push(Series { name: format!("block, {}", kind.name()), points: points(|row| row.block) });
        }
        let text = svg("Median time to a proved answer, one thread", &series);
        std::fs::write(file, text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    // Losses come first, and of those and of the others what takes longest.
    let length = |row: &Row| row.median.unwrap_or(f64::INFINITY);
    rows.sort_by(|one, other| loses(other).cmp(&loses(one)).then(length(other).total_cmp(&length(one))));
    println!("| board | size | median | worst | nodes | programs | one by one | program alone | one block |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for row in &rows {
        let Row { kind, size, nodes, programs, ratios, .. } = row;
        let ratios = ratios.map(times).join(" | ");
        let (median, worst) = (seconds(row.median), seconds(row.worst));
        println!("| {} | {size}x{size} | {median} | {worst} | {nodes} | {programs} | {ratios} |", kind.name());
    }
    print_calls();
}
