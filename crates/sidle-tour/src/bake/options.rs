//! Command-line options of `sidle-tour bake`.

use std::path::PathBuf;

use clap::Args;
use sidle::Vec3;

use super::light::Light;
use sidle_cli::level::UnitArgs;
use sidle_cli::numbers::{parse_numbers, parse_point, parse_range};
use sidle_cli::output::Overwrite;

/// Default radius of a lamp in metres, and the default light on a surface that faces it from one
/// metre away.
const LAMP: [f32; 2] = [0.25, 100.0];
/// Default angular diameter of a sun in degrees, and the default light on a surface that faces it.
const SUN: [f32; 2] = [0.53, 1.0];

/// Bakes light maps with soft shadows for every face of a level, as pictures that a game can load,
/// and draws a preview of the lit level. A brightness of 1 is white on a screen.
#[derive(Args, Debug)]
pub(crate) struct BakeArgs {
    /// Level: a .obj, .gltf or .glb file of at most 1 GiB. All positions and lengths in other
    /// options are in metres with y up, whatever the unit and axes of the file
    pub(crate) level: PathBuf,
    #[command(flatten)]
    pub(crate) units: UnitArgs,
    /// Lamp: position, radius in metres (default 0.25; 0 for hard shadows) and brightness at one
    /// metre (default 100, so that a surface 10 m away gets 1, which is white); may be repeated. At
    /// least one lamp or sun is required
    #[arg(long, value_name = "X,Y,Z[,RADIUS[,BRIGHTNESS]]", value_parser = parse_lamp, allow_hyphen_values = true)]
    #[arg(required_unless_present = "sun")]
    pub(crate) light: Vec<Light>,
    /// Sun: direction towards it, angular diameter in degrees (default 0.53) and brightness
    /// (default 1); may be repeated
    #[arg(long, value_name = "X,Y,Z[,DEGREES[,BRIGHTNESS]]", value_parser = parse_sun, allow_hyphen_values = true)]
    pub(crate) sun: Vec<Light>,
    /// Distance between neighbouring texels, in metres
    #[arg(long, default_value_t = 0.1, allow_negative_numbers = true, value_parser = parse_texel)]
    pub(crate) texel: f32,
    /// Shadow rays per texel to each light that has a size
    #[arg(long, default_value_t = 16, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) samples: u32,
    /// Ambient light added everywhere
    #[arg(long, default_value_t = 0.03, allow_negative_numbers = true, value_parser = parse_ambient)]
    pub(crate) ambient: f32,
    /// Random seed of the noise in soft shadows; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core]; does not change the result
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Output folder; must be empty or absent without --force [default:
    /// target/bake/NAME-OF-THE-LEVEL, whose files are replaced]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Width of the preview in pixels
    #[arg(long, default_value_t = 1200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: u32,
    /// Camera position of the preview [default: a place that shows light and shadow]
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub(crate) from: Option<Vec3>,
    /// Camera target of the preview [default: the middle of the level]
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true, requires = "from")]
    pub(crate) look: Option<Vec3>,
}

impl BakeArgs {
    /// Returns the lamps, then the suns.
    pub(crate) fn lights(&self) -> Vec<Light> {
        self.light.iter().chain(&self.sun).cloned().collect()
    }
}

/// Parses three numbers and up to two more that have defaults.
fn parse_five(text: &str, defaults: [f32; 2], form: &str) -> Result<(Vec3, [f32; 2]), String> {
    let wrong = || format!("write {form}, finite numbers with commas between them");
    let numbers = parse_numbers(text).filter(|n| n.iter().all(|x| x.is_finite())).ok_or_else(wrong)?;
    match numbers[..] {
        [x, y, z] => Ok((Vec3::new(x, y, z), defaults)),
        [x, y, z, a] => Ok((Vec3::new(x, y, z), [a, defaults[1]])),
        [x, y, z, a, b] => Ok((Vec3::new(x, y, z), [a, b])),
        _ => Err(wrong()),
    }
}

fn parse_lamp(text: &str) -> Result<Light, String> {
    let (centre, [radius, brightness]) = parse_five(text, LAMP, "X,Y,Z[,RADIUS[,BRIGHTNESS]]")?;
    if centre.abs().max_element() > 1e6 {
        return Err("a coordinate must be from -1000000 to 1000000 metres".into());
    }
    within(radius, 0.0, 1e4, "the radius", "metres")?;
    within(brightness, 1e-6, 1e12, "the brightness", "at one metre")?;
    Ok(Light::lamp(text, centre, radius, brightness))
}

fn parse_sun(text: &str) -> Result<Light, String> {
    let (towards, [degrees, brightness]) = parse_five(text, SUN, "X,Y,Z[,DEGREES[,BRIGHTNESS]]")?;
    within(degrees, 0.0, 90.0, "the width", "degrees")?;
    within(brightness, 1e-6, 1e6, "the brightness", "")?;
    Light::sun(text, towards, degrees, brightness).ok_or_else(|| "0,0,0 is not a direction".into())
}

fn within(x: f32, low: f32, high: f32, what: &str, unit: &str) -> Result<(), String> {
    let fits = (low..=high).contains(&x);
    fits.then_some(()).ok_or_else(|| format!("{what} must be from {low} to {high} {unit}").trim_end().into())
}

fn parse_texel(text: &str) -> Result<f32, String> {
    parse_range(text, 1e-3, 1e3, "metres").map(|x| x as f32)
}

fn parse_ambient(text: &str) -> Result<f32, String> {
    parse_range(text, 0.0, 16.0, "").map(|x| x as f32).map_err(|e| e.trim_end().into())
}

#[cfg(test)]
mod tests {
    use super::{parse_ambient, parse_lamp, parse_sun, parse_texel};

    #[test]
    fn m14_lights_are_understood_or_refused() {
        for right in ["1,2,3", "-1,2.5,3e1,0", "0,0,0,0.5,7"] {
            assert!(parse_lamp(right).is_ok(), "{right}");
        }
        for wrong in
            ["", "1,2", "1,2,nan", "1,2,3,-1", "1,2,3,inf", "1,2,3,1,0", "1,2,3,1,1,1", "1e9,0,0", "a,b,c"]
        {
            assert!(parse_lamp(wrong).is_err(), "{wrong}");
        }
        assert!(parse_sun("0,1,0").is_ok() && parse_sun("1,1,0,5,2").is_ok());
        for wrong in ["0,0,0", "1,2", "0,1,0,91", "0,1,0,-1", "0,1,0,1,0", "nan,1,0"] {
            assert!(parse_sun(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn m14_texels_are_understood_or_refused() {
        assert!(parse_texel("0.1").is_ok() && parse_ambient("0").is_ok());
        for wrong in ["0", "-1", "nan", "inf", "x", ""] {
            assert!(parse_texel(wrong).is_err(), "{wrong}");
        }
        assert!(parse_ambient("-0.1").is_err() && parse_ambient("nan").is_err());
    }
}
