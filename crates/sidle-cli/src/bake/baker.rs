//! Baking: the light of every texel, row by row, on all threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indicatif::ProgressBar;
use rayon::prelude::*;
use sidle::{QueryFilter, Vec3};

use super::charts::{Chart, Charts};
use super::light::Light;
use super::places::places;
use super::sampler::Sampler;
use crate::level::Level;

/// Shadow rays that are asked about together, about.
const TOGETHER: usize = 4096;

/// The two sides of a face. Each has its own light.
pub(crate) const SIDES: [f32; 2] = [1.0, -1.0];

/// What is the same for every texel.
pub(crate) struct Baker<'a> {
    pub(crate) level: &'a Level,
    pub(crate) lights: &'a [Light],
    pub(crate) sampler: Sampler,
    /// Metres between a face and the start of its shadow rays.
    pub(crate) offset: f32,
    /// The longest side of the level in metres.
    pub(crate) extent: f32,
    /// Set by Ctrl-C: what is not baked yet stays dark.
    pub(crate) stop: &'a AtomicBool,
    /// Counts rows.
    pub(crate) bar: &'a ProgressBar,
    /// Shadow rays that were asked about.
    pub(crate) rays: AtomicU64,
    /// For each light, how many of its rays reached a texel.
    pub(crate) reached: Vec<AtomicU64>,
}

/// The light of the two sides of a chart, row by row; empty where no light falls.
pub(crate) type Sides = [Vec<f32>; 2];

/// A row of texels.
struct Row<'a> {
    chart: &'a Chart,
    /// Unit vector away from the side.
    normal: Vec3,
    places: &'a [[f32; 2]],
    /// Another number for every texel of the level; this is the first one's.
    key: u64,
}

/// Shadow rays on their way, and the texel and the light that each stands for.
#[derive(Default)]
struct Batch {
    segments: Vec<(Vec3, Vec3)>,
    gains: Vec<(usize, f32)>,
    blocked: Vec<bool>,
}

impl Baker<'_> {
    /// All charts.
    pub(crate) fn bake(&self, charts: &Charts) -> Vec<Sides> {
        charts.list.par_iter().enumerate().map(|(i, chart)| self.bake_chart(i as u64, chart)).collect()
    }

    /// Whether any light is before a side of a chart.
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

    /// Where the rays of a texel start: off the face, so that it does not shadow itself.
    fn start(&self, chart: &Chart, normal: Vec3, place: [f32; 2]) -> Vec3 {
        chart.place(place) + normal * self.offset
    }

    /// Lambert's law for every sample: what comes in at a slant is spread over more of the face.
    /// All samples are taken to be as far away as the light's centre; then a ball in full view
    /// gives what a point in its centre gives.
    fn ask(&self, row: &Row<'_>, (number, light): (usize, &Light), i: usize, from: Vec3, batch: &mut Batch) {
        let Some(disc) = light.seen_from(from, self.extent) else { return };
        let distance = (disc.centre - from).length();
        let mut ask = |to: Vec3, share: f32| {
            let gain = disc.full * share * row.normal.dot(to - from) / distance;
            if gain > 0.0 {
                batch.segments.push((from, to));
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

    /// A dark texel inside a solid thing that stands on the face would draw a dark line round it:
    /// looking between texels mixes it with those beside it. Where a texel sees the back of a face
    /// between itself and lit neighbours, it gets their light.
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
