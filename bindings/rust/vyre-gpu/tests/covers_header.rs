//! Every function that the headers declare is called from this crate, whose other tests run it.

use std::path::Path;
use std::{env, fs};

/// The names of the functions in the committed declarations and of the headers' inline ones.
fn functions() -> Vec<String> {
    let sys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-gpu-sys/src");
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

/// All files of a folder and of those in it.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("the sources are there");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let text = |path: &Path| fs::read_to_string(path).expect("a source can be read");
    paths.map(|path| if path.is_dir() { sources(&path) } else { text(&path) }).collect()
}

/// Those of the headers' inline functions that this crate has in another form: any text is a
/// vyre_string here, and devices are opened by a builder.
const SYS_ONLY: [&str; 2] = ["vyre_str", "vyre_device_open_id"];

#[test]
fn every_function_is_called() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let functions = functions();
    assert!(functions.len() > 170, "only {} functions were found", functions.len());
    let called = |name: &str| {
        let object = name.ends_with("_destroy") && sources.contains(&format!(", {name});"));
        object || sources.contains(&format!("sys::{name}(")) || SYS_ONLY.contains(&name)
    };
    let missing: Vec<_> = functions.iter().filter(|name| !called(name)).collect();
    assert!(missing.is_empty(), "not called: {missing:#?}");
}
