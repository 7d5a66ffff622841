//! The short form of a creature: `[N x] [NAME] P/T [ability, ability …]`.

use super::defect::quoted;
use super::setup::CreatureSetup;

/// Reads the short form; abilities are not looked at. `Err` is what is wrong with it.
pub(super) fn parse(text: &str) -> Result<CreatureSetup, String> {
    let (count, rest) = split_count(text.trim())?;
    let Some((name, size, abilities)) = split_at_size(rest) else {
        return Err(format!("{} holds no power/toughness such as 2/3", quoted(text)));
    };
    if let Some(number) = number_of_copies(name) {
        return Err(if rest.len() < text.trim().len() {
            format!("there are two counts, {count} and {}, and a creature takes one", quoted(number))
        } else {
            format!(
                "the count {} is no whole number of at least 1, such as the 3 in \"3 x Goblin 1/1\"",
                quoted(number)
            )
        });
    }
    let (power, toughness) = size.split_once('/').unwrap_or((size, ""));
    let number = |digits: &str| {
        digits.parse::<i64>().map_err(|_| format!("{} is beyond the limit of {}", quoted(digits), limit()))
    };
    let (power, toughness) = (number(power)?, number(toughness)?);
    let name = if name.is_empty() { format!("{power}/{toughness}") } else { name.to_owned() };
    let abilities: Vec<String> = match abilities {
        "" => Vec::new(),
        list => list.split(',').map(|ability| ability.trim().to_owned()).collect(),
    };
    if abilities.iter().any(String::is_empty) {
        return Err(format!("an ability is missing beside a comma in {}", quoted(text)));
    }
    Ok(CreatureSetup { name, count, power, toughness, abilities, ..CreatureSetup::default() })
}

fn limit() -> String {
    super::limits::grouped(super::limits::MAX_AMOUNT)
}

/// Takes "3 x" or "3x" off the front.
fn split_count(text: &str) -> Result<(i64, &str), String> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - digits.len());
    let after = rest.trim_start().strip_prefix(['x', 'X', '×']).filter(|after| after.starts_with(char::is_whitespace));
    match after {
        Some(after) if !number.is_empty() => match number.parse() {
            Ok(count) => Ok((count, after.trim_start())),
            Err(_) => Err(format!("the count {} is beyond the limit", quoted(number))),
        },
        _ => Ok((1, text)),
    }
}

/// The number in front of a name that begins like a count, "-1 x" or "1.5x": what is not a whole number would be taken
/// for a name without a word.
fn number_of_copies(name: &str) -> Option<&str> {
    let (number, rest) = name.split_at(name.find(|c: char| c.is_whitespace() || matches!(c, 'x' | 'X' | '×'))?);
    let after = rest.trim_start().strip_prefix(['x', 'X', '×'])?;
    let is_number = number.contains(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '–' | '.' | ',' | '\'' | '_'));
    (is_number && (after.is_empty() || after.starts_with(char::is_whitespace))).then_some(number)
}

/// What stands before the first word of the shape integer/integer, that word, and what stands behind it.
fn split_at_size(text: &str) -> Option<(&str, &str, &str)> {
    let mut start = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if is_size(word) {
            return Some((text[..start].trim(), word, text[start + word.len()..].trim()));
        }
        start += piece.len();
    }
    None
}

fn is_size(word: &str) -> bool {
    let is_integer = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    word.split_once('/').is_some_and(|(power, toughness)| is_integer(power) && is_integer(toughness))
}
