//! What the objective counts, and the project's convention about players who have lost (the interface's section 3).

use super::fight::fight;

#[test]
fn a_lost_player_stays_for_the_second_step() {
    // CR 104.2a and 800.4a would end it after the first step; by the convention the second is dealt and counted.
    let fight = fight("A 3/3 double strike", "").theirs("life = 2").attack("A").block("");
    assert_eq!(fight.levels("win, face"), [1, 6]);
}

#[test]
fn a_lost_players_planeswalkers_stay_too() {
    // The same, for a planeswalker attacked beside its controller.
    let fight = fight("F 3/3 first strike; V 2/2", "").theirs("life = 3").walker(5).attack("F V=W").block("");
    assert_eq!(fight.levels("win, loyalty"), [1, 2]);
}

#[test]
fn a_lost_players_blockers_strike_on() {
    // The same, for its creatures.
    let fight = fight("F 3/3 first strike; V 2/2", "X 2/2").theirs("life = 3").attack("F V").block("X=V");
    assert_eq!(fight.after("win").died, "V X");
}

#[test]
fn damage_goes_on_where_afflict_has_won() {
    // CR 702.130a took the last life; the convention counts the damage all the same.
    let fight = fight("A 1/1 afflict 2; B 3/3", "X 0/9").theirs("life = 2").attack("A B").block("X=A");
    assert_eq!(fight.levels("win, face"), [1, 3]);
}

#[test]
fn a_loss_stays_though_life_comes_back() {
    // Lifelink of the second step brings life back above 0 and undoes nothing.
    let fight = fight("U 3/3 first strike; V 2/2", "X 2/2 lifelink").theirs("life = 3").attack("U V").block("X=V");
    let after = fight.after("win");
    assert_eq!((after.lost(1), after.life(1)), (true, 2));
}

#[test]
fn a_player_who_has_lost_before_counts() {
    // "Counts as lost from the start".
    for fields in ["life = 0", "poison = 10", "commander_damage = { C = 21 }"] {
        assert_eq!(fight("A 1/1", "").theirs(fields).attack("").block("").best("win"), 1, "{fields}");
    }
}

#[test]
fn face_counts_all_damage_to_players() {
    // Past 0 life, as poison, but not life lost otherwise nor what hits a planeswalker.
    let fight = fight("A 5/5; B 2/2 infect; C 1/1 afflict 3; D 4/4", "X 0/9").theirs("life = 3").walker(9);
    assert_eq!(fight.attack("A B C D=W").block("X=C").best("face"), 7);
}

#[test]
fn loyalty_and_defense_count_no_more_than_there_is() {
    // CR 120.3c, h: removed counters.
    let fight = fight("A 5/5; C 5/5", "").walker(3).siege(4).attack("A=W C=B").block("");
    assert_eq!(fight.levels("loyalty, walkers, defense"), [3, 1, 4]);
}

#[test]
fn creatures_are_worth_power_and_toughness() {
    // After counters, at least 1, or what the position says.
    let worth = |creature: &str| fight("A 99/99", creature).attack("A").block("X=A").best("kills");
    assert_eq!(worth("X 2/3"), 5);
    assert_eq!(worth("X 2/3 | counters = { '+1/+1' = 1 }"), 7);
    assert_eq!(worth("X -4/3"), 1);
    assert_eq!(worth("X 2/3 | value = 11"), 11);
}

#[test]
fn material_is_kills_less_losses() {
    // A 2/2 (4) for X 3/2 (5).
    let fight = fight("A 2/2", "X 3/2").attack("A").block("X=A");
    assert_eq!(fight.levels("kills, losses, material"), [5, 4, 1]);
}

#[test]
fn lifegain_is_the_difference() {
    // 3 by A less 2 by X.
    let fight = fight("A 3/9 lifelink", "X 2/9 lifelink").attack("A").block("X=A");
    assert_eq!(fight.best("lifegain"), 1);
}

#[test]
fn levels_are_compared_from_left_to_right() {
    // T can't have both: as though it weren't blocked 3 damage go to
    // the player, or X 1/3 (worth 4) dies.
    let text = "you may have this creature assign its combat damage as though it weren't blocked";
    let fight = fight(&format!("T 3/9 {text}"), "X 1/3").attack("T").block("X=T");
    assert_eq!(fight.levels("face, kills"), [3, 0]);
    assert_eq!(fight.levels("kills, face"), [4, 0]);
    assert_eq!(fight.levels("2*face + kills"), [6]);
}

#[test]
fn factors_weigh_terms() {
    // W has 3 loyalty and goes: 2·3 - 3·1.
    assert_eq!(fight("A 5/5", "").walker(3).attack("A=W").block("").best("2*loyalty + face - 3*walkers"), 3);
}

#[test]
fn presets_are_their_levels() {
    // damage, trade and balanced for a trade of A 2/2 and X 3/2 beside 3 damage.
    let fight = fight("A 2/2; B 3/3", "X 3/2").attack("A B").block("X=A");
    assert_eq!(fight.levels("damage"), [0, 3, 1]);
    assert_eq!(fight.levels("trade"), [0, 1, 3]);
    assert_eq!(fight.levels("balanced"), [0, 4]);
}

#[test]
fn blocks_are_chosen_against_the_attacker() {
    // The defending player minimises: blocks the larger one when damage counts, and the smaller one for the trade.
    let fight = fight("A 4/4; B 2/1", "X 1/3").attack("A B");
    assert_eq!(fight.best("face"), 2);
    // X 1/3 kills B 2/1 (3) and lives.
    assert_eq!(fight.best("material"), -3);
}

#[test]
fn the_attack_is_chosen_against_the_best_blocks() {
    // A 2/2 would be eaten by X 3/3, so the best attack for material is none, for damage nothing comes through.
    let fight = fight("A 2/2", "X 3/3");
    assert_eq!(fight.best("material"), 0);
    assert_eq!(fight.after("material").attackers, 0);
    assert_eq!(fight.best("face"), 0);
}

#[test]
fn the_defending_players_minimise_together() {
    // Each of two players blocks the attacker of theirs.
    let three = fight("A 3/3; B 2/2", "X 0/9").foe("Y 0/9", "").attack("A B=foe");
    assert_eq!(three.best("face"), 0);
    assert_eq!(three.after("face").blockers, 2);
}

#[test]
fn fewer_attackers_are_given_among_equals() {
    // B 0/1 adds nothing.
    assert_eq!(fight("A 2/2; B 0/1", "").after("face").attackers, 1);
}

#[test]
fn fewer_blockers_are_given_among_equals() {
    // One block is as good as two.
    assert_eq!(fight("A 2/2", "X 0/9; Y 0/9").attack("A").after("face").blockers, 1);
    assert_eq!(fight("A 0/2", "X 0/9; Y 0/9").attack("A").after("face").blockers, 0);
}

#[test]
fn the_defending_player_may_race_for_loyalty_or_life() {
    // 3*loyalty + face: of A 3/3 at the player and B 2/2 at W one is blocked: 3 against 6.
    let fight = fight("A 3/3; B 2/2", "X 0/9").walker(4).attack("A B=W");
    assert_eq!(fight.best("3*loyalty + face"), 3);
    assert_eq!(fight.best("loyalty + face"), 2);
}
