//! Checks the imports between files of the library: no circles, and the inner layers of `slide`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The path of a module, such as `["slide", "contacts"]`.
type Module = Vec<String>;

/// A module, and the names below it that a path goes on with.
type Target = (Module, Vec<String>);

/// The texts of all modules below a folder, without their tests.
fn modules(folder: &Path, at: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, mut module) = (entry.path(), at.clone());
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name != "mod" && name != "lib" {
            module.push(name);
        }
        if path.is_dir() {
            modules(&path, &module, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|l| !l.trim_start().starts_with("//"));
            found.insert(module, lines.collect::<Vec<_>>().join(" "));
        }
    }
}

/// The `use` declarations of a text: true if it is public, and its tree.
fn uses(code: &str) -> Vec<(bool, &str)> {
    let mut found = Vec::new();
    for statement in code.split([';', '}']).map(str::trim) {
        let Some(at) = statement.find("use ").filter(|&at| statement[..at].trim_end().len() < 24) else {
            continue;
        };
        // A tree ends at a brace, so it is cut from the whole text.
        let start = statement.as_ptr() as usize - code.as_ptr() as usize + at;
        let end = start + code[start..].find(';').unwrap_or_default();
        let before = statement[..at].trim();
        if before.is_empty() || before.starts_with("pub") {
            found.push((!before.is_empty(), &code[start + 4..end]));
        }
    }
    found
}

/// The paths of a tree: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, inner)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let inner = inner.trim_end().trim_end_matches('}');
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inner.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().expect("a part").push(c),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| paths(part)).map(|path| format!("{}{path}", before.trim())).collect()
}

/// The module that a path names, as seen from another one.
fn resolve(all: &BTreeMap<Module, String>, from: &Module, path: &str) -> Option<Target> {
    let mut parts = path.split("::").map(str::to_owned).peekable();
    let mut at = from.clone();
    match parts.peek().map(String::as_str) {
        Some("crate") => _ = (at.clear(), parts.next()),
        Some("self") => _ = parts.next(),
        Some("super") => {
            while parts.next_if(|part| part == "super").is_some() {
                at.pop();
            }
        }
        first => {
            let below: Module = at.iter().cloned().chain(first.map(str::to_owned)).collect();
            all.get(&below)?;
        }
    }
    while let Some(part) = parts.peek() {
        let below: Module = at.iter().cloned().chain([part.clone()]).collect();
        if !all.contains_key(&below) {
            break;
        }
        at = below;
        parts.next();
    }
    Some((at, parts.collect()))
}

/// The modules that each module imports. A re-export stands for the file that has the item.
fn imports(all: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut exported: BTreeMap<(Module, String), Target> = BTreeMap::new();
    let mut imported: Vec<(Module, Target)> = Vec::new();
    for (module, code) in all {
        for (is_public, tree) in uses(code) {
            for path in paths(tree) {
                let Some(target) = resolve(all, module, &path) else { continue };
                if is_public {
                    let name = target.1.last().or(target.0.last()).cloned().unwrap_or_default();
                    exported.insert((module.clone(), name), target);
                } else {
                    imported.push((module.clone(), target));
                }
            }
        }
    }
    let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, (mut at, mut rest)) in imported {
        while let Some(next) = rest.first().and_then(|name| exported.get(&(at.clone(), name.clone()))) {
            (at, rest) = next.clone();
        }
        if at != from {
            edges.entry(from).or_default().insert(at);
        }
    }
    edges
}

/// The modules that import each other in circles, each with the modules of circles that it imports.
fn circles(all: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut edges = imports(all);
    // Repeatedly removes modules that import no remaining module, or that no remaining module
    // imports. Only circles, and modules between two circles, remain.
    loop {
        let left: BTreeSet<Module> = edges.keys().cloned().collect();
        for targets in edges.values_mut() {
            targets.retain(|target| left.contains(target));
        }
        let targets: BTreeSet<Module> = edges.values().flatten().cloned().collect();
        let before = edges.len();
        edges.retain(|module, imports| !imports.is_empty() && targets.contains(module));
        if edges.len() == before {
            return edges;
        }
    }
}

/// The modules of the library, each with its code.
fn library() -> BTreeMap<Module, String> {
    let mut all = BTreeMap::new();
    modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &Vec::new(), &mut all);
    assert!(all.len() > 150, "{} modules", all.len());
    all
}

/// The inner layers of `slide`, from the bottom up. A file uses its own module and lower layers.
/// `slide` itself has the entry points that are methods of the world.
const LAYERS_OF_SLIDE: [&[&str]; 6] = [
    &["config", "motion", "outcome"],
    &["search_space"],
    &["mover"],
    &["depenetrate", "resize", "touching", "debug_draw"],
    &["carry", "run"],
    &["batch"],
];

#[test]
fn the_inner_layers_of_slide_use_only_lower_ones() {
    let layer_of = |module: &Module| {
        let inner = module.get(1).filter(|_| module[0] == "slide")?;
        let layer = LAYERS_OF_SLIDE.iter().position(|layer| layer.contains(&inner.as_str()));
        Some(layer.unwrap_or_else(|| panic!("which layer is `{inner}` in? Add it to LAYERS_OF_SLIDE")))
    };
    let mut found = 0;
    for (from, to) in imports(&library()) {
        let is_test = from.last().is_some_and(|name| name == "tests");
        let Some(layer) = layer_of(&from).filter(|_| !is_test) else { continue };
        for target in to.iter().filter(|target| target.first().is_some_and(|m| m == "slide")) {
            let other = layer_of(target);
            let is_lower = other.is_some_and(|other| other < layer) || target.get(1) == from.get(1);
            assert!(is_lower, "{} in layer {layer} uses {}", from.join("/"), target.join("/"));
            found += 1;
        }
    }
    assert!(found > 60, "{found} imports");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let found = circles(&library());
    let lines = found.iter().map(|(from, to)| {
        let to: Vec<String> = to.iter().map(|module| module.join("/")).collect();
        format!("{} imports {}", from.join("/"), to.join(", "))
    });
    assert!(found.is_empty(), "in circles, or between two:\n{}", lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_circle_through_a_re_export_is_found() {
    let text = |code: &str| code.to_owned();
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let all = BTreeMap::from([
        (Module::new(), text("mod a; mod b; pub use a::A;")),
        (module("a"), text("use std::fmt; use crate::b::{B, c::{C, D as E}}; pub struct A;")),
        (module("b"), text("mod c; use crate::A; fn f() { 1 }")),
        (module("b/c"), text("fn f() {} use super::super::a; mod d {}")),
        (module("d"), text("use crate::A;")),
    ]);
    let found = circles(&all);
    let to = |from: &str| found.get(&module(from)).map_or(0, BTreeSet::len);
    assert_eq!((to("a"), to("b"), to("b/c"), to("d")), (2, 1, 1, 0));
    let without: BTreeMap<Module, String> =
        all.into_iter().filter(|(path, _)| *path != module("a")).collect();
    assert!(circles(&without).is_empty());
}
