//! Assigning and dealing combat damage: CR 510. Trample and the strikes are in `keywords_702_damage`.

use super::fight::fight;

const GANG: &str = "can block any number of creatures";
const UNBLOCKED: &str = "you may have this creature assign its combat damage as though it weren't blocked";

#[test]
fn an_unblocked_creature_deals_its_power() {
    // CR 510.1a-b: no more, no less.
    fight("A 3/1", "")
        .attack("A")
        .block("")
        .expect_splits(&["A>opp:3"], &[("A>opp:2", "510.1a"), ("A>opp:4", "510.1a"), ("", "510.1a")]);
}

#[test]
fn power_0_or_less_assigns_nothing() {
    // CR 510.1a, 107.1b: -2 is not -2 damage.
    for power in [0, -2] {
        let fight = fight(&format!("A {power}/4"), "X 0/1").attack("A");
        assert_eq!(fight.block("").best("face"), 0);
        fight.block("X=A").expect_splits(&[""], &[("A>X:1", "510.1a")]);
    }
}

#[test]
fn a_creature_may_assign_its_toughness() {
    // CR 510.1a: 5 instead of 1; skulk still looks at power, so power 1 may block it and power 2 may not.
    let text = "assigns combat damage equal to its toughness rather than its power";
    assert_eq!(fight(&format!("A 1/5 {text}"), "").attack("A").block("").best("face"), 5);
    let skulk = fight(&format!("A 1/5 {text}, skulk"), "X 1/1; Y 2/2").attack("A");
    skulk.expect_blocks(&["X=A"], &["Y=A"]);
    // A blocker does so too: 4 to A.
    let blocker = fight("A 2/4", &format!("X 0/4 {text}")).attack("A").block("X=A");
    assert_eq!(blocker.after("face").died, "A");
}

#[test]
fn damage_goes_to_what_is_attacked() {
    // CR 510.1b.
    fight("A 3/1", "X 1/1").attack("A").block("").expect_splits(&["A>opp:3"], &[("A>X:3", "510.1b")]);
    fight("A 3/1", "").walker(5).attack("A=W").block("").expect_splits(&["A>W:3"], &[("A>opp:3", "510.1b")]);
}

#[test]
fn a_blocked_creature_deals_all_to_its_blocker() {
    // CR 510.1c.
    fight("A 3/1", "X 0/1")
        .attack("A")
        .block("X=A")
        .expect_splits(&["A>X:3"], &[("A>X:1 A>opp:2", "510.1c"), ("A>opp:3", "510.1c")]);
}

#[test]
fn damage_is_divided_among_blockers_in_any_way() {
    // CR 510.1c: there is no order, and nothing has to die.
    fight("A 3/9", "X 0/4; Y 0/4; Z 0/4").attack("A").block("X=A Y=A").expect_splits(
        &["A>X:3", "A>Y:3", "A>X:1 A>Y:2", "A>X:2 A>Y:1"],
        &[("A>X:1 A>Y:1", "510.1a"), ("A>X:2 A>Z:1", "510.1c")],
    );
}

#[test]
fn the_best_division_kills_what_it_can() {
    // CR 510.1c: 5 damage kill 2/3 and 2/2, worth 5 + 4, or Z alone: 5/5 is worth more (10), 3/5 less (8).
    let gang = fight("A 5/9", "X 2/3; Y 2/2; Z 5/5").attack("A").block("X=A Y=A Z=A");
    assert_eq!(gang.best("kills"), 10);
    let gang = fight("A 5/9", "X 2/3; Y 2/2; Z 3/5").attack("A").block("X=A Y=A Z=A");
    assert_eq!(gang.best("kills"), 9);
}

#[test]
fn a_creature_without_blockers_left_deals_nothing() {
    // CR 510.1c: blocked, all blockers gone, no trample.
    let fight = fight("A 3/3 double strike", "X 0/1").attack("A").block("X=A");
    fight.expect_splits(&["A>X:3 |"], &[("A>X:3 | A>opp:3", "510.1")]);
    assert_eq!(fight.best("face"), 0);
}

#[test]
fn a_blocker_deals_all_to_what_it_blocks() {
    // CR 510.1d: neither less nor to anything else.
    fight("A 0/9; B 0/9", "X 3/3").attack("A B").block("X=A").expect_splits(
        &["X>A:3"],
        &[("X>A:2", "510.1a"), ("X>A:2 X>B:1", "510.1d"), ("X>you:3", "510.1d"), ("", "510.1a")],
    );
}

#[test]
fn a_blocker_divides_among_what_it_blocks() {
    // CR 510.1d: any division; the defending player chooses and kills two of the three.
    let fight = fight("A 0/2; B 0/2; C 0/2", &format!("X 4/4 {GANG}")).attack("A B C").block("X=A+B+C");
    fight.expect_splits(&["X>A:4", "X>A:2 X>B:2", "X>A:1 X>B:1 X>C:2"], &[("X>A:2 X>B:1", "510.1a")]);
    // Worth 2 each.
    assert_eq!(fight.best("-losses"), -4);
}

#[test]
fn the_whole_announcement_is_judged_together() {
    // CR 510.1e: U tramples over X only because V finishes it.
    let fight = fight("U 3/3 trample; V 1/1", &format!("X 0/3 {GANG}")).attack("U V").block("X=U+V");
    fight.expect_splits(&["U>X:2 U>opp:1 V>X:1"], &[("U>X:1 U>opp:2 V>X:1", "702.19b")]);
}

#[test]
fn every_wrong_assigner_is_named() {
    // CR 510.1a, 510.1c: A assigns too little, B what it can't.
    let fight = fight("A 2/2; B 2/2", "X 0/1; Y 0/1").attack("A B").block("X=A Y=B");
    assert_eq!(fight.damage("A>X:1 B>opp:2").rules(), ["510.1a", "510.1c"]);
}

#[test]
fn all_damage_is_dealt_at_once() {
    // CR 510.2: both die, whoever strikes harder.
    assert_eq!(fight("A 5/5", "X 5/1").attack("A").block("X=A").after("face").died, "A X");
}

#[test]
fn as_though_unblocked_is_all_or_nothing() {
    // The card's text and CR 510.1b: the blocker or the player, no mixture.
    fight(&format!("A 6/6 {UNBLOCKED}"), "X 0/4")
        .attack("A")
        .block("X=A")
        .expect_splits(&["A>opp:6", "A>X:6"], &[("A>X:4 A>opp:2", "510.1c")]);
}

#[test]
fn as_though_unblocked_with_trample_may_also_trample() {
    // CR 702.19b beside the card's text: normally, with the excess going on, or as though unblocked.
    fight(&format!("A 6/6 trample, {UNBLOCKED}"), "X 0/4")
        .attack("A")
        .block("X=A")
        .expect_splits(&["A>opp:6", "A>X:4 A>opp:2", "A>X:6"], &[("A>X:3 A>opp:3", "702.19b")]);
}

#[test]
fn as_though_unblocked_reaches_the_planeswalker_it_attacks() {
    // CR 510.1b: what it attacks, not its controller.
    fight(&format!("A 6/6 {UNBLOCKED}"), "X 0/4")
        .walker(8)
        .attack("A=W")
        .block("X=A")
        .expect_splits(&["A>W:6", "A>X:6"], &[("A>opp:6", "510.1c")]);
}

#[test]
fn as_though_unblocked_is_a_choice_also_without_blockers() {
    // CR 510.1c: B dies in the first step; in the second T may hit the player, or as a blocked creature without
    // blockers deal nothing. B is worth 3; kills first, then as little damage as possible: 3 and 0.
    let fight = fight(&format!("T 3/3 double strike, {UNBLOCKED}"), "B 1/2").attack("T").block("B=T");
    assert_eq!(fight.levels("kills, -face"), [3, 0]);
    assert_eq!(fight.levels("kills, face"), [3, 3]);
    assert_eq!(fight.best("face"), 6);
    fight.expect_splits(&["T>B:3 |", "T>B:3 | T>opp:3"], &[("T>B:3 | T>opp:2", "510.1a")]);
}

#[test]
fn an_unblocked_creature_has_no_choice() {
    // CR 510.1a-b: the card's text offers nothing where nobody blocked.
    let fight = fight(&format!("T 3/3 {UNBLOCKED}"), "").attack("T").block("");
    assert_eq!(fight.best("-face"), -3);
}

#[test]
fn a_first_striker_on_either_side_makes_two_steps() {
    // CR 510.4: a blocker alone has first strike, so that its victim never strikes back.
    let fight = fight("A 3/1; V 2/2", "X 1/3 first strike").attack("A V").block("X=A");
    fight.expect_splits(&["X>A:1 | V>opp:2"], &[("X>A:1 V>opp:2 |", "510"), ("X>A:1 | A>X:3 V>opp:2", "510")]);
    assert_eq!(fight.after("face").died, "A");
}

#[test]
fn there_is_one_step_without_first_strike() {
    // CR 510.4: nothing is assigned in a step that doesn't happen.
    fight("A 3/3", "").attack("A").block("").expect_splits(&["A>opp:3"], &[("A>opp:3 |", "510.4")]);
}

#[test]
fn first_strikers_that_stay_home_make_no_step() {
    // CR 510.4: only attacking and blocking creatures count.
    let fight = fight("A 3/3; F 1/1 first strike", "X 1/1 double strike").attack("A").block("");
    fight.expect_splits(&["A>opp:3"], &[("A>opp:3 |", "510.4")]);
}

#[test]
fn a_survivor_of_the_first_step_strikes_in_the_second() {
    // CR 510.4: A is marked with 2 of 3 and kills X afterwards.
    assert_eq!(fight("A 3/3", "X 2/3 first strike").attack("A").block("X=A").after("face").died, "X");
}

#[test]
fn marks_of_both_steps_add_up() {
    // CR 120.6, 510.4: 2 by first strike and 1 later are lethal for toughness 3.
    let fight = fight("A 0/3", "X 2/9 first strike; Y 1/9").attack("A").block("X=A Y=A");
    assert_eq!(fight.after("face").died, "A");
}
