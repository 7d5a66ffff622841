//! Keywords about damage: deathtouch 702.2, double strike 702.4, first strike 702.7, indestructible 702.12, lifelink
//! 702.15, trample 702.19, wither 702.80, infect 702.90. Results are in `damage_results_120`.

use super::fight::fight;

const GANG: &str = "can block any number of creatures";

#[test]
fn a_trampling_blocker_gains_nothing() {
    // CR 702.19a: for attackers only.
    let fight = fight("A 0/1", "X 5/5 trample").attack("A").block("X=A");
    fight.expect_splits(&["X>A:5"], &[("X>A:1 X>you:4", "510.1d")]);
    assert_eq!(fight.after("face").life(0), 20);
}

#[test]
fn trample_needs_lethal_damage_on_every_blocker() {
    // CR 702.19b: 2 + 3 of 6; more may stay on blockers.
    fight("A 6/6 trample", "X 0/2; Y 0/3").attack("A").block("X=A Y=A").expect_splits(
        &["A>X:2 A>Y:3 A>opp:1", "A>X:6", "A>X:3 A>Y:3", "A>X:1 A>Y:5"],
        &[("A>X:2 A>Y:2 A>opp:2", "702.19b"), ("A>opp:6", "702.19b")],
    );
}

#[test]
fn trample_counts_marked_damage() {
    // CR 702.19b: 3 of 4 are there.
    assert_eq!(fight("A 5/5 trample", "X 0/4 | damage = 3").attack("A").block("X=A").best("face"), 4);
}

#[test]
fn trample_counts_what_others_assign_in_the_same_step() {
    // CR 702.19b, 510.1e: V's 2 of 3.
    let fight = fight("A 3/3 trample; V 2/2", &format!("X 0/3 {GANG}")).attack("A V").block("X=A+V");
    assert_eq!(fight.best("face"), 2);
}

#[test]
fn trample_ignores_what_would_change_the_damage() {
    // CR 702.19b: protection, prevention, a shield counter and indestructible leave lethal at toughness.
    let shields = [
        "X 0/2 protection from red",
        "X 0/2 prevent all combat damage that would be dealt to this creature",
        "X 0/2 indestructible",
        "X 0/2 | counters = { shield = 1 }",
        "X 0/2 protection from everything",
    ];
    for shield in shields {
        let fight = fight("A 5/5 trample | colors = ['red']", shield).attack("A").block("X=A");
        assert_eq!(fight.best("face"), 3, "{shield}");
        fight.expect_splits(&["A>X:2 A>opp:3"], &[("A>X:1 A>opp:4", "702.19b"), ("A>opp:5", "702.19b")]);
    }
}

#[test]
fn trample_counts_toughness_as_it_is() {
    // CR 702.19b: a -1/-1 counter is a change of toughness, not of damage.
    let fight = fight("A 5/5 trample", "X 0/4 | counters = { '-1/-1' = 2 }").attack("A").block("X=A");
    assert_eq!(fight.best("face"), 3);
}

#[test]
fn trample_with_no_blockers_left_goes_on_whole() {
    // CR 702.19d: X dies by F in the first step; T assigns as if all were lethal.
    let fight = fight("F 2/2 first strike; T 3/3 trample", &format!("X 0/2 {GANG}")).attack("F T").block("X=F+T");
    fight.expect_splits(&["F>X:2 | T>opp:3"], &[("F>X:2 | T>opp:2", "510.1a")]);
}

#[test]
fn trample_instances_are_redundant() {
    // CR 702.19g.
    assert_eq!(fight("A 5/5 trample, trample", "X 0/2").attack("A").block("X=A").best("face"), 3);
}

#[test]
fn one_damage_of_deathtouch_is_lethal() {
    // CR 702.2c: 1 for each of three blockers.
    assert_eq!(
        fight("A 4/4 trample, deathtouch", "X 0/5; Y 0/3; Z 0/9").attack("A").block("X=A Y=A Z=A").best("face"),
        1
    );
}

#[test]
fn another_creatures_deathtouch_is_lethal_too() {
    // CR 702.2c, 702.19b: D's 1 damage serves T, whose own has no deathtouch.
    let fight = fight("D 1/1 deathtouch; T 5/5 trample", &format!("X 0/6 {GANG}")).attack("D T").block("X=D+T");
    fight.expect_splits(&["D>X:1 T>opp:5"], &[]);
    assert_eq!(fight.best("face"), 5);
}

#[test]
fn deathtouch_of_the_first_step_does_not_carry_over() {
    // CR 702.2c: assigned now; an indestructible X needs its 5 less what is marked.
    let fight = fight("F 1/1 first strike, deathtouch; T 6/6 trample", &format!("X 0/5 indestructible, {GANG}"));
    assert_eq!(fight.attack("F T").block("X=F+T").best("face"), 2);
}

#[test]
fn nothing_is_needed_where_damage_is_lethal_already() {
    // CR 702.19b, 702.12b: an indestructible X marked with its toughness needs 0.
    let fight = fight("A 3/3 trample", "X 0/2 indestructible | damage = 2").attack("A").block("X=A");
    fight.expect_splits(&["A>opp:3", "A>X:1 A>opp:2", "A>X:3"], &[]);
}

#[test]
fn double_strike_deals_twice() {
    // CR 702.4b, 510.4.
    let fight = fight("A 3/3 double strike", "").attack("A").block("");
    fight.expect_splits(&["A>opp:3 | A>opp:3"], &[("A>opp:3 |", "510.1a"), ("A>opp:3", "510.1a")]);
    assert_eq!(fight.best("face"), 6);
}

#[test]
fn first_strike_deals_once() {
    // CR 702.7b: in the first step, not in the second.
    let fight = fight("A 3/3 first strike", "").attack("A").block("");
    fight.expect_splits(&["A>opp:3 |"], &[("A>opp:3", "510.1a"), ("A>opp:3 | A>opp:3", "510.1a")]);
    assert_eq!(fight.best("face"), 3);
}

#[test]
fn first_and_double_strike_together_are_double_strike() {
    // CR 702.4b: both steps; instances are redundant (702.4e, 702.7d).
    for abilities in ["first strike, double strike", "double strike, double strike"] {
        assert_eq!(fight(&format!("A 2/2 {abilities}"), "").attack("A").block("").best("face"), 4);
    }
}

#[test]
fn first_strikers_kill_before_they_are_hit() {
    // CR 702.7b, 510.4; two first strikers hit at once.
    assert_eq!(fight("A 2/1 first strike", "X 2/2").attack("A").block("X=A").after("face").died, "X");
    assert_eq!(fight("A 2/1 first strike", "X 2/2 first strike").attack("A").block("X=A").after("face").died, "A X");
}

#[test]
fn a_double_striker_that_dies_strikes_once() {
    // CR 510.4: only remaining creatures assign in the second step.
    let fight = fight("A 2/1 double strike", "X 1/3 first strike").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "A");
}

#[test]
fn a_double_strikers_first_hit_counts_for_its_second() {
    // CR 702.19b: 3 marked of 5, so 2 more and 1 to the player.
    let fight = fight("A 3/3 double strike, trample", "X 0/5").attack("A").block("X=A");
    assert_eq!(fight.best("face"), 1);
}

#[test]
fn indestructible_stays_in_the_way() {
    // CR 702.12b: it must be assigned lethal damage once over both steps: 1 + 0 of 8.
    let fight = fight("A 4/4 double strike, trample", "X 0/1 indestructible").attack("A").block("X=A");
    assert_eq!(fight.best("face"), 7);
    // Without trample it takes everything.
    let plain = super::fight::fight("A 4/4 double strike", "X 0/1 indestructible").attack("A").block("X=A");
    assert_eq!(plain.best("face"), 0);
}

#[test]
fn lifelink_instances_are_redundant() {
    // CR 702.15f.
    assert_eq!(fight("A 3/3 lifelink, lifelink", "").attack("A").block("").best("lifegain"), 3);
}

#[test]
fn wither_and_infect_instances_are_redundant() {
    // CR 702.80d, 702.90f: X 0/4 gets two counters and lives, with 2/2 worth of toughness left.
    for abilities in ["wither, infect", "wither, wither", "infect, infect"] {
        assert_eq!(fight(&format!("A 2/2 {abilities}"), "X 0/4").attack("A").block("X=A").best("kills"), 0);
    }
}

#[test]
fn wither_does_nothing_to_players() {
    // CR 702.80a is about creatures.
    let after = fight("A 2/2 wither", "").attack("A").block("").after("face");
    assert_eq!((after.life(1), after.poison(1)), (18, 0));
}

#[test]
fn a_withered_creature_strikes_with_what_is_left() {
    // CR 702.80a, 510.4: X 5/5 becomes 2/2; wounded by plain damage it strikes for 5 and kills T (worth 8).
    let blocker = format!("X 5/5 {GANG}");
    let hit = |ability: &str| {
        let fight = fight(&format!("W 3/3 first strike, {ability}; T 4/4 trample"), &blocker);
        fight.attack("W T").block("X=W+T").levels("face, -losses")
    };
    // 3 of X's toughness are gone either way, so T tramples over with 2.
    assert_eq!(hit("wither"), [2, 0]);
    assert_eq!(hit("vigilance"), [2, -8]);
}
