//! Files that must not be read to their end: too large, endless, or outside of the level's folder.

use crate::common::{Folder, Scene};
use sidle_io::{
    limits, read_file, read_heightmap_with_scale, read_level, read_spawns, read_stream, read_text,
};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// 5 GiB, above every limit. The files are sparse, so they take no room on the disk.
const HUGE: u64 = 5 << 30;

fn sparse(folder: &Folder, name: &str, bytes: u64) -> std::path::PathBuf {
    let path = folder.0.join(name);
    File::create(&path).unwrap().set_len(bytes).unwrap();
    path
}

/// The size in the message comes from the file's metadata. A reader that measures it by reading
/// cannot name it, because it stops at the limit.
#[test]
fn the_size_is_checked_before_the_file_is_read() {
    let folder = Folder::new("huge");
    let message = |name: &str, limit: u64| {
        let path = folder.0.join(name).display().to_string();
        format!("{path}: is {HUGE} bytes long, larger than the limit of {limit} bytes")
    };
    for name in ["huge.obj", "huge.gltf", "huge.glb"] {
        let error = read_level(&sparse(&folder, name, HUGE)).unwrap_err();
        assert_eq!(error.to_string(), message(name, limits::MAX_BYTES));
    }
    let error = read_spawns(&sparse(&folder, "huge.spawns.json", HUGE)).unwrap_err();
    assert_eq!(error.to_string(), message("huge.spawns.json", limits::MAX_SPAWNS_BYTES));
    let map = sparse(&folder, "map.png", HUGE);
    let scale = sparse(&folder, "map.json", HUGE);
    let error = read_heightmap_with_scale(&map).unwrap_err();
    assert_eq!(error.to_string(), message("map.json", limits::MAX_SCALE_BYTES));
    fs::write(&scale, r#"{"cell_x_m": 1, "cell_z_m": 1, "height_of_0_m": 0, "height_of_65535_m": 1}"#)
        .unwrap();
    let error = read_heightmap_with_scale(&map).unwrap_err();
    assert_eq!(error.to_string(), message("map.png", limits::MAX_BYTES));
}

#[test]
fn a_file_of_exactly_the_limit_is_read() {
    let folder = Folder::new("exact");
    let path = folder.write("ten", b"0123456789");
    assert_eq!(read_file(&path, 10).unwrap(), b"0123456789");
    let message = read_file(&path, 9).unwrap_err().to_string();
    assert_eq!(message, format!("{}: is 10 bytes long, larger than the limit of 9 bytes", path.display()));
    assert_eq!(read_file(&folder.write("empty", b""), 0).unwrap(), b"");
}

#[test]
fn a_stream_is_read_up_to_the_limit() {
    assert_eq!(read_stream(&b"0123456789"[..], "stream", 10).unwrap(), b"0123456789");
    let message = read_stream(io::repeat(0), "stream", 10).unwrap_err().to_string();
    assert_eq!(message, "stream: is larger than the limit of 10 bytes");
    assert_eq!(read_stream(&b"ab"[..], "stream", u64::MAX).unwrap(), b"ab");
}

#[test]
fn a_text_that_is_none_is_refused_with_its_line() {
    let folder = Folder::new("text");
    assert_eq!(read_text(&folder.write("good", "h\u{f6}he\n".as_bytes()), 99).unwrap(), "h\u{f6}he\n");
    let path = folder.write("bad", b"one\ntwo\n\xff\n");
    let message = read_text(&path, 99).unwrap_err().to_string();
    assert_eq!(message, format!("{}: line 3: not a text in UTF-8", path.display()));
}

#[test]
fn folders_are_refused() {
    let folder = Folder::new("folder");
    let message = read_file(&folder.0, 99).unwrap_err().to_string();
    assert_eq!(message, format!("{}: cannot be read: not a regular file", folder.0.display()));
}

/// If a file claims to be longer than it is, the reader must not wait or allocate for the rest.
#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_size_is_unknown_is_still_limited() {
    // A regular file that reports 0 bytes.
    let path = Path::new("/proc/self/maps");
    assert_eq!(fs::metadata(path).unwrap().len(), 0);
    let message = read_file(path, 10).unwrap_err().to_string();
    assert_eq!(message, "/proc/self/maps: is larger than the limit of 10 bytes");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn pipes_and_devices_are_refused() {
        let folder = Folder::new("pipes");
        let pipe = folder.0.join("pipe.obj");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let zero = folder.0.join("zero.obj");
        symlink("/dev/zero", &zero).unwrap();
        for path in [&pipe, &zero] {
            let message = read_level(path).unwrap_err().to_string();
            assert_eq!(message, format!("{}: cannot be read: not a regular file", path.display()));
        }
    }

    /// The result of `read_level` for a level whose buffer is `uri`.
    fn reads(folder: &Folder, uri: &str) -> Result<(), String> {
        let path = folder.write("level/level.gltf", &Scene::triangle().gltf(uri));
        let prefix = format!("{}: buffer 0: ", path.display());
        match read_level(&path) {
            Ok(level) => {
                assert_eq!(level.triangles, [[0, 1, 2]]);
                Ok(())
            }
            Err(error) => Err(error.to_string().strip_prefix(&prefix).unwrap().to_owned()),
        }
    }

    #[test]
    fn a_symbolic_link_out_of_the_folder_is_refused() {
        let folder = Folder::new("links");
        let bytes = Scene::triangle().bytes;
        folder.write("secret.bin", &bytes);
        folder.write("level/real.bin", &bytes);
        // The name of this folder begins with that of the level's folder, but it is another one.
        folder.write("level-two/other.bin", &bytes);
        let link = |target: &str, name: &str| symlink(target, folder.0.join("level").join(name)).unwrap();
        link("../secret.bin", "out.bin");
        link(&folder.0.join("secret.bin").display().to_string(), "absolute.bin");
        link("out.bin", "chain.bin");
        link("..", "up");
        link("../level-two", "beside");
        link("/dev/zero", "zero.bin");
        for uri in ["out.bin", "absolute.bin", "chain.bin", "up/secret.bin", "beside/other.bin", "zero.bin"] {
            let why = reads(&folder, uri).expect_err(uri);
            let expected =
                format!("{uri:?} cannot be read: a symbolic link leads out of the folder of the file");
            assert_eq!(why, expected);
        }
        link("missing.bin", "dangling.bin");
        link("loop.bin", "loop.bin");
        for uri in ["dangling.bin", "loop.bin"] {
            let why = reads(&folder, uri).expect_err(uri);
            assert!(why.starts_with(&format!("{uri:?} cannot be read: ")), "{why}");
        }
        assert_eq!(reads(&folder, "./").unwrap_err(), "\"./\" cannot be read: not a regular file");
    }

    #[test]
    fn links_that_stay_in_the_folder_are_followed() {
        let folder = Folder::new("inner-links");
        folder.write("level/sub/real.bin", &Scene::triangle().bytes);
        symlink("sub/real.bin", folder.0.join("level/near.bin")).unwrap();
        symlink("../level/sub", folder.0.join("level/there-and-back")).unwrap();
        for uri in ["sub/real.bin", "near.bin", "there-and-back/real.bin"] {
            assert_eq!(reads(&folder, uri), Ok(()), "{uri}");
        }
        // The folder itself may be reached through a link.
        symlink("level", folder.0.join("alias")).unwrap();
        let alias = folder.0.join("alias/level.gltf");
        folder.write("level/level.gltf", &Scene::triangle().gltf("near.bin"));
        assert_eq!(read_level(&alias).unwrap().triangles, [[0, 1, 2]]);
    }
}
