//! Tells the rules of Crazy Eights and of noughts and crosses by their checksums. Recall tells its own.

mod checksum;

fn main() {
    // A journal knows what everybody saw: what puts that together belongs to a version as well.
    checksum::version(
        "CRAZY_EIGHTS_RULES",
        &["../crazy-eights/rules", "src/tables"],
    );
    checksum::version("TIC_TAC_TOE_RULES", &["../tic-tac-toe/rules", "src/tables"]);
}
