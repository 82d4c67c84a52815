//! The scenes, with their permanent names.

mod balls;
mod caches;
mod character_grounds;
mod characters;
mod edits;
mod fields;
mod instances;
mod overlaps;
mod planes;
mod pseudo;
mod questions;
mod sectors;
mod single_moves;
mod stations;
mod walks;

use std::sync::Arc;

use sidle::IndexKind;
use sidle_scenes::generate;

pub use stations::execute;

use crate::desired::{Shapes, capsules, shapes};
use crate::level::{Ground, Make};
use crate::record::Record;

type Act = Box<dyn Fn(IndexKind, &mut Record) + Send + Sync>;

/// A scene: about a thousand moves or queries, always the same.
pub struct Scene {
    name: String,
    act: Act,
}

impl Scene {
    fn new(name: impl Into<String>, act: impl Fn(IndexKind, &mut Record) + Send + Sync + 'static) -> Self {
        Self { name: name.into(), act: Box::new(act) }
    }

    /// Returns the unique name, `group/what`, without spaces.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs the scene in worlds with this index and returns its results. They must not depend on
    /// the index.
    #[must_use]
    pub fn run(&self, index: IndexKind) -> Record {
        let mut record = Record::default();
        (self.act)(index, &mut record);
        record
    }
}

/// Returns the generated levels that the scenes with walkers, balls and queries share.
fn grounds() -> Vec<(&'static str, Arc<Ground>)> {
    let grounds: [(&str, Make); 5] = [
        ("hall", || generate::hall(5, 4_000)),
        ("terrain", || generate::terrain(2, 3_000)),
        ("soup", || generate::soup(3, 3_000)),
        ("rooms", || generate::rooms(1, [2, 2], 4).level),
        ("hills", || generate::hills(6, 48.0, 6.0)),
    ];
    grounds.into_iter().map(|(name, make)| (name, Arc::new(Ground::new(make)))).collect()
}

/// Levels with their names in scene names.
type Grounds = [(&'static str, Arc<Ground>)];

/// Returns the scene `group/level` and a suffix on each level.
fn on_grounds(
    grounds: &Grounds,
    group: &str,
    suffix: &str,
    act: impl Fn(&Ground, IndexKind, &mut Record) + Copy + Send + Sync + 'static,
) -> Vec<Scene> {
    let scene = |(level, ground): &(&str, Arc<Ground>)| {
        let ground = Arc::clone(ground);
        Scene::new(format!("{group}/{level}{suffix}"), move |index, record| act(&ground, index, record))
    };
    grounds.iter().map(scene).collect()
}

/// A scene with shapes on a level.
type ShapesAct = fn(&Ground, &Shapes, IndexKind, &mut Record);

fn with_shapes(grounds: &Grounds, group: &str, act: ShapesAct) -> Vec<Scene> {
    on_grounds(grounds, group, "", move |ground, index, record| act(ground, &shapes(), index, record))
}

fn with_capsules(grounds: &Grounds, group: &str, act: ShapesAct) -> Vec<Scene> {
    on_grounds(grounds, group, "/capsules", move |ground, index, record| {
        act(ground, &capsules(), index, record);
    })
}

/// Returns all scenes, in the order of the table.
#[must_use]
pub fn all() -> Vec<Scene> {
    let grounds = grounds();
    let edited: Vec<_> =
        grounds.iter().filter(|(name, _)| matches!(*name, "hall" | "soup")).cloned().collect();
    [
        stations::scenes(),
        walks::scenes(&grounds),
        fields::scenes(),
        on_grounds(&grounds, "ball", "", balls::roll),
        vec![Scene::new("overlap/coincident", overlaps::coincident)],
        with_shapes(&grounds, "overlap", overlaps::push),
        with_shapes(&grounds, "query", questions::ask),
        with_shapes(&edited, "edit", edits::edit),
        sectors::scenes(),
        pseudo::scenes(&grounds),
        planes::scenes(),
        walks::with_capsules(&grounds),
        on_grounds(&grounds, "cache", "/capsules", caches::walk),
        fields::with_capsules(),
        with_capsules(&grounds, "overlap", overlaps::push),
        with_capsules(&grounds, "query", questions::ask),
        with_capsules(&edited, "edit", edits::edit),
        characters::scenes(&grounds),
        instances::scenes(),
        single_moves::scenes(),
        character_grounds::scenes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
