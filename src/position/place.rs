//! Where in a file something stands: `players[0].creatures[2].abilities[1]`.

use std::fmt;

/// One step from a table or list to what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Segment {
    /// An entry of a table.
    Key(String),
    /// An item of a list.
    Index(usize),
    /// The key of the entry itself, where it is the key that is wrong; the path does not show it.
    OwnKey,
}

impl From<&str> for Segment {
    fn from(key: &str) -> Segment {
        Segment::Key(key.to_owned())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Segment {
        Segment::Index(index)
    }
}

/// A way from the top of a position to one of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Place(pub(super) Vec<Segment>);

impl Place {
    /// The position itself.
    pub(super) fn top() -> Place {
        Place::default()
    }

    /// The place one step further in.
    pub(super) fn then(&self, step: impl Into<Segment>) -> Place {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Place(steps)
    }

    /// The key of this entry.
    pub(super) fn own_key(&self) -> Place {
        self.then(Segment::OwnKey)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::OwnKey => {}
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) => {
                    if number > 0 {
                        f.write_str(".")?;
                    }
                    if is_bare(key) { f.write_str(key)? } else { write!(f, "{}", super::defect::quoted(key))? }
                }
            }
        }
        Ok(())
    }
}

/// Whether TOML would let the key stand without quotes. (Flags such as `--mine` are bare too.)
fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}
