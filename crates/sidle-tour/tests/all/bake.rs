//! `sidle-tour bake` as a program: a room with a pillar, and its light maps read back.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use sidle_judge::Judge;
use sidle_scenes::{Builder, Level, SplitMix64};

use crate::common::{Folder, is_refused, sidle, stderr, stdout};

/// 8 x 3 x 8 m of air, seen from inside, and a pillar of 1 x 1 m from floor to ceiling in the
/// middle.
fn room_with_a_pillar() -> Level {
    let mut builder = Builder::new();
    builder.room([0.0; 3], [8.0, 3.0, 8.0], 0.5);
    builder.block([3.5, 0.0, 3.5], [4.5, 3.0, 4.5]);
    builder.finish("pillar", &[])
}

/// The output of a bake, read back.
struct Baked {
    index: Value,
    pages: Vec<(u32, Vec<u16>)>,
}

impl Baked {
    fn read(folder: &Folder, out: &str) -> Self {
        let index: Value =
            serde_json::from_slice(&fs::read(folder.0.join(out).join("lightmap.json")).unwrap()).unwrap();
        let pages = index["pages"].as_array().unwrap().iter().map(|page| {
            let file = fs::File::open(folder.0.join(out).join(page["file"].as_str().unwrap())).unwrap();
            let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut bytes).unwrap();
            assert_eq!(
                (info.color_type, info.bit_depth),
                (png::ColorType::Grayscale, png::BitDepth::Sixteen)
            );
            assert!(page["width"] == info.width && page["height"] == info.height);
            (info.width, bytes.chunks_exact(2).map(|b| u16::from_be_bytes([b[0], b[1]])).collect())
        });
        Self { pages: pages.collect(), index }
    }

    /// Returns the texels whose middles lie inside a triangle: their places in the world, and their
    /// light.
    fn texels(&self, level: &Level, triangle: usize, side: &str) -> Vec<([f64; 3], f64)> {
        let (page, uv): (usize, [[f64; 2]; 3]) =
            serde_json::from_value(self.index[side][triangle].clone()).unwrap();
        let (width, pixels) = &self.pages[page];
        let corners = level.corners(triangle).map(|c| c.map(f64::from));
        let edge = |a: [f64; 2], b: [f64; 2], p: [f64; 2]| {
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        };
        let area = edge(uv[0], uv[1], uv[2]);
        let [low, high] =
            [f64::min, f64::max].map(|pick| [0, 1].map(|k| pick(pick(uv[0][k], uv[1][k]), uv[2][k])));
        let mut found = Vec::new();
        for y in low[1] as u32..=high[1] as u32 {
            for x in low[0] as u32..=high[0] as u32 {
                let p = [f64::from(x) + 0.5, f64::from(y) + 0.5];
                let weights =
                    [edge(uv[1], uv[2], p), edge(uv[2], uv[0], p), edge(uv[0], uv[1], p)].map(|e| e / area);
                if area != 0.0 && weights.iter().all(|&w| w >= 0.0) {
                    let place = [0, 1, 2].map(|k| (0..3).map(|i| corners[i][k] * weights[i]).sum());
                    let pixel = f64::from(pixels[(y * width + x) as usize]) / 65535.0;
                    found.push((place, self.index["brightest"].as_f64().unwrap() * pixel * pixel));
                }
            }
        }
        found
    }

    /// The texels of the floor of the room that are not under the pillar.
    fn floor(&self, level: &Level) -> Vec<([f64; 3], f64)> {
        let is_floor = |t: &usize| {
            let [a, b, c] = level.corners(*t);
            let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            [a, b, c].iter().all(|p| p[1] == 0.0) && up > 0.0
        };
        let all = (0..level.triangles.len()).filter(is_floor).flat_map(|t| self.texels(level, t, "front"));
        let under = |p: &[f64; 3]| (3.5..=4.5).contains(&p[0]) && (3.5..=4.5).contains(&p[2]);
        let inside = |p: &[f64; 3]| p[0] > 0.0 && p[0] < 8.0 && p[2] > 0.0 && p[2] < 8.0;
        all.filter(|(p, _)| inside(p) && !under(p)).collect()
    }
}

/// The mean light of the texels within `reach` metres of a place of the floor.
fn at(floor: &[([f64; 3], f64)], x: f64, z: f64, reach: f64) -> f64 {
    let near = floor.iter().filter(|(p, _)| (p[0] - x).abs() < reach && (p[2] - z).abs() < reach);
    let all: Vec<f64> = near.map(|t| t.1).collect();
    assert!(!all.is_empty(), "no texel at {x} {z}");
    all.iter().sum::<f64>() / all.len() as f64
}

fn bake(folder: &Folder, level: &str, out: &str, more: &[&str]) -> Output {
    let out = folder.path(out);
    let fixed = ["bake", level, "--out", &out, "--force", "--size", "160", "--ambient", "0"];
    let output = sidle(&[&fixed, more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    output
}

#[test]
fn m14_a_pillar_throws_a_soft_shadow_that_is_the_same_on_any_number_of_threads() {
    let folder = Folder::new("soft");
    let level = room_with_a_pillar();
    let path = folder.level(&level);
    let options = ["--light", "1,1.5,4,0.4,10", "--texel", "0.1", "--samples", "32"];
    let bake = |out: &str, threads: &str| {
        bake(&folder, &path, out, &[&options[..], &["--threads", threads]].concat())
    };
    let (one, _) = (bake("one", "1"), bake("two", "2"));
    assert!(stderr(&one).is_empty(), "{}", stderr(&one));
    let table = stdout(&one);
    assert!(
        ["shadow rays", "rows", "a second", "texels", "seconds"].iter().all(|w| table.contains(w)),
        "{table}"
    );
    let mut names: Vec<_> = fs::read_dir(folder.0.join("one"))
        .unwrap()
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["lightmap.json", "lightmap_0.png", "preview.png"]);
    for name in names {
        let [a, b] = ["one", "two"].map(|out| fs::read(folder.0.join(out).join(&name)).unwrap());
        assert!(a == b, "{name} depends on the number of threads");
    }
    let floor = Baked::read(&folder, "one").floor(&level);
    assert!(floor.len() > 5_000, "{}", floor.len());
    // In front of the pillar, in its shadow, and across the edge of the shadow 3 m behind it. The
    // corners (4.5, 4.5) and (3.5, 4.5) of the pillar and the rim of the lamp bound the penumbra.
    let (lit, dark) = (at(&floor, 2.5, 4.0, 0.2), at(&floor, 6.0, 4.0, 0.2));
    assert!(lit > 0.5 && dark == 0.0, "{lit} {dark}");
    // Lambert's law with the square of the distance, where the lamp is not blocked: 10 h / d^3.
    for (p, light) in floor.iter().filter(|(p, _)| p[0] < 3.0) {
        let square = (p[0] - 1.0).powi(2) + 1.5_f64.powi(2) + (p[2] - 4.0).powi(2);
        let expected = 10.0 * 1.5 / square.powf(1.5);
        assert!((light - expected).abs() < 0.02 * expected + 1e-3, "{p:?}: {light}, not {expected}");
    }
    let across: Vec<f64> = (0..30).map(|i| at(&floor, 6.5, 4.0 + 0.1 * f64::from(i), 0.11)).collect();
    let edges = across.windows(2).filter(|w| w[1] > w[0] + 1e-3).count();
    assert!(
        across[0] == 0.0 && across[29] > 0.05 && edges >= 6,
        "the edge of the shadow is soft: {across:?}"
    );
    // No dark line along the foot of the walls, nor around the pillar where it is lit.
    for (p, light) in
        floor.iter().filter(|(p, _)| p[0] < 0.2 || (p[0] > 3.3 && p[0] < 3.5 && (p[2] - 4.0).abs() < 0.5))
    {
        let square = (p[0] - 1.0).powi(2) + 1.5_f64.powi(2) + (p[2] - 4.0).powi(2);
        assert!(*light > 0.9 * 10.0 * 1.5 / square.powf(1.5), "{p:?} {light}");
    }
}

/// Brute force in double precision, on all lit triangles: a texel is lit exactly if nothing blocks
/// the lamp.
#[test]
fn m14_hard_shadows_are_where_f64_says() {
    let folder = Folder::new("hard");
    let level = room_with_a_pillar();
    let path = folder.level(&level);
    let mut rng = SplitMix64::new(14);
    for case in 0..3 {
        let light = [rng.range(0.6, 2.9), rng.range(0.6, 2.4), rng.range(0.6, 7.4)]
            .map(|x| (x as f32 * 64.0).round() / 64.0);
        let text = format!("{},{},{},0,20", light[0], light[1], light[2]);
        bake(&folder, &path, "out", &["--light", &text, "--texel", "0.125"]);
        let baked = Baked::read(&folder, "out");
        let judge = Judge::new(&level.vertices, &level.triangles);
        let light = light.map(f64::from);
        let (mut lit, mut dark, mut unclear) = (0, 0, 0);
        for triangle in 0..level.triangles.len() {
            let [a, b, c] = level.corners(triangle).map(|c| c.map(f64::from));
            let (u, v) = ([0, 1, 2].map(|k| b[k] - a[k]), [0, 1, 2].map(|k| c[k] - a[k]));
            let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
            let n = n.map(|x| x / length);
            for (place, found) in baked.texels(&level, triangle, "front") {
                // Texels below the pillar may have the light of their neighbours.
                if [0, 2].iter().all(|&k| place[k] > 3.5 && place[k] < 4.5) {
                    continue;
                }
                let way = [0, 1, 2].map(|k| light[k] - place[k]);
                let distance = way.iter().map(|x| x * x).sum::<f64>().sqrt();
                let cos = (0..3).map(|k| way[k] * n[k]).sum::<f64>() / distance;
                // From 1 cm around the middle, all off the face. If they disagree, the edge of a
                // shadow is near.
                let starts = [
                    [0.0; 3],
                    [0.01, 0.0, 0.0],
                    [-0.01, 0.0, 0.0],
                    [0.0, 0.01, 0.0],
                    [0.0, -0.01, 0.0],
                    [0.0, 0.0, 0.01],
                    [0.0, 0.0, -0.01],
                ]
                .map(|d| {
                    [0, 1, 2]
                        .map(|k| place[k] + d[k] + n[k] * (0.001 - (0..3).map(|j| d[j] * n[j]).sum::<f64>()))
                });
                let blocked = starts.map(|start| judge.crosses(start, light));
                if blocked.iter().any(|&b| b != blocked[0]) || cos.abs() < 1e-3 {
                    unclear += 1;
                    continue;
                }
                let expected = if blocked[0] || cos < 0.0 { 0.0 } else { 20.0 * cos / (distance * distance) };
                (lit, dark) = (lit + usize::from(expected > 0.0), dark + usize::from(expected == 0.0));
                let close = (found - expected.min(16.0)).abs() < 0.01 * expected + 1e-4;
                assert!(close, "{case}: {place:?} {n:?}: {found}, not {expected}");
            }
        }
        assert!(lit > 5_000 && dark > 1_000 && unclear * 20 < lit + dark, "{lit} {dark} {unclear}");
    }
}

#[test]
fn m14_a_sun_lights_what_it_sees_and_both_sides_of_a_sheet_have_their_own_light() {
    let folder = Folder::new("sun");
    let mut builder = Builder::new();
    builder.floor(0.0, [-4.0, -4.0], [4.0, 4.0], [2, 2]).floor(2.0, [-1.0, -1.0], [1.0, 1.0], [1, 1]);
    let level = builder.finish("sheets", &[]);
    let path = folder.level(&level);
    bake(&folder, &path, "sun", &["--sun", "0,1,0,0,0.5", "--light", "0,1,0,0,1"]);
    let baked = Baked::read(&folder, "sun");
    let floor = level.triangles.len() - 2;
    let all = |side: &str, from: usize, to: usize| -> Vec<([f64; 3], f64)> {
        (from..to).flat_map(|t| baked.texels(&level, t, side)).collect()
    };
    let close = |a: f64, b: f64| (a - b).abs() < 3e-3;
    // The sun lights the top of the small sheet, and the lamp its lower side. Both light the floor,
    // but the sun not under the sheet.
    let lamp = |p: [f64; 3]| 1.0 / (p[0] * p[0] + p[2] * p[2] + 1.0).powf(1.5);
    assert!(all("front", floor, floor + 2).iter().all(|t| close(t.1, 0.5)));
    let below = all("back", floor, floor + 2);
    assert!(below.len() > 300 && below.iter().all(|t| close(t.1, lamp(t.0))), "{:?}", below[0]);
    for (p, light) in all("front", 0, floor) {
        let (x, z) = (p[0].abs(), p[2].abs());
        if (x - 1.0).abs() > 0.01 && (z - 1.0).abs() > 0.01 {
            let sun = if x < 1.0 && z < 1.0 { 0.0 } else { 0.5 };
            assert!(close(light, lamp(p) + sun), "{p:?} {light}");
        }
    }
    assert!(all("back", 0, floor).iter().all(|t| t.1 == 0.0));
}

#[test]
fn m14_lights_that_light_nothing_are_named() {
    let folder = Folder::new("warn");
    let path = folder.level(&room_with_a_pillar());
    let good = "1,1,1";
    let warned = |light: &str| {
        stderr(&bake(&folder, &path, "out", &["--texel", "0.5", "--light", good, "--light", light]))
    };
    let message = warned("4,1.5,-900,0,1e-6");
    assert!(message.contains("4,1.5,-900,0,1e-6 sees the backs"), "{message}");
    let message = warned("4,1.5,4,0.1");
    assert!(
        message.contains("4,1.5,4,0.1") && message.contains("backs") && message.contains("inside a wall"),
        "{message}"
    );
    assert!(!message.contains("light 1,1,1"), "{message}");
    // In the plane of all surfaces.
    let mut builder = Builder::new();
    builder.floor(0.0, [-4.0, -4.0], [4.0, 4.0], [2, 2]);
    let flat = folder.level(&builder.finish("flat", &[]));
    let message = stderr(&bake(&folder, &flat, "flat", &["--light", "9,0,0,0"]));
    assert!(message.contains("9,0,0,0") && message.contains("lights nothing"), "{message}");
    assert_eq!(Baked::read(&folder, "flat").pages.len(), 1);
    let message = stderr(&bake(&folder, &flat, "flat", &["--light", "0,0.3,0,0,1000", "--texel", "0.02"]));
    assert!(message.contains("brighter than 16"), "{message}");
}

#[test]
fn m14_bad_input_is_refused_in_one_sentence() {
    let folder = Folder::new("bad");
    let path = folder.level(&room_with_a_pillar());
    is_refused(&["bake", &path], &["--light"]);
    is_refused(&["bake"], &["LEVEL"]);
    is_refused(&["bake", "no-such-level.obj", "--light", "1,1,1"], &["no-such-level.obj"]);
    let empty = folder.file("empty.obj", "# nothing\n");
    is_refused(&["bake", &empty, "--light", "1,1,1"], &["empty.obj", "no triangles"]);
    for wrong in ["1,2", "NaN,0,0", "1,2,3,-1", "1,2,3,1,0", "1,2,3,4,5,6", "one,two,three"] {
        is_refused(&["bake", &path, "--light", wrong], &["--light", wrong]);
    }
    for (option, wrong) in [
        ("--sun", "0,0,0"),
        ("--texel", "0"),
        ("--texel", "-0.1"),
        ("--texel", "NaN"),
        ("--texel", "inf"),
        ("--samples", "0"),
        ("--ambient", "-1"),
        ("--threads", "0"),
        ("--size", "3"),
        ("--from", "1,2"),
    ] {
        is_refused(&["bake", &path, "--light", "1,1,1", option, wrong], &[option, wrong]);
    }
    is_refused(&["bake", &path, "--light", "1,1,1", "--look", "1,1,1"], &["--from"]);
    let locked = folder.file("file-not-folder", "");
    is_refused(&["bake", &path, "--light", "1,1,1", "--out", &format!("{locked}/out")], &["file-not-folder"]);
}

#[test]
fn m14_a_texel_size_that_takes_too_many_texels_names_one_that_would_do() {
    let folder = Folder::new("budget");
    let mut builder = Builder::new();
    builder.floor(0.0, [0.0, 0.0], [900.0, 900.0], [30, 30]);
    let path = folder.level(&builder.finish("field", &[]));
    let out = folder.path("out");
    let args = |texel: &'static str| {
        ["bake", &path, "--light", "9,9,9", "--out", &out, "--texel", texel].map(str::to_owned)
    };
    let tight = args("0.1");
    is_refused(
        &tight.each_ref().map(String::as_str),
        &["field.obj", "--texel 0.1 takes", "67108864", "--texel 0.12 would do"],
    );
    assert!(!folder.0.join("out").exists(), "refused before anything is made");
}

#[cfg(unix)]
#[test]
fn m14_an_interrupted_bake_writes_nothing() {
    let folder = Folder::new("interrupt");
    let path = folder.level(&room_with_a_pillar());
    let out = folder.path("out");
    let args = ["bake", &path, "--light", "1,1,1", "--texel", "0.01", "--samples", "4096", "--out", &out];
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_sidle-tour")).args(args).stderr(Stdio::piped()).spawn().unwrap();
    // The folder is made just before Ctrl-C is listened to.
    while !folder.0.join("out").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let code = child.wait().unwrap().code();
    assert_eq!(code, Some(130), "{}", stderr(&child.wait_with_output().unwrap()));
    assert_eq!(fs::read_dir(folder.0.join("out")).unwrap().count(), 0);
}
