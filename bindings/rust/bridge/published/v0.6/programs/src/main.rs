//! The library programs of `vyre-libs` 0.6.2.

#[path = "../../../src/programs.rs"]
mod programs;

fn main() {
    let entry = |entry: &vyre_libs::harness::OpEntry| programs::Entry {
        id: entry.id.into(),
        build: entry.build,
        inputs: entry.test_inputs,
    };
    let only = std::env::args().nth(1).unwrap_or_default();
    programs::run(vyre_libs::harness::all_entries().map(entry).collect(), &only);
}
