//! What the build scripts of the game and of its server have in common: the rules of a game, told by their checksum.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The checksum of all rules and rows in these folders, as a variable for the crate's code.
pub(crate) fn version(variable: &str, folders: &[&str]) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo says so"));
    let mut files = Vec::new();
    for folder in folders {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        collect(&folder, &mut files).expect("the rules are there");
    }
    files.sort();
    let mut sum = crc32fast::Hasher::new();
    for file in files {
        sum.update(&fs::read(file).expect("the rules can be read"));
    }
    println!("cargo::rustc-env={variable}={:08x}", sum.finalize());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
