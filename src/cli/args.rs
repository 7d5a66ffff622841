//! The command line, exactly as typed; nothing is opened or looked up here.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::position::Step;
use crate::program::Solver;

const EXAMPLES: &str = "\
Examples:
  alphastrike attack board.toml                  the best attack, with its proof
  alphastrike block board.json --json            the best blocks, as JSON
  alphastrike solve - < board.toml               whatever the position leaves open
  alphastrike solve --mine \"Ghalta 12/12 trample; 2 x 1/1 flying\" --theirs \"3/3; 2/4 reach\" --their-life 9
  alphastrike attack board.toml --objective \"win, 3*loyalty + face, material\"
  alphastrike attack board.toml --time-limit 0.005   the best attack that 5 ms can find, with a bound
  alphastrike attack board.toml --certificate proof.lp   the answer, and a program that proves it
  alphastrike model board.toml --format mps      the integer program of the damage
  alphastrike model board.toml --program legality  that of the requirements on attacks or blocks

Exit status: 0 answered and proved, 2 bad input, 3 stopped at a limit, 1 anything else.";

/// Answers, with a proof, the questions of Magic: the Gathering combat.
#[derive(Debug, Parser)]
#[command(name = "alphastrike", version, after_help = EXAMPLES)]
#[command(subcommand_value_name = "VERB", subcommand_help_heading = "Verbs")]
#[command(
    override_usage = "alphastrike VERB POSITION [flags]\n       alphastrike VERB --mine CREATURES --theirs CREATURES [flags]"
)]
pub struct CommandLine {
    /// What is asked.
    #[command(subcommand)]
    pub verb: Verb,
    /// Flags that every verb takes.
    #[command(flatten)]
    pub flags: Flags,
}

/// What is asked.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Which attack is best against the best blocks?
    Attack(Input),
    /// Which blocks are best against the declared attack?
    Block(Input),
    /// Which split of the combat damage is best, once attacks and blocks are declared?
    Assign(Input),
    /// Whichever of the three the position leaves open
    Solve(Input),
    /// Are the declared attacks, blocks and damage legal, and which rules do they break?
    Check(Input),
    /// How many legal attacks, legal blocks and optimal answers are there?
    Count(Input),
    /// Write the integer program of one decision
    Model(ModelArgs),
}

/// The position.
#[derive(Args, Debug)]
pub struct Input {
    /// TOML or JSON file, or - for standard input; not together with --mine and --theirs
    #[arg(value_name = "POSITION")]
    pub position: Option<PathBuf>,
}

/// What `model` takes besides.
#[derive(Args, Debug)]
pub struct ModelArgs {
    /// The position.
    #[command(flatten)]
    pub input: Input,
    /// Which program: damage, the split of the combat damage; legality, the most requirements that can be obeyed, by the
    /// attack or, where attackers are declared, by the blocks; block, the best blocks; certificate, the proof of the best
    /// attack
    #[arg(long, value_name = "NAME", default_value = "damage", value_parser = program)]
    pub program: Program,
    /// Which damage step: first-strike or regular [default: the first that happens]; the first of two is valued by what
    /// it does itself, not by what it leaves for the second
    #[arg(long, value_name = "STEP", value_parser = step)]
    pub step: Option<Step>,
    /// Which level of the objective, from 1; the levels before it stand as rows
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub level: u32,
    /// CPLEX LP or MPS
    #[arg(long, value_name = "FORMAT", default_value = "lp")]
    pub format: Format,
}

/// An integer program that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The split of the damage of declared attacks and blocks.
    Damage,
    /// The most requirements that can be obeyed: by the attack if none is declared, else by the blocks.
    Legality,
    /// The best blocks against a declared attack.
    Block,
    /// The replies that no attack does better against than the best one.
    Certificate,
}

/// How an integer program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// CPLEX LP.
    Lp,
    /// MPS.
    Mps,
}

/// Flags that every verb takes.
#[derive(Args, Debug)]
pub struct Flags {
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// What counts, instead of the position's: damage, trade, balanced, or levels such as "win, 2*face + material"
    #[arg(long, global = true, value_name = "EXPR", allow_hyphen_values = true)]
    pub objective: Option<String>,
    /// Threads to use; the answer is the same for every number [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Solver of the integer programs: microlp, or highs where it is built in
    #[arg(long, global = true, value_name = "NAME", default_value = "microlp", value_parser = solver)]
    pub solver: Solver,
    /// Stop after so much time with the best so far and a bound; fractions such as 0.005 too
    #[arg(long, global = true, value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Stop after so many nodes, the steps that work is counted in: unlike time, the same answer every time
    #[arg(long, global = true, value_name = "N", allow_hyphen_values = true, value_parser = nodes)]
    pub node_limit: Option<u64>,
    /// Say what other attacks or blocks come to: none, all, one creature more, less or at another target
    #[arg(long, global = true)]
    pub explain: bool,
    /// Write the integer program that proves the answer to FILE, as CPLEX LP or, by its ending, .mps: that of the last
    /// level of the objective, the levels before it stand as rows
    #[arg(long, global = true, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// The N best attacks or blocks besides, and how many reach the best value; for attack, block and solve
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub top: Option<u32>,
    /// Go on without unknown abilities and counters, with a warning for each
    #[arg(long, global = true)]
    pub lenient: bool,
    /// Your creatures, instead of a file: "Ghalta 12/12 trample; 2 x 1/1 flying"
    #[arg(long, global = true, value_name = "CREATURES", allow_hyphen_values = true, help_heading = "Without a file")]
    pub mine: Option<String>,
    /// Your opponent's creatures: "3/3; 2/4 reach"
    #[arg(long, global = true, value_name = "CREATURES", allow_hyphen_values = true, help_heading = "Without a file")]
    pub theirs: Option<String>,
    /// Your life [default: 20]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, help_heading = "Without a file")]
    pub my_life: Option<i64>,
    /// Your opponent's life [default: 20]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, help_heading = "Without a file")]
    pub their_life: Option<i64>,
}

fn solver(name: &str) -> Result<Solver, String> {
    if let Some(solver) = Solver::ALL.iter().find(|solver| solver.name() == name) {
        return Ok(*solver);
    }
    let known: Vec<&str> = Solver::ALL.iter().map(|solver| solver.name()).collect();
    let known = known.join(" or ");
    Err(match name {
        "highs" => format!("HiGHS is not built in: use {known}, or build with --features highs"),
        _ => format!("the solvers that are built in are: {known}"),
    })
}

/// A time in seconds, read digit by digit so that no rounding decides.
fn seconds(text: &str) -> Result<Duration, String> {
    const NANOS: usize = 9;
    let wrong = || "a time limit is a number of seconds above 0, in digits, such as 0.005 or 10".to_owned();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
        return Err(wrong());
    }
    // More seconds than can be counted are as good as the most.
    let whole = if whole.is_empty() { 0 } else { whole.parse().unwrap_or(u64::MAX) };
    let nanos: String = fraction.chars().chain("0".repeat(NANOS).chars()).take(NANOS).collect();
    let time = Duration::new(whole, nanos.parse().map_err(|_| wrong())?);
    if time.is_zero() { Err(wrong()) } else { Ok(time) }
}

fn nodes(text: &str) -> Result<u64, String> {
    let wrong = || format!("a node limit is a whole number from 1 to {}, such as 100000", u64::MAX);
    text.parse().ok().filter(|nodes| *nodes > 0).ok_or_else(wrong)
}

fn program(name: &str) -> Result<Program, String> {
    match name {
        "damage" => Ok(Program::Damage),
        "legality" => Ok(Program::Legality),
        "block" => Ok(Program::Block),
        "certificate" => Ok(Program::Certificate),
        _ => Err("the programs are damage, legality, block and certificate".to_owned()),
    }
}

fn step(name: &str) -> Result<Step, String> {
    match name {
        "first-strike" => Ok(Step::FirstStrike),
        "regular" => Ok(Step::Regular),
        _ => Err("the steps are first-strike and regular".to_owned()),
    }
}

impl Verb {
    /// Whether it asks for the best of something.
    pub fn is_question(&self) -> bool {
        matches!(self, Verb::Attack(_) | Verb::Block(_) | Verb::Assign(_) | Verb::Solve(_))
    }

    /// Whether its work is counted in nodes: what is legal at all is not.
    pub fn counts_nodes(&self) -> bool {
        !matches!(self, Verb::Check(_) | Verb::Model(ModelArgs { program: Program::Legality, .. }))
    }

    /// The position as typed.
    pub fn input(&self) -> &Input {
        match self {
            Verb::Attack(input)
            | Verb::Block(input)
            | Verb::Assign(input)
            | Verb::Solve(input)
            | Verb::Check(input)
            | Verb::Count(input) => input,
            Verb::Model(model) => &model.input,
        }
    }
}
