//! Counters: CR 122.1a-d, 122.3.

use super::fight::fight;

#[test]
fn plus_and_minus_counters_change_size() {
    // CR 122.1a: 2 + 2 and 4 - 1 damage.
    let size =
        |counters: &str| fight(&format!("A 2/2 | counters = {{ {counters} }}"), "").attack("A").block("").best("face");
    assert_eq!(size("'+1/+1' = 2"), 4);
    assert_eq!(size("'-1/-1' = 1"), 1);
}

#[test]
fn counters_come_on_top_of_base_power() {
    // CR 613.4b-c: what sets base power to 1 leaves three +1/+1 counters alone.
    assert_eq!(fight("A 1/1 | counters = { '+1/+1' = 3 }", "").attack("A").block("").best("face"), 4);
}

#[test]
fn counters_cancel_in_pairs() {
    // CR 122.3, 704.5q: 3 and 1 leave two.
    let fight = fight("A 1/1 | counters = { '+1/+1' = 3, '-1/-1' = 1 }", "X 2/9").attack("A").block("X=A");
    assert_eq!(fight.best("-losses"), 0);
    // Toughness 3, so 3 kill it; it is worth 6, counters included.
    let worse =
        super::fight::fight("A 1/1 | counters = { '+1/+1' = 3, '-1/-1' = 1 }", "X 3/9").attack("A").block("X=A");
    assert_eq!(worse.best("-losses"), -6);
}

#[test]
fn keyword_counters_give_their_keywords() {
    // CR 122.1b: flying past X, menace past one, trample 3 - 1, twice 3 by double strike, shadow past X, haste to
    // attack at once.
    let lone = |counter: &str, blocker: &str| {
        let fight = fight(&format!("A 3/3 | counters = {{ '{counter}' = 1 }}"), blocker).attack("A");
        (fight.blocks(), fight.best("face"))
    };
    assert_eq!(lone("flying", "X 0/1"), (1, 3));
    assert_eq!(lone("menace", "X 0/1"), (1, 3));
    assert_eq!(lone("shadow", "X 0/1"), (1, 3));
    assert_eq!(lone("trample", "X 0/1"), (2, 2));
    assert_eq!(lone("double strike", "X 0/1 can't block"), (1, 6));
    assert!(fight("A 1/1 | counters = { haste = 1 }, summoning_sick = true", "").attack("A").legal());
    assert!(fight("A 1/1 flying", "X 1/1 | counters = { reach = 1 }").attack("A").block("X=A").legal());
    assert!(!fight("A 1/1", "X 1/1 | counters = { decayed = 1 }").attack("A").block("X=A").legal());
}

#[test]
fn keyword_counters_count_in_damage() {
    // CR 122.1b: deathtouch kills 0/9, first strike survives, indestructible survives, lifelink gains.
    let died = |counter: &str, mine: &str, theirs: &str| {
        fight(&format!("A {mine} | counters = {{ '{counter}' = 1 }}"), theirs)
            .attack("A")
            .block("X=A")
            .after("face")
            .died
    };
    assert_eq!(died("deathtouch", "1/1", "X 0/9"), "X");
    assert_eq!(died("first strike", "2/1", "X 2/2"), "X");
    assert_eq!(died("indestructible", "0/1", "X 2/2"), "");
    let lifelinker = fight("A 2/2 | counters = { lifelink = 1 }", "").attack("A").block("");
    assert_eq!(lifelinker.best("lifegain"), 2);
}

#[test]
fn exalted_counters_are_instances() {
    // CR 122.1b, 702.83b: two counters give it twice.
    assert_eq!(fight("A 2/2 | counters = { exalted = 2 }", "").attack("A").block("").best("face"), 4);
}

#[test]
fn trample_over_planeswalkers_is_a_variant() {
    // CR 122.1b, 702.19c: 3 to W, 2 to its controller.
    let counter = "A 5/5 | counters = { 'trample over planeswalkers' = 1 }";
    assert_eq!(fight(counter, "").walker(3).attack("A=W").block("").best("face"), 2);
}

#[test]
fn a_shield_counter_prevents_all_damage_of_one_event() {
    // CR 122.1c: both attackers' damage at the price of one counter.
    let fight = fight("A 9/9; B 9/9", "X 0/1 can block any number of creatures | counters = { shield = 1 }");
    assert_eq!(fight.attack("A B").block("X=A+B").after("face").died, "");
}

#[test]
fn one_shield_counter_is_used_in_each_step() {
    // CR 122.1c, 510.4: a double striker meets the second step with one counter less.
    for (shields, died) in [(1, "X"), (2, "")] {
        let fight = fight("A 4/4 double strike", &format!("X 0/1 | counters = {{ shield = {shields} }}"));
        assert_eq!(fight.attack("A").block("X=A").after("face").died, died, "{shields}");
    }
}

#[test]
fn a_shielded_blocker_needs_lethal_damage_twice() {
    // CR 122.1c, 702.19b: nothing is marked in the first step: 2 and 2 of 4 and 4.
    let fight = fight("A 4/4 double strike, trample", "X 0/2 | counters = { shield = 1 }").attack("A").block("X=A");
    assert_eq!(fight.best("face"), 4);
}

#[test]
fn what_a_shield_prevents_has_no_effect() {
    // CR 122.1c, 615.6: no deathtouch, no wither, no lifelink.
    let shielded = "X 0/2 | counters = { shield = 1 }";
    let fight = fight("A 2/2 deathtouch, wither, lifelink", shielded).attack("A").block("X=A");
    assert_eq!((fight.after("face").died, fight.best("lifegain")), (String::new(), 0));
}

#[test]
fn a_shield_is_no_help_against_toughness_0() {
    // CR 704.5f, 122.1c: flanking deals no damage and destroys nothing.
    let fight = fight("A 0/1 flanking", "X 1/1 | counters = { shield = 1 }").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "X");
}

#[test]
fn a_shield_is_no_help_without_damage_to_prevent() {
    // CR 122.1c: an unblocked step uses nothing up: F strikes another first, and X's counter waits for the second step.
    let fight = fight("F 3/3 first strike; A 3/3", "X 0/1 | counters = { shield = 1 }; Y 0/1").attack("F A");
    assert_eq!(fight.block("X=A Y=F").after("face").died, "Y");
}

#[test]
fn protection_spares_the_shield() {
    // CR 616.1: X's controller lets protection prevent the red damage and keeps the counter for the second step.
    let fight = fight(
        "F 3/3 first strike | colors = ['red']; A 3/3",
        "X 0/1 protection from red, can block any number of creatures | counters = { shield = 1 }",
    );
    assert_eq!(fight.attack("F A").block("X=F+A").after("face").died, "");
}

#[test]
fn stun_counters_do_not_stop_an_untapped_creature() {
    // CR 122.1d: they only replace untapping.
    assert!(fight("A 1/1 | counters = { stun = 2 }", "").attack("A").legal());
    assert!(fight("A 1/1", "X 1/1 | counters = { stun = 1 }").attack("A").block("X=A").legal());
}

#[test]
fn counters_on_a_player_and_on_what_is_attacked() {
    // CR 122.1e-g: poison, loyalty and defense are what 704.5c, 704.5i and 704.5v look at.
    let fight = fight("A 2/2 infect", "").theirs("poison = 8").walker(2).siege(2);
    assert_eq!(fight.attack("A").block("").best("win"), 1);
    assert_eq!(fight.attack("A=W").block("").best("walkers"), 1);
    assert_eq!(fight.attack("A=B").block("").after("defense").defense(), 0);
}
