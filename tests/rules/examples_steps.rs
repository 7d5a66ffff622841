//! Worked examples with first and double strike, D19-D29 and D35-D43, and with planeswalkers and battles, W1-W15.
//! Values are the most damage to the player in both steps, worked out by hand.
//!
//! Left out: D34 (regeneration).

use super::fight::{Fight, fight};

/// Name, own creatures, the others, who attacks what, who blocks what, the best `face`, legal splits, illegal splits.
type Example = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    i64,
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
);

#[rustfmt::skip]
const STEPS: &[Example] = &[
    // CR 510.4, 702.80a: W makes X 2/2, T needs 2 of 4, and X strikes back with 2 only; plain marks leave it 5.
    ("D19", "W 3/3 first strike, wither; T 4/4 trample", "X 5/5 can block any number of creatures", "W T", "X=W+T", 2,
        &["W>X:3 | T>X:2 T>opp:2 X>T:2"],
        &[("W>X:3 | T>X:1 T>opp:3 X>T:2", "702.19b"), ("W>X:3 | T>X:2 T>opp:2 X>T:5", "510.1a")]),
    ("D19 plain", "W 3/3 first strike; T 4/4 trample", "X 5/5 can block any number of creatures", "W T", "X=W+T", 2,
        &["W>X:3 | T>X:2 T>opp:2 X>T:5"], &[("W>X:3 | T>X:2 T>opp:2 X>T:2", "510.1a")]),
    // CR 702.19d: 1, then all 4.
    ("D20", "T 4/4 double strike, trample", "X 0/3", "T", "X=T", 5,
        &["T>X:3 T>opp:1 | T>opp:4", "T>X:4 | T>opp:4"],
        &[("T>X:2 T>opp:2 | T>X:4", "702.19b"), ("T>X:3 T>opp:1 | T>opp:3", "510.1a")]),
    // CR 702.19b: 6 - 5.
    ("D21", "T 3/3 double strike, trample", "X 0/5", "T", "X=T", 1,
        &["T>X:3 | T>X:2 T>opp:1"], &[("T>X:3 | T>X:1 T>opp:2", "702.19b")]),
    // CR 702.12b: 3, then nothing is needed.
    ("D22", "T 4/4 double strike, trample", "X 0/1 indestructible", "T", "X=T", 7,
        &["T>X:1 T>opp:3 | T>opp:4", "T>X:1 T>opp:3 | T>X:4"], &[("T>opp:4 | T>opp:4", "702.19b")]),
    // CR 702.16e: nothing is marked: 3 and 3.
    ("D23", "T 4/4 double strike, trample | colors = ['red']", "X 0/1 protection from red", "T", "X=T", 6,
        &["T>X:1 T>opp:3 | T>X:1 T>opp:3"], &[("T>X:1 T>opp:3 | T>opp:4", "702.19b")]),
    // CR 702.19b: 8 - 6 if none of the first 4 is wasted.
    ("D24", "T 4/4 double strike, trample", "X 0/3; Y 0/3", "T", "X=T Y=T", 2,
        &["T>X:3 T>Y:1 | T>Y:2 T>opp:2", "T>X:2 T>Y:2 | T>X:1 T>Y:1 T>opp:2", "T>X:4 | T>Y:3 T>opp:1"],
        &[("T>X:3 T>opp:1 | T>Y:3 T>opp:1", "702.19b"), ("T>X:4 | T>Y:2 T>opp:2", "702.19b")]),
    // CR 702.2c, 702.19d: 1 and 2; indestructible, 1 and 1.
    ("D25", "T 2/2 double strike, deathtouch, trample", "X 0/10", "T", "X=T", 3, &["T>X:1 T>opp:1 | T>opp:2"], &[]),
    ("D25 indestructible", "T 2/2 double strike, deathtouch, trample", "X 0/10 indestructible", "T", "X=T", 2,
        &["T>X:1 T>opp:1 | T>X:1 T>opp:1"], &[("T>X:1 T>opp:1 | T>opp:2", "702.19b")]),
    // CR 702.2c: deathtouch of the first step is no help: 6 - (5 - 1); destructible, X is dead.
    ("D26", "F 1/1 first strike, deathtouch; T 6/6 trample", "X 0/5 indestructible, can block any number of creatures",
        "F T", "X=F+T", 2, &["F>X:1 | T>X:4 T>opp:2"], &[("F>X:1 | T>X:1 T>opp:5", "702.19b")]),
    ("D26 destructible", "F 1/1 first strike, deathtouch; T 6/6 trample", "X 0/5 can block any number of creatures",
        "F T", "X=F+T", 6, &["F>X:1 | T>opp:6"], &[]),
    // CR 702.19b: 3 - (4 - 3).
    ("D27", "F 3/3 first strike; T 3/3 trample", "X 0/4 can block any number of creatures", "F T", "X=F+T", 2,
        &["F>X:3 | T>X:1 T>opp:2"], &[("F>X:3 | T>opp:3", "702.19b")]),
    // CR 509.1h, 510.1c: V stays blocked; a trampler goes on (702.19d).
    ("D28", "F 2/2 first strike; V 3/3", "X 0/2 can block any number of creatures", "F V", "X=F+V", 0,
        &["F>X:2 |"], &[("F>X:2 | V>opp:3", "510.1")]),
    ("D28 trample", "F 2/2 first strike; V 3/3 trample", "X 0/2 can block any number of creatures", "F V", "X=F+V", 3,
        &["F>X:2 | V>opp:3"], &[("F>X:2 |", "510.1a")]),
    // CR 510.4: T is dead before it strikes, unless it strikes first too: 4 - 3.
    ("D29", "T 4/3 trample", "X 3/3 first strike", "T", "X=T", 0,
        &["X>T:3 |"], &[("X>T:3 | T>X:3 T>opp:1", "510.1")]),
    ("D29 both", "T 4/3 trample, first strike", "X 3/3 first strike", "T", "X=T", 1,
        &["T>X:3 T>opp:1 X>T:3 |"], &[]),
    // CR 122.1c: nothing is marked: 2 and 2; without the counter 2 and 4.
    ("D35", "T 4/4 double strike, trample", "X 0/2 | counters = { shield = 1 }", "T", "X=T", 4,
        &["T>X:2 T>opp:2 | T>X:2 T>opp:2"], &[("T>X:2 T>opp:2 | T>opp:4", "702.19b")]),
    ("D35 bare", "T 4/4 double strike, trample", "X 0/2", "T", "X=T", 6, &["T>X:2 T>opp:2 | T>opp:4"], &[]),
    // CR 510.1c: no trample, nobody left.
    ("D36", "T 4/4 double strike", "X 0/2", "T", "X=T", 0, &["T>X:4 |"], &[("T>X:4 | T>opp:4", "510.1")]),
    // CR 702.4b.
    ("D37", "T 3/3 double strike", "", "T", "", 6, &["T>opp:3 | T>opp:3"], &[("T>opp:3 |", "510.1a")]),
    // CR 702.19b: 6 - 3 - 1.
    ("D38", "T 3/3 double strike, trample", "X 0/3; Y 0/1", "T", "X=T Y=T", 2,
        &["T>X:3 | T>Y:1 T>opp:2", "T>X:2 T>Y:1 | T>X:1 T>opp:2"],
        &[("T>X:2 T>opp:1 | T>X:1 T>Y:1 T>opp:1", "702.19b")]),
    // CR 510.4: one blocker's first strike makes all others wait; V lives and strikes.
    ("D43", "V 2/2; U 3/3", "X 1/2 first strike", "V U", "X=V", 3,
        &["X>V:1 | V>X:2 U>opp:3"], &[("X>V:1 U>opp:3 | V>X:2", "510.1"), ("X>V:1 V>X:2 U>opp:3 |", "510.1")]),
];

/// W is a planeswalker with the given loyalty.
#[rustfmt::skip]
const WALKERS: &[(i64, Example)] = &[
    // CR 702.19f: never the player.
    (3, ("W1", "T 7/7 trample", "X 0/2", "T=W", "X=T", 0,
        &["T>X:2 T>W:5", "T>X:4 T>W:3"], &[("T>X:2 T>W:3 T>opp:2", "702.19f")])),
    // CR 702.19c: 1 + 7 - 3.
    (3, ("W2", "V 1/1; T 7/7 trample over planeswalkers", "", "V=W T=W", "", 5,
        &["V>W:1 T>W:2 T>opp:5"], &[("V>W:1 T>W:1 T>opp:6", "702.19c")])),
    // 7 - 2 - 3.
    (3, ("W3", "T 7/7 trample over planeswalkers", "X 0/2", "T=W", "X=T", 2,
        &["T>X:2 T>W:3 T>opp:2"], &[("T>X:2 T>opp:5", "702.19c")])),
    // 3 + 6 - 2 - 4.
    (4, ("W4", "V 3/3; T 6/6 trample over planeswalkers", "X 0/2", "V=W T=W", "X=T", 3,
        &["V>W:3 T>X:2 T>W:1 T>opp:3"], &[("V>W:3 T>X:2 T>opp:4", "702.19c")])),
    // CR 510.1e: R's 4 are all the loyalty, so T has 6 - 2.
    (4, ("W5", "R 5/5 trample; T 6/6 trample over planeswalkers", "X 0/1; Y 0/2", "R=W T=W", "X=R Y=T", 4,
        &["R>X:1 R>W:4 T>Y:2 T>opp:4"],
        &[("R>X:2 R>W:3 T>Y:2 T>opp:4", "702.19c"), ("R>W:5 T>Y:2 T>opp:4", "702.19b")])),
    // CR 702.19e: 2, then 5; without it W's attacker attacks nothing (506.4c).
    (3, ("W6", "T 5/5 double strike, trample over planeswalkers", "", "T=W", "", 7,
        &["T>W:3 T>opp:2 | T>opp:5"], &[("T>W:3 T>opp:2 | T>opp:4", "510.1a")])),
    (3, ("W6 trample", "T 5/5 double strike, trample", "", "T=W", "", 0,
        &["T>W:5 |"], &[("T>W:5 | T>opp:5", "510.1"), ("T>W:3 T>opp:2 |", "702.19f")])),
    // CR 702.19e: W is gone after the first step.
    (3, ("W7", "F 3/3 first strike; T 6/6 trample over planeswalkers", "X 0/4", "F=W T=W", "X=T", 2,
        &["F>W:3 | T>X:4 T>opp:2", "F>W:3 | T>X:6"], &[("F>W:3 | T>X:3 T>opp:3", "702.19b")])),
    (3, ("W7 unblocked", "F 3/3 first strike; T 6/6 trample over planeswalkers", "", "F=W T=W", "", 6,
        &["F>W:3 | T>opp:6"], &[("F>W:3 |", "510.1a")])),
    // CR 506.4c, 702.19f.
    (3, ("W8", "F 3/3 first strike; T 6/6 trample", "X 0/4", "F=W T=W", "X=T", 0,
        &["F>W:3 | T>X:6"], &[("F>W:3 | T>X:4 T>opp:2", "702.19f"), ("F>W:3 | T>X:4", "510.1a")])),
    (3, ("W8 unblocked", "F 3/3 first strike; T 6/6 trample", "", "F=W T=W", "", 0,
        &["F>W:3 |"], &[("F>W:3 | T>opp:6", "510.1")])),
    // CR 702.19c, 702.2c: loyalty is not toughness: 5 - 1 - 4 and 6 - 1 - 4.
    (4, ("W9", "T 5/5 trample over planeswalkers, deathtouch", "X 0/6", "T=W", "X=T", 0,
        &["T>X:1 T>W:4"], &[("T>X:1 T>W:1 T>opp:3", "702.19c")])),
    (4, ("W9 larger", "T 6/6 trample over planeswalkers, deathtouch", "X 0/6", "T=W", "X=T", 1,
        &["T>X:1 T>W:4 T>opp:1"], &[])),
    // CR 702.19e: as W7, with 5.
    (3, ("W11", "F 3/3 first strike; T 5/5 trample over planeswalkers", "", "F=W T=W", "", 5,
        &["F>W:3 | T>opp:5"], &[("F>W:3 | T>W:5", "510.1")])),
    // CR 506.4c: V's damage is lost.
    (3, ("W12", "F 3/3 first strike; V 5/5", "", "F=W V=W", "", 0, &["F>W:3 |"], &[("F>W:3 | V>opp:5", "510.1")])),
    // CR 702.19c: 2 of 3 are gone after the first step.
    (3, ("W13", "T 2/2 double strike, trample over planeswalkers", "", "T=W", "", 1,
        &["T>W:2 | T>W:1 T>opp:1"], &[("T>W:2 | T>opp:2", "702.19c")])),
    // CR 702.19c: 2 + 4 - 3, in whatever way it adds up to 3.
    (3, ("W14", "T1 2/2 trample over planeswalkers; T2 4/4 trample over planeswalkers", "", "T1=W T2=W", "", 3,
        &["T1>opp:2 T2>W:3 T2>opp:1", "T1>W:2 T2>W:1 T2>opp:3"], &[("T1>opp:2 T2>W:2 T2>opp:2", "702.19c")])),
];

fn holds(with: impl Fn(&Fight) -> Fight, example: &Example) {
    let (name, mine, theirs, attack, block, best, legal, illegal) = example;
    let fight = with(&fight(mine, theirs)).attack(attack).block(block);
    assert_eq!(fight.best("face"), *best, "{name}");
    fight.expect_splits(legal, illegal);
}

#[test]
fn worked_examples_of_two_steps_hold() {
    // CR 510.4, 702.4, 702.7: row by row.
    STEPS.iter().for_each(|example| holds(Fight::clone, example));
}

#[test]
fn worked_examples_of_planeswalkers_hold() {
    // CR 702.19c-f, 506.4c: row by row.
    WALKERS.iter().for_each(|(loyalty, example)| holds(|fight| fight.walker(*loyalty), example));
}

#[test]
fn w10_a_battle_is_no_planeswalker() {
    // CR 702.19b-c: trample over planeswalkers stops at the battle: 5 - 2.
    let fight = fight("T 5/5 trample over planeswalkers", "X 0/2").siege(4).attack("T=B").block("X=T");
    fight.expect_splits(&["T>X:2 T>B:3"], &[("T>X:1 T>B:4", "702.19b")]);
    assert!(!fight.damage("T>X:2 T>B:2 T>opp:1").legal());
    assert_eq!(fight.levels("face, defense"), [0, 3]);
}

#[test]
fn w15_a_siege_is_attacked_by_its_controller() {
    // CR 310.9, 310.12: 3 of 4 damage are all its defense.
    let fight = fight("A 4/4", "").siege(3).attack("A=B").block("");
    assert_eq!((fight.best("defense"), fight.after("defense").defense()), (3, 0));
}

#[test]
fn d19_what_is_left_of_x_strikes_back() {
    // CR 702.80a, 120.3e: withered to 2/2 it kills nobody; marked with 3 it still has power 5 and kills T (worth 8).
    let strikes = |ability: &str| {
        let fight =
            fight(&format!("W 3/3 first strike{ability}; T 4/4 trample"), "X 5/5 can block any number of creatures");
        fight.attack("W T").block("X=W+T").best("-losses")
    };
    assert_eq!((strikes(", wither"), strikes("")), (0, -8));
}
