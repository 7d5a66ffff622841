//! `--certificate`: the answer stays the same, and a file appears.

use super::{GHALTA, SMALL, say};

#[test]
fn the_file_says_what_it_proves() {
    let folder = tempfile::tempdir().expect("a folder");
    let declared = GHALTA.split("[blocks]").next().expect("a beginning");
    let open = GHALTA.split("[attacks]").next().expect("a beginning");
    for (input, ending, begins) in [
        (GHALTA, "lp", "\\ "),
        (declared, "lp", "\\ A trampler and a flying Goblin: the best block: optima win = 1, "),
        (open, "lp", "\\ A trampler and a flying Goblin: no attack is worth more: optima win = 1, "),
        (open, "mps", "* A trampler"),
    ] {
        let file = folder.path().join(format!("proof.{ending}"));
        let path = file.to_str().expect("a plain path");
        let said = say(&["solve", "-", "--certificate", path], input);
        assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
        let text = std::fs::read_to_string(&file).expect("the file was written");
        assert!(text.starts_with(begins), "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_beside_the_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let said = say(&["solve", "-", "--certificate", path], SMALL);
    assert_eq!(said.status, Some(1));
    assert!(said.stdout.contains("Proved best"), "{}", said.stdout);
    assert!(said.stderr.contains("can't write"), "{}", said.stderr);
}

#[test]
fn an_answer_that_is_not_proved_has_no_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.lp");
    let path = file.to_str().expect("a plain path");
    let open = GHALTA.split("[attacks]").next().expect("a beginning");
    let said = say(&["attack", "-", "--node-limit", "1", "--certificate", path], open);
    assert_eq!(said.status, Some(3));
    assert!(said.stdout.contains("no certificate is written"), "{}", said.stdout);
    assert!(!file.exists());
}
