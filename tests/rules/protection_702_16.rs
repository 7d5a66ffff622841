//! Protection in combat: CR 702.16, with prevention.

use super::fight::fight;

#[test]
fn damage_from_the_quality_is_prevented() {
    // CR 702.16e: X survives red and dies by green.
    for (color, died) in [("red", ""), ("green", "X")] {
        let fight = fight(&format!("A 3/3 | colors = ['{color}']"), "X 1/1 protection from red");
        assert_eq!(fight.attack("A").block("X=A").after("face").died, died, "{color}");
    }
}

#[test]
fn an_attacker_is_protected_too() {
    // CR 702.16e: X has power 2 as it blocks, so A may be blocked, and 3 as it strikes, so only Y's 2 of 3 are dealt.
    let fight = fight("A 0/3 protection from creatures with power 3 or greater", "X 2/2 bushido 1; Y 2/2");
    assert_eq!(fight.attack("A").block("X=A Y=A").after("face").died, "");
}

#[test]
fn a_protected_attacker_is_not_blocked_by_the_quality() {
    // CR 702.16f.
    let fight = fight("A 1/1 protection from red", "X 1/1 | colors = ['red', 'white']; Y 1/1 | colors = ['white']");
    fight.attack("A").expect_blocks(&["Y=A"], &["X=A"]);
    assert_eq!(fight.attack("A").block("X=A").rules(), ["702.16f"]);
}

#[test]
fn protection_of_a_blocker_does_not_stop_it() {
    // CR 702.16f speaks of attackers.
    assert!(fight("A 1/1 | colors = ['red']", "X 1/1 protection from red").attack("A").block("X=A").legal());
}

/// Whether a protected attacker may be blocked by a creature with these fields.
fn stops(protection: &str, fields: &str) -> bool {
    !fight(&format!("A 1/1 {protection}"), &format!("X 2/4 {fields}")).attack("A").block("X=A").legal()
}

#[test]
fn qualities_are_colors_types_and_numbers() {
    // CR 702.16a: colour, card type, subtype, supertype, mana value.
    let all = [
        ("protection from blue", "| colors = ['blue']"),
        ("protection from artifacts", "| type_line = 'Artifact Creature — Golem'"),
        ("protection from Goblins", "| type_line = 'Creature — Goblin Scout'"),
        ("protection from Goblins", "changeling"),
        ("protection from legendary creatures", "| type_line = 'Legendary Creature'"),
        ("protection from creatures", ""),
        ("protection from mana value 3 or greater", "| mana_value = 3"),
        ("protection from mana value 3 or less", "| mana_value = 3"),
        ("protection from multicolored", "| colors = ['red', 'blue']"),
        ("protection from monocolored", "| colors = ['red']"),
        ("protection from colorless", ""),
        ("protection from creatures with power 2 or less", ""),
        ("protection from creatures with toughness 4 or greater", ""),
    ];
    for (protection, fields) in all {
        assert!(stops(protection, fields), "{protection} stops {fields}");
    }
}

#[test]
fn other_qualities_are_not_meant() {
    // CR 702.16a.
    let all = [
        ("protection from blue", "| colors = ['red']"),
        ("protection from artifacts", ""),
        ("protection from Goblins", "| type_line = 'Creature — Elf'"),
        ("protection from mana value 3 or greater", "| mana_value = 2"),
        ("protection from multicolored", "| colors = ['red']"),
        ("protection from monocolored", ""),
        ("protection from colorless", "| colors = ['red']"),
        ("protection from creatures with power 3 or greater", ""),
        ("protection from creatures with toughness 3 or less", ""),
    ];
    for (protection, fields) in all {
        assert!(!stops(protection, fields), "{protection} lets {fields} block");
    }
}

#[test]
fn several_qualities_are_several_protections() {
    // CR 702.16g-h.
    for color in ["red", "green"] {
        assert!(stops("protection from red and from green", &format!("| colors = ['{color}']")));
    }
    assert!(!stops("protection from red and from green", "| colors = ['white']"));
    for color in ["white", "blue", "black", "red", "green"] {
        assert!(stops("protection from each color", &format!("| colors = ['{color}']")));
    }
    assert!(!stops("protection from each color", ""));
}

#[test]
fn protection_from_everything() {
    // CR 702.16j: no creature blocks it, and nothing damages it.
    assert!(stops("protection from everything", ""));
    let fight = fight("A 9/9 deathtouch", "X 1/1 protection from everything").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "");
}

#[test]
fn protection_from_a_player() {
    // CR 702.16k: from what that player controls, and nobody else.
    let three = fight("A 1/1 protection from opp", "X 2/2").foe("Y 2/2", "");
    assert_eq!(three.attack("A").block("X=A").rules(), ["702.16f"]);
    assert!(three.attack("A=foe").block("Y=A").legal());
    let blocker = fight("A 3/3", "X 1/1 protection from each opponent").attack("A").block("X=A");
    assert_eq!(blocker.after("face").died, "");
}

#[test]
fn deathtouch_wither_and_lifelink_need_damage() {
    // CR 702.16e, 615.6.
    let fight = fight("A 3/3 deathtouch, infect, lifelink | colors = ['red']", "X 1/1 protection from red");
    let fight = fight.attack("A").block("X=A");
    assert_eq!((fight.after("face").died, fight.best("lifegain")), (String::new(), 0));
}

#[test]
fn trample_over_a_protected_blocker_needs_lethal_damage() {
    // CR 702.19b: protection is ignored, so 2 stay with X, who lives.
    let fight = fight("A 6/6 trample | colors = ['green']", "X 0/2 protection from green").attack("A").block("X=A");
    assert_eq!(fight.levels("face, kills"), [4, 0]);
}

#[test]
fn nothing_is_marked_on_the_protected() {
    // CR 702.16e: in the second step the same 1 is needed again: 3 and 3.
    let fight = fight("A 4/4 double strike, trample | colors = ['red']", "X 0/1 protection from red");
    assert_eq!(fight.attack("A").block("X=A").best("face"), 6);
}

#[test]
fn a_player_can_be_protected() {
    // CR 702.16e: red damage to the player is prevented, green isn't.
    let fight = fight("A 3/3 | colors = ['red']; B 2/2 | colors = ['green']", "")
        .theirs("abilities = ['protection from red']")
        .attack("A B")
        .block("");
    assert_eq!((fight.best("face"), fight.after("face").life(1)), (2, 18));
}

#[test]
fn trample_still_assigns_to_a_protected_player() {
    // CR 702.19b, 702.16e: lethal first; the rest is assigned to the player and prevented.
    let fight = fight("A 5/5 trample | colors = ['red']", "X 0/2")
        .theirs("abilities = ['protection from red']")
        .attack("A")
        .block("X=A");
    fight.expect_splits(&["A>X:2 A>opp:3", "A>X:5"], &[("A>X:1 A>opp:4", "702.19b")]);
    assert_eq!((fight.best("face"), fight.after("face").life(1)), (0, 20));
}

#[test]
fn a_protected_players_planeswalker_is_not_protected() {
    // CR 702.16e: the permanent would need protection of its own.
    let fight = fight("A 3/3 | colors = ['red']", "").theirs("abilities = ['protection from red']").walker(5);
    assert_eq!(fight.attack("A=W").block("").best("loyalty"), 3);
}

#[test]
fn a_protected_players_creatures_may_block_and_be_hit() {
    // CR 702.16e-f: the player's protection is not the creatures'.
    let fight = fight("A 3/3 | colors = ['red']", "X 1/1").theirs("abilities = ['protection from red']");
    assert_eq!(fight.attack("A").block("X=A").after("face").died, "X");
}

#[test]
fn a_protected_player_still_gains_life() {
    // CR 702.16e is about damage.
    let fight = fight("A 0/9", "X 2/2 lifelink").theirs("abilities = ['protection from red']");
    assert_eq!(fight.attack("A").block("X=A").best("lifegain"), -2);
}

#[test]
fn power_counts_when_damage_is_dealt() {
    // CR 702.16a, 702.16e, 702.83a: the lone exalted 2/2 is 3/3 when it deals damage: power 3 or greater has it, and
    // power 2 or less hasn't.
    let hit = |quality: &str| {
        let blocker = format!("X 0/1 protection from creatures with power {quality}");
        fight("A 2/2 exalted", &blocker).attack("A").block("X=A").after("face").died
    };
    assert_eq!(hit("3 or greater"), "");
    assert_eq!(hit("2 or less"), "X");
}

#[test]
fn power_raised_by_blocking_counts_for_damage_but_not_for_blocking() {
    // CR 509.1b, 702.16e-f, 702.45a: X has power 2 as it blocks and 3 when it strikes.
    let fight = fight("A 0/1 protection from creatures with power 3 or greater", "X 2/2 bushido 1").attack("A");
    assert!(fight.block("X=A").legal());
    assert_eq!(fight.block("X=A").after("face").died, "");
    let two = super::fight::fight("A 0/1 protection from creatures with power 2 or less", "X 2/2 bushido 1");
    assert_eq!(two.attack("A").block("X=A").rules(), ["702.16f"]);
}

#[test]
fn power_lost_in_the_first_step_counts_in_the_second() {
    // CR 702.16e, 702.80a: one -1/-1 counter makes A 3/3 a 2/2 before it strikes; X is protected from 3 and more.
    let hit = |ability: &str| {
        let blockers =
            format!("X 0/2 protection from creatures with power 3 or greater; F 1/9 first strike, {ability}");
        fight("A 3/3", &blockers).attack("A").block("X=A F=A").best("kills")
    };
    assert_eq!(hit("wither"), 2);
    assert_eq!(hit("vigilance"), 0);
}

#[test]
fn counters_of_the_same_step_change_no_power_for_it() {
    // CR 510.2: A has power 3 when all damage of the step is dealt, though wither shrinks it at once.
    let blocker = "X 1/1 wither, protection from creatures with power 2 or less";
    assert_eq!(fight("A 3/3", blocker).attack("A").block("X=A").after("face").died, "X");
}

#[test]
fn hexproof_shroud_and_ward_are_nothing() {
    // CR 702.11, 702.18, 702.21: they are about targets.
    for ability in ["hexproof", "shroud", "ward {2}", "hexproof from red"] {
        let fight =
            fight(&format!("A 2/2 {ability} | colors = ['red']"), &format!("X 2/2 {ability} | colors = ['red']"));
        assert_eq!(fight.attack("A").block("X=A").after("face").died, "A X", "{ability}");
    }
}
