//! The committed declarations are those that bindgen makes from the header today.
#![cfg(feature = "buildtime_bindgen")]

const COMMITTED: &str = include_str!("../src/bindings.rs");
const GENERATED: &str = include_str!(concat!(env!("OUT_DIR"), "/bindings.rs"));

#[test]
fn committed_bindings_are_what_bindgen_makes() {
    let lines = COMMITTED.lines().zip(GENERATED.lines()).enumerate();
    if let Some((line, (committed, generated))) = lines.into_iter().find(|(_, (a, b))| a != b) {
        panic!("src/bindings.rs:{}:\n  has   {committed}\n  wants {generated}\n{FIX}", line + 1);
    }
    assert!(COMMITTED == GENERATED, "src/bindings.rs has another length than it should.\n{FIX}");
}

const FIX: &str =
    concat!("Fix: copy ", env!("OUT_DIR"), "/bindings.rs to vyre-gpu-sys/src/bindings.rs.");
