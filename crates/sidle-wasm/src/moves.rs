//! Moves of bodies.

use sidle::{Depenetration, Motion, MoveHit, OnOverlap, Outcome, Shape};

use crate::call;
use crate::code::Failure;
use crate::reader::Reader;
use crate::records::{move_config, shape};
use crate::writer::{Writer, halves};

/// The words of a position, a velocity and the facts of a move in the output.
const WORDS: usize = 6 + 3 + 8;

/// Moves bodies through a world, each on its own.
///
/// Input: the settings; the number n of bodies; flags (1: a shape for each body; 2: also write hits
/// and paths); the shapes; n positions; n displacements; n velocities.
///
/// Output: n positions; n velocities; n times reason, adjustment, distance, fraction, iterations,
/// skin and clearance, in eight words. With flag 2, for each body: the number of hits and the hits,
/// and the number of corners of the path and the corners.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_move(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let config = move_config(reader)?;
        let (count, flags) = (reader.count(12, "bodies")?, reader.word("flags")?);
        let (own_shape, details) = (flags & 1 != 0, flags & 2 != 0);
        let mut shapes = Reader::new(reader.words(if own_shape { 8 * count } else { 8 }, "shapes")?);
        let from = reader.positions(count, "position")?;
        let displacement = reader.vectors(count, "displacement")?;
        let velocity = reader.vectors(count, "velocity")?;
        reader.end()?;
        writer.0.resize(WORDS * count, 0);
        let mut body = Shape::point();
        for i in 0..count {
            if own_shape || i == 0 {
                body = shape(&mut shapes)?;
            }
            let motion = Motion { displacement: displacement.get(i), velocity: velocity.get(i) };
            let outcome = level.world.move_and_slide(&mut level.scratch, &body, from.get(i), motion, &config);
            put(writer, i, count, &outcome);
            if details {
                hits(writer, level.scratch.hits());
                path(writer, level.scratch.path());
            }
        }
        Ok(())
    })
}

/// Writes an outcome into the arrays of the output.
fn put(writer: &mut Writer<'_>, i: usize, count: usize, outcome: &Outcome) {
    let all = &mut *writer.0;
    for (k, x) in outcome.position.to_array().into_iter().enumerate() {
        all[6 * i + 2 * k..][..2].copy_from_slice(&halves(x));
    }
    for (k, x) in outcome.velocity.to_array().into_iter().enumerate() {
        all[6 * count + 3 * i + k] = x.to_bits();
    }
    let [fraction, high_fraction] = halves(outcome.fraction);
    let facts = [
        outcome.reason as u32,
        outcome.start_adjustment as u32,
        outcome.distance.to_bits(),
        fraction,
        high_fraction,
        outcome.iterations,
        outcome.skin.to_bits(),
        outcome.clearance.to_bits(),
    ];
    all[9 * count + 8 * i..][..8].copy_from_slice(&facts);
}

fn hits(writer: &mut Writer<'_>, hits: &[MoveHit]) {
    writer.word(hits.len() as u32);
    for hit in hits {
        writer.double(hit.fraction);
        writer.position(hit.point);
        writer.vector(hit.normal);
        writer.float(hit.speed_removed);
        writer.surface(&hit.surface);
    }
}

/// Writes the number of corners of a path and the corners.
pub(crate) fn path(writer: &mut Writer<'_>, path: &[sidle::DVec3]) {
    writer.word(path.len() as u32);
    path.iter().for_each(|&corner| writer.position(corner));
}

/// Finds free positions for bodies that overlap the world.
///
/// Input: the settings; a shape; the number n of positions; n positions. Output: for each the
/// position, the depth and the number of iterations.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_depenetrate(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let config = move_config(reader)?;
        if config.on_overlap != OnOverlap::Refuse {
            return Err(Failure::input("onOverlap has no effect here"));
        }
        let body = shape(reader)?;
        let count = reader.count(6, "positions")?;
        let from = reader.positions(count, "position")?;
        reader.end()?;
        for i in 0..count {
            let Depenetration { position, depth, iterations, .. } =
                level.world.depenetrate(&mut level.scratch, &body, from.get(i), &config);
            writer.position(position);
            writer.float(depth);
            writer.word(iterations);
        }
        Ok(())
    })
}
