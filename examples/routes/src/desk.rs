//! A register of rights, and what commands ask of it and do to it.

use std::error::Error;
use std::io::Write;

use routes::rights::{MayRead, Register, Statement};
use streams::typed::Shown;

use crate::{BAD, Console, FAINT, GOOD, no_command};

const HELP: &str = "\
who DOCUMENT                       who may read it, and through whom
what WHO                           what somebody may read
groups WHO                         the groups somebody is in
why WHO DOCUMENT                   the rules and statements that a right came from
member WHO GROUP                   put somebody, or a group, into a group
grant TO DOCUMENT                  let a person, or a group, read a document
delegate FROM TO DOCUMENT          let another read what one may read
revoke member|grant|delegate …     take a statement back
quit";

/// A register of rights.
pub(crate) struct Desk {
    register: Register,
}

impl Desk {
    pub(crate) fn new(register: Register) -> Self {
        Desk { register }
    }
}

/// Prints rights, each with its name.
fn print(
    rights: &[&MayRead],
    name: impl Fn(&MayRead) -> &str,
    output: &mut dyn Write,
) -> std::io::Result<()> {
    if rights.is_empty() {
        return writeln!(output, "  {BAD}none{BAD:#}");
    }
    let name = |right: &MayRead| Shown(name(right)).to_string();
    let lengths = rights.iter().map(|right| name(right).chars().count());
    let width = lengths.max().unwrap_or_default();
    for right in rights {
        let through = Shown(&right.through);
        let through = match right.steps {
            0 => "by a grant".to_owned(),
            1 => format!("through {through}"),
            steps => format!("through {through}, in {steps} steps"),
        };
        let name = name(right);
        writeln!(
            output,
            "  {GOOD}{name:width$}{GOOD:#}  {FAINT}{through}{FAINT:#}"
        )?;
    }
    Ok(())
}

impl Console for Desk {
    fn command(&mut self, words: &[&str], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        let register = &mut self.register;
        match *words {
            ["who", document] => print(&register.readers(document), |may| &may.who, output)?,
            ["what", who] => print(&register.readable(who), |may| &may.document, output)?,
            ["groups", who] => match register.groups(who).as_slice() {
                [] => writeln!(output, "  {BAD}none{BAD:#}")?,
                groups => {
                    for group in groups {
                        writeln!(output, "  {}", Shown(group))?;
                    }
                }
            },
            ["why", who, document] => {
                if let Some(why) = register.why(who, document) {
                    write!(output, "{why}")?;
                } else {
                    let (who, document) = (Shown(who), Shown(document));
                    writeln!(output, "{BAD}{who} may not read {document}{BAD:#}")?;
                }
            }
            ["revoke", ref words @ ..] => {
                if !register.revoke(&Statement::parse(words)?) {
                    writeln!(output, "{FAINT}that has not been said{FAINT:#}")?;
                }
            }
            ["member" | "grant" | "delegate", ..] => register.state(Statement::parse(words)?),
            ["help"] => writeln!(output, "{HELP}")?,
            _ => return Err(no_command(words, HELP).into()),
        }
        Ok(())
    }
}
