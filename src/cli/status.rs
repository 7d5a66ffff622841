//! What the program tells its caller in a number.

use std::process::ExitCode;

/// The exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Answered and proved; for `check`: answered, legal or not.
    Answered,
    /// Anything that is none of the others: a defect of the program, or output that can't be written.
    Failed,
    /// The input is bad: flags, file, position, declaration.
    BadInput,
    /// Stopped at a limit, with a bound instead of a proof.
    Limit,
}

impl ExitStatus {
    /// The number.
    pub fn number(self) -> u8 {
        match self {
            ExitStatus::Answered => 0,
            ExitStatus::Failed => 1,
            ExitStatus::BadInput => 2,
            ExitStatus::Limit => 3,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status.number())
    }
}
