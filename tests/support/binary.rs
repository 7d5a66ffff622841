//! Running the built program on the project's own files.

use std::process::Command;

/// What the program prints for these words, run from the project's folder; it must answer.
pub fn output_of(words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alphastrike"));
    let output = command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1").output();
    let output = output.unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{words:?}: {error}"))
}
