//! Objectives for random positions.

/// Objectives of every term, with factors of both signs.
pub const ANY: &[&str] = &[
    "damage",
    "trade",
    "balanced",
    "win, face + material",
    "win, 3*loyalty + face, material",
    "win, material, face",
    "face",
    "material",
    "kills, face",
    "win, poison, face",
    "walkers, face",
    "win, defense + loyalty, face",
    "lifegain, material",
    "win, material, lifegain",
    "- losses, win",
    "- kills, face",
    "- win, material",
    "win, - face, kills",
    "2*walkers - loyalty, face",
    "face - 2*kills, - lifegain",
    "- poison + losses",
    "win, 2*face + 3*material",
    "- kills",
    "lifegain",
    "win, face",
    "loyalty, walkers",
    "- loyalty + defense, - walkers",
    "poison, face",
    "- poison, - face + kills",
    "losses, - win",
    "- win, kills",
    "2*walkers - loyalty, 3*face - 2*kills",
    "- material, lifegain - defense",
    "kills - face, - losses + poison",
    "0*win, face",
    "- lifegain, - win, loyalty",
    "walkers + win + poison, - face, kills",
    "defense - face, loyalty - kills",
    "- kills, - loyalty - defense",
    "lifegain, - loyalty, walkers",
    "face + 2*loyalty - 5*walkers, - defense",
    "- kills - 3*face, - defense",
];

/// Objectives that never want less damage, fewer kills or more losses.
pub const NATURAL: &[&str] = &[
    "damage",
    "trade",
    "balanced",
    "win, face + material",
    "win, 3*loyalty + face, material",
    "win, material, face",
    "kills - losses, face",
    "walkers, face, material",
    "win, defense + loyalty, material",
    "win, material, lifegain",
    "win, 2*face + 3*material + lifegain",
];

/// Objectives in which more of everything is better for the active player. With all thresholds multiples of a number,
/// some best split then is one of multiples: for chosen deaths, losses of loyalty and of the game, what is left is a
/// flow between assigners and recipients, and the corners of its polytope are whole multiples.
pub const GROWING: &[&str] = &[
    "win, face + loyalty, kills",
    "face",
    "walkers, win, face",
    "kills, loyalty",
    "win, kills, defense",
    "lifegain, face",
];
