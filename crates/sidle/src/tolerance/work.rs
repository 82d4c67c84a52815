//! Limits of the work of one call.

/// Number of measured polygons, added up over the iterations of one move or of all moves of one
/// step of a character, after which a move ends as after its last iteration. The default number of
/// straight iterations reaches it with 1,000 polygons in reach. Larger: one call among tens of
/// thousands of polygons takes longer. Smaller: moves among thousands of polygons end early.
pub(crate) const MOST_WORK: usize = 500_000;

/// Work of a contact where there are more than [`MOST_CONTACTS`], in measured polygons.
pub(crate) const CONTACT_WORK: usize = 4;

/// The same for the iterations in which moving instances carry and push a body. Larger: a call
/// among thousands of polygons that turn takes longer. Smaller: bodies among them are crushed.
pub(crate) const MOST_CARRY_WORK: usize = 1_000_000;

/// The same for the part of the work of each iteration that is above [`FEW_POLYGONS`]: a ride among
/// few polygons needs many iterations, one among thousands has few.
pub(crate) const MOST_CROWDED_WORK: usize = 100_000;

/// Work of an iteration among few polygons, in measured polygons. Larger: a ride among a thousand
/// polygons takes longer. Smaller: bodies among hundreds of polygons are crushed.
pub(crate) const FEW_POLYGONS: usize = 500;

/// Work of the motion of one instance, in measured polygons.
pub(crate) const MOVING_WORK: usize = 16;

/// Number of cells of polygons and of descents in a call with a distance function, after which it
/// certifies nothing more. Larger: a call among thousands of polygons takes longer. Smaller: it
/// ends early among fewer of them.
pub(crate) const MOST_SDF_WORK: u32 = 1_000_000;

/// The same for the end of a move, in addition.
pub(crate) const MOST_SDF_END_WORK: u32 = 200_000;

/// Largest number of contacts besides obstacles. Of more, the nearest are kept: no others can hide
/// them, and the sweep finds those that were left out. Larger: a move among thousands of polygons
/// at one place takes longer. Smaller: it needs more iterations there.
pub(crate) const MOST_CONTACTS: usize = 1024;

/// Largest number of chords of one flight in a recorded path: enough for a skin of 1 nm and 0.9 s
/// under gravity, or 1 um and 29 s. Larger: longer flights are followed that closely. Smaller: a
/// path takes less memory.
pub(crate) const MOST_CHORDS: f64 = 65_536.0;
