//! Worked examples of life, poison and the status of combat: L1-L12, L15-L22.
//!
//! Left out: L4's doubled damage, L13 and L14 (banding).

use super::fight::fight;

#[test]
fn l1_lifelink_in_time() {
    // CR 120.3a, f, 704.3: 3 - 3 + 2.
    let fight = fight("U 3/3; V 2/2", "X 2/2 lifelink").theirs("life = 3").attack("U V").block("X=V");
    let after = fight.after("win");
    assert_eq!((after.lost(1), after.life(1)), (false, 2));
}

#[test]
fn l2_lifelink_too_late() {
    // CR 510.4, 704.5a: at 0 after the first step.
    let fight = fight("U 3/3 first strike; V 2/2", "X 2/2 lifelink").theirs("life = 3").attack("U V").block("X=V");
    assert!(fight.after("win").lost(1));
}

#[test]
fn l3_toxic_twice() {
    // CR 120.3g.
    let after = fight("A 2/2 toxic 1, double strike", "").attack("A").block("").after("face");
    assert_eq!((after.life(1), after.poison(1)), (16, 2));
}

#[test]
fn l4_toxic_adds_up() {
    // CR 702.164b.
    let after = fight("A 2/2 toxic 2, toxic 1", "").attack("A").block("").after("face");
    assert_eq!((after.life(1), after.poison(1)), (18, 3));
}

#[test]
fn l5_commander_damage() {
    // CR 903.10a: 19 + 2, at any life and even as infect.
    for ability in ["", "infect"] {
        let fight = fight(&format!("C 2/2 {ability} | commander = true"), "");
        let fight = fight.theirs("life = 40\ncommander_damage = { C = 19 }").attack("C").block("");
        assert_eq!(fight.best("win"), 1, "{ability}");
    }
}

#[test]
fn l6_afflict() {
    // CR 702.130a.
    let fight = fight("A 3/3 afflict 2", "X 0/9").attack("A").block("X=A");
    assert_eq!((fight.best("face"), fight.after("face").life(1)), (0, 18));
}

#[test]
fn l7_frenzy() {
    // CR 702.68a: 2 + 3, or none.
    let fight = fight("A 2/2 frenzy 3", "X 0/9").attack("A");
    assert_eq!((fight.block("").best("face"), fight.block("X=A").best("face")), (5, 0));
}

#[test]
fn l8_rampage() {
    // CR 702.23a: 3 + 2·2 - 6.
    let fight = fight("A 3/3 trample, rampage 2", "X 2/2; Y 2/2; Z 2/2").attack("A").block("X=A Y=A Z=A");
    // 7/7 survives 6.
    assert_eq!(fight.levels("face, -losses"), [1, 0]);
}

#[test]
fn l9_flanking() {
    // CR 702.25a: 1/1 is gone, 2/2 is 1/1.
    assert_eq!(fight("A 3/3 trample, flanking", "X 1/1; Y 2/2").attack("A").block("X=A Y=A").best("face"), 2);
}

#[test]
fn l10_bushido() {
    // CR 702.45a: 2 + 2 - 3.
    assert_eq!(fight("A 2/2 trample, bushido 2", "X 3/3").attack("A").block("X=A").best("face"), 1);
}

#[test]
fn l11_exalted() {
    // CR 702.83: 2 + 3 alone, 2 + 2 together.
    let two = fight("A 2/2 exalted, exalted, exalted; B 2/2", "");
    assert_eq!((two.best("face"), two.attack("A B").block("").best("face")), (5, 4));
}

#[test]
fn l12_battle_cry() {
    // CR 702.91a: 3 + 3 + 3.
    assert_eq!(fight("A 2/2 battle cry; B 2/2 battle cry; C 1/1", "").best("face"), 9);
}

#[test]
fn l15_wither_against_indestructible() {
    // CR 704.5f.
    assert_eq!(fight("A 3/3 indestructible", "X 3/9 wither").attack("A").block("X=A").after("face").died, "A");
}

#[test]
fn l16_a_counter_on_the_wounded() {
    // CR 704.5g: toughness 2 with 2 marked.
    assert_eq!(fight("A 3/3 | damage = 2", "X 1/9 infect").attack("A").block("X=A").after("face").died, "A");
}

#[test]
fn l17_counters_cancel() {
    // CR 704.5q: 4/4 less three is 1/1, with nothing marked.
    let fight = fight("A 2/2 | counters = { '+1/+1' = 2 }", "X 3/9 wither").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "");
}

#[test]
fn l18_trample_at_a_protected_player() {
    // CR 702.16e, 702.19b.
    let fight = fight("T 5/5 trample | colors = ['red']", "X 0/2").theirs("abilities = ['protection from red']");
    let fight = fight.attack("T").block("X=T");
    fight.expect_splits(&["T>X:2 T>opp:3"], &[("T>opp:5", "702.19b")]);
    assert_eq!((fight.best("face"), fight.best("kills")), (0, 2));
}

#[test]
fn l19_blockers_of_another_player() {
    // CR 802.4a.
    let three = fight("A 3/3; B 2/2", "X 1/1").foe("Y 1/1", "").attack("A B=foe");
    three.expect_blocks(&["Y=B"], &["Y=A"]);
}

#[test]
fn l20_islandwalk_and_the_attacked_player() {
    // CR 702.14c, 508.5.
    let three = fight("A 3/3 islandwalk", "X 1/1").theirs("lands = ['Island']").walker(3).foe("Y 1/1", "");
    three.attack("A").expect_blocks(&[""], &["X=A"]);
    three.attack("A=W").expect_blocks(&[""], &["X=A"]);
    three.attack("A=foe").expect_blocks(&["", "Y=A"], &[]);
}

#[test]
fn l21_skulk_at_declaration() {
    // CR 702.118b, 509.1b: power 1 as it blocks; 4 later undoes nothing.
    let fight = fight("A 2/4 skulk", "X 1/2 bushido 3").attack("A").block("X=A");
    assert!(fight.legal());
    assert_eq!(fight.after("face").died, "A");
}

#[test]
fn l22_bushido_before_flanking() {
    // CR 702.25a, 702.45a, 603.3b: 1/1, 2/2, 1/1: it lives to strike A 2/1.
    assert_eq!(fight("A 2/1 flanking", "X 1/1 bushido 1").attack("A").block("X=A").after("face").died, "A X");
}
