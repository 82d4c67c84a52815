//! `sidle-tour figures`: the figures of the guide, each computed by the library.

mod character_stairs;
mod golf;
mod miller;
mod nettle_contact;
mod nettle_ellipsoid;
mod nettle_faults;
mod nettle_polygon;
mod nettle_slide;
mod nettle_stairs;
mod section;
mod sheet;
mod swept;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use sidle_scenes::catalogue::STAIRS;

use sidle_cli::Verdict;
use sidle_cli::files::say;
use sidle_cli::output::{OutputPlan, Overwrite};
use sidle_cli::paint::{Figure, to_png, to_svg};

/// A figure: its name and the function that draws it.
type Entry = (&'static str, fn() -> Result<Figure>);

/// A film: its name and the function that draws it, as an animated PNG.
type Film = (&'static str, fn() -> Result<Vec<u8>>);

/// The films of the guide and the README.
const FILMS: [Film; 1] = [("character-film", || crate::film::film(&STAIRS))];

/// Pixels of a PNG per pixel of the figure.
const FINE: f32 = 2.0;

/// Draws the figures of the guide (docs/book). The library computes their contents each time:
/// contacts, paths, nearest points. The same build writes the same bytes.
#[derive(Args, Debug)]
pub(crate) struct FiguresArgs {
    /// Output folder; must be empty or absent without --force [default: target/figures, whose
    /// figures are replaced]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Draw only the figures whose names contain this text
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Print the names without drawing
    #[arg(long)]
    list: bool,
    /// Write each figure as PNG too
    #[arg(long)]
    png: bool,
}

/// Returns every figure, in the order of the guide.
fn all() -> Vec<Entry> {
    [
        character_stairs::FIGURES,
        nettle_contact::FIGURES,
        nettle_polygon::FIGURES,
        nettle_stairs::FIGURES,
        nettle_slide::FIGURES,
        nettle_ellipsoid::FIGURES,
        nettle_faults::FIGURES,
        miller::FIGURES,
        swept::FIGURES,
        golf::FIGURES,
    ]
    .concat()
}

/// Runs the command.
pub(crate) fn run(args: &FiguresArgs) -> Result<Verdict> {
    let wanted = |name: &str| args.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    let chosen: Vec<Entry> = all().into_iter().filter(|(name, _)| wanted(name)).collect();
    let films: Vec<&Film> = FILMS.iter().filter(|(name, _)| wanted(name)).collect();
    if chosen.is_empty() && films.is_empty() {
        bail!("no figure has '{}' in its name; --list prints all names", args.only.as_deref().unwrap_or(""));
    }
    if args.list {
        let names = chosen.iter().map(|(name, _)| name).chain(films.iter().map(|(name, _)| name));
        say(&names.map(|name| format!("{name}\n")).collect::<String>());
        return Ok(Verdict::Passed);
    }
    let plan = OutputPlan::choose(args.out.as_deref(), args.overwrite, || "target/figures".into())?;
    let folder = plan.create()?;
    for (name, draw) in &chosen {
        let figure = draw().with_context(|| format!("the figure {name}"))?;
        folder.write(&format!("{name}.svg"), to_svg(&figure).as_bytes())?;
        if args.png {
            folder.write(&format!("{name}.png"), &to_png(&figure, FINE)?)?;
        }
    }
    for (name, draw) in &films {
        folder.write(&format!("{name}.png"), &draw().with_context(|| format!("the film {name}"))?)?;
    }
    say(&format!("{} figures in {}\n", chosen.len() + films.len(), folder.path().display()));
    Ok(Verdict::Passed)
}

#[cfg(test)]
mod tests {
    use super::all;
    use sidle_cli::paint::Mark;

    #[test]
    fn names_are_unique_and_every_word_fits_on_its_figure() {
        let mut names: Vec<&str> = all().iter().map(|(name, _)| *name).collect();
        for (name, draw) in all() {
            let figure = draw().unwrap();
            for mark in figure.marks {
                let Mark::Words { at, size, anchor, text, .. } = mark else { continue };
                for [x, y] in sidle_cli::paint::space(&text, at, size, anchor) {
                    let inside = x >= 0.0 && y >= 0.0 && x <= figure.size[0] && y <= figure.size[1];
                    assert!(inside, "{name}: '{text}' is cut off at {x}, {y}");
                }
            }
        }
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
