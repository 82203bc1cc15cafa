//! Programs that must not compile do not, each for the reason that its first line names; the control,
//! which does the same things right, does.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The cases as (file name, error code); the control has no code.
fn cases(folder: &Path) -> Vec<(String, Option<String>)> {
    let files = fs::read_dir(folder.join("src/bin")).expect("the cases are there");
    files.map(|file| case(&file.expect("a case can be read").path())).collect()
}

fn case(path: &Path) -> (String, Option<String>) {
    let source = fs::read_to_string(path).expect("a case can be read");
    let code = source.strip_prefix("// error[").and_then(|rest| rest.split(']').next());
    assert!(code.is_some() || source.starts_with("// compiles:"), "{path:?} wants its first line");
    (path.file_name().unwrap().to_str().unwrap().to_owned(), code.map(str::to_owned))
}

/// What cargo says about the cases, a line for each error.
fn check(folder: &Path) -> String {
    // A copy outside the source: cargo wants to write a lock file beside the manifest.
    let copy = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compile_fail");
    let bin = copy.join("src/bin");
    fs::create_dir_all(&bin).expect("the test's folder can be written");
    for file in fs::read_dir(folder.join("src/bin")).expect("the cases are there") {
        let path = file.expect("a case can be read").path();
        fs::copy(&path, bin.join(path.file_name().unwrap())).expect("a case can be copied");
    }
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("the manifest is there");
    let manifest = manifest.replace("../..", env!("CARGO_MANIFEST_DIR"));
    fs::write(copy.join("Cargo.toml"), manifest).expect("the test's folder can be written");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, copy.join("Cargo.lock")).expect("the workspace has a lock file");

    let mut cargo = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.args(["check", "--bins", "--keep-going", "--offline", "--message-format", "short"]);
    cargo.current_dir(&copy).env("CARGO_TARGET_DIR", copy.join("target"));
    let output = cargo.output().expect("cargo runs");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_is_unsound_does_not_compile() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile_fail");
    let said = check(&folder);
    let errors_of = |name: &str| -> Vec<&str> {
        let place = format!("src/bin/{name}:");
        said.lines().filter(|line| line.starts_with(&place) && line.contains("error")).collect()
    };
    let cases = cases(&folder);
    assert!(cases.len() > 1 && said.contains("compile-fail"), "nothing was tried:\n{said}");
    for (name, code) in cases {
        let errors = errors_of(&name);
        match code {
            None => assert!(errors.is_empty(), "{name} must compile:\n{said}"),
            Some(code) => {
                assert!(!errors.is_empty(), "{name} must not compile:\n{said}");
                let wanted = format!("error[{code}]");
                assert!(errors.iter().all(|line| line.contains(&wanted)), "{name}:\n{said}");
            }
        }
    }
}
