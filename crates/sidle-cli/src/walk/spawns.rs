//! Spawns of the walkers.

use std::path::Path;

use anyhow::{Result, bail};
use sidle::{QueryFilter, Shape, Vec3};
use sidle_io::Units;
use sidle_judge::Judge;

use super::options::WalkArgs;
use super::simulate::{LEFT, is_near};
use super::voxels::Outside;
use crate::level::Level;
use crate::numbers::{FARTHEST, is_in_range};
use crate::shape::ShapeArg;

/// Columns of the grid that is searched for floors, along each side.
const COLUMNS: usize = 48;
/// Maximum number of floors that are searched in one column.
const STOREYS: usize = 24;
/// The steepest floor for a spawn, as the height of its unit normal: 45 degrees.
const WALKABLE: f32 = 0.7;
/// Free margin around a spawned walker, in metres.
const MARGIN: f32 = 0.02;
/// Maximum number of skipped spawns that are named one by one.
const MOST_NAMED: usize = 10;
/// Maximum number of spawns that are searched for.
const MOST: usize = 256;

/// Spawns that the user named.
pub(crate) struct Asked {
    /// In order; each within the limits of the library.
    places: Vec<Vec3>,
    /// The file or the option that they come from.
    source: String,
}

impl Asked {
    /// Returns the positions.
    pub(crate) fn places(&self) -> &[Vec3] {
        &self.places
    }
}

/// Spawns that can be used.
pub(crate) struct Chosen {
    /// Positions, at least one.
    pub(crate) places: Vec<Vec3>,
    /// One sentence per problem of the spawns.
    pub(crate) doubts: Vec<String>,
}

/// Returns the spawns of `--from` or `--spawns`, or `None` without either.
pub(crate) fn asked_for(args: &WalkArgs) -> Result<Option<Asked>> {
    if let Some(path) = &args.spawns {
        let places = read_places(path, args.units.units())?;
        return Ok(Some(Asked { places, source: path.display().to_string() }));
    }
    let named = Asked { places: args.from.clone(), source: "--from".to_owned() };
    Ok((!named.places.is_empty()).then_some(named))
}

/// Reads a spawn file, which has the units of its level. Every position must be within the limits
/// of the library.
pub fn read_places(path: &Path, units: Units) -> Result<Vec<Vec3>> {
    let place = |point: [f32; 3]| Vec3::from(units.point(point));
    let places: Vec<Vec3> = sidle_io::read_spawns(path)?.into_iter().map(place).collect();
    match places.iter().position(|&place| !is_in_range(place)) {
        Some(i) => {
            bail!("{}: point {i} (counted from 0) has a coordinate beyond {FARTHEST} m", path.display())
        }
        None => Ok(places),
    }
}

/// Returns the usable spawns of `asked`. Without `asked`, searches the level for floors.
pub(crate) fn choose(
    args: &WalkArgs,
    asked: Option<Asked>,
    level: &Level,
    judge: &Judge,
    outside: Option<&Outside>,
) -> Result<Chosen> {
    let file = args.level.display();
    let Some(Asked { places, source }) = asked else {
        let Floor { places, by_backs } = floor_for(&args.shape, level, judge, outside);
        if places.is_empty() {
            bail!(
                "{file}: no floor with room for {} was found; say where to start with --from, or correct --up and \
                 --scale",
                args.shape.text
            );
        }
        let mut doubts = vec![format!(
            "the {} places to start at were guessed from the floors: give your own with --spawns or --from",
            places.len()
        )];
        if by_backs {
            doubts.push(
                "no floor shows its front upwards: are the faces wound clockwise, or is another axis up?"
                    .into(),
            );
        }
        return Ok(Chosen { places, doubts });
    };
    let shape = &args.shape.text;
    let (mut usable, mut skipped) = (Vec::new(), 0);
    for (i, &place) in places.iter().enumerate() {
        let why = if !is_near(level.bounds, place.as_dvec3()) {
            format!("is more than {LEFT} m outside of the level")
        } else if !is_free(&args.shape, place, level, judge) {
            format!("is not free for {shape}")
        } else {
            usable.push(place);
            continue;
        };
        skipped += 1;
        if skipped > MOST_NAMED {
            continue;
        }
        let Vec3 { x, y, z } = place;
        eprintln!("sidle: {source}: place {i} (counted from 0) at {x},{y},{z} {why} and is skipped");
    }
    if skipped > MOST_NAMED {
        eprintln!("sidle: {source}: {} more places are skipped", skipped - MOST_NAMED);
    }
    if usable.is_empty() {
        bail!("{source}: none of the {} places can be used for {shape} in {file}", places.len());
    }
    let doubt =
        || format!("{skipped} of the {} places of {source} cannot be used and were skipped", places.len());
    let doubts = (skipped > 0).then(doubt).into_iter().collect();
    Ok(Chosen { places: usable, doubts })
}

/// Result of the search for floors.
struct Floor {
    /// Positions above floors.
    places: Vec<Vec3>,
    /// True if no front of a face points upwards, so that backs were taken as floors.
    by_backs: bool,
}

/// Returns positions above floors for a ball of 0.4 m.
pub fn find_floor(level: &Level, judge: &Judge, outside: Option<&Outside>) -> Vec<Vec3> {
    let shape = Shape::sphere(0.4);
    let ball = ShapeArg { text: "sphere:0.4".into(), shape, half: Vec3::splat(0.4) };
    floor_for(&ball, level, judge, outside).places
}

fn is_free(shape: &ShapeArg, place: Vec3, level: &Level, judge: &Judge) -> bool {
    let clear = judge.clearance(&shape.body(), place.to_array().map(f64::from), 0.0).gap >= 0.0;
    clear && !level.world.overlaps(&shape.shape, place, &QueryFilter::ALL)
}

/// Searches positions above floors with vertical rays on a grid, through every storey.
///
/// Only fronts count as floors, because the bottom of a solid looks like a floor from inside. If
/// the fronts of the file give no floors, backs count too. In a closed level only enclosed
/// positions are kept, in an open level only those connected with the outside.
fn floor_for(shape: &ShapeArg, level: &Level, judge: &Judge, outside: Option<&Outside>) -> Floor {
    let all = floors(level);
    // High enough that the walker does not overlap a floor of 45 degrees.
    let lift = shape.half.y / WALKABLE + MARGIN * 2.0;
    let grown = shape.grown(MARGIN);
    let places = |fronts_only: bool| -> Vec<Vec3> {
        let over = |&(floor, front): &(Vec3, f32)| {
            let up = if fronts_only { front } else { front.abs() };
            let place = floor + Vec3::Y * lift;
            let free = up > WALKABLE && !level.world.overlaps(&grown, place, &QueryFilter::ALL);
            (free && is_free(shape, place, level, judge)).then_some(place)
        };
        all.iter().filter_map(over).collect()
    };
    let mut found = places(true);
    let by_backs = found.is_empty();
    if by_backs {
        found = places(false);
    }
    if let Some(outside) = outside {
        let (enclosed, open): (Vec<Vec3>, Vec<Vec3>) = found.into_iter().partition(|&p| !outside.holds(p));
        // A closed level has about as much roof as floor. A few enclosed positions are cavities in
        // an open level.
        found = if 2 * enclosed.len() >= open.len() { enclosed } else { open };
    }
    // Choose positions spread over all of them.
    let count = found.len().min(MOST);
    Floor { places: (0..count).map(|i| found[i * found.len() / count]).collect(), by_backs }
}

/// Returns every floor below the columns of a grid, each with the height of the unit normal of its
/// front.
fn floors(level: &Level) -> Vec<(Vec3, f32)> {
    let (low, high) = level.bounds;
    let size = high - low;
    let mut floors = Vec::new();
    for i in 0..COLUMNS * COLUMNS {
        // Inside the cells but not at their exact centre, because levels are built on round
        // numbers.
        let [u, v] = [i % COLUMNS, i / COLUMNS].map(|k| (k as f32 + 0.4871) / COLUMNS as f32);
        let mut top = Vec3::new(low.x + size.x * u, high.y + 1.0, low.z + size.z * v);
        for _ in 0..STOREYS {
            let down = Vec3::Y * (low.y - 1.0 - top.y);
            let Some(hit) = level.world.cast_ray(top, down, &QueryFilter::ALL) else { break };
            floors.push((hit.point.as_vec3(), level.front(level.triangle(&hit.surface)).y));
            top.y = hit.point.y as f32 - 0.01;
        }
    }
    floors
}
