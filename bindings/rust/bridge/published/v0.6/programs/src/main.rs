//! The library programs of `vyre-libs` 0.6.2, and those of `vyre-primitives`, which they are made of.

#[path = "../../../src/programs.rs"]
mod programs;

use programs::Entry;

fn main() {
    let libs = vyre_libs::harness::all_entries().map(|entry| Entry {
        id: entry.id.into(),
        build: entry.build,
        inputs: entry.test_inputs,
    });
    let primitives = vyre_primitives::harness::all_entries().map(|entry| Entry {
        id: entry.id.into(),
        build: entry.build,
        inputs: entry.test_inputs,
    });
    let only = std::env::args().nth(1).unwrap_or_default();
    programs::run(libs.chain(primitives).collect(), &only);
}
