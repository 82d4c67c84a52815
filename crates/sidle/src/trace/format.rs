//! Formats an explanation as text.

use std::fmt::{self, Display, Formatter};

use glam::DVec3;

use super::Explanation;
use crate::geometry::Feature;
use crate::slide::{
    ContactRole, Decision, Iteration, IterationContact, OnOverlap, SegmentEnd, StartAdjustment, StopReason,
};
use crate::tolerance::MAX_POSITION;
use crate::world::Surface;

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let outcome = &self.report.outcome;
        let motion = self.motion.displacement;
        writeln!(f, "from {} by {}", At(self.from), At(motion.as_dvec3()))?;
        writeln!(
            f,
            "  {} in reach, skin {}",
            counted(self.polygons, "polygon"),
            Metres(f64::from(outcome.skin))
        )?;
        self.format_start(f)?;
        for (i, iteration) in (1..).zip(&self.iterations) {
            format_iteration(f, i, iteration)?;
        }
        self.format_end(f)?;
        let iterations = counted(outcome.iterations as usize, "iteration");
        writeln!(f, "end    {} after {iterations}: {}", At(outcome.position), why(outcome.reason))
    }
}

impl Explanation {
    fn format_start(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(surface) = self.overlap {
            write!(f, "start  overlaps {}; ", Named(surface))?;
            match (self.report.outcome.start_adjustment, self.on_overlap) {
                (StartAdjustment::PushedOut, _) => {
                    let to = self.pushed_out.map_or(DVec3::ZERO, |out| out.position);
                    writeln!(f, "pushed out to {}", At(to))?;
                }
                (StartAdjustment::Returned, OnOverlap::ReturnTo(place)) => {
                    writeln!(f, "returns to {}", At(place))?;
                }
                (_, OnOverlap::PushOut) => writeln!(f, "no way out was found")?,
                (_, OnOverlap::ReturnTo(_)) => writeln!(f, "and so does the place to return to")?,
                (..) => writeln!(f, "the move is refused")?,
            }
        }
        let Some(start) = self.start_clearance else { return Ok(()) };
        write!(f, "start  ")?;
        match start.skins {
            s if s < 0.0 => write!(f, "not certified free")?,
            s if s < 1.0 => write!(f, "{} skins from the nearest thing", Short(s))?,
            _ => write!(f, "nothing within a skin")?,
        }
        if start.push != DVec3::ZERO {
            write!(f, "; moved out by {}", Metres(start.push.length()))?;
        }
        writeln!(f)
    }

    fn format_end(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut pushed = "";
        for tried in &self.end_attempts {
            let place = At(tried.position);
            write!(f, "tried  {pushed}{place}: ")?;
            match tried.skins {
                s if s < 0.0 => writeln!(f, "not certified free")?,
                s if s < 1.0 => writeln!(f, "free, {} skins from the nearest thing", Short(s))?,
                _ => writeln!(f, "free, a skin or more from everything")?,
            }
            pushed = "again at ";
        }
        Ok(())
    }
}

fn format_iteration(f: &mut Formatter<'_>, number: usize, iteration: &Iteration) -> fmt::Result {
    writeln!(
        f,
        "iteration {number} at {}, {} of the time left",
        At(iteration.from),
        Percent(iteration.time)
    )?;
    if iteration.contacts.is_empty() {
        writeln!(f, "  touches nothing")?;
    }
    for contact in &iteration.contacts {
        format_contact(f, contact)?;
    }
    for &place in &iteration.reflected_by {
        if let Some(contact) = iteration.contacts.get(place) {
            writeln!(f, "  thrown back by {}", Named(contact.surface))?;
        }
    }
    match iteration.decision {
        Decision::Free => write!(f, "  nothing is in the way: straight on")?,
        Decision::Slide { planes: 1 } => write!(f, "  slides along a face")?,
        Decision::Slide { .. } => write!(f, "  slides along the crease of two planes")?,
        Decision::Roll { over: Feature::Corner(_) } => write!(f, "  rolls over a corner")?,
        Decision::Roll { .. } => write!(f, "  rolls round an edge")?,
        Decision::Stop(reason) => return writeln!(f, "  stops here: {}", why(reason)),
    }
    let (asked, length) = (Metres(iteration.asked), Metres(iteration.length()));
    match iteration.end {
        SegmentEnd::Complete if iteration.asked > 0.0 => writeln!(f, ", {length}, all of it free")?,
        SegmentEnd::Complete => writeln!(f, ", but none of it is free")?,
        SegmentEnd::BoundaryEdge => writeln!(f, ", {length} to where its face ends: an edge is next")?,
        SegmentEnd::Contact(surface) => {
            writeln!(f, ", {asked} asked, {length} free: {} is in the way", Named(surface))?;
        }
        SegmentEnd::Regathered => writeln!(f, ", {length}: looked anew at what is near here")?,
    }
    Ok(())
}

fn format_contact(f: &mut Formatter<'_>, contact: &IterationContact) -> fmt::Result {
    let part = match contact.surface.feature {
        Feature::Face => "face of",
        Feature::Edge(_) => "edge of",
        Feature::Corner(_) => "corner of",
    };
    let (normal, skins) = (Direction(contact.normal), Short(contact.skins));
    write!(f, "  touches {part} {}, {skins} skins away, normal {normal}", Named(contact.surface))?;
    if contact.was_hit {
        write!(f, ", met on the way")?;
    }
    match contact.role {
        ContactRole::InternalEdge => writeln!(f, "; set aside: a seam, the mesh goes on nearer"),
        ContactRole::Duplicate => writeln!(f, "; set aside: another one has the same normal"),
        ContactRole::Inactive => writeln!(f, "; the motion does not go into it"),
        ContactRole::Active { takes: Some(takes) } => writeln!(f, "; holds, and takes {}", Metres(takes)),
        ContactRole::Active { takes: None } => writeln!(f, "; holds, together with the others"),
    }
}

fn why(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Arrived => "the time is used up",
        StopReason::Blocked => "something is in the way, and this mover stops at things",
        StopReason::NoFreedom => "what it touches leaves no direction that gains anything",
        StopReason::Reversed => "what it touches turned the motion back",
        StopReason::IterationLimit => "the limit of iterations is reached",
        StopReason::StartedInside => "the start overlaps the world, nothing was moved",
        StopReason::InvalidInput => "a number of the input is not finite or out of range, nothing was moved",
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Formats a polygon as its number.
pub(super) struct Named(pub(super) Surface);

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let number = self.0.polygon.index();
        match self.0.instance.index() {
            0 => write!(f, "polygon {number}"),
            instance => write!(f, "polygon {number} of instance {instance}"),
        }
    }
}

/// Formats a number with at most six digits after the point, and no trailing zeros. Tiny numbers
/// and those that are no position have an exponent.
pub(super) struct Short(pub(super) f64);

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let x = self.0;
        if x != 0.0 && !(1e-4..=MAX_POSITION).contains(&x.abs()) {
            return write!(f, "{x:.3e}");
        }
        f.write_str(&trimmed(x))
    }
}

fn trimmed(x: f64) -> String {
    let text = format!("{x:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Formats a direction; parts below a millionth count as zero.
struct Direction(DVec3);

impl Display for Direction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.to_array().map(trimmed);
        write!(f, "({x}, {y}, {z})")
    }
}

pub(super) struct At(pub(super) DVec3);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.to_array().map(Short);
        write!(f, "({x}, {y}, {z})")
    }
}

pub(super) struct Metres(pub(super) f64);

impl Display for Metres {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            x if x.abs() < 0.01 && x != 0.0 => write!(f, "{} mm", Short(x * 1e3)),
            x => write!(f, "{} m", Short(x)),
        }
    }
}

struct Percent(f64);

impl Display for Percent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} %", self.0 * 100.0)
    }
}
