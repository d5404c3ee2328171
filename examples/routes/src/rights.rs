//! Who may read which document: through groups in groups, and by delegation, as long as nothing of it is revoked.

use rules_runtime::{Derivation, rules};

use crate::words::{Mistake, each_line};

rules! {
    /// Who may read what.
    pub ruleset Rights;

    /// Somebody, or a group, is in a group.
    #[unique]
    pub fact Member {
        /// Who is in it.
        pub who: String,
        /// The group.
        pub group: String,
    }
    /// A person, or all of a group, may read a document.
    #[unique]
    pub fact Grant {
        /// Who may.
        pub to: String,
        /// Read what.
        pub document: String,
    }
    /// Somebody lets another read a document, as long as they may themselves.
    #[unique]
    pub fact Delegation {
        /// Who may read it.
        pub from: String,
        /// Whom they let read.
        pub to: String,
        /// What.
        pub document: String,
    }
    /// Somebody may read a document: the nearest reason, and how many steps away it is.
    #[best(min: steps, by(who, document))]
    pub fact MayRead {
        /// Who may.
        pub who: String,
        /// Read what.
        pub document: String,
        /// How many groups and delegations are between them and the grant.
        pub steps: u32,
        /// The group or the person through whom.
        pub through: String,
    }

    rule granted {
        when { Grant { to, document }; }
        then {
            let (who, document, through) = (to.clone(), document.clone(), to.clone());
            insert logical MayRead { who, document, steps: 0, through };
        }
    }

    #[salience(-(steps.min(1 << 30) as i32))]
    rule of_a_group {
        when { MayRead { who: group, document, steps }; Member { who, group }; }
        then {
            let (who, document, through) = (who.clone(), document.clone(), group.clone());
            insert logical MayRead { who, document, steps: steps + 1, through };
        }
    }

    #[salience(-(steps.min(1 << 30) as i32))]
    rule delegated {
        when { MayRead { who: from, document, steps }; Delegation { from, to, document }; }
        then {
            let (who, document, through) = (to.clone(), document.clone(), from.clone());
            insert logical MayRead { who, document, steps: steps + 1, through };
        }
    }

    /// The groups somebody is in, directly or through others: computed when asked, and for them alone.
    query groups(who: String) -> String {
        when {
            either {
                Member { who, group };
            } or {
                outer in groups(who.clone());
                Member { who: outer, group };
            }
        }
        select group.clone()
    }

    /// Who may read a document.
    query readers(document: &str) -> &MayRead {
        when { may @ MayRead { document: == document }; }
        select may
    }

    /// What somebody may read.
    query readable(who: &str) -> &MayRead {
        when { may @ MayRead { who: == who }; }
        select may
    }
}

/// A statement about rights, which may be revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// Somebody is in a group.
    Member(Member),
    /// Somebody may read a document.
    Grant(Grant),
    /// Somebody lets another read.
    Delegation(Delegation),
}

impl Statement {
    /// Reads a statement of its words.
    ///
    /// # Errors
    ///
    /// Fails if they are none.
    pub fn parse(words: &[&str]) -> Result<Self, Mistake> {
        let own = |word: &&str| (*word).to_owned();
        Ok(match words {
            ["member", who, group] => Statement::Member(Member {
                who: own(who),
                group: own(group),
            }),
            ["grant", to, document] => Statement::Grant(Grant {
                to: own(to),
                document: own(document),
            }),
            ["delegate", from, to, document] => Statement::Delegation(Delegation {
                from: own(from),
                to: own(to),
                document: own(document),
            }),
            _ => {
                return Err(Mistake::new(
                    "expected `member WHO GROUP`, `grant TO DOCUMENT` or `delegate FROM TO DOCUMENT`",
                ));
            }
        })
    }
}

/// Rights as they stand.
pub struct Register {
    rights: Rights,
}

impl Register {
    /// Reads statements, one on a line.
    ///
    /// # Errors
    ///
    /// Fails if a line is none.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let mut register = Register {
            rights: Rights::new(),
        };
        each_line(text, |words| {
            register.state(Statement::parse(words)?);
            Ok(())
        })?;
        Ok(register)
    }

    /// Adds a statement.
    pub fn state(&mut self, statement: Statement) {
        match statement {
            Statement::Member(member) => _ = self.rights.insert(member),
            Statement::Grant(grant) => _ = self.rights.insert(grant),
            Statement::Delegation(delegation) => _ = self.rights.insert(delegation),
        }
        self.rights.run();
    }

    /// Revokes a statement. Returns whether it stood.
    pub fn revoke(&mut self, statement: &Statement) -> bool {
        let rights = &mut self.rights;
        let revoked = match statement {
            Statement::Member(member) => {
                let mut all = rights.handles::<Member>();
                let found = all.find(|&of| rights.get(of) == Some(member));
                found.map(|of| rights.retract(of).is_ok())
            }
            Statement::Grant(grant) => {
                let mut all = rights.handles::<Grant>();
                let found = all.find(|&of| rights.get(of) == Some(grant));
                found.map(|of| rights.retract(of).is_ok())
            }
            Statement::Delegation(delegation) => {
                let mut all = rights.handles::<Delegation>();
                let found = all.find(|&of| rights.get(of) == Some(delegation));
                found.map(|of| rights.retract(of).is_ok())
            }
        };
        rights.run();
        revoked.unwrap_or_default()
    }

    /// Who may read a document, by name.
    #[must_use]
    pub fn readers(&self, document: &str) -> Vec<&MayRead> {
        let mut readers: Vec<&MayRead> = self.rights.readers(document).collect();
        readers.sort_by(|a, b| a.who.cmp(&b.who));
        readers
    }

    /// What somebody may read, by name.
    #[must_use]
    pub fn readable(&self, who: &str) -> Vec<&MayRead> {
        let mut readable: Vec<&MayRead> = self.rights.readable(who).collect();
        readable.sort_by(|a, b| a.document.cmp(&b.document));
        readable
    }

    /// The groups somebody is in.
    #[must_use]
    pub fn groups(&self, who: &str) -> Vec<String> {
        self.rights.groups(who.to_owned()).collect()
    }

    /// Why somebody may read a document, if they may.
    #[must_use]
    pub fn why(&self, who: &str, document: &str) -> Option<Derivation> {
        let mut all = self.rights.handles::<MayRead>();
        let is_it = |&may: &_| {
            let may: Option<&MayRead> = self.rights.get(may);
            may.is_some_and(|may| may.who == who && may.document == document)
        };
        all.find(is_it).map(|may| self.rights.why(may))
    }
}
