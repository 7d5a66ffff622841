//! Getting hold of the position's text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::errors::Failure;

/// Largest text that is read, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// The bytes of a file, or of standard input for `-`.
///
/// # Errors
///
/// [`Failure::Unreadable`] and [`Failure::TooLong`], which name the file.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let result = if is_standard_input(path) {
        limited(io::stdin().lock())
    } else {
        File::open(path).and_then(|file| {
            // Elsewhere than on Unix opening a directory fails; there it is reading that fails, with less to say.
            if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { limited(file) }
        })
    };
    match result {
        Ok(bytes) if bytes.len() as u64 > MAX_BYTES => Err(Failure::TooLong(name(path))),
        Ok(bytes) => Ok(bytes),
        Err(source) => Err(Failure::Unreadable { place: name(path), source }),
    }
}

/// How messages call the file.
pub fn name(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn limited(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
