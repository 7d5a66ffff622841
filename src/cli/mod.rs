//! The command line: flags, files, colours, exit statuses. What is asked is answered elsewhere.

mod args;
mod errors;
mod input;
mod interrupt;
mod progress;
mod run;
mod snippet;
mod status;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anstream::AutoStream;
use clap::Parser;
use clap::error::{ContextKind, ContextValue};

pub use args::{CommandLine, Flags, Format, Input, ModelArgs, Program, Verb};
pub use errors::Failure;
pub use run::{Output, Reply, run};
pub use status::ExitStatus;

use crate::report::printable;

/// Verbs that are still to come.
const LATER_VERBS: [&str; 2] = ["cards", "convert"];

/// Runs the program on a command line, the program's own name first.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let words: Vec<OsString> = words.into_iter().collect();
    let line = match CommandLine::try_parse_from(&words) {
        Ok(line) => line,
        Err(error) => return usage(error, &words),
    };
    // A panic is a defect of the program. Its message is on standard error already.
    let result = catch_unwind(AssertUnwindSafe(|| run(&line).and_then(|reply| print(&reply))));
    match result {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => {
            // Where standard error is gone too, the exit status is all that can be said.
            let _ = errors::print(&failure);
            failure.status()
        }
        Err(_) => ExitStatus::Failed,
    }
}

fn print(reply: &Reply) -> Result<ExitStatus, Failure> {
    for warning in &reply.warnings {
        let about = warning.id.as_ref().map(|id| format!("{}: ", printable(id))).unwrap_or_default();
        let _ = writeln!(io::stderr().lock(), "warning: {about}{}", printable(&warning.text));
    }
    quiet_when_closed(write(&reply.output))?;
    Ok(reply.status)
}

fn write(output: &Output) -> io::Result<()> {
    let stdout = io::stdout().lock();
    match output {
        Output::Styled(text) => {
            let mut stdout = AutoStream::auto(stdout);
            write!(stdout, "{text}")?;
            stdout.flush()
        }
        Output::Verbatim(text) => {
            let mut stdout = stdout;
            stdout.write_all(text.as_bytes())?;
            stdout.flush()
        }
    }
}

/// A reader that has seen enough (`| head`) is no failure.
fn quiet_when_closed(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Help, version, or what is wrong with the flags.
fn usage(error: clap::Error, words: &[OsString]) -> ExitStatus {
    let status = if error.use_stderr() { ExitStatus::BadInput } else { ExitStatus::Answered };
    match without_false_tips(repeatable(error, words)).print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitStatus::Failed,
        _ => status,
    }
}

/// The same error without the tips that lead nowhere: to take an unknown flag for a file, and to take a verb of the
/// interface that this version lacks for another one.
fn without_false_tips(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("as a value, use"));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    let later =
        |value: &ContextValue| matches!(value, ContextValue::String(verb) if LATER_VERBS.contains(&verb.as_str()));
    if error.get(ContextKind::InvalidSubcommand).is_some_and(later) {
        error.remove(ContextKind::SuggestedSubcommand);
    }
    error
}

/// The same error about words that a terminal can be trusted with: clap repeats them as they were typed.
fn repeatable(error: clap::Error, words: &[OsString]) -> clap::Error {
    let typed: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let harmless: Vec<_> = typed.iter().map(|word| printable(word)).collect();
    if typed == harmless {
        return error;
    }
    match CommandLine::try_parse_from(harmless.iter().map(|word| OsString::from(&**word))) {
        Err(error) => error,
        Ok(_) => clap::Error::new(error.kind()),
    }
}
