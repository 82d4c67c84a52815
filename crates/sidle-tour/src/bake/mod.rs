//! `sidle-tour bake`: bakes light maps with soft shadows for the user's own level.

mod atlas;
mod baker;
mod camera;
mod charts;
mod export;
mod light;
mod options;
mod pack;
mod places;
mod preview;
mod report;
mod sampler;

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use atlas::Atlas;
use baker::Baker;
use camera::Camera;
use charts::Charts;
use light::Light;
pub(crate) use options::BakeArgs;
use preview::Scene;
use report::Report;
use sampler::Sampler;
use sidle_cli::Verdict;
use sidle_cli::files::{OutputFolder, say};
use sidle_cli::guess::{Evidence, warn};
use sidle_cli::interrupt::stop_on_interrupt;
use sidle_cli::level::Level;
use sidle_cli::output::{OutputPlan, default_folder};

/// Maximum number of texels: four full pages.
const MOST_TEXELS: u64 = 4 * 4096 * 4096;

/// Distance between a face and the start of its shadow rays, as a fraction of a texel: a millimetre
/// for texels of a decimetre. A larger offset lets light through beneath thin objects that stand on
/// a face. A smaller one fails far from the origin because of rounding.
const OFFSET: f32 = 0.01;
/// Minimum offset, in units in the last place of the largest coordinate of the level.
const OFFSET_ULPS: f32 = 16.0;

/// Runs the command.
pub(crate) fn run(args: &BakeArgs) -> Result<Verdict> {
    let level = Level::open(&args.level, args.units.units())?;
    let default = || default_folder("bake", &level.data.name);
    let plan = OutputPlan::choose(args.out.as_deref(), args.overwrite, default)?;
    let lights = args.lights();
    let offset = offset(&level, args.texel);
    let charts = Charts::new(&level, args.texel, offset / 4.0);
    check_size(args, &level, &charts, &lights)?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads as usize);
    }
    let pool = pool.build().context("the threads cannot be started")?;
    let folder = plan.create()?;
    warn(&args.level, &Evidence::of(&level, &[]).doubts(level.units));
    let stop = stop_on_interrupt("ending without writing anything")?;
    pool.install(|| bake(args, &level, &lights, &charts, offset, &stop, &folder))
}

fn bake(
    args: &BakeArgs,
    level: &Level,
    lights: &[Light],
    charts: &Charts,
    offset: f32,
    stop: &AtomicBool,
    folder: &OutputFolder,
) -> Result<Verdict> {
    let bar = progress_bar(rows(charts, lights));
    let baker = Baker {
        level,
        lights,
        sampler: Sampler::new(args.samples, args.seed),
        offset,
        extent: (level.bounds.1 - level.bounds.0).max_element(),
        stop,
        bar: &bar,
        rays: AtomicU64::new(0),
        reached: lights.iter().map(|_| AtomicU64::new(0)).collect(),
    };
    let start = Instant::now();
    let baked = baker.bake(charts);
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Ok(Verdict::Interrupted);
    }
    let atlas = Atlas::new(charts, &baked, args.ambient);
    let scene = Scene { level, charts, atlas: &atlas, lights };
    let camera = args.from.map_or_else(
        || scene.camera(),
        |from| Camera::new(from, args.look.unwrap_or((level.bounds.0 + level.bounds.1) / 2.0)),
    );
    let mut files = vec![("preview.png".to_owned(), scene.picture(&camera, args.size)?)];
    for (i, page) in atlas.pages.iter().enumerate() {
        files.push((export::page_name(i), export::png(page)?));
    }
    files.push(("lightmap.json".to_owned(), export::index(level, charts, &atlas, args.texel, args.ambient)?));
    if stop.load(Ordering::Relaxed) {
        return Ok(Verdict::Interrupted);
    }
    let borrowed: Vec<(&str, &[u8])> = files.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
    let written = folder.write_all(&borrowed)?;
    let report =
        Report { args, level, charts, atlas: &atlas, baker: &baker, lights, rows: bar.position(), seconds };
    report.warnings().iter().for_each(|warning| eprintln!("sidle: {warning}"));
    say(&report.table());
    written.iter().for_each(|file| say(&format!("  file: {}\n", file.display())));
    Ok(Verdict::Passed)
}

fn offset(level: &Level, texel: f32) -> f32 {
    let (low, high) = level.bounds;
    let largest = low.abs().max(high.abs()).max_element();
    (texel * OFFSET).max(largest * f32::EPSILON * OFFSET_ULPS)
}

/// Returns one chart per lit side.
fn lit_sides<'a>(charts: &'a Charts, lights: &'a [Light]) -> impl Iterator<Item = &'a charts::Chart> {
    charts.list.iter().flat_map(move |chart| {
        [0, 1].into_iter().filter(move |&side| Baker::may_be_lit(lights, chart, side)).map(move |_| chart)
    })
}

fn rows(charts: &Charts, lights: &[Light]) -> u64 {
    lit_sides(charts, lights).map(|c| u64::from(c.size[1])).sum()
}

/// Returns an error if the level needs more texels than [`MOST_TEXELS`]. The message names a texel
/// size that needs fewer.
fn check_size(args: &BakeArgs, level: &Level, charts: &Charts, lights: &[Light]) -> Result<()> {
    let count =
        |charts: &Charts, texel: f32| lit_sides(charts, lights).map(|c| c.count_at(texel)).sum::<u64>();
    let needed = count(charts, args.texel);
    if needed <= MOST_TEXELS {
        return Ok(());
    }
    let mut texel = args.texel;
    while texel < 1e6 {
        loop {
            let excess = count(charts, texel) as f64 / MOST_TEXELS as f64;
            if excess <= 1.0 || texel >= 1e6 {
                break;
            }
            texel *= excess.sqrt().max(1.001) as f32;
        }
        texel = two_digits(texel);
        // A different texel size gives different charts.
        if count(&Charts::new(level, texel, offset(level, texel) / 4.0), texel) <= MOST_TEXELS {
            break;
        }
        texel *= 1.05;
    }
    let file = args.level.display();
    ensure!(
        texel < 1e6,
        "{file}: has too many triangles for a light map of {MOST_TEXELS} texels at any texel size"
    );
    Err(anyhow::anyhow!(
        "{file}: --texel {} takes {needed} texels, more than {MOST_TEXELS}; --texel {texel} would do",
        args.texel
    ))
}

/// Rounds up to two significant digits.
fn two_digits(x: f32) -> f32 {
    let power = 10.0_f64.powf(f64::from(x).log10().floor() - 1.0);
    // Numbers that already have two digits stay as they are.
    ((f64::from(x) / power - 1e-4).ceil() * power) as f32
}

fn progress_bar(rows: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(rows), indicatif::ProgressDrawTarget::hidden());
    }
    let template = "baking {wide_bar} {human_pos} of {human_len} rows, {rate} rows a second, {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // An error of writing to the progress bar cannot be reported.
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    ProgressBar::new(rows).with_style(style.with_key("rate", rate))
}

#[cfg(test)]
mod tests {
    #[test]
    fn m14_texel_sizes_are_rounded_up_to_two_digits() {
        for (x, rounded) in [(0.1234, 0.13), (1.21, 1.3), (0.0301, 0.031), (9.99, 10.0), (47.5, 48.0)] {
            assert!((super::two_digits(x) - rounded).abs() < 1e-5, "{x}: {}", super::two_digits(x));
        }
    }
}
