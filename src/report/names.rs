//! Lists of ids as a person would say them.

/// `("Goblin", 3)` of `Goblin#3`.
fn numbered(id: &str) -> Option<(&str, u64)> {
    let (name, number) = id.rsplit_once('#')?;
    let value: u64 = number.parse().ok()?;
    // An id like `Goblin#007` is a name that somebody chose: it would not come back from the number.
    (value.to_string() == number).then_some((name, value))
}

/// Whether `next` is the id that counts on from `id`.
pub(super) fn follows(id: &str, next: &str) -> bool {
    match (numbered(id), numbered(next)) {
        (Some((name, number)), Some((other, following))) => name == other && following.checked_sub(1) == Some(number),
        _ => false,
    }
}

/// The ids in order; three or more that count up are one entry, `Goblin#1–#40`.
pub(super) fn runs<'a>(ids: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut out = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for id in ids {
        if run.last().is_some_and(|last| !follows(last, id)) {
            close(&mut run, &mut out);
        }
        run.push(id);
    }
    close(&mut run, &mut out);
    out
}

fn close(run: &mut Vec<&str>, out: &mut Vec<String>) {
    match (run.first(), run.last().and_then(|id| numbered(id))) {
        (Some(first), Some((_, last))) if run.len() > 2 => out.push(format!("{first}–#{last}")),
        _ => out.extend(run.iter().map(|id| (*id).to_owned())),
    }
    run.clear();
}

/// `A, B and C`; beyond `most` entries the rest are counted.
pub(super) fn spoken(mut entries: Vec<String>, most: usize) -> String {
    if entries.len() > most + 1 {
        let more = entries.len() - most;
        entries.truncate(most);
        return format!("{} and {more} more", entries.join(", "));
    }
    match entries.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// `1 node`, `2 nodes`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_that_count_up_are_one_entry() {
        assert_eq!(runs(["Ox", "Elf#1", "Elf#2", "Elf#3", "Elf#5", "Elf#6"]), ["Ox", "Elf#1–#3", "Elf#5", "Elf#6"]);
        assert_eq!(runs(["Elf#08", "Elf#9", "Elf#10", "Orc#11"]), ["Elf#08", "Elf#9", "Elf#10", "Orc#11"]);
    }

    #[test]
    fn long_lists_end_in_a_count() {
        let entries = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
        assert_eq!(spoken(entries(1), 2), "1");
        assert_eq!(spoken(entries(3), 2), "1, 2 and 3");
        assert_eq!(spoken(entries(4), 2), "1, 2 and 2 more");
    }
}
