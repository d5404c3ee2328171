//! Several processes: this one of them, or the one that starts them all and waits.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};

use keyed::Cluster;

/// The first port where no file says others.
const PORT: u16 = 2101;

/// The addresses of the processes.
pub(crate) fn hosts(processes: usize, file: Option<&Path>) -> Result<Vec<String>, Box<dyn Error>> {
    let Some(path) = file else {
        let ports =
            (0..processes).map(|process| format!("localhost:{}", usize::from(PORT) + process));
        return Ok(ports.collect());
    };
    let named = |error| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(named)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let hosts: Vec<String> = lines.map(str::to_owned).collect();
    if hosts.len() != processes {
        let found = hosts.len();
        return Err(format!(
            "{}: there are {found} addresses, expected {processes}, one a line, for example `localhost:2101`",
            path.display()
        )
        .into());
    }
    Ok(hosts)
}

/// This process's place.
pub(crate) fn place(hosts: Vec<String>, process: usize) -> Option<Cluster> {
    (hosts.len() > 1).then_some(Cluster { hosts, process })
}

/// Starts all processes on this machine, each by the arguments of this one, and waits. When one fails, so do the others:
/// a process ends when it loses another.
pub(crate) fn start(processes: usize) -> Result<(), Box<dyn Error>> {
    let program = env::current_exe()?;
    let start = |process: usize| {
        let mut command = Command::new(&program);
        command.args(env::args_os().skip(1));
        command.args(["--process", &process.to_string()]).spawn()
    };
    let mut children: Vec<Child> = Vec::new();
    for process in 0..processes {
        match start(process) {
            Ok(child) => children.push(child),
            Err(error) => {
                for mut child in children {
                    child.kill()?;
                    child.wait()?;
                }
                return Err(error.into());
            }
        }
    }
    wait(children)
}

/// Waits for all. Where one fails before all are connected, those that wait for it are ended.
fn wait(mut children: Vec<Child>) -> Result<(), Box<dyn Error>> {
    let mut failed = None;
    while !children.is_empty() {
        let mut still = Vec::new();
        for (number, mut child) in children.into_iter().enumerate() {
            match child.try_wait()? {
                None => still.push(child),
                Some(status) if status.success() => {}
                Some(status) => _ = failed.get_or_insert((number, status)),
            }
        }
        children = still;
        if failed.is_some() {
            for child in &mut children {
                // One that has ended by itself meanwhile has told why.
                _ = child.kill();
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    match failed {
        None => Ok(()),
        Some((_, status)) => {
            Err(format!("a process has failed ({status}), and the others were ended").into())
        }
    }
}
