//! What the user is told after baking.

use std::sync::atomic::Ordering;

use sidle::{QueryFilter, Vec3};

use super::atlas::{Atlas, BRIGHTEST};
use super::baker::Baker;
use super::charts::Charts;
use super::light::Light;
use super::options::BakeArgs;
use crate::level::Level;

/// A lamp looks through this many places of the level along each axis.
const LOOKS: u32 = 6;

/// What it says.
pub(crate) struct Report<'a> {
    pub(crate) args: &'a BakeArgs,
    pub(crate) level: &'a Level,
    pub(crate) charts: &'a Charts,
    pub(crate) atlas: &'a Atlas,
    pub(crate) baker: &'a Baker<'a>,
    pub(crate) lights: &'a [Light],
    /// Rows of texels that were baked.
    pub(crate) rows: u64,
    /// How long that took.
    pub(crate) seconds: f64,
}

impl Report<'_> {
    /// A sentence for each light that does nothing useful, and for what could not be done as asked.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (light, reached) in self.lights.iter().zip(&self.baker.reached) {
            if reached.load(Ordering::Relaxed) == 0 {
                warnings
                    .push(format!("warning: the light {} reaches no texel: it lights nothing", light.text));
            } else if light.lamp_at().is_some_and(|(lamp, _)| sees_backs(self.level, lamp)) {
                warnings.push(format!(
                    "warning: the light {} sees the backs of faces: is it inside a wall or outside of the level?",
                    light.text
                ));
            }
        }
        let coarse = self.charts.list.iter().filter(|c| c.texel() > self.args.texel);
        let (count, coarsest) = coarse.fold((0, 0.0_f32), |(n, most), c| (n + 1, most.max(c.texel())));
        if count > 0 {
            warnings.push(format!(
                "warning: {count} part(s) of the level fit onto no page and have coarser texels, up to {coarsest:.2} m"
            ));
        }
        if self.atlas.too_bright > 0 {
            warnings.push(format!(
                "warning: {} texel(s) are brighter than {BRIGHTEST} and stored as {BRIGHTEST}",
                self.atlas.too_bright
            ));
        }
        warnings
    }

    /// The summary.
    pub(crate) fn table(&self) -> String {
        let rays = self.baker.rays.load(Ordering::Relaxed);
        let per_second = |count: u64| (count as f64 / self.seconds.max(1e-9)).round();
        let pages = self.atlas.pages.iter().map(|p| format!("{} x {}", p.size[0], p.size[1]));
        format!(
            "{}: {} triangles, {} charts, {} light(s)\n  texels: {} of {} m on {} page(s): {}\n  rows: {}, {} a second\n  \
             shadow rays: {rays}, {} a second on {} thread(s)\n  seconds: {:.1}\n",
            self.level.data.name,
            self.level.data.triangles.len(),
            self.charts.list.len(),
            self.lights.len(),
            self.atlas.texels(),
            self.args.texel,
            self.atlas.pages.len(),
            pages.collect::<Vec<_>>().join(", "),
            self.rows,
            per_second(self.rows),
            per_second(rays),
            rayon::current_num_threads(),
            self.seconds,
        )
    }
}

/// Whether most of what a place sees are backs. Not all: the floor that a solid thing stands on
/// shows it its front.
fn sees_backs(level: &Level, place: Vec3) -> bool {
    let (low, high) = level.bounds;
    let reach = (high - low).length() + (place - low).length();
    let (mut fronts, mut backs) = (0, 0);
    for i in 0..LOOKS * LOOKS * LOOKS {
        let cell = Vec3::new((i % LOOKS) as f32, (i / LOOKS % LOOKS) as f32, (i / LOOKS / LOOKS) as f32);
        let through = low + (high - low) * ((cell + 0.5) / LOOKS as f32);
        let way = (through - place).normalize_or_zero() * reach;
        if let Some(hit) = level.world.cast_ray(place, way, &QueryFilter::ALL) {
            let is_back = level.front(hit.surface.polygon.index() as u32).dot(hit.normal) < 0.0;
            *(if is_back { &mut backs } else { &mut fronts }) += 1;
        }
    }
    backs > 2 * fronts
}
