//! The files that the program reads: limits, endless inputs, files outside of the level's folder.

use crate::common::{Folder, refused, stderr};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// Every command line that reads a file, with `FILE` in its place.
const READS: [&[&str]; 11] = [
    &["replay", "FILE"],
    &["replay", "FILE", "--json", "--explain"],
    &["golf", "--script", "FILE"],
    &["golf", "FILE.png"],
    &["inspect", "FILE.obj"],
    &["walk", "FILE.glb"],
    &["walk", "hall.obj", "--spawns", "FILE"],
    &["bake", "FILE.gltf", "--light", "2,2,2"],
    &["soak", "FILE.obj", "--moves", "1"],
    &["soak", "soup", "--moves", "1", "--checkpoint", "FILE", "--resume"],
    &["soak", "soup", "--moves", "1", "--record", "FILE"],
];

/// Calls `check` for each of [`READS`] with the file `name` and the file's extended name.
fn for_each_read(name: &str, check: impl Fn(&[&str], &str)) {
    for read in READS {
        let args: Vec<String> = read.iter().map(|word| word.replace("FILE", name)).collect();
        let file = args.iter().find(|word| word.starts_with(name)).unwrap().clone();
        // The scale beside a height map is read first.
        let file = file.replace(".png", ".json");
        check(&args.iter().map(String::as_str).collect::<Vec<_>>(), &file);
    }
}

/// The size is in the message only if it was known before the file was read.
#[test]
fn a_huge_file_is_refused_by_its_size() {
    let folder = Folder::with_hall("huge");
    for name in ["huge", "huge.png", "huge.json", "huge.obj", "huge.gltf", "huge.glb"] {
        folder.sparse(name, 5 << 30);
    }
    for_each_read("huge", |args, file| {
        let size = format!("{file}: is 5368709120 bytes long, larger than the limit of ");
        folder.is_refused(args, &[&size]);
    });
}

#[test]
fn a_file_one_byte_above_its_limit_is_refused() {
    let folder = Folder::with_hall("limits");
    for (args, limit) in [
        (&["replay", "file"][..], 64 << 20),
        (&["golf", "--script", "file"], 1 << 20),
        (&["walk", "hall.obj", "--spawns", "file"], 64 << 20),
        (&["soak", "--checkpoint", "file", "--resume"], 256 << 20),
        (&["soak", "--record", "file"], 64 << 20),
    ] {
        folder.sparse("file", limit + 1);
        folder.is_refused(args, &[&format!("larger than the limit of {limit} bytes")]);
    }
    // A comment that is exactly as long as a script may be.
    folder.write("file", format!("0 50 putter\n#{}\n", "x".repeat((1 << 20) - 14)));
    assert_eq!(fs::metadata(folder.0.join("file")).unwrap().len(), 1 << 20);
    folder.passes(&["golf", "--script", "file"]);
    // A byte order mark and other line ends are not strokes.
    folder.write("file", "\u{feff}0 50 putter\r\n");
    folder.passes(&["golf", "--script", "file"]);
}

#[test]
fn folders_are_not_read() {
    let folder = Folder::with_hall("folders");
    for name in ["dir", "dir.png", "dir.json", "dir.obj", "dir.gltf", "dir.glb"] {
        fs::create_dir(folder.0.join(name)).unwrap();
    }
    for_each_read("dir", |args, file| {
        folder.is_refused(args, &[&format!("{file}: cannot be read: not a regular file")]);
    });
}

#[test]
fn missing_and_empty_files_are_named() {
    let folder = Folder::with_hall("empty");
    for_each_read("none", |args, file| {
        // A list of runs begins with the first run.
        if !args.contains(&"--record") {
            folder.is_refused(args, &[file]);
        }
    });
    for name in ["empty", "empty.png", "empty.json", "empty.obj", "empty.gltf", "empty.glb"] {
        folder.write(name, "");
    }
    for_each_read("empty", |args, file| {
        // A script without strokes is a round without strokes.
        if args[..2] != ["golf", "--script"] {
            folder.is_refused(args, &[file]);
        }
    });
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let folder = Folder::with_hall("bytes");
    fs::write(folder.0.join("bytes"), b"0 50\n\xff\xfe\n").unwrap();
    for args in [
        &["replay", "bytes"][..],
        &["golf", "--script", "bytes"],
        &["soak", "--checkpoint", "bytes", "--resume"],
        &["soak", "--record", "bytes"],
    ] {
        folder.is_refused(args, &["bytes: line 2: not a text in UTF-8"]);
    }
}

/// An error shows little of a file, whatever its content.
#[test]
fn errors_are_short() {
    let folder = Folder::new("short");
    let long = "#\u{1b}".repeat(100_000);
    folder.write("text", format!("\"{}\"", "x".repeat(500_000)));
    folder.write("line", format!("0 {} spoon\n", "9".repeat(500_000)));
    folder.write("control", long.replace('#', "x"));
    folder.is_refused(&["soak", "--record", "text"], &["text: is not a list of runs"]);
    folder.is_refused(&["soak", "--checkpoint", "text", "--resume"], &["text: is not a checkpoint"]);
    folder.is_refused(&["golf", "--script", "line"], &["line, line 1: "]);
    folder.is_refused(&["replay", "line"], &["line: line 1: "]);
    let output = folder.sidle(&["golf", "--script", "control"]);
    refused(&["golf"], &output, &["control, line 1: "]);
    assert!(!stderr(&output).contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn endless_files_and_pipes_are_refused() {
    use std::os::unix::fs::symlink;

    let folder = Folder::with_hall("endless");
    for name in ["zero", "pipe"] {
        for ending in ["", ".png", ".json", ".obj", ".gltf", ".glb"] {
            let path = folder.0.join(format!("{name}{ending}"));
            match name {
                "zero" => symlink("/dev/zero", path).unwrap(),
                _ => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
            }
        }
        for_each_read(name, |args, file| {
            folder.is_refused(args, &[&format!("{file}: cannot be read: not a regular file")]);
        });
    }
    folder.is_refused(&["replay", "/dev/zero"], &["/dev/zero: cannot be read: not a regular file"]);
    folder.is_refused(&["golf", "--script", "/dev/zero"], &["/dev/zero: cannot be read: not a regular file"]);
    // The standard input may be a pipe, and may be endless.
    let zero = || Stdio::from(File::open("/dev/zero").unwrap());
    let script = folder.command(&["golf", "--script", "-"]).stdin(zero()).output().unwrap();
    refused(&["golf"], &script, &["the standard input: is larger than the limit of 1048576 bytes"]);
    let typed = folder.command(&["golf"]).stdin(zero()).output().unwrap();
    assert_eq!(typed.status.code(), Some(2));
    assert!(stderr(&typed).contains("a line of more than 1024 bytes"), "{}", stderr(&typed));
}

#[cfg(unix)]
#[test]
fn a_buffer_that_is_linked_out_of_the_folder_is_refused() {
    let folder = Folder::new("links");
    folder.write("secret.bin", "\0".repeat(36));
    let level = r#"{ "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": 36, "uri": "level.bin" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "nodes": [{ "mesh": 0 }] }"#;
    folder.write("level/level.gltf", level);
    std::os::unix::fs::symlink("../secret.bin", folder.0.join("level/level.bin")).unwrap();
    let why = "buffer 0: \"level.bin\" cannot be read: a symbolic link leads out of the folder of the file";
    for command in [&["inspect"][..], &["walk"], &["bake", "--light", "2,2,2"]] {
        folder.is_refused(&[command, &["level/level.gltf"]].concat(), &[why]);
    }
    // A level named without a folder: its folder is the current one.
    let here = |folder: &Folder| {
        let mut command = folder.command(&["inspect", "level.gltf"]);
        command.current_dir(folder.0.join("level")).output().unwrap()
    };
    refused(&["inspect"], &here(&folder), &[why]);
    fs::remove_file(folder.0.join("level/level.bin")).unwrap();
    folder.write("level/level.bin", "\0".repeat(36));
    assert_eq!(here(&folder).status.code(), Some(0), "{}", stderr(&here(&folder)));
}

/// One function reads all files, with limits. A call of the standard library's readers elsewhere
/// would have none.
#[test]
fn every_file_is_read_through_the_limits() {
    const READERS: [&str; 6] =
        ["fs::read(", "read_to_string", "read_to_end", "File::open", "OpenOptions", "lock().lines"];
    fn check(folder: &Path, found: &mut u32) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                check(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("sidle-io/src/file.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap();
                for reader in READERS {
                    assert!(!code.contains(reader), "{}: {reader}", path.display());
                }
                *found += 1;
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = 0;
    for name in ["sidle-cli", "sidle-io", "sidle-tour", "sidle-walkers"] {
        check(&crates.join(name).join("src"), &mut found);
    }
    assert!(found > 80, "{found}");
}
