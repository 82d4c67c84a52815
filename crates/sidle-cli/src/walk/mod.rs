//! `sidle walk`: sends random walkers through the user's level and judges their moves.

mod crowd;
mod findings;
mod judge;
mod options;
mod photo;
mod pictures;
mod replays;
mod report;
mod simulate;
mod spawns;
mod timing;
mod view;
mod visits;
pub mod voxels;

use anyhow::{Context, Result};

use crate::Verdict;
use crate::files::say;
use crate::interrupt::stop_on_interrupt;
use crate::level::Level;
use crate::output::{OutputPlan, default_folder};
use crowd::Ground;
pub use options::WalkArgs;
use report::Report;
pub use spawns::{find_floor, read_places};

/// Runs the command.
pub fn run(args: &WalkArgs) -> Result<Verdict> {
    let open = if args.instances { Level::open_with_instances } else { Level::open };
    let level = open(&args.level, args.units.units())?;
    let default = || default_folder("walk", &level.data.name);
    let plan = OutputPlan::choose(args.out.as_deref(), args.overwrite, default)?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads as usize);
    }
    let pool = pool.build().context("the threads cannot be started")?;
    let ground = pool.install(|| Ground::new(args, &level))?;
    let folder = (!args.no_pictures).then(|| plan.create()).transpose()?;
    if args.out.is_some() && folder.is_none() {
        plan.rehearse()?;
    }
    let stop = stop_on_interrupt("ending after this second of walking")?;
    let crowd = pool.install(|| crowd::walk(args, &level, &ground, &stop));
    let report = Report::new(args, &level, &crowd.run);
    if args.json {
        say(&format!("{}\n", report.json()?));
    } else {
        say(&report.table());
    }
    let draws = folder.is_some();
    if let Some(folder) = folder {
        let files = pool.install(|| pictures::draw(&level, &crowd, args.shape.half, &folder))?;
        if !args.json {
            files.iter().for_each(|file| say(&format!("  picture: {}\n", file.display())));
        }
    }
    if report.verdict() == Verdict::Failed || draws {
        // On standard error, because the output may be JSON.
        for file in replays::write(args, &level.world, &report.faulty_moves(), &plan)? {
            eprintln!("sidle: see what went wrong with: sidle replay --explain {}", file.display());
        }
    }
    Ok(report.verdict())
}
