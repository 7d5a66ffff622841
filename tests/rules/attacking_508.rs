//! Declaring attackers: CR 508, with 302.6, 506 and the keywords that stop an attack.

use super::fight::fight;

#[test]
fn a_tapped_creature_cant_attack() {
    // CR 508.1a: a chosen attacker must be untapped.
    let two = fight("A 2/2 | tapped = true; B 2/2", "");
    assert_eq!(two.attack("A").rules(), ["508.1a"]);
    assert!(two.attack("B").legal());
}

#[test]
fn only_the_active_players_creatures_attack() {
    // CR 506.2, 508.1a: the attacker is controlled by the active player.
    let rules = fight("A 2/2", "X 2/2").attack("X").rules();
    assert!(rules.contains(&"508.1a"), "{rules:?}");
}

#[test]
fn a_summoning_sick_creature_cant_attack() {
    // CR 302.6: not under its controller's control since the turn began.
    assert_eq!(fight("A 2/2 | summoning_sick = true", "").attack("A").rules(), ["302.6"]);
}

#[test]
fn haste_lets_a_summoning_sick_creature_attack() {
    // CR 702.10b.
    assert!(fight("A 2/2 haste | summoning_sick = true", "").attack("A").legal());
}

#[test]
fn haste_does_not_untap() {
    // CR 702.10b lifts summoning sickness only; 508.1a stays.
    assert_eq!(fight("A 2/2 haste | tapped = true", "").attack("A").rules(), ["508.1a"]);
}

#[test]
fn vigilance_does_not_let_a_tapped_creature_attack() {
    // CR 702.20b: attacking doesn't tap it; whether it was untapped is asked before (508.1a).
    assert_eq!(fight("A 2/2 vigilance | tapped = true", "").attack("A").rules(), ["508.1a"]);
}

#[test]
fn tapping_to_attack_changes_nothing_in_combat() {
    // CR 508.1f, 506.4b: the attacker taps and still deals its damage, with vigilance or without.
    for abilities in ["", "vigilance"] {
        assert_eq!(fight(&format!("A 3/3 {abilities}"), "").attack("A").block("").best("face"), 3);
    }
}

#[test]
fn defender_cant_attack() {
    // CR 702.3b.
    assert_eq!(fight("A 2/2 defender", "").attack("A").rules(), ["702.3b"]);
}

#[test]
fn every_reason_is_given() {
    // CR 508.1a, 302.6, 702.3b are three rules, and this creature breaks all of them.
    let creature = fight("A 2/2 defender | tapped = true, summoning_sick = true", "");
    assert_eq!(creature.attack("A").rules(), ["302.6", "508.1a", "702.3b"]);
}

#[test]
fn reasons_of_all_attackers_are_given() {
    // CR 508.1: each attacker is judged.
    let rules = fight("A 2/2 defender; B 2/2 | tapped = true", "").attack("A B").rules();
    assert_eq!(rules, ["508.1a", "702.3b"]);
}

#[test]
fn each_attacker_attacks_a_player_or_a_planeswalker() {
    // CR 508.1b: each of two creatures stays home, attacks the player or the planeswalker: 3 × 3 attacks.
    assert_eq!(fight("A 2/2; B 2/2", "").walker(3).attacks(), 9);
}

#[test]
fn nobody_attacks_themselves() {
    // CR 506.2, 508.1b: the active player is no defending player, nor are their planeswalkers defended by one.
    let own = fight("A 2/2", "").mine("planeswalkers = [{ name = 'V', loyalty = 2 }]");
    assert_eq!(own.attack("A=you").rules(), ["508.1b"]);
    assert_eq!(own.attack("A=V").rules(), ["508.1b"]);
}

#[test]
fn nobody_has_to_attack() {
    // CR 508.1a: "chooses which creatures that they control, if any".
    assert!(fight("A 2/2", "").attack("").legal());
}

#[test]
fn cant_attack() {
    // CR 508.1c: a restriction.
    for text in ["can't attack", "can't attack or block"] {
        assert_eq!(fight(&format!("A 2/2 {text}"), "").attack("A").rules(), ["508.1c"]);
    }
}

#[test]
fn a_detained_creature_cant_attack() {
    // CR 701.35a.
    assert_eq!(fight("A 2/2 detained", "").attack("A").rules(), ["701.35a"]);
}

#[test]
fn cant_attack_alone_counts_declared_attackers() {
    // CR 506.5, 508.1c: another declared attacker is enough, wherever it attacks.
    fight("A 2/2 can't attack alone; B 2/2", "").walker(3).expect_attacks(&["", "B", "A B", "A B=W"], &["A", "A=W"]);
}

#[test]
fn two_creatures_that_cant_attack_alone_attack_together() {
    // CR 508.1c: the whole declaration is judged.
    fight("A 2/2 can't attack alone; B 2/2 can't attack alone", "").expect_attacks(&["", "A B"], &["A", "B"]);
}

#[test]
fn attacks_only_alone() {
    // CR 506.5, 508.1c.
    fight("A 2/2 can attack only alone; B 2/2", "").expect_attacks(&["", "A", "B"], &["A B"]);
}

#[test]
fn cant_attack_unless_others_attack() {
    // CR 508.1c: two others and itself make three.
    let three = fight("A 2/2 can't attack unless at least two other creatures attack; B 1/1; C 1/1", "");
    three.expect_attacks(&["", "B C", "A B C"], &["A", "A B", "A C"]);
}

#[test]
fn cant_attack_unless_a_certain_creature_also_attacks() {
    // CR 508.1c: C has power 4, B hasn't.
    let three = fight("A 2/2 can't attack unless a creature with power 4 or greater also attacks; B 3/3; C 4/4", "");
    three.expect_attacks(&["", "B", "A C", "A B C"], &["A", "A B"]);
}

#[test]
fn the_creature_that_also_attacks_is_another_one() {
    // CR 508.1c: "also" is beside the creature itself, though it is white as well.
    let two = fight(
        "A 2/2 can't attack unless a white creature also attacks | colors = ['white']; B 1/1 | colors = ['white']",
        "",
    );
    two.expect_attacks(&["A B"], &["A"]);
}

#[test]
fn cant_attack_unless_the_defending_player_controls_a_land() {
    // CR 508.5: the defending player of this attacker, also when it attacks a planeswalker.
    let creature = fight("A 2/2 can't attack unless defending player controls an Island", "").walker(3);
    creature.expect_attacks(&[""], &["A", "A=W"]);
    creature.theirs("lands = ['Island']").expect_attacks(&["", "A", "A=W"], &[]);
    creature.theirs("lands = ['Swamp']").expect_attacks(&[""], &["A", "A=W"]);
    creature.mine("lands = ['Island']").expect_attacks(&[""], &["A", "A=W"]);
}

#[test]
fn cant_attack_players_or_planeswalkers() {
    // CR 508.1c: each names what can't be attacked, and nothing else.
    fight("A 2/2 can't attack players", "").walker(3).expect_attacks(&["A=W"], &["A"]);
    fight("A 2/2 can't attack planeswalkers", "").walker(3).expect_attacks(&["A"], &["A=W"]);
}

#[test]
fn creatures_cant_attack_you() {
    // CR 508.1c: "you" is the player, not their planeswalkers.
    fight("A 2/2", "G 0/1 creatures can't attack you").walker(3).expect_attacks(&["", "A=W"], &["A"]);
}

#[test]
fn at_most_so_many_attackers() {
    // CR 508.1c: two of three, whatever they attack; 1 + 3·2 + 3·4 attacks on the player or the planeswalker.
    let three = fight("A 1/1; B 1/1; C 1/1", "G 0/1 no more than two creatures can attack each combat").walker(3);
    three.expect_attacks(&["A B", "A B=W"], &["A B C", "A B C=W"]);
    assert_eq!(three.attacks(), 19);
}

#[test]
fn at_most_so_many_attackers_at_you() {
    // CR 508.1c: attackers of the planeswalker don't count.
    let two = fight("A 1/1; B 1/1", "G 0/1 no more than one creature can attack you each combat").walker(3);
    two.expect_attacks(&["A", "A B=W", "A=W B=W"], &["A B"]);
}

#[test]
fn a_creature_attacks_if_able() {
    // CR 508.1d: one requirement, which attacking anything obeys.
    let creature = fight("A 2/2 attacks each combat if able; B 2/2", "").walker(3);
    creature.expect_attacks(&["A", "A=W", "A B"], &["", "B"]);
    assert_eq!(creature.attack("").rules(), ["508.1d"]);
}

#[test]
fn a_better_attack_comes_with_a_broken_requirement() {
    // CR 508.1d: there is a declaration that obeys more.
    assert!(fight("A 2/2 attacks each combat if able; B 2/2", "").attack("B").better_is_legal());
}

#[test]
fn a_creature_that_isnt_able_need_not_attack() {
    // CR 508.1d: no declaration that breaks no restriction obeys it.
    let tapped = "attacks each combat if able | tapped = true";
    for fields in [tapped, "attacks each combat if able, defender"] {
        assert!(fight(&format!("A 2/2 {fields}"), "").attack("").legal());
    }
    assert!(fight("A 2/2 attacks each combat if able | summoning_sick = true", "").attack("").legal());
}

#[test]
fn a_requirement_lifts_no_restriction() {
    // CR 101.2: "can't" wins.
    assert_eq!(fight("A 2/2 attacks each combat if able, defender", "").attack("A").rules(), ["702.3b"]);
}

#[test]
fn a_requirement_can_force_a_creature_that_has_none() {
    // CR 508.1d: only both together obey A's requirement and break no restriction.
    let pair = fight("A 2/2 attacks each combat if able, can't attack alone; B 2/2", "");
    pair.expect_attacks(&["A B"], &["", "A", "B"]);
}

#[test]
fn a_restriction_can_free_a_creature_that_has_a_requirement() {
    // CR 508.1d: one attacker only, so one requirement at most, whichever.
    let pair = fight(
        "A 2/2 attacks each combat if able; B 2/2 attacks each combat if able",
        "G 0/1 no more than one creature can attack each combat",
    );
    pair.expect_attacks(&["A", "B"], &["", "A B"]);
}

#[test]
fn requirements_are_counted() {
    // CR 508.1d: A has two of them and B one, and only one creature can attack.
    let pair = fight(
        "A 2/2 attacks each combat if able, attacks each combat if able; B 2/2 attacks each combat if able",
        "G 0/1 no more than one creature can attack each combat",
    );
    pair.expect_attacks(&["A"], &["", "B"]);
}

#[test]
fn a_creature_attacks_a_certain_thing_if_able() {
    // CR 508.1d: obeyed by attacking exactly that.
    let creature = fight("A 2/2 | must_attack = 'W'", "").walker(3);
    creature.expect_attacks(&["A=W"], &["", "A"]);
    // A restriction keeps it from W; then nothing can be obeyed and it may do what it likes.
    let barred = fight("A 2/2 can't attack planeswalkers | must_attack = 'W'", "").walker(3);
    barred.expect_attacks(&["", "A"], &["A=W"]);
}

#[test]
fn a_goaded_creature_attacks_even_its_only_opponent() {
    // CR 701.15b: "attacks if able" holds though there is no other player to attack; the planeswalker obeys it too.
    let creature = fight("A 2/2 | goaded_by = ['opp']", "").walker(3);
    creature.expect_attacks(&["A", "A=W"], &[""]);
}

#[test]
fn illegal_attacks_count_for_nothing() {
    // CR 508.1: B is tapped, so only A's staying home or attacking is counted.
    assert_eq!(fight("A 2/2; B 2/2 | tapped = true", "").attacks(), 2);
}
