//! State-based actions after each damage step: CR 704.3, 704.5, 903.10a.

use super::fight::fight;

#[test]
fn a_player_at_0_life_loses() {
    // CR 704.5a.
    for (life, lost) in [(4, false), (3, true), (2, true)] {
        let fight = fight("A 3/3", "").theirs(&format!("life = {life}")).attack("A").block("");
        assert_eq!(fight.after("win").lost(1), lost, "at {life}");
    }
}

#[test]
fn a_player_with_10_poison_loses() {
    // CR 704.5c.
    for (poison, wins) in [(7, 0), (8, 1), (9, 1)] {
        let fight = fight("A 2/2 infect", "").theirs(&format!("poison = {poison}")).attack("A").block("");
        assert_eq!(fight.best("win"), wins, "at {poison}");
    }
}

#[test]
fn a_player_with_21_damage_from_one_commander_loses() {
    // CR 903.10a, 704.6c: over the game, at any life.
    for (before, wins) in [(18, 0), (19, 1)] {
        let fields = format!("life = 40\ncommander_damage = {{ C = {before} }}");
        let fight = fight("C 2/2 | commander = true", "").theirs(&fields).attack("C").block("");
        assert_eq!(fight.best("win"), wins, "after {before}");
    }
}

#[test]
fn damage_of_two_commanders_is_counted_apart() {
    // CR 903.10a: "the same commander"; 20 of each is not 21.
    let fields = "life = 99\ncommander_damage = { C = 18, D = 18 }";
    let fight = fight("C 2/2 | commander = true; D 2/2 | commander = true", "").theirs(fields);
    assert_eq!(fight.attack("C D").block("").best("win"), 0);
}

#[test]
fn only_a_commanders_damage_counts_so() {
    // CR 903.10a: E has dealt as much and is no commander any more than before.
    let fields = "life = 99\ncommander_damage = { C = 19 }";
    let fight = fight("C 2/2 | commander = true; E 9/9", "X 0/9").theirs(fields).attack("C E").block("X=C");
    assert_eq!(fight.best("win"), 0);
}

#[test]
fn infect_from_a_commander_is_combat_damage() {
    // CR 903.10a, 120.3b: dealt, whatever it results in.
    let fields = "life = 40\ncommander_damage = { C = 19 }";
    let fight = fight("C 2/2 infect | commander = true", "").theirs(fields).attack("C").block("");
    assert_eq!(fight.best("win"), 1);
}

#[test]
fn lifelink_does_not_undo_commander_damage() {
    // CR 903.10a: X gains 9 in the same step.
    let fields = "life = 40\ncommander_damage = { C = 19 }";
    let fight = fight("C 2/2 | commander = true; V 1/1", "X 9/9 lifelink").theirs(fields).attack("C V").block("X=V");
    assert_eq!(fight.best("win"), 1);
}

#[test]
fn toughness_0_kills_even_the_indestructible() {
    // CR 704.5f: no destruction, so 702.12b doesn't help.
    for ability in ["wither", "infect"] {
        let fight = fight("A 0/3 indestructible", &format!("X 3/3 {ability}")).attack("A").block("X=A");
        assert_eq!(fight.after("face").died, "A");
    }
}

#[test]
fn lethal_damage_destroys() {
    // CR 704.5g, 120.6: marked damage and new damage together reach toughness.
    for (marked, died) in [(0, ""), (1, "X")] {
        let fight = fight("A 2/9", &format!("X 0/3 | damage = {marked}")).attack("A").block("X=A");
        assert_eq!(fight.after("face").died, died, "marked {marked}");
    }
}

#[test]
fn shrinking_toughness_makes_marked_damage_lethal() {
    // CR 704.5g: 2 marked of 3, and one -1/-1 counter from infect; nothing is marked by it.
    let fight = fight("A 0/3 | damage = 2", "X 1/1 infect").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "A");
}

#[test]
fn deathtouch_destroys_with_any_damage() {
    // CR 704.5h.
    assert_eq!(fight("A 1/1 deathtouch", "X 0/99").attack("A").block("X=A").after("face").died, "X");
    assert_eq!(fight("A 0/99", "X 1/1 deathtouch").attack("A").block("X=A").after("face").died, "A");
}

#[test]
fn deathtouch_with_wither_destroys_too() {
    // CR 704.5h: dealt damage by a source with deathtouch, whatever form it takes (120.3d).
    assert_eq!(fight("A 1/1 deathtouch, wither", "X 0/9").attack("A").block("X=A").after("face").died, "X");
}

#[test]
fn the_indestructible_are_not_destroyed() {
    // CR 702.12b against 704.5g-h.
    let fight = fight("A 9/9 deathtouch", "X 0/1 indestructible").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "");
}

#[test]
fn a_planeswalker_without_loyalty_is_gone() {
    // CR 704.5i; `walkers` counts them.
    for (loyalty, gone) in [(3, 1), (4, 0)] {
        let fight = fight("A 3/3", "").walker(loyalty).attack("A=W").block("");
        assert_eq!(fight.best("walkers"), gone);
    }
}

#[test]
fn counters_of_both_kinds_cancel() {
    // CR 704.5q, 122.3: 4/4 by two +1/+1 counters takes three -1/-1 counters and is left with one: 1/1, alive.
    let fight = fight("A 2/2 | counters = { '+1/+1' = 2 }", "X 3/9 wither").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "");
    // A fourth is too many.
    let four = super::fight::fight("A 2/2 | counters = { '+1/+1' = 2 }", "X 4/9 wither").attack("A").block("X=A");
    assert_eq!(four.after("face").died, "A");
}

#[test]
fn actions_are_taken_after_the_first_step() {
    // CR 510.4, 704.3: X is dead before it strikes; A's wound from Y comes in the second step.
    let fight = fight("A 3/3 first strike", "X 5/3; Y 2/9").attack("A").block("X=A Y=A");
    fight.expect_splits(&["A>X:3 | Y>A:2"], &[("A>X:3 | X>A:5 Y>A:2", "510.1")]);
    assert_eq!(fight.best("material"), 8);
}

#[test]
fn a_loss_in_the_first_step_stays() {
    // CR 704.3: checked after the first step; what is gained later changes nothing.
    let fight = fight("A 2/2 double strike; V 1/1", "X 9/9 lifelink").theirs("life = 2").attack("A V").block("X=V");
    assert!(fight.after("win").lost(1));
}

#[test]
fn deathtouch_is_forgotten_after_each_check() {
    // CR 704.5h: "since the last time state-based actions were checked", and 702.2c is about this assignment: an
    // indestructible X hit by deathtouch first must later be assigned 5 less the 1 marked.
    let fight = fight(
        "F 1/1 first strike, deathtouch; T 6/6 trample",
        "X 0/5 indestructible, can block any number of creatures",
    );
    let fight = fight.attack("F T").block("X=F+T");
    fight.expect_splits(&["F>X:1 | T>X:4 T>opp:2"], &[("F>X:1 | T>X:3 T>opp:3", "702.19b")]);
}

#[test]
fn flanking_kills_before_damage() {
    // CR 509.2, 704.5f: X is 0/0 when the triggers have resolved and never strikes; A stays blocked (509.1h).
    let fight = fight("A 2/1 flanking", "X 1/1").attack("A").block("X=A");
    assert_eq!((fight.after("face").died, fight.best("face")), ("X".to_owned(), 0));
}

#[test]
fn flanking_makes_marked_damage_lethal_before_damage() {
    // CR 704.5g: X 2/2 with 1 marked is 1/1 with 1 marked.
    let fight = fight("A 2/1 flanking", "X 2/2 | damage = 1").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "X");
}

#[test]
fn a_decayed_attacker_is_sacrificed_at_end_of_combat() {
    // CR 702.147a: worth 4, blocked or not.
    let fight = fight("A 2/2 decayed", "").attack("A").block("");
    assert_eq!((fight.best("losses"), fight.after("face").died), (4, "A".to_owned()));
    // It dies once only when damage has killed it before.
    let killed = super::fight::fight("A 2/2 decayed", "X 2/2").attack("A").block("X=A");
    assert_eq!(killed.best("losses"), 4);
}

#[test]
fn a_decayed_creature_that_stays_home_is_kept() {
    // CR 702.147a: "when it attacks".
    assert_eq!(fight("A 2/2 decayed; B 1/1", "").attack("B").block("").best("losses"), 0);
}
