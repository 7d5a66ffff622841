//! Whole numbers as cards write them: "2" or "two".

const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A number in digits or as a word in lower case, within [`MAX_AMOUNT`](super::MAX_AMOUNT).
pub(super) fn parse(text: &str) -> Option<i64> {
    if let Some(number) = WORDS.iter().position(|word| *word == text) {
        return i64::try_from(number).ok();
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = if is_number { text.parse().ok()? } else { return None };
    (-super::MAX_AMOUNT..=super::MAX_AMOUNT).contains(&number).then_some(number)
}

/// A number of things: one or more.
pub(super) fn parse_count(text: &str) -> Option<i64> {
    parse(text).filter(|number| *number >= 1)
}

/// The number as a card would print it in a sentence.
pub(super) fn word(number: i64) -> String {
    match usize::try_from(number).ok().and_then(|index| WORDS.get(index)) {
        Some(word) => (*word).to_owned(),
        None => number.to_string(),
    }
}
