//! What the command can be asked for.

use std::path::{Path, PathBuf};

use peers_work::level_names;

const HELP: &str = "\
Gives every engine the same work and prints the table.

  --engines a,b   only these (folder names; web programs: three-octree, three-mesh-bvh, babylon)
  --levels x,y    only these
  --folder DIR    where the shared levels are (default: shared/levels beside the repository)
  --rounds N      processes of each engine on each level, in turn; medians are recorded (default 3; quick: 1)
  --quick         a tenth of the work; recorded in target/quick.json only
  --table         only print the table of what is recorded";

pub(crate) struct Options {
    /// The folder of this workspace.
    pub(crate) root: PathBuf,
    pub(crate) engines: Option<Vec<String>>,
    pub(crate) levels: Vec<String>,
    pub(crate) folder: PathBuf,
    pub(crate) rounds: usize,
    pub(crate) quick: bool,
    pub(crate) table_only: bool,
    pub(crate) record: PathBuf,
}

impl Options {
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above")?.to_path_buf();
        let names = |list: String| list.split(',').map(str::to_owned).collect::<Vec<_>>();
        let mut options = Self {
            engines: None,
            levels: level_names().into_iter().map(str::to_owned).collect(),
            folder: root.join("../../shared/levels"),
            rounds: 0,
            quick: false,
            table_only: false,
            record: root.join("record.json"),
            root,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value\n\n{HELP}"));
            match arg.as_str() {
                "--engines" => options.engines = Some(names(value()?)),
                "--levels" => options.levels = names(value()?),
                "--folder" => options.folder = value()?.into(),
                "--rounds" => options.rounds = value()?.parse().map_err(|e| format!("--rounds: {e}"))?,
                "--quick" => options.quick = true,
                "--table" => options.table_only = true,
                _ => return Err(HELP.into()),
            }
        }
        if let Some(wrong) = options.levels.iter().find(|name| !level_names().contains(&name.as_str())) {
            return Err(format!("no level {wrong}; there are {}", level_names().join(", ")));
        }
        if options.quick {
            options.record = options.target().join("quick.json");
        }
        if options.rounds == 0 {
            options.rounds = if options.quick { 1 } else { 3 };
        }
        Ok(options)
    }

    pub(crate) fn target(&self) -> PathBuf {
        self.root.join("target")
    }
}
