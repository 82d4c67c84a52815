#[path = "../tests/common/mod.rs"]
mod common;
use common::*;
use sidle::*;
fn main() {
    let st = sidle_scenes::stations::all().into_iter().find(|s| s.id=="hockey-rink").unwrap();
    let run = st.runs.iter().find(|r| r.label.contains("512")).unwrap();
    let world = world_of(&st.levels[run.level]);
    let rate: f32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let cfg = MoveConfig{response: Response::Momentum, skin_width: run.skin as f32, ..Default::default()};
    let mut s = Scratch::default(); let mut p = narrow(run.start); let mut v = Vec3::X*20.0; let shape=shape_of(&run.shape);
    let mut shown=0;
    for f in 0..(1.5*rate) as i32 { let o = world.move_and_slide(&mut s,&shape,p,Motion::over(v,1.0/rate),&cfg);
      let loss = v.length()-o.velocity.length();
      if s.hits().iter().any(|h| h.surface.feature!=Feature::Face) && shown<3 { shown+=1; println!("frame {f} p {p} v {} -> {} loss {loss:.6} hits {} reason {:?} it {}", v.length(), o.velocity.length(), s.hits().len(), o.reason, o.iterations); for h in s.hits() { println!("   {:.4} n {} removed {} {:?} tri {}", h.fraction, h.normal, h.speed_removed, h.surface.feature, h.surface.triangle); } }
      p=o.position; v=o.velocity; }
    println!("{}", v.length());
}
