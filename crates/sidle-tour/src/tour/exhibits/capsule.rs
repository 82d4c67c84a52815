//! An exhibit about capsules: a character climbs stairs, crouches below a slab, and stands up where
//! there is room.

use std::time::Instant;

use anyhow::Result;
use sidle::{DVec3, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};

use crate::tour::exhibit::{Check, Exhibit, Row};
use crate::tour::plan::{INK, OUTLINE, Plan, capsule_outline};
use sidle_cli::paint::{COLOURS, Figure, Ink};

/// Radius and heights of the character, in metres.
const RADIUS: f32 = 0.3;
const STANDING: f32 = 1.8;
const CROUCHING: f32 = 1.2;
/// Height and depth of a step, and number of steps.
const RISE: f32 = 0.18;
const TREAD: f32 = 0.29;
const STEPS: u8 = 5;
const TOP: f32 = RISE * STEPS as f32;
/// The slab: its sides in x, and its height above the platform.
const SLAB: [f32; 2] = [3.2, 5.0];
const ROOM: f32 = 1.4;
const THICK: f32 = 0.5;
/// Where the character tries to stand up: below the slab, and behind it.
const TRIES: [f32; 2] = [4.1, 5.8];
const START: f32 = -0.9;
const RATES: [u16; 3] = [30, 60, 1000];
const GROUND: Ink = Ink::rgb(214, 214, 208);

/// Walks at three rates, and draws the walk at 60 Hz.
pub(crate) fn exhibit() -> Result<Exhibit> {
    let world = world()?;
    let walks = RATES.map(|rate| Walk::new(&world, rate));
    let skin = f64::from(MoveConfig::default().skin_width);
    let check = |what: &str, expected: f64, tolerance: f64, read: fn(&Walk) -> f64| {
        let worst =
            walks.iter().map(read).max_by(|a, b| (a - expected).abs().total_cmp(&(b - expected).abs()));
        Check::new(what, expected, worst.unwrap_or(f64::NAN), tolerance)
    };
    let stop = f64::from(SLAB[0] - RADIUS) - skin;
    let checks = [
        ("up the stairs", check("feet on the platform", f64::from(TOP) + skin, 1e-4, |w| w.feet[0])),
        ("on to the slab, standing", check("stops before the slab", stop, 1e-4, |w| w.stop)),
        ("crouching", check("change of the feet", 0.0, 1e-6, |w| w.feet[1] - w.feet[0])),
        ("standing up below the slab", check("is there room?", 0.0, 0.0, |w| w.fits[0])),
        ("standing up behind it", check("is there room?", 1.0, 0.0, |w| w.fits[1])),
        ("to the end, standing", check("feet on the platform", f64::from(TOP) + skin, 1e-4, |w| w.feet[2])),
    ];
    let ns = walks[1].ns;
    let row = |(label, check): (&str, Check)| Row {
        label: label.into(),
        rates: "30, 60, 1000".into(),
        checks: vec![check],
        ns,
    };
    Ok(Exhibit {
        id: "capsule",
        title: "A capsule climbs, crouches and stands up",
        about: "Most games use a capsule for their characters. An upright capsule meets stairs as the \
                ball of its lower cap does, so no step is a special case. At the low slab it crouches: \
                resize_shape replaces the shape in place and keeps the feet where they are. Below the \
                slab, the same call says that there is no room to stand up, and behind it that there is.",
        rows: checks.map(row).into(),
        picture: picture(&walks[1]),
    })
}

/// The corners of the ground from left to right, as x and y.
fn profile() -> Vec<[f32; 2]> {
    let mut points = vec![[-2.0, 0.0]];
    for i in 0..STEPS {
        let (x, y) = (TREAD * f32::from(i), RISE * f32::from(i));
        points.extend([[x, y], [x, y + RISE]]);
    }
    points.push([8.0, TOP]);
    points
}

fn slab() -> [[f32; 2]; 4] {
    let [low, high] = [TOP + ROOM, TOP + ROOM + THICK];
    [[SLAB[0], low], [SLAB[1], low], [SLAB[1], high], [SLAB[0], high]]
}

fn world() -> Result<World> {
    let (ground, slab) = (profile(), slab());
    let around = (0..4).map(|i| [slab[i], slab[(i + 1) % 4]]);
    let pieces = ground.windows(2).map(|p| [p[0], p[1]]).chain(around);
    let vertices: Vec<Vec3> = pieces
        .flat_map(|[a, b]| [(a, -3.0), (b, -3.0), (b, 3.0), (a, 3.0)].map(|([x, y], z)| Vec3::new(x, y, z)))
        .collect();
    let quads = vertices.len() as u32 / 4;
    let triangles: Vec<[u32; 3]> =
        (0..quads).flat_map(|q| [[4 * q, 4 * q + 1, 4 * q + 2], [4 * q, 4 * q + 2, 4 * q + 3]]).collect();
    Ok(World::from_triangles(&vertices, &triangles)?)
}

/// One walk and its results.
struct Walk {
    /// Heights of the feet: before the slab, after crouching, and at the end.
    feet: [f64; 3],
    /// Where the slab stops the standing character.
    stop: f64,
    /// 1 if there was room to stand up, below the slab and behind it.
    fits: [f64; 2],
    /// Centres and heights of the character after every move.
    path: Vec<(DVec3, f32)>,
    ns: f64,
}

/// A character in the world.
struct Character<'a> {
    world: &'a World,
    rate: u16,
    scratch: Scratch,
    height: f32,
    position: DVec3,
    path: Vec<(DVec3, f32)>,
}

impl Character<'_> {
    /// Walks until x is reached, or until the time is up.
    fn walk_to(&mut self, x: f64, seconds: u16) {
        let (shape, config) = (Shape::capsule(RADIUS, self.height), MoveConfig::default());
        for _ in 0..seconds * self.rate {
            if self.position.x >= x {
                return;
            }
            let motion = Motion::velocity(Vec3::new(1.5, -0.3, 0.0), 1.0 / f32::from(self.rate));
            let end = self.world.move_and_slide(&mut self.scratch, &shape, self.position, motion, &config);
            self.position = end.position;
            self.path.push((self.position, self.height));
        }
    }

    /// Changes the height if there is room; returns 1 if there is.
    fn resize(&mut self, height: f32) -> f64 {
        let [old, new] = [self.height, height].map(|height| Shape::capsule(RADIUS, height));
        let (at, all) = (self.position, QueryFilter::ALL);
        let end = self.world.resize_shape(&mut self.scratch, &old, &new, at, Vec3::NEG_Y, &all);
        self.position = end.position;
        if end.fits {
            self.height = height;
        }
        f64::from(u8::from(end.fits))
    }

    fn feet(&self) -> f64 {
        self.position.y - 0.5 * f64::from(self.height)
    }
}

impl Walk {
    fn new(world: &World, rate: u16) -> Self {
        let start = Instant::now();
        let position = Vec3::new(START, 0.5 * STANDING + 0.001, 0.0).as_dvec3();
        let (scratch, path) = (Scratch::default(), vec![(position, STANDING)]);
        let mut character = Character { world, rate, scratch, height: STANDING, position, path };
        character.walk_to(f64::INFINITY, 5);
        let (before, stop) = (character.feet(), character.position.x);
        character.resize(CROUCHING);
        let crouched = character.feet();
        let fits = TRIES.map(|x| {
            character.walk_to(f64::from(x), 5);
            character.resize(STANDING)
        });
        character.walk_to(6.9, 5);
        let feet = [before, crouched, character.feet()];
        let ns = start.elapsed().as_nanos() as f64 / character.path.len() as f64;
        Self { feet, stop, fits, path: character.path, ns }
    }
}

fn picture(walk: &Walk) -> Figure {
    let mut plan = Plan::new("A capsule climbs, crouches and stands up", 1, 400.0);
    let words = "Red: standing. Blue: crouching. Line: the centre at 60 Hz. Below the slab there is no room to stand up.";
    let pane = plan.pane(0, [-1.6, -0.3], [7.4, 3.1], words);
    let visible: Vec<[f32; 2]> = profile().iter().map(|&[x, y]| [x.clamp(-1.6, 7.4), y]).collect();
    let below = [[7.4, -0.3], [-1.6, -0.3]];
    plan.area(&pane, &[visible.as_slice(), &below].concat(), GROUND);
    plan.area(&pane, &slab(), GROUND);
    plan.line(&pane, &visible, 1.4, OUTLINE);
    let [a, b, c, d] = slab();
    plan.line(&pane, &[a, b, c, d, a], 1.4, OUTLINE);
    for x in [START, 0.35, 1.4, SLAB[0] - RADIUS - 0.002, TRIES[0], TRIES[1], 6.85] {
        let place = walk.path.iter().find(|(p, _)| p.x as f32 >= x).or(walk.path.last());
        let Some(&(centre, height)) = place else { continue };
        plan.line(
            &pane,
            &capsule_outline(centre.as_vec3(), RADIUS, height),
            1.6,
            COLOURS[usize::from(height < STANDING)],
        );
    }
    let centres: Vec<[f32; 2]> = walk.path.iter().map(|(p, _)| [p.x as f32, p.y as f32]).collect();
    plan.line(&pane, &centres, 1.0, INK);
    plan.close(&pane);
    plan.figure
}
