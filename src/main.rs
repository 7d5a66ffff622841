//! The command-line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    alphastrike::cli::main(std::env::args_os()).into()
}
