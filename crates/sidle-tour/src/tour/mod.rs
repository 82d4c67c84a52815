//! `sidle-tour tour`: runs, checks and draws all built-in scenes (stations).

pub(crate) mod camera;
pub(crate) mod clip;
mod compare;
mod drawing;
mod exhibit;
mod exhibits;
mod old_method;
mod page;
mod panel;
mod plan;
mod rates;
mod runner;
mod table;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use exhibit::{Check, Exhibit};
use sidle_cli::Verdict;
use sidle_cli::files::say;
use sidle_cli::output::{OutputPlan, Overwrite};
use sidle_cli::paint::{to_png, to_svg};

/// Pixels of the PNG per pixel of the picture.
const FINE: f32 = 1.5;

/// Runs small scenes with independently known results and shows what happens: a table in the
/// terminal, a picture of each scene, and one page with all of them. Exit code 1 if a check fails.
#[derive(Args, Debug, Default)]
pub(crate) struct TourArgs {
    /// Folder for the page and the pictures; must be empty or absent without --force [default:
    /// target/tour, whose files are replaced]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Show every check of each run, instead of only the one that is nearest to its limit
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub(crate) fn run(args: &TourArgs) -> Result<Verdict> {
    let plan = OutputPlan::choose(args.out.as_deref(), args.overwrite, || "target/tour".into())?;
    let folder = plan.create()?;
    let start = Instant::now();
    let stations = sidle_scenes::stations::all();
    let bar = progress_bar(stations.iter().map(|s| s.moves() as u64).sum());
    let mut shown: Vec<Exhibit> = Vec::new();
    for station in stations {
        bar.set_message(station.title);
        let result = runner::run(station, |moves| bar.inc(moves))?;
        let picture = drawing::draw(&result);
        shown.push(result.exhibit(picture));
    }
    for exhibit in exhibits::all() {
        bar.set_message("octree, sectors, light and more");
        shown.push(exhibit()?);
    }
    bar.set_message("drawing");
    let mut pictures = Vec::new();
    for exhibit in &shown {
        let svg = to_svg(&exhibit.picture);
        folder.write(&format!("{}.svg", exhibit.id), svg.as_bytes())?;
        folder.write(&format!("{}.png", exhibit.id), &to_png(&exhibit.picture, FINE)?)?;
        pictures.push(svg);
    }
    let page = folder.write("index.html", page::page(&shown, &pictures).as_bytes())?;
    bar.finish_and_clear();
    let checks: Vec<bool> = shown.iter().flat_map(Exhibit::checks).map(Check::holds).collect();
    let failed = checks.iter().filter(|holds| !**holds).count();
    let verdict = if failed == 0 {
        format!("All {} checks of {} scenes hold.", checks.len(), shown.len())
    } else {
        let wrong: Vec<&str> = shown.iter().filter(|e| !e.holds()).map(|e| e.id).collect();
        format!("{failed} of {} checks FAIL, in: {}.", checks.len(), wrong.join(", "))
    };
    let table = table::table(&shown, args.all);
    let seconds = start.elapsed().as_secs_f64();
    let shown = if args.all { "" } else { "Shown: the tightest check of each run; --all shows all.\n" };
    say(&format!("{table}\n{shown}{verdict}\n{seconds:.1} s. Now open {}\n", page.display()));
    Ok(if failed == 0 { Verdict::Passed } else { Verdict::Failed })
}

fn progress_bar(moves: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} moves  {msg}");
    ProgressBar::new(moves).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
