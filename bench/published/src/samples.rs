//! The comparisons and their lines, as bench/report reads them.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::Instant;

/// Measurements of one side.
#[derive(Default)]
pub struct Samples(pub Vec<f64>);

impl Samples {
    pub fn median(&self) -> f64 {
        self.part(0.5)
    }

    fn part(&self, quantile: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[(quantile * (sorted.len() - 1) as f64) as usize]
    }

    fn text(&self) -> String {
        format!("{:.4} ({:.4}-{:.4})", self.part(0.5), self.part(0.1), self.part(0.9))
    }

    fn json(&self) -> String {
        format!("[{:.6e}, {:.6e}, {:.6e}]", self.part(0.5), self.part(0.1), self.part(0.9))
    }
}

/// One comparison; of rates more is better, else less.
pub struct Comparison {
    pub title: String,
    pub unit: &'static str,
    pub is_rate: bool,
    pub note: &'static str,
}

/// What the program was told.
#[derive(Default)]
pub struct Arguments {
    pub backend: String,
    json: String,
    only: String,
    rounds: usize,
    quick: bool,
}

impl Arguments {
    pub fn parse() -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("'{word}' needs a value"));
            match word.as_str() {
                "--quick" => arguments.quick = true,
                "--json" => arguments.json = value()?,
                "--only" => arguments.only = value()?,
                "--rounds" => arguments.rounds = value()?.parse().unwrap_or(0),
                name if !name.starts_with('-') => arguments.backend = word,
                _ => {
                    return Err(format!(
                        "'{word}' is not known. Fix: [DEVICE] [--json FILE] [--rounds N] \
                         [--quick] [--only TEXT]"
                    ));
                }
            }
        }
        Ok(arguments)
    }

    pub fn rounds(&self, usual: usize) -> usize {
        let rounds = if self.quick { usual / 10 } else { usual };
        if self.rounds > 0 { self.rounds } else { rounds.max(3) }
    }

    pub fn wants(&self, title: &str) -> bool {
        title.contains(&self.only)
    }
}

/// The comparisons of this program, told as they come.
pub struct Report {
    pub bench: &'static str,
    pub arguments: Arguments,
    pub device: String,
    pub side: &'static str,
}

impl Report {
    /// The two sides take turns, so that a busy machine slows both.
    pub fn compare(
        &self,
        row: Comparison,
        rounds: usize,
        mut vyre: impl FnMut() -> f64,
        mut other: impl FnMut() -> f64,
    ) {
        let (warm, mut turns) = (Instant::now(), 0);
        while turns < 3 || warm.elapsed().as_secs() < 1 {
            vyre();
            other();
            turns += 1;
        }
        let (mut ours, mut theirs) = (Samples::default(), Samples::default());
        for _ in 0..self.arguments.rounds(rounds) {
            ours.0.push(vyre());
            theirs.0.push(other());
        }
        self.tell(&row, &ours, &theirs);
    }

    /// What was measured of both sides.
    pub fn tell(&self, row: &Comparison, ours: &Samples, theirs: &Samples) {
        let ratio = ours.median() / theirs.median();
        let (left, right) = (ours.text(), theirs.text());
        let note = row.note;
        println!("{:<52} {left:<30} {right:<30} {:<5} {ratio:6.2} {note}", row.title, row.unit);
        self.line(&format!(
            "\"title\": \"{}\", \"side\": \"{}\", \"unit\": \"{}\", \"rate\": {}, \"vyre\": {}, \
             \"other\": {}, \"ratio\": {ratio:.4}, \"goal\": 0, \"note\": \"{}\"",
            row.title,
            self.side,
            row.unit,
            row.is_rate,
            ours.json(),
            theirs.json(),
            row.note
        ));
    }

    /// A comparison that the other side refused.
    pub fn missing(&self, title: &str, reason: &str) {
        println!("{title:<52} not measured: {reason}");
        let reason = reason.replace(['"', '\\', '\n'], "'");
        self.line(&format!(
            "\"title\": \"{title}\", \"side\": \"{}\", \"missing\": \"{reason}\"",
            self.side
        ));
    }

    fn line(&self, rest: &str) {
        if self.arguments.json.is_empty() {
            return;
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.arguments.json);
        let written = file.and_then(|mut file| {
            let (bench, device) = (self.bench, &self.device);
            writeln!(file, "{{\"bench\": \"{bench}\", \"device\": \"{device}\", {rest}}}")
        });
        written.unwrap_or_else(|error| panic!("{} is not written: {error}", self.arguments.json));
    }
}

/// Behind a run of the same work: the device has switched to it already.
pub fn microseconds_again(mut work: impl FnMut()) -> f64 {
    work();
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64() * 1e6
}
