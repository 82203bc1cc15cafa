//! Programs of the published library, through the bridge beside the published crates' wgpu backend on
//! the same device. `vyre_library_bench [DEVICE] [--rounds N] [--only TEXT]`; the exit code is 77 where
//! the published backend cannot run.
//!
//! A first dispatch is measured in a process of its own, behind opening the device: it compiles. So a
//! round is one process of each side, which take turns. The last line says what all came to.

mod side;

use std::process::Command;

/// Every eighth program that comes with inputs, by name.
const PROGRAMS: &str = include_str!("../programs.txt");
/// The one of most accesses to buffers: 8,864.
const LONGEST: &str = "vyre-libs::nn::attention::quest_paging";
const ROUNDS: usize = 7;

/// What was measured of one program, ours and theirs.
struct Row {
    first: [f64; 2],
    warm: [f64; 2],
}

impl Row {
    fn ratios(&self) -> [f64; 2] {
        [self.first[0] / self.first[1], self.warm[0] / self.warm[1]]
    }
}

#[derive(Default)]
struct Arguments {
    device: String,
    only: String,
    rounds: usize,
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments { rounds: ROUNDS, ..Arguments::default() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("'{word}' needs a value"));
        match word.as_str() {
            "--only" => found.only = value()?,
            "--rounds" => found.rounds = value()?.parse().map_err(|_| "--rounds takes a number")?,
            name if !name.starts_with('-') => found.device = word,
            _ => {
                return Err(format!(
                    "'{word}' is not known. Fix: [DEVICE] [--rounds N] [--only TEXT]"
                ));
            }
        }
    }
    Ok(found)
}

/// Runs one side in a process of its own: its two times, and what its outputs are.
fn measure(side: &str, device: &str, program: &str) -> Result<(f64, f64, String), String> {
    let kept = std::env::temp_dir().join(format!("vyre_library_bench.{}", std::process::id()));
    let output = Command::new(std::env::current_exe().map_err(|error| error.to_string())?)
        .args(["--side", side, device, program])
        .env("VYRE_CACHE_DIR", &kept)
        .env("MESA_SHADER_CACHE_DISABLE", "1")
        .output()
        .map_err(|error| error.to_string());
    let _ = std::fs::remove_dir_all(&kept); // nothing is kept for the next round
    let output = output?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<_> = told.split_whitespace().collect();
    match (output.status.success(), words.as_slice()) {
        (true, [first, warm, digest]) => {
            Ok((first.parse().unwrap_or(0.0), warm.parse().unwrap_or(0.0), digest.to_string()))
        }
        _ => Err(format!(
            "{side}: {}{}",
            told.trim(),
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare(arguments: &Arguments, program: &str) -> Result<Row, String> {
    let mut times: [[Vec<f64>; 2]; 2] = Default::default(); // first and warm, ours and theirs
    let mut digests = [String::new(), String::new()];
    for _ in 0..arguments.rounds.max(1) {
        for (number, side) in ["vyre", "wgpu"].into_iter().enumerate() {
            let (first, warm, digest) = measure(side, &arguments.device, program)?;
            times[0][number].push(first);
            times[1][number].push(warm);
            digests[number] = digest;
        }
    }
    if digests[0] != digests[1] {
        return Err("their results differ".into());
    }
    let [first, warm] = times.map(|sides| sides.map(median));
    Ok(Row { first, warm })
}

fn tell(name: &str, row: &Row) {
    let [first, warm] = row.ratios();
    println!(
        "{name:<66} {:10.1} {:10.1} {first:6.2} {:10.1} {:10.1} {warm:6.2}",
        row.first[0], row.first[1], row.warm[0], row.warm[1]
    );
}

fn tell_all(rows: &[Row], missing: usize) {
    let of = |which: usize| rows.iter().map(|row| row.ratios()[which]).collect::<Vec<_>>();
    let slower = of(0).into_iter().filter(|ratio| *ratio > 1.1).count();
    let worst = of(0).into_iter().fold(0.0, f64::max);
    println!(
        "{} programs, {missing} not measured; first dispatch: median {:.2}, worst {worst:.2}, {slower} \
         over 1.1; warm: median {:.3}",
        rows.len(),
        median(of(0)),
        median(of(1))
    );
}

fn run() -> Result<(), String> {
    let mut arguments = arguments()?;
    if arguments.device.is_empty() {
        arguments.device = "vulkan".into();
    }
    let names = PROGRAMS.lines().filter(|name| *name != LONGEST).chain([LONGEST]);
    let (mut rows, mut missing) = (Vec::new(), 0);
    println!(
        "{:<66} {:^28} {:^28}",
        "us of vyre, of wgpu 0.6.2, and their ratio", "first dispatch", "warm"
    );
    for name in names.filter(|name| name.contains(&arguments.only)) {
        match compare(&arguments, name) {
            Ok(row) => {
                tell(name, &row);
                rows.push(row);
            }
            Err(reason) => {
                println!("{name:<66} not measured: {reason}");
                missing += 1;
            }
        }
    }
    if rows.is_empty() {
        return Err("nothing was measured".into());
    }
    tell_all(&rows, missing);
    Ok(())
}

fn main() {
    let words: Vec<_> = std::env::args().collect();
    let done = match words.as_slice() {
        [_, flag, side, device, program] if flag == "--side" => side::run(side, device, program),
        _ => run(),
    };
    if let Err(reason) = done {
        println!("{reason}");
        std::process::exit(77);
    }
}
