//! Worked examples of dividing damage in one step: D1-D18, D30-D33, D40-D47. Values are the most damage to the player,
//! worked out by hand; for each, some legal splits and some illegal ones with the rule that they break.
//!
//! Left out: D15 (a shield that prevents 3), D16 (doubled damage), D32 (blocked by an effect), which can't be written
//! down as a position.

use super::fight::fight;

/// Name, own creatures, which all attack, the others, who blocks what, the best `face`, legal splits, illegal splits.
type Example = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    i64,
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
);

#[rustfmt::skip]
const EXAMPLES: &[Example] = &[
    // CR 510.1a, c: without trample all of it stays on the blockers, divided in any way.
    ("D1", "V 4/3", "S 0/3; H 0/1", "S=V H=V", 0,
        &["V>S:4", "V>S:1 V>H:3", "V>H:4", "V>S:2 V>H:2"], &[("V>S:3", "510.1a"), ("V>S:3 V>opp:1", "510.1c")]),
    // CR 702.19b: 5 - 2.
    ("D2", "T 5/5 trample", "X 0/2", "X=T", 3,
        &["T>X:2 T>opp:3", "T>X:4 T>opp:1", "T>X:5"],
        &[("T>X:1 T>opp:4", "702.19b"), ("T>opp:5", "702.19b"), ("T>X:2 T>opp:2", "510.1a")]),
    // CR 702.19b: 6 - 2 - 3.
    ("D3", "T 6/6 trample", "X 0/2; Y 0/3", "X=T Y=T", 1,
        &["T>X:2 T>Y:3 T>opp:1", "T>X:6", "T>Y:6", "T>X:1 T>Y:5"],
        &[("T>X:1 T>Y:4 T>opp:1", "702.19b"), ("T>X:5 T>opp:1", "702.19b")]),
    // CR 702.19b: 3 of 4 are marked already.
    ("D4", "T 5/5 trample", "X 0/4 | damage = 3", "X=T", 4, &["T>X:1 T>opp:4"], &[("T>opp:5", "702.19b")]),
    // CR 702.19b, 510.1e: V's 1 counts: 1 + 3 - 2.
    ("D5", "V 1/1; T 3/3 trample", "X 0/2 can block any number of creatures", "X=V+T", 2,
        &["V>X:1 T>X:1 T>opp:2"], &[("V>X:1 T>opp:3", "702.19b")]),
    ("D6", "V 2/2; T 4/4 trample", "X 0/2 can block any number of creatures", "X=V+T", 4, &["V>X:2 T>opp:4"], &[]),
    // CR 510.1e: 3 + 3 - 4, from whom it may be.
    ("D7", "T1 3/3 trample; T2 3/3 trample", "X 0/4 can block any number of creatures", "X=T1+T2", 2,
        &["T1>X:3 T2>X:1 T2>opp:2", "T1>X:2 T1>opp:1 T2>X:2 T2>opp:1"],
        &[("T1>X:1 T1>opp:2 T2>X:2 T2>opp:1", "702.19b")]),
    // CR 510.1e: 5 + 4 - 3 - 2.
    ("D8", "T1 5/5 trample; T2 4/4 trample", "X 0/3; Y 0/2 can block any number of creatures", "X=T1 Y=T1+T2", 4,
        &["T1>X:3 T1>opp:2 T2>Y:2 T2>opp:2", "T1>X:3 T1>Y:2 T2>opp:4"],
        &[("T1>X:3 T1>opp:2 T2>Y:1 T2>opp:3", "702.19b")]),
    // CR 702.19b: T1 can't get past X, and kills Y for T2 instead.
    ("D9", "T1 2/2 trample; T2 4/4 trample", "X 0/5; Y 0/1 can block any number of creatures", "X=T1 Y=T1+T2", 4,
        &["T1>Y:2 T2>opp:4", "T1>X:1 T1>Y:1 T2>opp:4"],
        &[("T1>X:2 T2>opp:4", "702.19b"), ("T1>Y:1 T1>opp:1 T2>opp:4", "702.19b")]),
    // CR 702.2c: 1 each: 4 - 3.
    ("D10", "T 4/4 trample, deathtouch", "X 0/5; Y 0/3; Z 0/1", "X=T Y=T Z=T", 1,
        &["T>X:1 T>Y:1 T>Z:1 T>opp:1"], &[("T>X:1 T>Y:1 T>opp:2", "702.19b")]),
    // CR 702.2c: another creature's deathtouch is enough.
    ("D11", "D 1/1 deathtouch; T 5/5 trample", "X 0/6 can block any number of creatures", "X=D+T", 5,
        &["D>X:1 T>opp:5"], &[]),
    ("D11b", "D 2/2 deathtouch; T 4/4 trample",
        "X 0/5 can block any number of creatures; Y 0/5 can block any number of creatures", "X=D+T Y=D+T", 4,
        &["D>X:1 D>Y:1 T>opp:4"], &[("D>X:2 T>opp:4", "702.19b")]),
    // The other one needs 5, and T has 4.
    ("D11c", "D 1/1 deathtouch; T 4/4 trample",
        "X 0/5 can block any number of creatures; Y 0/5 can block any number of creatures", "X=D+T Y=D+T", 0,
        &["D>X:1 T>Y:4"], &[("D>X:1 T>Y:3 T>opp:1", "702.19b")]),
    // CR 510.1c: deathtouch is no trample.
    ("D12", "T 3/3 deathtouch", "X 0/4; Y 0/4; Z 0/4", "X=T Y=T Z=T", 0,
        &["T>X:1 T>Y:1 T>Z:1"], &[("T>X:1 T>Y:1 T>opp:1", "510.1c")]),
    // CR 702.12b, 702.19b: lethal is by toughness: 5 - 3; with deathtouch 5 - 1.
    ("D13", "T 5/5 trample", "X 0/3 indestructible", "X=T", 2, &["T>X:3 T>opp:2"], &[("T>X:2 T>opp:3", "702.19b")]),
    ("D13 deathtouch", "T 5/5 trample, deathtouch", "X 0/3 indestructible", "X=T", 4, &["T>X:1 T>opp:4"], &[]),
    // CR 702.16e, 702.19b: 6 - 2.
    ("D14", "T 6/6 trample | colors = ['green']", "X 0/2 protection from green", "X=T", 4,
        &["T>X:2 T>opp:4", "T>X:6"], &[("T>opp:6", "702.19b"), ("T>X:1 T>opp:5", "702.19b")]),
    // CR 702.80a, 702.90: lethal stays toughness: 4 - 3 and 3 - 1.
    ("D17", "T 4/4 trample, wither", "X 0/3", "X=T", 1, &["T>X:3 T>opp:1"], &[("T>X:2 T>opp:2", "702.19b")]),
    ("D18", "T 3/3 trample, infect", "X 0/1", "X=T", 2, &["T>X:1 T>opp:2"], &[("T>opp:3", "702.19b")]),
    // CR 510.1a, 120.8.
    ("D30", "T 0/4 trample, deathtouch", "X 0/1", "X=T", 0, &[""], &[("T>X:1", "510.1a")]),
    ("D30 negative", "T -1/4 trample, deathtouch", "X 0/1", "X=T", 0, &[""], &[("T>X:1", "510.1a")]),
    // CR 510.1a: 5 - 2.
    ("D31", "T 1/5 trample, assigns combat damage equal to its toughness rather than its power", "X 0/2", "X=T", 3,
        &["T>X:2 T>opp:3"], &[("T>X:1", "510.1a"), ("T>X:1 T>opp:4", "702.19b")]),
    // CR 510.1b and the card's text: one or the other.
    ("D33", "T 6/6 you may have this creature assign its combat damage as though it weren't blocked", "X 0/4", "X=T", 6,
        &["T>opp:6", "T>X:6"], &[("T>X:4 T>opp:2", "510.1c")]),
    // CR 613.4d: 1/4 with +2/+0, then switched, is 4/3.
    ("D40", "T 4/3 trample", "X 0/2", "X=T", 2, &["T>X:2 T>opp:2"], &[]),
    // CR 702.3b: defender changes nothing here.
    ("D44", "T 5/5 trample", "X 0/5 defender", "X=T", 0, &["T>X:5"], &[("T>X:4 T>opp:1", "702.19b")]),
    ("D44 larger", "T 6/6 trample", "X 0/5 defender", "X=T", 1, &["T>X:5 T>opp:1"], &[]),
    // CR 702.2c: 6 - 1 - 1.
    ("D45", "T 6/6 trample, deathtouch", "X 0/5; Y 0/8", "X=T Y=T", 4,
        &["T>X:1 T>Y:1 T>opp:4"], &[("T>X:1 T>opp:5", "702.19b")]),
    // CR 702.19b: 2 + 5 - (6 - 2).
    ("D46", "V 2/2; T 5/5 trample", "X 0/6 can block any number of creatures | damage = 2", "X=V+T", 3,
        &["V>X:2 T>X:2 T>opp:3"], &[("V>X:2 T>X:1 T>opp:4", "702.19b")]),
    // CR 510.1e: V kills Y, so that T needs nothing there.
    ("D47", "V 3/3; T 3/3 trample", "X 0/2; Y 0/2 can block any number of creatures", "X=V Y=V+T", 3,
        &["V>Y:2 V>X:1 T>opp:3", "V>Y:3 T>opp:3"], &[("V>X:2 V>Y:1 T>opp:3", "702.19b")]),
];

#[test]
fn worked_examples_hold() {
    // CR 510.1, 702.19: row by row.
    for (name, mine, theirs, block, best, legal, illegal) in EXAMPLES {
        let attack: Vec<&str> = mine.split(';').filter_map(|creature| creature.split_whitespace().next()).collect();
        let fight = fight(mine, theirs).attack(&attack.join(" ")).block(block);
        assert_eq!(fight.best("face"), *best, "{name}");
        fight.expect_splits(legal, illegal);
    }
}

#[test]
fn d12_deathtouch_kills_one_each() {
    // CR 704.5h: three creatures worth 4.
    let fight = fight("T 3/3 deathtouch", "X 0/4; Y 0/4; Z 0/4").attack("T").block("X=T Y=T Z=T");
    assert_eq!(fight.best("kills"), 12);
}

#[test]
fn d14_and_d13_blockers_live() {
    // CR 702.16e, 702.12b: all 6 on the protected one kill nothing.
    let green = fight("T 6/6 trample | colors = ['green']", "X 0/2 protection from green").attack("T").block("X=T");
    assert_eq!(green.best("kills"), 0);
    let hard = fight("T 5/5 trample, deathtouch", "X 0/3 indestructible").attack("T").block("X=T");
    assert_eq!(hard.best("kills"), 0);
}

#[test]
fn d17_wither_kills_by_counters() {
    // CR 702.80a, 704.5f.
    let fight = fight("T 4/4 trample, wither", "X 0/3").attack("T").block("X=T");
    assert_eq!(fight.levels("face, kills"), [1, 3]);
}

#[test]
fn d18_infect_is_poison() {
    // CR 702.90b: 2 of 3 reach the player.
    let after = fight("T 3/3 trample, infect", "X 0/1").attack("T").block("X=T").after("poison");
    assert_eq!((after.poison(1), after.life(1)), (2, 20));
}

#[test]
fn d30_kills_nothing() {
    // CR 120.8.
    for power in [0, -1] {
        let fight = fight(&format!("T {power}/4 trample, deathtouch"), "X 0/1").attack("T").block("X=T");
        assert_eq!(fight.best("kills"), 0);
    }
}

#[test]
fn d41_the_defending_player_divides() {
    // CR 510.1d: 2 + 2 + 0 kill two creatures worth 4; the attackers' 6 kill X.
    let fight = fight("A 2/2; B 2/2; C 2/2", "X 4/4 can block an additional two creatures each combat");
    let fight = fight.attack("A B C").block("X=A+B+C");
    assert_eq!(fight.levels("kills, -losses"), [8, -8]);
    let all = "A>X:2 B>X:2 C>X:2";
    for split in ["X>A:2 X>B:2", "X>A:4", "X>A:1 X>B:1 X>C:2"] {
        assert!(fight.damage(&format!("{all} {split}")).legal(), "{split}");
    }
    assert_eq!(fight.damage(&format!("{all} X>A:3")).rules(), ["510.1a"]);
}

#[test]
fn d42_deathtouch_kills_both() {
    // CR 510.1d, 704.5h: 1 + 1.
    let fight = fight("A 5/5; B 5/5", "X 2/2 deathtouch, can block an additional creature each combat");
    assert_eq!(fight.attack("A B").block("X=A+B").after("-losses").died, "A B X");
}

#[test]
fn d47_the_player_or_the_creature() {
    // CR 510.1e: for damage V kills Y (worth 2) only. To kill both, V gives X 2 and Y 1, T gives Y 1 and 2 go on.
    let fight = fight("V 3/3; T 3/3 trample", "X 0/2; Y 0/2 can block any number of creatures");
    let fight = fight.attack("V T").block("X=V Y=V+T");
    assert_eq!(fight.levels("face, kills"), [3, 2]);
    assert_eq!(fight.levels("kills, face"), [4, 2]);
}
