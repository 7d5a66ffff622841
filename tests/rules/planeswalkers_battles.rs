//! Attacking planeswalkers and battles: CR 306, 310, 506.4, 508.1b, 702.19c-f.

use super::fight::fight;

const TOP: &str = "trample over planeswalkers";

#[test]
fn all_damage_stays_on_the_planeswalker() {
    // CR 510.1b: no excess goes on to its controller; loyalty lost is never more than there was.
    let fight = fight("A 7/7", "").walker(3).attack("A=W").block("");
    fight.expect_splits(&["A>W:7"], &[("A>W:3 A>opp:4", "510.1b")]);
    assert_eq!(fight.levels("face, loyalty, walkers"), [0, 3, 1]);
}

#[test]
fn trample_reaches_the_planeswalker_not_the_player() {
    // CR 702.19b, 702.19f.
    let fight = fight("A 7/7 trample", "X 0/2").walker(3).attack("A=W").block("X=A");
    fight.expect_splits(&["A>X:2 A>W:5", "A>X:4 A>W:3", "A>X:7"], &[("A>X:2 A>W:3 A>opp:2", "702.19f")]);
    assert_eq!(fight.best("face"), 0);
}

#[test]
fn an_unblocked_trampler_of_a_planeswalker_does_not_spill() {
    // CR 702.19f.
    let fight = fight("A 7/7 trample", "").walker(3).attack("A=W").block("");
    fight.expect_splits(&["A>W:7"], &[("A>W:3 A>opp:4", "702.19f")]);
}

#[test]
fn trample_over_planeswalkers_reaches_the_player() {
    // CR 702.19c: blocker and loyalty first, then any division.
    let fight = fight(&format!("A 7/7 {TOP}"), "X 0/2").walker(3).attack("A=W").block("X=A");
    fight.expect_splits(
        &["A>X:2 A>W:3 A>opp:2", "A>X:2 A>W:4 A>opp:1", "A>X:7", "A>X:2 A>W:5"],
        &[("A>X:2 A>W:2 A>opp:3", "702.19c"), ("A>X:1 A>W:3 A>opp:3", "702.19b"), ("A>X:2 A>opp:5", "702.19c")],
    );
    assert_eq!(fight.best("face"), 2);
}

#[test]
fn trample_over_planeswalkers_is_trample() {
    // CR 702.19c: attacking a player or a battle it tramples as usual.
    let fight = fight(&format!("A 5/5 {TOP}"), "X 0/2").siege(4);
    assert_eq!(fight.attack("A").block("X=A").best("face"), 3);
    let battle = fight.attack("A=B").block("X=A");
    battle.expect_splits(&["A>X:2 A>B:3"], &[("A>X:1 A>B:4", "702.19b")]);
    assert_eq!(battle.levels("face, defense"), [0, 3]);
}

#[test]
fn all_damage_assigned_to_the_planeswalker_counts() {
    // CR 702.19c: of all creatures together: V's 1 and T's 2.
    let fight = fight(&format!("V 1/1; T 7/7 {TOP}"), "").walker(3).attack("V=W T=W").block("");
    fight.expect_splits(&["V>W:1 T>W:2 T>opp:5"], &[("V>W:1 T>W:1 T>opp:6", "702.19c")]);
}

#[test]
fn deathtouch_does_not_shorten_loyalty() {
    // CR 702.19c, 702.2c: 1 is lethal for X, but W needs 4.
    let fight = |power: i64| {
        fight(&format!("A {power}/5 deathtouch, {TOP}"), "X 0/6").walker(4).attack("A=W").block("X=A").best("face")
    };
    assert_eq!((fight(5), fight(6)), (0, 1));
}

#[test]
fn loyalty_left_counts_in_the_second_step() {
    // CR 702.19c: 2 of 3 are gone.
    let fight = fight(&format!("A 2/2 double strike, {TOP}"), "").walker(3).attack("A=W").block("");
    fight.expect_splits(&["A>W:2 | A>W:1 A>opp:1"], &[("A>W:2 | A>opp:2", "702.19c")]);
    assert_eq!(fight.best("face"), 1);
}

#[test]
fn an_attacker_of_a_gone_planeswalker_attacks_nothing() {
    // CR 506.4c, 510.1b: V can't turn to the player, nor to another planeswalker.
    let fight = fight("F 3/3 first strike; V 5/5", "").walker(3).attack("F=W V=W").block("");
    fight.expect_splits(&["F>W:3 |"], &[("F>W:3 | V>W:5", "510.1"), ("F>W:3 | V>opp:5", "510.1")]);
    assert_eq!(fight.best("face"), 0);
}

#[test]
fn an_attacker_of_a_gone_planeswalker_may_be_blocked() {
    // CR 506.4c: it stays attacking, and fights its blocker in the second step.
    let fight = fight("F 3/3 first strike; V 5/5", "X 0/5").walker(3).attack("F=W V=W").block("X=V");
    assert_eq!(fight.after("kills").died, "X");
}

#[test]
fn a_trampler_of_a_gone_planeswalker_stays_on_its_blockers() {
    // CR 506.4c, 702.19f: no excess anywhere.
    let fight = fight("F 3/3 first strike; T 6/6 trample", "X 0/4").walker(3).attack("F=W T=W").block("X=T");
    fight.expect_splits(&["F>W:3 | T>X:6"], &[("F>W:3 | T>X:4 T>opp:2", "702.19f"), ("F>W:3 | T>X:4", "510.1a")]);
}

#[test]
fn over_a_gone_planeswalker_the_player_is_reached() {
    // CR 702.19e: past lethal damage to X, or with everything where nobody blocks.
    let fight = fight(&format!("F 3/3 first strike; T 6/6 {TOP}"), "X 0/4").walker(3).attack("F=W T=W");
    fight
        .block("X=T")
        .expect_splits(&["F>W:3 | T>X:4 T>opp:2", "F>W:3 | T>X:6"], &[("F>W:3 | T>X:3 T>opp:3", "702.19b")]);
    fight.block("").expect_splits(&["F>W:3 | T>opp:6"], &[("F>W:3 |", "510.1a"), ("F>W:3 | T>opp:5", "510.1a")]);
}

#[test]
fn double_strike_over_planeswalkers() {
    // CR 702.19c, e: 3 and 2, then W is gone and all 5 go to the player.
    let fight = fight(&format!("A 5/5 double strike, {TOP}"), "").walker(3).attack("A=W").block("");
    fight.expect_splits(&["A>W:3 A>opp:2 | A>opp:5"], &[]);
    assert_eq!(fight.best("face"), 7);
}

#[test]
fn a_battle_is_attacked_by_its_controller() {
    // CR 310.9: an opponent protects it, so its controller may attack it.
    let fight = fight("A 4/4", "").siege(3).attack("A=B");
    assert!(fight.legal());
    assert_eq!(fight.block("").levels("defense, face"), [3, 0]);
}

#[test]
fn a_protector_cant_attack_their_battle() {
    // CR 310.9, 508.1b: whoever controls it.
    let own = fight("A 4/4", "").mine("battles = [{ name = 'B', defense = 3, protector = 'you' }]");
    assert_eq!(own.attack("A=B").rules(), ["508.1b"]);
    let theirs = fight("A 4/4", "").theirs("battles = [{ name = 'B', defense = 3, protector = 'you' }]");
    assert_eq!(theirs.attack("A=B").rules(), ["508.1b"]);
}

#[test]
fn the_protector_blocks_for_a_battle() {
    // CR 310.9, 509.1a: not the other opponent, though that one may control it.
    let three = fight("A 4/4", "X 1/1")
        .foe("Y 1/1", "battles = [{ name = 'B', defense = 3, protector = 'opp' }]")
        .attack("A=B");
    three.expect_blocks(&["X=A"], &["Y=A"]);
    assert_eq!(three.block("Y=A").rules(), ["802.4a"]);
}

#[test]
fn the_controller_of_a_planeswalker_blocks_for_it() {
    // CR 506.2, 509.1a.
    let three = fight("A 4/4", "X 1/1").walker(3).foe("Y 1/1", "").attack("A=W");
    three.expect_blocks(&["X=A"], &["Y=A"]);
}

#[test]
fn trample_over_a_blocker_of_a_battle() {
    // CR 702.19b: the excess goes to the battle and no further.
    let fight = fight("A 9/9 trample", "X 0/2").siege(3).attack("A=B").block("X=A");
    fight.expect_splits(&["A>X:2 A>B:7"], &[("A>X:2 A>B:3 A>opp:4", "")]);
    assert_eq!(fight.levels("defense, face"), [3, 0]);
}

#[test]
fn trample_past_a_battle_breaks_no_rule_about_planeswalkers() {
    // CR 702.19f is about planeswalkers. With a battle it is 702.19b (510.1b unblocked) that names what is attacked and
    // nothing beyond it.
    let fight = fight("A 9/9 trample", "X 0/2").siege(3).attack("A=B");
    assert_eq!(fight.block("X=A").damage("A>X:2 A>B:3 A>opp:4").rules(), ["702.19b"]);
    assert_eq!(fight.block("").damage("A>B:3 A>opp:6").rules(), ["510.1b"]);
}

#[test]
fn landwalk_past_a_battles_protector() {
    // CR 508.5, 702.14c.
    let fight = fight("A 4/4 islandwalk", "X 1/1").theirs("lands = ['Island']").siege(3).attack("A=B");
    assert!(!fight.block("X=A").legal());
}
