//! What dealt damage does: CR 120.3, 120.8, with prevention (615) and the keywords that change the result.

use super::fight::fight;

#[test]
fn a_player_loses_life() {
    // CR 120.3a.
    assert_eq!(fight("A 3/3", "").attack("A").block("").after("face").life(1), 17);
}

#[test]
fn damage_goes_past_0_life() {
    // CR 120.3a, 119.5: life may be negative, and all of the damage is dealt.
    let after = fight("A 9/9", "").theirs("life = 4").attack("A").block("").after("face");
    assert_eq!(after.life(1), -5);
    assert!(after.lost(1));
}

#[test]
fn infect_gives_a_player_poison_instead() {
    // CR 120.3b, 702.90b: no life is lost; it is damage dealt all the same.
    let fight = fight("A 3/3 infect", "").attack("A").block("");
    let after = fight.after("face");
    assert_eq!((after.life(1), after.poison(1)), (20, 3));
    assert_eq!(fight.levels("poison, face"), [3, 3]);
}

#[test]
fn a_planeswalker_loses_loyalty() {
    // CR 120.3c.
    assert_eq!(fight("A 3/3", "").walker(5).attack("A=W").block("").after("loyalty").loyalty(), 2);
}

#[test]
fn wither_infect_and_deathtouch_are_nothing_to_a_planeswalker() {
    // CR 120.3c: counters are removed as by any damage, and no poison is given; 704.5h is about creatures.
    for ability in ["wither", "infect", "deathtouch", "toxic 2"] {
        let after = fight(&format!("A 3/3 {ability}"), "").walker(5).attack("A=W").block("").after("loyalty");
        assert_eq!((after.loyalty(), after.poison(1), after.life(1)), (2, 0, 20), "{ability}");
    }
}

#[test]
fn a_battle_loses_defense() {
    // CR 120.3h.
    let after = fight("A 3/3 infect", "").siege(5).attack("A=B").block("").after("defense");
    assert_eq!((after.defense(), after.poison(1)), (2, 0));
}

#[test]
fn wither_and_infect_give_a_creature_counters() {
    // CR 120.3d, 702.80a, 702.90c: two -1/-1 counters make X 3/3 a 1/1, which strikes for 1 in the second step.
    for ability in ["wither", "infect"] {
        let fight = fight(&format!("A 2/2 first strike, {ability}"), "X 3/3").attack("A").block("X=A");
        fight.expect_splits(&["A>X:2 | X>A:1"], &[("A>X:2 | X>A:3", "510.1a")]);
        assert_eq!(fight.after("face").died, "");
    }
}

#[test]
fn counters_are_not_marked_besides() {
    // CR 120.3d-e: X 4/4 hit for 2 has toughness 2 and nothing marked, so 1 more doesn't kill it and 2 do.
    for (power, died) in [(1, ""), (2, "X")] {
        let fight =
            fight(&format!("A 2/2 first strike, wither; V {power}/9"), "X 0/4 can block any number of creatures");
        assert_eq!(fight.attack("A V").block("X=A+V").after("face").died, died);
    }
}

#[test]
fn damage_is_marked_on_a_creature() {
    // CR 120.3e, 120.6: toughness and power stay, so X strikes for all of its power.
    let fight = fight("A 2/4 first strike", "X 3/3").attack("A").block("X=A");
    fight.expect_splits(&["A>X:2 | X>A:3"], &[]);
}

#[test]
fn lifelink_gains_what_is_dealt_to_anything() {
    // CR 120.3f, 702.15b: a player, a creature, a planeswalker, a battle; also beyond what they have.
    let lifelinker = fight("A 3/3 lifelink", "X 0/1").walker(1).siege(1);
    for (attack, block) in [("A", ""), ("A", "X=A"), ("A=W", ""), ("A=B", "")] {
        let fight = lifelinker.attack(attack).block(block);
        assert_eq!(fight.best("lifegain"), 3, "{attack} {block}");
        assert_eq!(fight.after("face").life(0), 23);
    }
}

#[test]
fn lifelink_counts_blockers_and_tramplers_whole() {
    // CR 120.3f: 2 to X and 1 to the player are 3.
    assert_eq!(fight("A 3/3 trample, lifelink", "X 0/2").attack("A").block("X=A").best("lifegain"), 3);
}

#[test]
fn a_blocker_with_lifelink_gains_too() {
    // CR 120.3f: its controller is the defending player.
    let fight = fight("A 0/9", "X 3/3 lifelink").attack("A").block("X=A");
    assert_eq!(fight.best("lifegain"), -3);
    assert_eq!(fight.after("face").life(1), 23);
}

#[test]
fn lifelink_comes_together_with_the_damage() {
    // CR 120.3f, 704.3: 3 life less 3 from U and 2 more from the lifelinker, before anything is checked.
    let fight = fight("U 3/3; V 2/2", "X 2/2 lifelink").theirs("life = 3").attack("U V").block("X=V");
    let after = fight.after("win");
    assert_eq!((fight.best("win"), after.life(1), after.lost(1)), (0, 2, false));
}

#[test]
fn lifelink_of_the_second_step_comes_too_late() {
    // CR 510.4, 704.3: U's first strike is checked before X strikes.
    let fight = fight("U 3/3 first strike; V 2/2", "X 2/2 lifelink").theirs("life = 3").attack("U V").block("X=V");
    assert_eq!(fight.best("win"), 1);
}

#[test]
fn lifelink_of_the_first_step_is_there_for_the_second() {
    // CR 510.4: 3 + 2 before 4 are dealt.
    let fight = fight("U 4/4; V 2/2", "X 2/2 first strike, lifelink").theirs("life = 3").attack("U V").block("X=V");
    assert_eq!((fight.best("win"), fight.after("win").life(1)), (0, 1));
}

#[test]
fn infect_and_lifelink_go_together() {
    // CR 702.90b, 702.15b: damage dealt as poison is damage dealt.
    let fight = fight("A 3/3 infect, lifelink", "").attack("A").block("");
    assert_eq!(fight.levels("poison, lifegain"), [3, 3]);
}

#[test]
fn toxic_gives_poison_besides() {
    // CR 120.3g, 702.164b-c: the sum of its numbers whatever the damage, and life is lost too.
    let after = fight("A 5/5 toxic 2, toxic 1", "").attack("A").block("").after("face");
    assert_eq!((after.life(1), after.poison(1)), (15, 3));
}

#[test]
fn toxic_with_infect_adds_up() {
    // CR 120.3b, 120.3g: 2 for the damage and 1 besides.
    let after = fight("A 2/2 infect, toxic 1", "").attack("A").block("").after("face");
    assert_eq!((after.life(1), after.poison(1)), (20, 3));
}

#[test]
fn toxic_counts_each_time_a_player_is_dealt_damage() {
    // CR 510.4, 702.164c: twice with double strike; never when blocked.
    let fight = fight("A 2/2 toxic 1, double strike", "X 0/9").attack("A");
    assert_eq!(fight.block("").best("poison"), 2);
    assert_eq!(fight.block("X=A").best("poison"), 0);
}

#[test]
fn no_damage_does_nothing() {
    // CR 120.8: power 0 with toxic, lifelink and deathtouch.
    let fight = fight("A 0/4 toxic 3, lifelink, deathtouch, trample", "X 0/1").attack("A");
    assert_eq!(fight.block("").levels("poison, lifegain, face"), [0, 0, 0]);
    assert_eq!(fight.block("X=A").best("kills"), 0);
}

#[test]
fn prevented_damage_never_happened() {
    // CR 615.6: no face, poison, life, or commander damage of it; the player would lose with 19 + 3.
    let fields = "abilities = ['protection from red']\ncommander_damage = { A = 19 }";
    let fight = fight("A 3/3 toxic 2, lifelink | colors = ['red'], commander = true", "").theirs(fields);
    assert_eq!(fight.attack("A").block("").levels("win, face, poison, lifegain"), [0, 0, 0, 0]);
}

#[test]
fn prevention_on_a_creature_stops_what_hits_it() {
    // CR 615.1: neither deathtouch nor wither hurt it, lifelink gains nothing; it still strikes.
    for ability in ["deathtouch", "wither", "lifelink"] {
        let safe = "X 3/1 prevent all combat damage that would be dealt to this creature";
        let fight = fight(&format!("A 3/3 {ability}"), safe).attack("A").block("X=A");
        assert_eq!(fight.after("face").died, "A", "{ability}");
        assert_eq!(fight.best("lifegain"), 0);
    }
}

#[test]
fn prevention_by_a_creature_stops_what_it_deals() {
    // CR 615.1: A deals nothing to the player or to X, but is assigned and must be lethal as ever (702.19b).
    let fight = fight("A 3/3 trample, prevent all combat damage that would be dealt by this creature", "X 0/2");
    assert_eq!(fight.attack("A").block("").best("face"), 0);
    let blocked = fight.attack("A").block("X=A");
    blocked.expect_splits(&["A>X:2 A>opp:1"], &[("A>X:1 A>opp:2", "702.19b")]);
    assert_eq!(blocked.levels("face, kills"), [0, 0]);
}

#[test]
fn loss_of_life_is_no_damage() {
    // CR 119.3, 702.130a: afflict takes life past protection, without lifelink, face or commander damage.
    let fields = "abilities = ['protection from everything']\ncommander_damage = { A = 20 }";
    let fight = fight("A 3/3 afflict 3, lifelink | commander = true", "X 0/9").theirs(fields).attack("A").block("X=A");
    let after = fight.after("face");
    assert_eq!((after.life(1), after.lost(1)), (17, false));
    // The 3 to X are damage and gain 3.
    assert_eq!(fight.levels("face, lifegain"), [0, 3]);
}
