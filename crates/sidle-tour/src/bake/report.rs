//! Summary and warnings after baking.

use std::sync::atomic::Ordering;

use sidle::{QueryFilter, Vec3};

use super::atlas::{Atlas, BRIGHTEST};
use super::baker::Baker;
use super::charts::Charts;
use super::light::Light;
use super::options::BakeArgs;
use sidle_cli::level::Level;

/// Number of positions along each axis of the level through which a lamp casts its test rays.
const LOOKS: u32 = 6;

/// Data of the report.
pub(crate) struct Report<'a> {
    pub(crate) args: &'a BakeArgs,
    pub(crate) level: &'a Level,
    pub(crate) charts: &'a Charts,
    pub(crate) atlas: &'a Atlas,
    pub(crate) baker: &'a Baker<'a>,
    pub(crate) lights: &'a [Light],
    /// Number of baked rows of texels.
    pub(crate) rows: u64,
    /// Baking time in seconds.
    pub(crate) seconds: f64,
}

impl Report<'_> {
    /// Returns a warning for each light without effect, and for each request that could not be met.
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

    /// Returns the summary.
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

/// Returns true if most surfaces visible from a position are backs. Not all have to be: inside a
/// solid, the floor that it stands on shows its front.
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
