//! Triggers that follow from the declarations: rampage 702.23, flanking 702.25, bushido 702.45, frenzy 702.68,
//! exalted 702.83, battle cry 702.91, melee 702.121, afflict 702.130.

use super::fight::fight;

const GANG: &str = "can block any number of creatures";

#[test]
fn exalted_helps_a_lone_attacker() {
    // CR 702.83a-b: +1/+1 for each instance that its controller has, also on creatures that stay home.
    let three = fight("A 2/2 exalted, exalted; B 2/2; E 0/1 exalted", "");
    assert_eq!(three.attack("A").block("").best("face"), 5);
    assert_eq!(three.attack("B").block("").best("face"), 5);
}

#[test]
fn exalted_is_nothing_for_two_attackers() {
    // CR 702.83b, 506.5: not alone, even if the other one attacks a planeswalker.
    let two = fight("A 2/2 exalted, exalted; B 2/2", "").walker(9);
    assert_eq!(two.attack("A B").block("").best("face"), 4);
    assert_eq!(two.attack("A B=W").block("").best("face"), 2);
}

#[test]
fn attacking_alone_can_be_better() {
    // CR 702.83a: 5 alone, 4 together.
    let two = fight("A 2/2 exalted, exalted, exalted; B 2/2", "");
    assert_eq!(two.best("face"), 5);
    assert_eq!(two.after("face").attackers, 1);
}

#[test]
fn the_defending_players_exalted_is_nothing() {
    // CR 702.83a: "a creature you control attacks alone".
    assert_eq!(fight("A 2/2", "X 1/1 exalted").attack("A").block("").best("face"), 2);
}

#[test]
fn exalted_raises_toughness_too() {
    // CR 702.83a: 3/3 survives 2 and kills 2/3.
    let fight = fight("A 2/2 exalted", "X 2/3").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "X");
}

#[test]
fn battle_cry_helps_each_other_attacker() {
    // CR 702.91a: A and B get +1/+0 from each other, C from both: 3 + 3 + 3.
    let three = fight("A 2/2 battle cry; B 2/2 battle cry; C 1/1", "");
    assert_eq!(three.attack("A B C").block("").best("face"), 9);
    // Who stays home cries for nobody.
    assert_eq!(three.attack("A C").block("").best("face"), 4);
}

#[test]
fn battle_cries_add_up() {
    // CR 702.91b: two instances, but not for itself: 2 + (1 + 2).
    assert_eq!(fight("A 2/2 battle cry, battle cry; C 1/1", "").attack("A C").block("").best("face"), 5);
}

#[test]
fn battle_cry_raises_power_only() {
    // CR 702.91a: C 2/1 trades with X 2/2.
    let fight = fight("A 2/2 battle cry; C 1/1", "X 1/2").attack("A C").block("X=C");
    assert_eq!(fight.after("face").died, "C X");
}

#[test]
fn melee_counts_players_attacked() {
    // CR 702.121a: each opponent that a creature attacked, by any creature; not planeswalkers.
    let two = fight("A 2/2 melee; B 1/1", "").walker(9).foe("", "");
    assert_eq!(two.attack("A").block("").best("face"), 3);
    assert_eq!(two.attack("A B=foe").block("").best("face"), 5);
    assert_eq!(two.attack("A=W").block("").best("loyalty"), 2);
    assert_eq!(two.attack("A=W B=foe").block("").best("loyalty"), 3);
}

#[test]
fn melee_counts_each_opponent_once_and_each_instance() {
    // CR 702.121a-b: two attackers of one opponent are one; two instances are +2/+2.
    let two = fight("A 2/2 melee, melee; B 1/1", "X 0/4").attack("A B");
    assert_eq!(two.block("").best("face"), 5);
    assert_eq!(two.block("X=A").after("face").died, "X");
}

#[test]
fn bushido_on_either_side() {
    // CR 702.45a: +N/+N when it blocks or becomes blocked.
    assert_eq!(fight("A 2/2 bushido 2", "X 3/4").attack("A").block("X=A").after("face").died, "X");
    assert_eq!(fight("A 3/4", "X 2/2 bushido 2").attack("A").block("X=A").after("face").died, "A");
}

#[test]
fn bushido_is_nothing_for_the_unblocked() {
    // CR 702.45a.
    assert_eq!(fight("A 2/2 bushido 2", "").attack("A").block("").best("face"), 2);
}

#[test]
fn bushido_triggers_once_a_combat() {
    // CR 702.45a, 509.3c-d: two blockers make one trigger: 4 damage less 1 and 1.
    let fight = fight("A 2/2 bushido 2, trample", "X 0/1; Y 0/1").attack("A").block("X=A Y=A");
    assert_eq!(fight.best("face"), 2);
    // Blocking two attackers is one block: X 3/3 deals 3 and kills one of two 0/2 (worth 2); 4 would kill both.
    let blocker = super::fight::fight("A 0/2; B 0/2", &format!("X 2/2 bushido 1, {GANG}")).attack("A B").block("X=A+B");
    assert_eq!(blocker.best("-losses"), -2);
}

#[test]
fn bushidos_add_up() {
    // CR 702.45b: each instance triggers: 2 + 1 + 2 less 3.
    assert_eq!(fight("A 2/2 bushido 1, bushido 2, trample", "X 0/3").attack("A").block("X=A").best("face"), 2);
}

#[test]
fn rampage_counts_blockers_beyond_the_first() {
    // CR 702.23a: 3 + 2·2 less 6; with one blocker nothing is added; with none either.
    let three = fight("A 3/3 trample, rampage 2", "X 0/2; Y 0/2; Z 0/2").attack("A");
    assert_eq!(three.block("X=A Y=A Z=A").best("face"), 1);
    assert_eq!(three.block("X=A").best("face"), 1);
    assert_eq!(three.block("").best("face"), 3);
}

#[test]
fn rampages_add_up() {
    // CR 702.23c: two instances of 1 with one blocker beyond the first: 3 + 2 less 4.
    let fight = fight("A 3/3 trample, rampage 1, rampage 1", "X 0/2; Y 0/2").attack("A").block("X=A Y=A");
    assert_eq!(fight.best("face"), 1);
}

#[test]
fn rampage_raises_toughness_too() {
    // CR 702.23a: 5/5 survives 2 + 2.
    let fight = fight("A 3/3 rampage 2", "X 2/9; Y 2/9").attack("A").block("X=A Y=A");
    assert_eq!(fight.best("-losses"), 0);
}

#[test]
fn rampage_is_settled_before_flanking_kills() {
    // CR 603.3b: the active player orders both triggers and lets rampage count two blockers, which flanking then
    // kills (704.5f): 3 + 1, all to the player (702.19d).
    let fight = fight("A 3/3 trample, rampage 1, flanking", "X 0/1; Y 0/1").attack("A").block("X=A Y=A");
    assert_eq!(fight.best("face"), 4);
}

#[test]
fn flanking_shrinks_blockers_without_flanking() {
    // CR 702.25a: X 2/2 becomes 1/1, so A 2/2 survives; a blocker with flanking stays 2/2.
    assert_eq!(fight("A 2/2 flanking", "X 2/2").attack("A").block("X=A").after("face").died, "X");
    assert_eq!(fight("A 2/2 flanking", "X 2/2 flanking").attack("A").block("X=A").after("face").died, "A X");
}

#[test]
fn flanking_shrinks_each_blocker() {
    // CR 702.25a: 1/1 dies before damage, 0/2 becomes -1/1: 3 less 1.
    let fight = fight("A 3/3 trample, flanking", "X 1/1; Y 0/2").attack("A").block("X=A Y=A");
    assert_eq!(fight.best("face"), 2);
}

#[test]
fn flankings_add_up() {
    // CR 702.25b: X 3/3 gets -2/-2.
    let fight = fight("A 1/2 flanking, flanking", "X 3/3").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "X");
}

#[test]
fn flanking_is_nothing_for_a_blocker() {
    // CR 702.25a: "whenever this creature becomes blocked".
    assert_eq!(fight("A 2/2", "X 2/2 flanking").attack("A").block("X=A").after("face").died, "A X");
}

#[test]
fn flanking_of_two_attackers_hits_a_common_blocker_twice() {
    // CR 702.25a, 509.3d: X 0/3 gets -1/-1 from each.
    let fight = fight("A 1/1 flanking; B 0/1 flanking", &format!("X 0/3 {GANG}")).attack("A B").block("X=A+B");
    assert_eq!(fight.after("face").died, "X");
}

#[test]
fn the_blockers_bushido_comes_before_flanking() {
    // CR 603.3b, 405.3: the defending player's trigger is on top of the stack: X 1/1, 2/2, then 1/1, and strikes for 1.
    let fight = fight("A 2/1 flanking", "X 1/1 bushido 1").attack("A").block("X=A");
    assert_eq!(fight.after("face").died, "A X");
}

#[test]
fn frenzy_helps_the_unblocked() {
    // CR 702.68a-b: 2 + 3 and 2 + 1 + 1; blocked it stays 2 and doesn't kill 0/3.
    assert_eq!(fight("A 2/2 frenzy 3", "").attack("A").block("").best("face"), 5);
    assert_eq!(fight("A 2/2 frenzy 1, frenzy 1", "").attack("A").block("").best("face"), 4);
    assert_eq!(fight("A 2/2 frenzy 3", "X 0/3").attack("A").block("X=A").best("kills"), 0);
}

#[test]
fn frenzy_raises_power_only_against_planeswalkers_too() {
    // CR 702.68a: whatever it attacks.
    assert_eq!(fight("A 2/2 frenzy 1", "").walker(9).attack("A=W").block("").best("loyalty"), 3);
}

#[test]
fn afflict_takes_life_when_blocked() {
    // CR 702.130a-b: once an attacker however many block, each instance; not damage; nothing when unblocked.
    let fight = fight("A 3/3 afflict 2, afflict 1", "X 0/9; Y 0/9").attack("A");
    assert_eq!(fight.block("X=A Y=A").after("face").life(1), 17);
    assert_eq!(fight.block("X=A").best("face"), 0);
    assert_eq!(fight.block("").after("face").life(1), 17);
    assert_eq!(fight.block("").best("face"), 3);
}

#[test]
fn afflict_can_win() {
    // CR 702.130a, 704.5a.
    let fight = fight("A 1/1 afflict 2", "X 0/9").theirs("life = 2").attack("A").block("X=A");
    assert_eq!(fight.best("win"), 1);
}

#[test]
fn afflict_is_the_defending_players_loss() {
    // CR 508.5: of a planeswalker's attacker that is its controller.
    let fight = fight("A 1/1 afflict 2", "X 0/9").walker(3).foe("", "").attack("A=W").block("X=A");
    let after = fight.after("face");
    assert_eq!((after.life(1), after.life(2)), (18, 20));
}
