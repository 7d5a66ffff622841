//! From what was typed to what is meant, and doing it.

use std::path::Path;
use std::thread::available_parallelism;
use std::time::Instant;

use super::args::{CommandLine, Flags, Format, ModelArgs, Program, Verb};
use super::errors::Failure;
use super::input;
use super::interrupt;
use super::progress;
use super::status::ExitStatus;
use crate::position::{self, Notation, Objective, Position, Warning, read_short_forms};
use crate::program::{write_lp, write_mps};
use crate::report::{
    Answer, CheckAnswer, CountAnswer, ExplainAnswer, Status, Styled, TopAnswer, answer_json, answer_text, check_json,
    check_text, count_json, count_text,
};
use crate::rules::Board;
use crate::search::{self, Options, Question, SearchError, Solution, Watch};

/// What goes to standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// For people; styles go where they are not wanted.
    Styled(Styled),
    /// For programs, byte for byte.
    Verbatim(String),
}

/// An answer, ready to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub output: Output,
    /// Warnings that the answer has no room for.
    pub warnings: Vec<Warning>,
    /// What the caller is told.
    pub status: ExitStatus,
}

impl Reply {
    fn answered(output: Output) -> Reply {
        Reply { output, warnings: Vec::new(), status: ExitStatus::Answered }
    }
}

/// Reads the position and answers.
///
/// # Errors
///
/// [`Failure`], which knows its exit status.
pub fn run(line: &CommandLine) -> Result<Reply, Failure> {
    let began = Instant::now();
    let flags = &line.flags;
    if flags.json && matches!(line.verb, Verb::Model(_)) {
        return Err(Failure::usage("model writes no JSON", "choose between lp and mps with --format"));
    }
    if flags.certificate.is_some() && !line.verb.is_question() {
        return Err(Failure::usage(
            "--certificate proves an answer, and this verb gives none",
            "use it with attack, block, assign or solve",
        ));
    }
    if flags.explain && !line.verb.is_question() {
        return Err(Failure::usage(
            "--explain explains an answer, and this verb gives none",
            "use it with attack, block, assign or solve",
        ));
    }
    if flags.top.is_some() && !matches!(line.verb, Verb::Attack(_) | Verb::Block(_) | Verb::Solve(_)) {
        return Err(Failure::usage(
            "--top lists the best attacks or blocks, which is not what this verb answers",
            "use it with attack, block or solve",
        ));
    }
    if flags.node_limit.is_some() && !line.verb.counts_nodes() {
        return Err(Failure::usage(
            "what is legal is found without counting nodes, so --node-limit would limit nothing",
            "use --time-limit",
        ));
    }
    let objective = flags.objective.as_deref().map(Objective::parse).transpose()?;
    let position = read(line)?;
    let mut start = Instant::now();
    let board = Board::new(&position, objective.as_ref())?;
    let watch = Watch::default();
    let mut options = Options {
        threads: flags.threads.map(usize::from),
        // Reading is part of what the limit is on.
        time_limit: flags.time_limit.map(|limit| limit.saturating_sub(began.elapsed())),
        node_limit: flags.node_limit,
        watch: Some(watch.clone()),
        solver: flags.solver,
        ..Options::default()
    };
    interrupt::end_search(&watch);
    let question = match &line.verb {
        Verb::Attack(_) => Question::Attack,
        Verb::Block(_) => Question::Block,
        Verb::Assign(_) => Question::Assign,
        Verb::Solve(_) => search::open_question(&position),
        Verb::Check(_) => return check(&board, &options, flags),
        Verb::Count(_) => return count(&board, &options, flags, &watch),
        Verb::Model(args) => return model(&board, args, &options),
    };
    let (solution, top) = progress::shown(&watch, &levels(&board), || match flags.top {
        None => search::solve(&board, question, &options).map(|solution| (solution, None)),
        Some(wanted) => search::top(&board, question, usize::try_from(wanted).unwrap_or(usize::MAX), &options)
            .map(|(solution, top)| (solution, Some(TopAnswer::new(&board, &top)))),
    })?;
    let threads = options.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let mut answer = Answer::new(&board, &solution, start.elapsed(), threads);
    answer.stats.solver = options.solver.name();
    answer.top = top;
    let mut unwritable = Vec::new();
    let mut proved =
        answer.status == Status::Optimal && answer.top.as_ref().is_none_or(|top| top.status == Status::Optimal);
    if flags.explain {
        options = what_is_left(options, &mut start);
        answer.explanation = Some(ExplainAnswer::new(&board, &search::explain(&board, &solution, &options)?));
    }
    if let Some(path) = &flags.certificate {
        options = what_is_left(options, &mut start);
        match certify(&board, &solution, path, &options) {
            Ok(unwritten) => {
                proved &= unwritten.is_none();
                answer.warnings.extend(unwritten);
            }
            // The answer has taken too long to be thrown away for a path.
            Err(failure @ Failure::Unwritable { .. }) => {
                unwritable.push(Warning { id: None, text: failure.to_string() });
            }
            Err(failure) => return Err(failure),
        }
    }
    let status = if !unwritable.is_empty() {
        ExitStatus::Failed
    } else if proved {
        ExitStatus::Answered
    } else {
        ExitStatus::Limit
    };
    let output =
        if flags.json { Output::Verbatim(answer_json(&answer)?) } else { Output::Styled(answer_text(&answer)) };
    Ok(Reply { output, warnings: unwritable, status })
}

/// What the limits leave for what comes next, from now on.
fn what_is_left(options: Options, start: &mut Instant) -> Options {
    let (before, now) = (*start, Instant::now());
    *start = now;
    let nodes = options.watch.as_ref().map_or(0, |watch| watch.progress().nodes);
    Options {
        time_limit: options.time_limit.map(|limit| limit.saturating_sub(now - before)),
        node_limit: options.node_limit.map(|limit| limit.saturating_sub(nodes)),
        ..options
    }
}

/// Writes the program that proves an answer; says why not where the answer is not proved, or the limits leave too little
/// for it.
fn certify(board: &Board<'_>, solution: &Solution, path: &Path, options: &Options) -> Result<Option<Warning>, Failure> {
    let model = match search::certificate(board, solution, options) {
        Err(SearchError::Stopped(stop) | SearchError::LegalityUnknown(stop)) => {
            let text = format!("no certificate is written: the search was stopped at {stop}");
            return Ok(Some(Warning { id: None, text }));
        }
        model => model?,
    };
    let is_mps = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("mps"));
    let text = if is_mps { write_mps(&model) } else { write_lp(&model) };
    std::fs::write(path, text).map_err(|source| Failure::Unwritable { place: path.display().to_string(), source })?;
    Ok(None)
}

fn check(board: &Board<'_>, options: &Options, flags: &Flags) -> Result<Reply, Failure> {
    let answer = CheckAnswer::new(board, &search::check(board, options)?);
    Ok(Reply::answered(if flags.json {
        Output::Verbatim(check_json(&answer)?)
    } else {
        Output::Styled(check_text(&answer))
    }))
}

/// The levels of the objective, written out.
fn levels(board: &Board<'_>) -> Vec<String> {
    board.objective().levels.iter().map(ToString::to_string).collect()
}

fn count(board: &Board<'_>, options: &Options, flags: &Flags, watch: &Watch) -> Result<Reply, Failure> {
    let counts = progress::shown(watch, &levels(board), || search::count(board, options))?;
    let answer = CountAnswer::new(board.position(), counts);
    Ok(Reply::answered(if flags.json {
        Output::Verbatim(count_json(&answer)?)
    } else {
        Output::Styled(count_text(&answer))
    }))
}

/// The integer program. Its readers know no warnings, so these go apart.
fn model(board: &Board<'_>, args: &ModelArgs, options: &Options) -> Result<Reply, Failure> {
    // A level beyond all counting is beyond the objective's levels, which the search says.
    let level = usize::try_from(args.level).unwrap_or(usize::MAX);
    if args.step.is_some() && args.program != Program::Damage {
        return Err(Failure::usage("only the program of the damage has steps", "leave out --step"));
    }
    let model = match args.program {
        Program::Damage => search::model(board, args.step, level, options)?,
        Program::Legality if level > 1 => {
            return Err(Failure::usage("the program of legality has no levels", "leave out --level"));
        }
        Program::Legality => search::legality_model(board, options)?,
        Program::Block => search::block_program(board, level, options)?,
        Program::Certificate => search::attack_program(board, level, options)?,
    };
    let text = match args.format {
        Format::Lp => write_lp(&model),
        Format::Mps => write_mps(&model),
    };
    let warnings = board.position().warnings().to_vec();
    Ok(Reply { warnings, ..Reply::answered(Output::Verbatim(text)) })
}

/// The position, from a file or from the short forms on the command line.
fn read(line: &CommandLine) -> Result<Position, Failure> {
    let flags = &line.flags;
    let short = flags.mine.is_some() || flags.theirs.is_some();
    match &line.verb.input().position {
        Some(_) if short || flags.my_life.is_some() || flags.their_life.is_some() => Err(Failure::usage(
            "there is a POSITION and a position in flags",
            "give either a file, or --mine and --theirs with --my-life and --their-life",
        )),
        Some(path) => {
            let bytes = input::read(path)?;
            let notation = Notation::of(path.to_str(), &bytes);
            position::read(&bytes, notation, flags.lenient).map_err(|error| Failure::Position {
                place: input::name(path),
                text: bytes,
                error,
            })
        }
        None if short => {
            let (mine, theirs) = (flags.mine.as_deref().unwrap_or(""), flags.theirs.as_deref().unwrap_or(""));
            let (my_life, their_life) = (flags.my_life.unwrap_or(20), flags.their_life.unwrap_or(20));
            Ok(read_short_forms(mine, theirs, my_life, their_life, flags.lenient)?)
        }
        None => Err(Failure::usage(
            "there is no position",
            "give a TOML or JSON file, - for standard input, or --mine and --theirs",
        )),
    }
}
