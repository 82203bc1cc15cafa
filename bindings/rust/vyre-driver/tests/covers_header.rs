//! Every function that the header declares is called from this crate, whose other tests run it.

use std::path::Path;
use std::{env, fs};

/// The names of the functions in the committed declarations and of the header's inline ones.
fn functions() -> Vec<String> {
    let sys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-driver-sys/src");
    let text = |file: &str| fs::read_to_string(sys.join(file)).expect("the -sys crate is there");
    let text = text("bindings.rs") + &text("inline.rs");
    text.split("fn ")
        .filter_map(|rest| rest.split('(').next())
        .filter(|name| {
            name.starts_with("vyre_") && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        })
        .map(str::to_owned)
        .collect()
}

fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder).expect("the sources are there");
    files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

#[test]
fn every_function_is_called() {
    let (sources, functions) = (sources(), functions());
    assert!(functions.len() > 100, "only {} functions were found", functions.len());
    let called = |name: &str| {
        let object = name.ends_with("_destroy") && sources.contains(&format!(", {name});"));
        object || sources.contains(&format!("sys::{name}("))
    };
    // Twins by name are vyre_bind_name of those by slot; the -sys crate's tests call them all.
    let twin = |name: &str| name.starts_with("vyre_bind_") && name.ends_with("_name");
    let sys_only = |name: &str| name == "vyre_str" || twin(name);
    let missing: Vec<_> =
        functions.iter().filter(|name| !called(name) && !sys_only(name)).collect();
    assert!(missing.is_empty(), "not called: {missing:#?}");
}
