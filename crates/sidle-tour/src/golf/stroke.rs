//! Parsing of a stroke: `AIM POWER [CLUB]`.

use sidle::Vec3;
use sidle_io::brief;

/// A golf club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Club {
    Driver,
    Iron,
    Wedge,
    Putter,
}

impl Club {
    pub(crate) const ALL: [Self; 4] = [Self::Driver, Self::Iron, Self::Wedge, Self::Putter];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Driver => "driver",
            Self::Iron => "iron",
            Self::Wedge => "wedge",
            Self::Putter => "putter",
        }
    }

    /// Returns the maximum speed in m/s, the slope (rise over run), and the backspin at that speed
    /// in radians per second.
    pub(crate) fn numbers(self) -> (f32, f32, f32) {
        match self {
            Self::Driver => (44.0, 0.3, 150.0),
            Self::Iron => (34.0, 0.6, 300.0),
            Self::Wedge => (24.0, 1.2, 500.0),
            Self::Putter => (8.0, 0.0, 0.0),
        }
    }
}

/// A stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    /// Degrees to the right of the line to the hole.
    pub(crate) aim: f32,
    /// Percentage of the maximum speed of the club.
    pub(crate) power: f32,
    /// The club. `None` means the putter on the green, the wedge up to 45 m, and the iron beyond.
    pub(crate) club: Option<Club>,
}

impl Stroke {
    /// Parses a line. The error says what is wrong with it.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (aim, power, club) = match *words.as_slice() {
            [aim, power] => (aim, power, None),
            [aim, power, club] => (aim, power, Some(club)),
            _ => return Err(format!("`{}` is no stroke: AIM POWER [CLUB], as in `-3 80 iron`", brief(line))),
        };
        let club = club.map(|word| {
            let known = Club::ALL.into_iter().find(|c| c.name() == word);
            known.ok_or_else(|| format!("`{}` is no club: driver, iron, wedge or putter", brief(word)))
        });
        Ok(Self {
            aim: number(aim, -180.0, 180.0, "the aim, in degrees")?,
            power: number(power, 0.0, 100.0, "the power, in percent")?,
            club: club.transpose()?,
        })
    }

    /// Returns the velocity and spin of a ball that is hit towards `hole` (a horizontal direction).
    pub(crate) fn launch(&self, club: Club, hole: Vec3) -> (Vec3, Vec3) {
        let (fastest, steep, backspin) = club.numbers();
        let (sin, cos) = sidle_scenes::trig::sin_cos(f64::from(self.aim).to_radians());
        let (sin, cos) = (sin as f32, cos as f32);
        // From above, with x to the right and z down, a right turn goes from x to z.
        let along = Vec3::new(hole.x * cos - hole.z * sin, 0.0, hole.x * sin + hole.z * cos);
        let share = self.power / 100.0;
        let direction = (along + Vec3::Y * steep) / (1.0 + steep * steep).sqrt();
        // Backspin: the top of the ball moves backwards.
        (direction * (fastest * share), along.cross(Vec3::Y) * (backspin * share))
    }
}

fn number(word: &str, low: f32, high: f32, what: &str) -> Result<f32, String> {
    match word.parse::<f32>() {
        Ok(x) if (low..=high).contains(&x) => Ok(x),
        _ => Err(format!("`{}`: {what}, must be a number from {low} to {high}", brief(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Club, Stroke};
    use sidle::Vec3;

    #[test]
    fn strokes_are_read_or_named() {
        let stroke = Stroke::parse("  -3.5 80 wedge ").unwrap();
        assert_eq!(stroke, Stroke { aim: -3.5, power: 80.0, club: Some(Club::Wedge) });
        assert_eq!(Stroke::parse("0 10").unwrap().club, None);
        for bad in ["", "1", "a 2", "1 nan", "1 101", "200 3", "1 2 spoon", "1 2 iron x"] {
            assert!(Stroke::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn to_the_right_is_to_the_right() {
        let (v, _) = Stroke { aim: 90.0, power: 100.0, club: None }.launch(Club::Putter, Vec3::X);
        assert!((v - Vec3::Z * 8.0).length() < 1e-5, "{v}");
    }

    #[test]
    fn backspin_turns_against_rolling() {
        // A ball that rolls towards +x rotates about -z.
        let (_, spin) = Stroke { aim: 0.0, power: 50.0, club: None }.launch(Club::Wedge, Vec3::X);
        assert_eq!(spin, Vec3::Z * 250.0);
    }
}
