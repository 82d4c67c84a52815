//! The options of the command.

use std::path::{Path, PathBuf};
use std::time::Duration;

use peers_work::{character_level_names, level_names};

const HELP: &str = "\
Gives every engine the same work and prints the table.

  --engines a,b   only these (folder names; web programs: sidle-npm, three-octree, three-mesh-bvh, babylon, rapier-npm,
                  jolt-npm, crashcat)
  --levels x,y    only these
  --characters    the character controllers of the engines that have one, instead of plain moves
  --folder DIR    where the shared levels are (default: shared/levels beside the repository)
  --rounds N      processes of each engine on each level, in turn; medians are recorded (default 3; quick: 1)
  --share N       one part in N of the work only; recorded as such
  --quick         a tenth of the work; recorded in target/quick.json only
  --core N        the engines run on this core only (Linux)
  --fifo N        the engines run with this real-time priority (Linux, root), before all other programs
  --no-build      run the engines as they were built last
  --limit N       seconds an engine may take for one level (default 600)
  --table         only print the tables of what is recorded
  --write         with --table: write them where README and guide quote them";

pub(crate) struct Options {
    /// The folder of this workspace.
    pub(crate) root: PathBuf,
    pub(crate) engines: Option<Vec<String>>,
    pub(crate) levels: Vec<String>,
    /// True if characters walk, false if plain movers do.
    pub(crate) characters: bool,
    pub(crate) folder: PathBuf,
    pub(crate) rounds: usize,
    /// The share of the work: 1 / `share` of it is done.
    pub(crate) share: usize,
    pub(crate) core: Option<usize>,
    /// A real-time priority, 1 to 99.
    pub(crate) fifo: Option<usize>,
    pub(crate) limit: Duration,
    pub(crate) no_build: bool,
    pub(crate) table_only: bool,
    pub(crate) write: bool,
    pub(crate) record: PathBuf,
}

impl Options {
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above")?.to_path_buf();
        let names = |list: String| list.split(',').map(str::to_owned).collect::<Vec<_>>();
        let mut quick = false;
        let mut options = Self {
            engines: None,
            levels: Vec::new(),
            characters: false,
            folder: root.join("../../shared/levels"),
            rounds: 0,
            share: 1,
            core: None,
            fifo: None,
            limit: Duration::from_secs(600),
            no_build: false,
            table_only: false,
            write: false,
            record: root.join("record.json"),
            root,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value\n\n{HELP}"));
            match arg.as_str() {
                "--engines" => options.engines = Some(names(value()?)),
                "--levels" => options.levels = names(value()?),
                "--folder" => options.folder = value()?.into(),
                "--rounds" => options.rounds = count(&arg, &value()?)?,
                "--share" => options.share = count(&arg, &value()?)?.clamp(1, 100),
                "--core" => options.core = Some(count(&arg, &value()?)?),
                "--fifo" => options.fifo = Some(count(&arg, &value()?)?),
                "--limit" => options.limit = Duration::from_secs(count(&arg, &value()?)? as u64),
                "--characters" => options.characters = true,
                "--quick" => quick = true,
                "--no-build" => options.no_build = true,
                "--write" => options.write = true,
                "--table" => options.table_only = true,
                _ => return Err(HELP.into()),
            }
        }
        let all = if options.characters { character_level_names() } else { level_names() };
        if let Some(wrong) = options.levels.iter().find(|name| !all.contains(&name.as_str())) {
            return Err(format!("no level {wrong}; there are {}", all.join(", ")));
        }
        if options.levels.is_empty() {
            options.levels = all.into_iter().map(str::to_owned).collect();
        }
        if quick {
            options.share = 10;
            options.record = options.target().join("quick.json");
        }
        if options.rounds == 0 {
            options.rounds = if quick { 1 } else { 3 };
        }
        Ok(options)
    }

    /// Returns the way in which the engines ran, for the record.
    pub(crate) fn pinned(&self) -> String {
        let core = if self.core.is_some() { ", on one core" } else { "" };
        let fifo = if self.fifo.is_some() { ", at real-time priority" } else { "" };
        format!("{core}{fifo}")
    }

    /// Returns the folder for the files of this run.
    pub(crate) fn work(&self) -> PathBuf {
        self.target().join("work").join(std::process::id().to_string())
    }

    pub(crate) fn target(&self) -> PathBuf {
        self.root.join("target")
    }
}

fn count(flag: &str, text: &str) -> Result<usize, String> {
    text.parse().map_err(|e| format!("{flag}: {e}"))
}
