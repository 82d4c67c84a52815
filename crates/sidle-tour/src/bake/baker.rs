//! Computes the light of every texel, row by row, on all threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indicatif::ProgressBar;
use rayon::prelude::*;
use sidle::{DVec3, QueryFilter, Vec3};

use super::charts::{Chart, Charts};
use super::light::Light;
use super::places::places;
use super::sampler::Sampler;
use sidle_cli::level::Level;

/// Approximate number of shadow rays per batch.
const TOGETHER: usize = 4096;

/// Signs of the normal for the two sides of a face. Each side has its own light.
pub(crate) const SIDES: [f32; 2] = [1.0, -1.0];

/// The data that is the same for every texel.
pub(crate) struct Baker<'a> {
    pub(crate) level: &'a Level,
    pub(crate) lights: &'a [Light],
    pub(crate) sampler: Sampler,
    /// Distance between a face and the start of its shadow rays, in metres.
    pub(crate) offset: f32,
    /// Longest side of the level in metres.
    pub(crate) extent: f32,
    /// Set by Ctrl-C. Texels that are not baked yet stay dark.
    pub(crate) stop: &'a AtomicBool,
    /// Progress bar that counts rows.
    pub(crate) bar: &'a ProgressBar,
    /// Number of shadow rays that were cast.
    pub(crate) rays: AtomicU64,
    /// For each light, the number of its rays that reached a texel.
    pub(crate) reached: Vec<AtomicU64>,
}

/// Light of the two sides of a chart, row by row; empty for an unlit side.
pub(crate) type Sides = [Vec<f32>; 2];

/// A row of texels.
struct Row<'a> {
    chart: &'a Chart,
    /// Unit normal away from the side.
    normal: Vec3,
    places: &'a [[f32; 2]],
    /// Key of the first texel. Every texel of the level has a different key.
    key: u64,
}

/// Shadow rays to cast, with the texel and the light of each.
#[derive(Default)]
struct Batch {
    segments: Vec<(DVec3, DVec3)>,
    gains: Vec<(usize, f32)>,
    blocked: Vec<bool>,
}

impl Baker<'_> {
    /// Bakes all charts.
    pub(crate) fn bake(&self, charts: &Charts) -> Vec<Sides> {
        charts.list.par_iter().enumerate().map(|(i, chart)| self.bake_chart(i as u64, chart)).collect()
    }

    /// Returns true if any light is in front of a side of a chart.
    pub(crate) fn may_be_lit(lights: &[Light], chart: &Chart, side: usize) -> bool {
        lights.iter().any(|l| l.is_before(chart.place([0.0; 2]), chart.normal * SIDES[side]))
    }

    fn bake_chart(&self, number: u64, chart: &Chart) -> Sides {
        let lit = [0, 1].map(|side| Self::may_be_lit(self.lights, chart, side));
        if lit == [false, false] {
            return Sides::default();
        }
        let places = places(self.level, chart, 2.0 * self.offset / chart.texel());
        let width = chart.size[0] as usize;
        [0, 1].map(|side| {
            if !lit[side] {
                return Vec::new();
            }
            let normal = chart.normal * SIDES[side];
            let mut texels = vec![0.0; places.len()];
            let rows = texels.par_chunks_mut(width).zip(places.par_chunks(width)).enumerate();
            rows.for_each_init(Batch::default, |batch, (j, (texels, places))| {
                let key = (number * 2 + side as u64) << 32 | (j * width) as u64;
                self.bake_row(&Row { chart, normal, places, key }, batch, texels);
                self.bar.inc(1);
            });
            if texels.iter().all(|&t| t == 0.0) {
                return Vec::new();
            }
            self.unbury(chart, normal, &places, texels)
        })
    }

    fn bake_row(&self, row: &Row<'_>, batch: &mut Batch, texels: &mut [f32]) {
        for (number, light) in self.lights.iter().enumerate() {
            for (i, &place) in row.places.iter().enumerate() {
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
                if !place[0].is_nan() {
                    self.ask(row, (number, light), i, self.start(row.chart, row.normal, place), batch);
                }
                if batch.segments.len() >= TOGETHER {
                    self.answer(number, batch, texels);
                }
            }
            self.answer(number, batch, texels);
        }
    }

    /// Returns the start of the rays of a texel: off the face, so that the face does not shadow
    /// itself.
    fn start(&self, chart: &Chart, normal: Vec3, place: [f32; 2]) -> Vec3 {
        chart.place(place) + normal * self.offset
    }

    /// Adds the rays of a texel to a light, weighted with Lambert's law per sample. All samples use
    /// the distance of the centre of the light. A fully visible ball then gives the same light as a
    /// point in its centre.
    fn ask(&self, row: &Row<'_>, (number, light): (usize, &Light), i: usize, from: Vec3, batch: &mut Batch) {
        let Some(disc) = light.seen_from(from, self.extent) else { return };
        let distance = (disc.centre - from).length();
        let mut ask = |to: Vec3, share: f32| {
            let gain = disc.full * share * row.normal.dot(to - from) / distance;
            if gain > 0.0 {
                batch.segments.push((from.as_dvec3(), to.as_dvec3()));
                batch.gains.push((i, gain));
            }
        };
        if light.is_ball() {
            let key = (row.key + i as u64) ^ (number as u64) << 56;
            let share = 1.0 / self.sampler.count() as f32;
            for [a, b] in self.sampler.places(key) {
                ask(disc.centre + disc.axes[0] * a + disc.axes[1] * b, share);
            }
        } else {
            ask(disc.centre, 1.0);
        }
    }

    fn answer(&self, light: usize, batch: &mut Batch, texels: &mut [f32]) {
        self.level.world.are_blocked(&batch.segments, &QueryFilter::ALL, &mut batch.blocked);
        let mut reached = 0;
        for (&(i, gain), _) in batch.gains.iter().zip(&batch.blocked).filter(|b| !b.1) {
            texels[i] += gain;
            reached += 1;
        }
        self.rays.fetch_add(batch.segments.len() as u64, Ordering::Relaxed);
        self.reached[light].fetch_add(reached, Ordering::Relaxed);
        batch.segments.clear();
        batch.gains.clear();
    }

    /// Fills dark texels inside a solid that stands on the face. Interpolation would mix them with
    /// their neighbours and draw a dark line around the solid. A texel gets the light of lit
    /// neighbours if the back of a face lies between them.
    fn unbury(&self, chart: &Chart, normal: Vec3, places: &[[f32; 2]], texels: Vec<f32>) -> Vec<f32> {
        let [width, height] = chart.size.map(|n| n as usize);
        let mut mended = texels.clone();
        for (k, &place) in places.iter().enumerate().filter(|&(k, p)| texels[k] == 0.0 && !p[0].is_nan()) {
            let (x, y) = (k % width, k / width);
            let around = (y.saturating_sub(1)..(y + 2).min(height))
                .flat_map(|j| (x.saturating_sub(1)..(x + 2).min(width)).map(move |i| j * width + i));
            let from = self.start(chart, normal, place);
            let behind = |&other: &usize| self.sees_back(from, self.start(chart, normal, places[other]));
            let lit = around.filter(|&other| texels[other] > 0.0).filter(behind);
            let (sum, count) = lit.fold((0.0, 0.0), |(sum, count), other| (sum + texels[other], count + 1.0));
            if count > 0.0 {
                mended[k] = sum / count;
            }
        }
        mended
    }

    fn sees_back(&self, from: Vec3, to: Vec3) -> bool {
        let hit = self.level.world.cast_ray(from, to - from, &QueryFilter::ALL);
        hit.is_some_and(|hit| self.level.front(hit.surface.polygon.index() as u32).dot(to - from) > 0.0)
    }
}
