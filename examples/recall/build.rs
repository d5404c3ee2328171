//! Compiles all rules of Recall, folder by folder, to one ruleset, and tells the rules of each game by their checksum.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() {
    version("RECALL_RULES", &["rules", "sheets"]);
    // A journal knows what everybody saw: what puts that together belongs to a version as well.
    version(
        "CRAZY_EIGHTS_RULES",
        &["../crazy-eights/rules", "src/tables"],
    );
    version("TIC_TAC_TOE_RULES", &["../tic-tac-toe/rules", "src/tables"]);
    compile();
}

/// The checksum of all rules and rows in these folders, as a variable for the crate's code.
fn version(variable: &str, folders: &[&str]) {
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

fn compile() {
    rules_dsl::Build::new()
        .ruleset("Recall")
        .files([
            "rules/table.rules",
            "rules/actions/requests.rules",
            "rules/actions/effects.rules",
            "rules/actions/seats.rules",
            "rules/actions/start_game.rules",
            "rules/actions/draw.rules",
            "rules/actions/play_card.rules",
            "rules/actions/replace.rules",
            "rules/actions/use_power.rules",
            "rules/actions/play_out_of_turn.rules",
            "rules/actions/call_recall.rules",
            "rules/actions/offers.rules",
            "rules/cards/values.rules",
            "rules/cards/number_cards.rules",
            "rules/cards/jack.rules",
            "rules/cards/queen.rules",
            "rules/special_powers/steal.rules",
            "rules/special_powers/storm.rules",
            "rules/phases/dealing.rules",
            "rules/phases/turn.rules",
            "rules/phases/window.rules",
            "rules/phases/recall.rules",
            "rules/phases/finish.rules",
            "rules/ai_logic/waking.rules",
            "rules/ai_logic/sight.rules",
            "rules/ai_logic/powers.rules",
            "rules/ai_logic/candidates.rules",
            "rules/ai_logic/factors.rules",
            "rules/ai_logic/decisions.rules",
        ])
        .compile();
}
