//! Casts, overlaps, closest points and contacts.

use sidle::{Contact, Hit, Surface};

use crate::call;
use crate::code::Failure;
use crate::records::{filter, shape};
use crate::world::Level;
use crate::writer::Writer;

/// Casts rays. Input: a filter; the number n; n origins; n motions. Output: n hits.
///
/// A hit has 17 words: a flag, the fraction, the point, the normal and the surface. Without a hit,
/// all are 0 but the fraction, which is 1.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_cast_rays(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let filter = filter(reader)?;
        let count = reader.count(12, "rays")?;
        let (origins, motions) = (reader.positions(count, "origin")?, reader.positions(count, "motion")?);
        reader.end()?;
        for i in 0..count {
            put(writer, level.world.cast_ray(origins.get(i), motions.get(i), &filter));
        }
        Ok(())
    })
}

/// Casts shapes. Input: a filter; a shape; the number n; n origins; n motions. Output: n hits, as
/// [`sidle_cast_rays`].
#[unsafe(no_mangle)]
pub extern "C" fn sidle_cast_shapes(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let (filter, body) = (filter(reader)?, shape(reader)?);
        let count = reader.count(12, "rays")?;
        let (origins, motions) = (reader.positions(count, "origin")?, reader.positions(count, "motion")?);
        reader.end()?;
        for i in 0..count {
            put(writer, level.world.cast_shape(&body, origins.get(i), motions.get(i), &filter));
        }
        Ok(())
    })
}

/// Casts one shape and writes every hit, nearest first. Input: a filter; a shape; an origin; a
/// motion. Output: the number of hits, and the hits.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_cast_shape_all(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let Level { world, hits, .. } = objects.worlds.get(world)?;
        let (filter, body) = (filter(reader)?, shape(reader)?);
        let (origin, motion) = (reader.position("origin")?, reader.position("motion")?);
        world.cast_shape_all(&body, origin, motion, &filter, hits);
        writer.word(hits.len() as u32);
        hits.drain(..).for_each(|hit| put(writer, Some(hit)));
        Ok(())
    })
}

fn put(writer: &mut Writer<'_>, hit: Option<Hit>) {
    writer.word(u32::from(hit.is_some()));
    let Some(hit) = hit else {
        writer.double(1.0);
        (0..14).for_each(|_| writer.word(0));
        return;
    };
    writer.double(hit.fraction);
    writer.position(hit.point);
    writer.vector(hit.normal);
    writer.surface(&hit.surface);
}

/// Tests whether a shape overlaps the world. Input: a filter; a shape; the number n; n positions.
/// Output: n flags.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_overlaps(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let (filter, body) = (filter(reader)?, shape(reader)?);
        let count = reader.count(6, "positions")?;
        let positions = reader.positions(count, "position")?;
        reader.end()?;
        for i in 0..count {
            writer.word(u32::from(level.world.overlaps(&body, positions.get(i), &filter)));
        }
        Ok(())
    })
}

/// Finds closest points. Input: a filter; the largest distance; the number n; n positions. Output
/// for each: a flag, the point, the distance and the surface.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_closest_points(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let filter = filter(reader)?;
        let farthest = f32::from_bits(reader.word("maxDistance")?);
        if farthest.is_nan() || farthest < 0.0 {
            return Err(Failure::input(format_args!("maxDistance is {farthest}, but must be 0 or more")));
        }
        let count = reader.count(6, "positions")?;
        let positions = reader.positions(count, "position")?;
        reader.end()?;
        for i in 0..count {
            let found = level.world.closest_point(positions.get(i), farthest, &filter);
            writer.word(u32::from(found.is_some()));
            match found {
                Some(found) => {
                    writer.position(found.point);
                    writer.float(found.distance);
                    writer.surface(&found.surface);
                }
                None => (0..12).for_each(|_| writer.word(0)),
            }
        }
        Ok(())
    })
}

/// Lists the contacts of a shape, nearest first. Input: a filter; a shape; a position; a margin.
/// Output: the number of contacts; for each the point, the normal, the distance and the surface.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_contacts(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let Level { world, contacts, .. } = objects.worlds.get(world)?;
        let (filter, body) = (filter(reader)?, shape(reader)?);
        let (position, margin) = (reader.position("position")?, reader.float("margin")?);
        world.contacts(&body, position, margin, &filter, contacts);
        writer.word(contacts.len() as u32);
        for Contact { point, normal, distance, surface, .. } in contacts {
            writer.position(*point);
            writer.vector(*normal);
            writer.float(*distance);
            writer.surface(surface);
        }
        Ok(())
    })
}

/// Lists the polygons that overlap a box. Input: a filter; the corners of the box. Output: the
/// number of polygons; for each the surface, the number of corners and the corners. Polygons of
/// instances are left out.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_polygons_in_box(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let Level { world, surfaces, .. } = objects.worlds.get(world)?;
        let filter = filter(reader)?;
        let (min, max) = (reader.position("min")?, reader.position("max")?);
        world.polygons_in_box(min, max, &filter, surfaces);
        writer.word(0);
        for Surface { instance, polygon, .. } in surfaces {
            if instance.index() != 0 {
                continue;
            }
            let Some(corners) = world.polygon(*polygon) else { continue };
            writer.0[0] += 1;
            writer.word(polygon.index() as u32);
            writer.word(corners.len() as u32);
            corners.into_iter().for_each(|corner| writer.vector(corner));
        }
        Ok(())
    })
}
