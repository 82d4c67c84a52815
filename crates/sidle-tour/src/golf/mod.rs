//! `sidle-tour golf`: a hole of golf in the terminal.

mod course;
mod input;
mod picture;
mod round;
mod stroke;
mod text;

use std::io::stdin;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

pub(crate) use course::Course;
pub(crate) use picture::draw;
pub(crate) use round::Round;
use round::{Ending, Played};
use sidle_cli::Verdict;
use sidle_cli::files::say;
use sidle_cli::output::{OutputPlan, Overwrite};
use sidle_cli::paint::{to_png, to_svg};
pub(crate) use stroke::Stroke;

const HELP: &str = "\
A stroke: AIM POWER [CLUB]
  AIM    degrees to the right of the line to the hole, -180 to 180
  POWER  percent of the club's fastest, 0 to 100
  CLUB   driver (44 m/s, low), iron (34), wedge (24, high), putter (8, along the ground)
         without one: the putter on the green, the wedge up to 45 m, else the iron
Also: map, help, quit. The ball drops into the hole below 1.3 m/s; off the ground costs a stroke.
";

/// Plays a hole of golf as text: type `AIM POWER CLUB`, such as `-3 80 iron`; the club is optional.
/// The ball is the ball of the library. The game ends when the ball is in the hole, at `quit`, or
/// at the end of the input.
#[derive(Args, Debug)]
pub(crate) struct GolfArgs {
    /// Height map to play on: a 16-bit grey PNG, with its scale in FILE.json beside FILE.png
    heightmap: Option<PathBuf>,
    /// Built-in hole: any number generates one
    #[arg(long, default_value_t = 1, conflicts_with = "heightmap")]
    hole: u64,
    /// File of strokes to play, one per line (`#` starts a comment), or `-` for standard input; at
    /// most 1 MiB
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Folder to draw the round into: golf.png and golf.svg; must be empty or absent without
    /// --force
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print only one JSON object, at the end
    #[arg(long, requires = "script")]
    json: bool,
}

#[derive(Serialize)]
struct Summary<'a> {
    course: &'a str,
    strokes: u32,
    holed: bool,
    to_the_hole: f32,
    played: &'a [Played],
}

pub(crate) fn run(args: &GolfArgs) -> Result<Verdict> {
    let plan = args.out.as_deref().map(|out| OutputPlan::named(out, args.overwrite)).transpose()?;
    let script = args.script.as_deref().map(input::read_script).transpose()?;
    let course = match &args.heightmap {
        Some(path) => Course::on_heightmap(path)?,
        None => Course::open(args.hole)?,
    };
    // Create the folder before the round, so that an unwritable folder is an early error.
    let out = plan.map(|plan| plan.create()).transpose()?;
    let mut round = Round::start(course);
    match script {
        Some(strokes) => play_script(&mut round, &strokes, args.json),
        None => play_by_hand(&mut round)?,
    }
    if args.json {
        let far = round.course.to_the_hole(round.ball.position);
        let Round { strokes, holed, ref played, ref course, .. } = round;
        let summary = Summary { course: &course.name, strokes, holed, to_the_hole: far, played };
        say(&format!("{}\n", serde_json::to_string(&summary)?));
    } else {
        say(&score(&round));
    }
    if let Some(folder) = out {
        let figure = draw(&round);
        let png = folder.write("golf.png", &to_png(&figure, 1.0)?)?;
        let svg = folder.write("golf.svg", to_svg(&figure).as_bytes())?;
        if !args.json {
            say(&format!("{}\n{}\n", png.display(), svg.display()));
        }
    }
    Ok(Verdict::Passed)
}

fn play_script(round: &mut Round, strokes: &[Stroke], quiet: bool) {
    for stroke in strokes {
        if round.holed {
            break;
        }
        round.play(stroke);
        if !quiet {
            say(&told(round));
        }
    }
}

fn play_by_hand(round: &mut Round) -> Result<()> {
    say(&format!("{}\n{HELP}\n{}{}{}", round.course.name, text::map(round), text::side(round), place(round)));
    let mut typed = stdin().lock();
    while let Some(line) = input::next_line(&mut typed)? {
        match line.as_str() {
            "" => {}
            "quit" | "q" => break,
            "help" | "?" => say(HELP),
            "map" => say(&format!("{}{}", text::map(round), text::side(round))),
            words => match Stroke::parse(words) {
                Ok(stroke) => {
                    round.play(&stroke);
                    say(&format!("{}{}", text::map(round), told(round)));
                    if round.holed {
                        break;
                    }
                    say(&text::side(round));
                }
                Err(why) => say(&format!("{why} (`help` says more)\n")),
            },
        }
        say(&place(round));
    }
    Ok(())
}

fn place(round: &Round) -> String {
    let far = round.course.to_the_hole(round.ball.position);
    format!(
        "stroke {}: {far:.1} m to the hole, on the {}. AIM POWER [CLUB]?\n",
        round.strokes + 1,
        round.lie().name()
    )
}

/// Returns the result of the last stroke in one line.
fn told(round: &Round) -> String {
    let Some(p) = round.played.last() else { return String::new() };
    let end = match p.ending {
        Ending::Holed => "in the hole!".to_owned(),
        Ending::Lies => format!("{:.2} m from the hole, on the {}", p.to_the_hole, round.lie().name()),
        Ending::OutOfBounds => "out of bounds: one more stroke, and again from there".to_owned(),
    };
    let (club, power, aim) = (p.club, p.power, p.aim);
    format!(
        "{club} {power} % at {aim} degrees: {:.1} m through the air, {} bounces, {:.1} s; {end}\n",
        p.carry, p.bounces, p.seconds
    )
}

fn score(round: &Round) -> String {
    let count = match round.strokes {
        1 => "1 stroke".to_owned(),
        n => format!("{n} strokes"),
    };
    if round.holed {
        return format!("{}: in the hole after {count}\n", round.course.name);
    }
    let far = round.course.to_the_hole(round.ball.position);
    format!("{}: {count}, {far:.2} m from the hole\n", round.course.name)
}
