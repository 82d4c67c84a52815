//! Searches that found no place. A body that is stuck searches again in every step, among the same
//! polygons. So the last failures are kept, each under a key of everything that the search depends
//! on: it is repeated as soon as any of it changes.

use glam::DVec3;

use super::{Bounds, Search};
use crate::geometry::key::{mixed, of_place};
use crate::slide::Depenetration;
use crate::slide::mover::Mover;

/// Number of failures that are kept: of as many bodies that are stuck at once.
const KEPT: usize = 16;

/// A key of 128 bits: two searches that differ have different keys.
pub(super) type Key = [u64; 2];

/// The last failures, in a ring.
#[derive(Debug, Default)]
pub(super) struct Failures {
    list: Vec<(Key, Depenetration)>,
    next: usize,
}

impl Failures {
    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<(Key, Depenetration)>()
    }
}

impl Search {
    pub(super) fn failed_before(&self, key: Key) -> Option<Depenetration> {
        self.failures.list.iter().find(|failure| failure.0 == key).map(|failure| failure.1)
    }

    pub(super) fn remember(&mut self, key: Key, failed: Depenetration) {
        let Failures { list, next } = &mut self.failures;
        if list.len() < KEPT {
            list.reserve_exact(KEPT - list.len());
            list.push((key, failed));
        } else {
            list[*next] = (key, failed);
            *next = (*next + 1) % KEPT;
        }
    }
}

impl Mover<'_> {
    /// Returns a key of the body, its place, the solid instances that enclose it, and every polygon
    /// that the search can see.
    pub(super) fn key_of_search(&self, solids: &[u32], bounds: Bounds) -> Key {
        let (space, all) = (&self.space, &self.scratch.candidates);
        let Bounds { radii, work, room } = bounds;
        let region = self.gathered.region();
        let lengths = [self.skin, radii, region.radius, space.radius, self.band, self.roughness];
        let vectors =
            [space.origin, space.half_extents, space.bare_half_lengths(), space.core().unwrap_or_default()];
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| space.unit_from_world(axis));
        let mut words = 0;
        let mut key = [0x5EED, 0xFACE];
        let mut add = |word: u64| {
            key = [mixed(key[0], word), mixed(key[1].rotate_left(17), word ^ words)];
            words += 1;
        };
        lengths.into_iter().for_each(|x| add(x.to_bits()));
        vectors.into_iter().chain(axes).for_each(|v| add(of_place(v)));
        add(work as u64);
        add(room as u64);
        solids.iter().for_each(|&solid| add(u64::from(solid)));
        for i in 0..all.len() {
            let is_solid = self.world.is_solid(all.get(i).instance);
            add(u64::from(all.is_passing(i)) | u64::from(is_solid) << 1);
            all.obstacle(i).corners.iter().for_each(|&corner| add(of_place(corner)));
        }
        key
    }
}
