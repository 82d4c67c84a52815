#[path = "../tests/common/mod.rs"]
mod common;
use common::*;
fn main() {
    let f: Vec<String> = std::env::args().collect();
    for st in sidle_scenes::stations::all().iter().chain(&sidle_scenes::cases::all()) {
        if st.id != f[1] { continue; }
        let worlds: Vec<_> = st.levels.iter().map(world_of).collect();
        for run in &st.runs {
            if let Some(l) = f.get(2) { if !run.label.contains(l.as_str()) { continue; } }
            println!("{} {:?} start {:?} skin {}", run.label, run.shape, run.start, run.skin);
            for p in &run.script { println!("  {p:?}"); }
            let traces: Vec<_> = run.rates.iter().map(|&r| execute(&worlds[run.level], run, r)).collect();
            for e in &run.expectations { print!("  {} exp {} :", e.what, e.value); for t in &traces { print!(" {}Hz {:.6}", t.rate, e.worst(std::slice::from_ref(t))); } println!(); }
        }
    }
}
