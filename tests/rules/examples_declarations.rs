//! Worked examples of legal and illegal declarations: attacks R1-R7a and R27, blocks R7-R26, by the counts of CR 508.1d
//! and 509.1c.
//!
//! Left out: R4's tax, R6, R15 and R24 (costs). "Blocks A if able", R17, is the field `must_block`.

use super::fight::fight;

const MUST: &str = "must be blocked if able";
const LURE: &str = "all creatures able to block this creature do so";
const GUARD: &str = "G 0/1 no more than one creature can attack each combat";

#[test]
fn r1_at_most_one_attacker_and_one_must() {
    // CR 508.1d.
    let pair = fight("X 2/2 attacks each combat if able; Y 2/2", GUARD);
    pair.expect_attacks(&["X"], &["", "Y", "X Y"]);
}

#[test]
fn r2_must_attack_but_not_alone() {
    // CR 508.1c-d: Y is dragged along; tapped, it frees X.
    let x = "X 2/2 attacks each combat if able, can't attack alone";
    fight(&format!("{x}; Y 2/2"), "").expect_attacks(&["X Y"], &["", "X", "Y"]);
    fight(&format!("{x}; Y 2/2 | tapped = true"), "").expect_attacks(&[""], &["X", "X Y"]);
}

#[test]
fn r3_two_that_cant_attack_alone() {
    // CR 508.1c.
    fight("X 2/2 can't attack alone; Y 2/2 can't attack alone", "").expect_attacks(&["", "X Y"], &["X", "Y"]);
}

#[test]
fn r4_goaded_by_one() {
    // CR 701.15b.
    fight("X 2/2 | goaded_by = ['opp']", "").foe("", "").expect_attacks(&["X=foe"], &["", "X"]);
}

#[test]
fn r5_goaded_by_both() {
    // CR 701.15c: 3 of 4 by attacking a player, 2 by attacking a planeswalker.
    let three = fight("X 2/2 | goaded_by = ['opp', 'foe']", "").walker(3).foe("", "");
    three.expect_attacks(&["X", "X=foe"], &["", "X=W"]);
}

#[test]
fn r7a_goad_against_one_requirement() {
    // CR 508.1d: 2 against 1.
    let three = fight("X 2/2 | goaded_by = ['opp']; Y 2/2 attacks each combat if able", GUARD).foe("", "");
    three.expect_attacks(&["X=foe"], &["", "X", "Y", "Y=foe", "X=foe Y"]);
}

#[test]
fn r27_unless_the_defending_player_controls_an_island() {
    // CR 508.1c, 508.5: judged for the controller of an attacked planeswalker too.
    let three = fight("X 2/2 can't attack unless defending player controls an Island", "")
        .theirs("lands = ['Island']")
        .walker(3)
        .foe("", "planeswalkers = [{ name = 'V', loyalty = 3 }]");
    three.expect_attacks(&["", "X", "X=W"], &["X=foe", "X=V"]);
}

#[test]
fn r7_menace_and_one_who_must_block() {
    // CR 509.1c: b2 is dragged along.
    let pair = fight("M 2/2 menace", "b1 1/1 blocks each combat if able; b2 1/1").attack("M");
    pair.expect_blocks(&["b1=M b2=M"], &["", "b1=M", "b2=M"]);
}

#[test]
fn r8_menace_and_no_partner() {
    // CR 509.1c.
    let pair = fight("M 2/2 menace", "b1 1/1 blocks each combat if able; b2 1/1 can't block").attack("M");
    pair.expect_blocks(&[""], &["b1=M", "b1=M b2=M"]);
}

#[test]
fn r9_lure_and_must_be_blocked() {
    // CR 509.1c: 5 of 6 requirements: all on D, or one of them on E.
    let five = fight(&format!("D 2/2 {LURE}; E 2/2 {MUST}"), "5 x b 1/1").attack("D E");
    five.expect_blocks(
        &["b#1=D b#2=D b#3=D b#4=D b#5=D", "b#1=E b#2=D b#3=D b#4=D b#5=D", "b#1=D b#2=D b#3=D b#4=D b#5=E"],
        &["", "b#1=E b#2=E b#3=D b#4=D b#5=D", "b#1=D b#2=D b#3=D b#4=D", "b#1=E"],
    );
    // All on D, or any one of five on E.
    assert_eq!(five.blocks(), 6);
}

#[test]
fn r10_two_must_be_blocked() {
    // CR 509.1c.
    let mine = format!("A 2/2 {MUST}; B 2/2 {MUST}");
    fight(&mine, "b 1/1").attack("A B").expect_blocks(&["b=A", "b=B"], &[""]);
    fight(&mine, "b 1/1; c 1/1")
        .attack("A B")
        .expect_blocks(&["b=A c=B", "b=B c=A"], &["", "b=A", "b=A c=A", "b=B c=B"]);
}

#[test]
fn r11_menace_and_another_must_be_blocked() {
    // CR 509.1c: one of two at most: both on M, or at least one on N.
    fight(&format!("M 2/2 menace, {MUST}; N 2/2 {MUST}"), "b 1/1; c 1/1")
        .attack("M N")
        .expect_blocks(&["b=M c=M", "b=N", "c=N", "b=N c=N"], &["", "b=M", "b=M c=N"]);
}

#[test]
fn r12_lure_reaches_everyone_who_is_able() {
    // CR 509.1c: r may not choose the flyer.
    fight(&format!("L 2/2 {LURE}; F 2/2 flying"), "g 1/1; r 1/1 reach")
        .attack("L F")
        .expect_blocks(&["g=L r=L"], &["", "g=L", "g=L r=F", "r=L"]);
}

#[test]
fn r13_two_lures_outweigh_one() {
    // CR 509.1c.
    fight(&format!("X 2/2 {LURE}, {LURE}; Y 2/2 {LURE}"), "b 1/1").attack("X Y").expect_blocks(&["b=X"], &["", "b=Y"]);
}

#[test]
fn r14_lure_on_what_only_one_may_block() {
    // CR 509.1b-c: the other one is free.
    fight(&format!("X 2/2 {LURE}, can't be blocked by more than one creature; Z 2/2"), "b 1/1; c 1/1")
        .attack("X Z")
        .expect_blocks(&["b=X", "c=X", "b=X c=Z", "b=Z c=X"], &["", "b=X c=X", "b=Z", "b=Z c=Z"]);
}

#[test]
fn r16_two_lures_and_a_creature_that_blocks_two() {
    // CR 509.1c.
    fight(&format!("L1 2/2 {LURE}; L2 2/2 {LURE}"), "b 1/1 can block an additional creature each combat")
        .attack("L1 L2")
        .expect_blocks(&["b=L1+L2"], &["", "b=L1", "b=L2"]);
}

#[test]
fn r17_provoked_or_lured() {
    // CR 509.1c: one requirement each.
    fight(&format!("A 2/2; B 2/2 {LURE}"), "b 1/1 | must_block = ['A']")
        .attack("A B")
        .expect_blocks(&["b=A", "b=B"], &[""]);
}

#[test]
fn r18_forced_to_keep_company() {
    // CR 509.1c: only with c2 on B may c1 block A.
    fight(&format!("A 2/2 flying, {MUST}; B 2/2"), "c1 1/1 reach, can't block alone; c2 1/1")
        .attack("A B")
        .expect_blocks(&["c1=A c2=B"], &["", "c2=B", "c1=A", "c1=B c2=B"]);
}

#[test]
fn r19_at_most_one_blocker_and_two_must_be_blocked() {
    // CR 509.1b-c.
    let limit = "no more than one creature can block each combat";
    fight(&format!("A 2/2 {MUST}, {limit}; B 2/2 {MUST}"), "b 1/1; c 1/1")
        .attack("A B")
        .expect_blocks(&["b=A", "b=B", "c=A", "c=B"], &["", "b=A c=B", "b=A c=A"]);
}

#[test]
fn r20_must_block_and_must_be_blocked() {
    // CR 509.1c: 2 against 1.
    fight(&format!("M 2/2 {MUST}; N 2/2"), "b 1/1 blocks each combat if able")
        .attack("M N")
        .expect_blocks(&["b=M"], &["", "b=N"]);
}

#[test]
fn r21_lure_and_must_be_blocked_beside_two_more() {
    // CR 509.1c: 5 requirements at most: 4 + 1, 3 + 1 + 1 and 2 + 1 + 1 + 1 for B, Z1 and Z2.
    let four = fight(&format!("B 2/2 {LURE}, {MUST}; Z1 2/2 {MUST}; Z2 2/2 {MUST}"), "4 x b 1/1").attack("B Z1 Z2");
    four.expect_blocks(
        &[
            "b#1=B b#2=B b#3=B b#4=B",
            "b#1=Z1 b#2=B b#3=B b#4=B",
            "b#1=B b#2=B b#3=B b#4=Z2",
            "b#1=Z1 b#2=B b#3=Z2 b#4=B",
        ],
        &["b#1=Z1 b#2=Z1 b#3=B b#4=B", "b#1=B b#2=B b#3=B", "b#1=Z1 b#2=Z2 b#3=B"],
    );
    // 1 + 4 + 4 + 12 ways.
    assert_eq!(four.blocks(), 21);
}

#[test]
fn r22_one_is_owed() {
    // CR 509.1c and the ruling: the second may join, block the other or stay home.
    fight(&format!("M 2/2 {MUST}; N 2/2"), "b 1/1; c 1/1")
        .attack("M N")
        .expect_blocks(&["b=M", "c=M", "b=M c=M", "b=M c=N", "b=N c=M"], &["", "b=N", "b=N c=N"]);
}

#[test]
fn r23_lure_and_menace() {
    // CR 509.1b-c: two who are able, or one.
    let mine = format!("L 2/2 {LURE}, menace");
    fight(&mine, "b 1/1; c 1/1").attack("L").expect_blocks(&["b=L c=L"], &["", "b=L", "c=L"]);
    fight(&mine, "b 1/1; c 1/1 | tapped = true").attack("L").expect_blocks(&[""], &["b=L"]);
}

#[test]
fn r26_lure_on_someone_who_isnt_able() {
    // CR 509.1a-b.
    fight(&format!("L 2/2 {LURE}"), "b 1/1 | tapped = true").attack("L").expect_blocks(&[""], &["b=L"]);
    fight(&format!("L 2/2 {LURE}, flying; Z 2/2"), "b 1/1").attack("L Z").expect_blocks(&["", "b=Z"], &["b=L"]);
}
