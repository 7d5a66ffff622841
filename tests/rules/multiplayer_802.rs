//! More than one defending player: CR 802, with 508.5 and 701.15.

use super::fight::fight;

#[test]
fn each_attacker_chooses_its_own_player() {
    // CR 802.2-3: two creatures, each at home or at one of two players: 3 × 3.
    let three = fight("A 3/3; B 2/2", "").foe("", "");
    assert_eq!(three.attacks(), 9);
    let after = three.attack("A B=foe").block("").after("face");
    assert_eq!((after.life(1), after.life(2)), (17, 18));
}

#[test]
fn a_player_may_be_left_alone() {
    // CR 802.1: attacking one only is allowed.
    assert!(fight("A 3/3; B 2/2", "").foe("", "").attack("A B").legal());
}

#[test]
fn a_player_blocks_their_own_attackers() {
    // CR 802.4a: Y's controller is attacked by B only.
    let three = fight("A 3/3; B 2/2", "X 1/1").foe("Y 1/1", "").attack("A B=foe");
    three.expect_blocks(&["X=A Y=B"], &["Y=A", "X=B"]);
    assert_eq!(three.block("Y=A").rules(), ["802.4a"]);
}

#[test]
fn blocks_are_judged_player_by_player() {
    // CR 802.4b: menace wants two blockers of one player; "can't block alone" another blocker of the same player.
    let menace = fight("A 3/3 menace; B 2/2", "X 1/1").foe("Y 1/1; Z 1/1", "").attack("A B=foe");
    menace.expect_blocks(&["Y=B Z=B"], &["X=A", "X=A Y=B"]);
    let lone = fight("A 3/3; B 2/2", "X 1/1 can't block alone").foe("Y 1/1", "").attack("A B=foe");
    lone.expect_blocks(&["Y=B"], &["X=A Y=B"]);
}

#[test]
fn requirements_to_block_are_counted_player_by_player() {
    // CR 802.4b, 509.1c: each player owes one blocker to the attacker of theirs.
    let must = "must be blocked if able";
    let three = fight(&format!("A 3/3 {must}; B 2/2 {must}"), "X 1/1").foe("Y 1/1", "").attack("A B=foe");
    three.expect_blocks(&["X=A Y=B"], &["X=A", "Y=B", ""]);
}

#[test]
fn lure_calls_the_attacked_players_creatures() {
    // CR 802.4a, 509.1c: others aren't able.
    let lure = "all creatures able to block this creature do so";
    fight(&format!("A 3/3 {lure}"), "X 1/1").foe("Y 1/1", "").attack("A").expect_blocks(&["X=A"], &["", "X=A Y=A"]);
}

#[test]
fn a_restriction_about_a_player_counts_attackers_of_that_player() {
    // CR 802.3a.
    let three = fight("A 1/1; B 1/1; C 1/1", "G 0/1 no more than one creature can attack you each combat").foe("", "");
    three.expect_attacks(&["A B=foe C=foe", "A=foe B=foe C=foe"], &["A B C=foe"]);
    let closed = fight("A 1/1", "G 0/1 creatures can't attack you").foe("", "");
    closed.expect_attacks(&["A=foe"], &["A"]);
}

#[test]
fn a_restriction_about_the_attack_counts_all_attackers() {
    // CR 802.3a: at most one of all; "can't attack alone" is content with any other attacker.
    let one = fight("A 1/1; B 1/1", "G 0/1 no more than one creature can attack each combat").foe("", "");
    one.expect_attacks(&["A=foe"], &["A B=foe"]);
    fight("A 1/1 can't attack alone; B 1/1", "").foe("", "").expect_attacks(&["A B=foe"], &["A"]);
}

#[test]
fn exalted_looks_at_the_whole_attack() {
    // CR 506.5: two attackers of different players are not alone.
    let three = fight("A 1/1 exalted; B 1/1", "").foe("", "").attack("A B=foe").block("");
    assert_eq!(three.best("face"), 2);
}

#[test]
fn landwalk_looks_at_the_attacked_player() {
    // CR 702.14c, 508.5: foe has no Island.
    let three = fight("A 3/3 islandwalk", "X 1/1").theirs("lands = ['Island']").foe("Y 1/1", "");
    assert!(!three.attack("A").block("X=A").legal());
    assert!(three.attack("A=foe").block("Y=A").legal());
}

#[test]
fn afflict_looks_at_the_attacked_player() {
    // CR 702.130a, 508.5.
    let after = fight("A 1/1 afflict 2", "").foe("Y 0/9", "").attack("A=foe").block("Y=A").after("face");
    assert_eq!((after.life(1), after.life(2)), (20, 18));
}

#[test]
fn a_goaded_creature_attacks_another_player() {
    // CR 701.15b: two requirements; only foe obeys both.
    let three =
        fight("A 2/2 | goaded_by = ['opp']", "").walker(3).foe("", "planeswalkers = [{ name = 'V', loyalty = 3 }]");
    three.expect_attacks(&["A=foe"], &["", "A", "A=W", "A=V"]);
    assert!(three.attack("A").better_is_legal());
}

#[test]
fn a_creature_goaded_by_all_attacks_a_player() {
    // CR 701.15c: three of four requirements, which no planeswalker obeys.
    let three = fight("A 2/2 | goaded_by = ['opp', 'foe']", "").walker(3).foe("", "");
    three.expect_attacks(&["A", "A=foe"], &["", "A=W"]);
}

#[test]
fn a_goaded_creature_that_cant_reach_another_player() {
    // CR 701.15b, 508.1d: foe can't be attacked; then attacking at all is the one that can be obeyed.
    let three = fight("A 2/2 | goaded_by = ['opp']", "").foe("G 0/1 creatures can't attack you", "");
    three.expect_attacks(&["A"], &["", "A=foe"]);
}

#[test]
fn goad_outweighs_a_single_requirement() {
    // CR 508.1d, 701.15b: two against one where only one creature can attack.
    let guard = "G 0/1 no more than one creature can attack each combat";
    let three = fight("X 2/2 | goaded_by = ['opp']; Y 2/2 attacks each combat if able", guard).foe("", "");
    three.expect_attacks(&["X=foe"], &["", "X", "Y", "Y=foe"]);
}

#[test]
fn every_player_who_loses_counts() {
    // CR 704.5a; `win` counts them.
    let three = fight("A 3/3; B 3/3", "").theirs("life = 3").foe("", "life = 3");
    assert_eq!(three.attack("A B=foe").block("").best("win"), 2);
    assert_eq!(three.attack("A B").block("").best("win"), 1);
}

#[test]
fn protection_from_one_player_lets_another_block() {
    // CR 702.16k: X is not controlled by foe.
    let three = fight("A 1/1 protection from foe; B 2/2", "X 1/1").foe("Y 1/1", "").attack("A B=foe");
    assert_eq!(three.block("X=A Y=B").after("face").died, "A X Y");
}
