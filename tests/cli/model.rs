//! Integer programs on standard output.

use super::{GHALTA, SMALL, refusal, say};

fn model(words: &[&str], input: &str) -> String {
    let said = say(&[&["model", "-"], words].concat(), input);
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""), "{words:?}");
    said.stdout
}

#[test]
fn the_default_is_the_first_level_of_the_first_step_as_lp() {
    let text = model(&[], GHALTA);
    assert!(text.contains("\nMaximize\n") && text.ends_with("End\n"), "{text}");
    assert_eq!(text, model(&["--program", "damage", "--step", "regular", "--level", "1", "--format", "lp"], GHALTA));
    assert_ne!(text, model(&["--level", "2"], GHALTA));
}

#[test]
fn mps_is_asked_for() {
    let text = model(&["--format", "mps"], GHALTA);
    assert!(text.contains("\nROWS\n") && text.ends_with("ENDATA\n"), "{text}");
}

#[test]
fn blocks_and_proofs_have_programs_too() {
    let declared = GHALTA.split("[blocks]").next().expect("a beginning");
    let block = model(&["--program", "block", "--level", "2"], declared);
    assert!(block.contains("\nMinimize\n") && block.contains("block_Ghalta_Wall"), "{block}");
    let proof = model(&["--program", "certificate"], SMALL);
    assert!(proof.contains("\nMaximize\n") && proof.contains("attack_Bear_opp"), "{proof}");
}

#[test]
fn there_is_no_program_of_what_does_not_happen() {
    for (words, input) in [
        (&["--step", "first-strike"][..], GHALTA),
        (&["--level", "3"], GHALTA),
        (&["--level", "4294967295"], GHALTA),
        (&[], SMALL),
        (&["--program", "block"], SMALL),
        (&["--program", "certificate"], GHALTA),
        (&["--program", "certificate", "--level", "4"], SMALL),
        (&["--program", "certificate", "--step", "regular"], SMALL),
    ] {
        refusal(&[&["model", "-"], words].concat(), input);
    }
}

#[test]
fn a_program_that_does_not_fit_names_the_one_that_does() {
    let declared = GHALTA.split("[blocks]").next().expect("a beginning");
    for (program, input, fits) in [
        ("damage", SMALL, "--program certificate"),
        ("certificate", declared, "--program block"),
        ("damage", declared, "--program block"),
        ("block", GHALTA, "--program damage"),
    ] {
        let said = refusal(&["model", "-", "--program", program], input);
        assert!(said.contains(&format!("so model --program {program} does not fit")), "{said}");
        assert!(said.contains(fits), "{said}");
    }
}

#[test]
fn warnings_do_not_get_into_the_program() {
    let odd = GHALTA.replace("\"trample\"", "\"trample\", \"ponders\"");
    let said = say(&["model", "-", "--lenient"], odd);
    assert_eq!(said.status, Some(0));
    assert!(said.stderr.starts_with("warning: Ghalta: "), "{}", said.stderr);
    assert_eq!(said.stdout, model(&[], GHALTA));
}

/// A board on which a lure must be blocked and a creature must attack.
const OWED: &str = r#"
[[players]]
name = "you"
creatures = ["Siren 1/1 all creatures able to block this creature do so", "Ogre 3/3 attacks each combat if able"]
[[players]]
name = "opp"
creatures = ["2 x Page 1/1"]
"#;

#[test]
fn legality_is_that_of_the_attack_and_then_of_the_blocks() {
    let attack = model(&["--program", "legality"], OWED);
    assert!(attack.contains("attack_Ogre_opp") && !attack.contains("block_"), "{attack}");
    let declared = format!("{OWED}[attacks]\nSiren = \"opp\"\nOgre = \"opp\"\n");
    let blocks = model(&["--program", "legality"], &declared);
    assert!(blocks.contains("block_Page_1_Siren") && !blocks.contains("attack_"), "{blocks}");
    // Which blocks are declared, and whether they are legal, is no part of it.
    assert_eq!(blocks, model(&["--program", "legality"], &format!("{declared}[blocks]\n")));
    let mps = model(&["--program", "legality", "--format", "mps"], &declared);
    assert!(mps.contains("\nROWS\n") && mps.ends_with("ENDATA\n"), "{mps}");
}

#[test]
fn legality_has_no_steps_and_levels_and_needs_a_legal_attack() {
    refusal(&["model", "-", "--program", "legality", "--step", "regular"], OWED);
    refusal(&["model", "-", "--program", "legality", "--level", "2"], OWED);
    let illegal = refusal(&["model", "-", "--program", "legality"], format!("{OWED}[attacks]\n"));
    assert!(illegal.contains("508.1d"), "{illegal}");
    refusal(&["model", "-", "--program", "knapsack"], OWED);
}
