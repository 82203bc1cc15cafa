//! Programs that must not compile do not, each for the reason that its first line names; the
//! control, which does the same things right, does.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const CASES: &str = include_str!("compile_fail/cases.rs");

const MANIFEST: &str = concat!(
    "[workspace]\n[package]\nname = \"compile-fail\"\nversion = \"0.0.0\"\nedition = \"2024\"\n",
    "[dependencies]\nvyre-gpu = { path = \"",
    env!("CARGO_MANIFEST_DIR"),
    "\" }\n"
);

/// A case as (name, error code, source); the control has no code.
fn case(text: &str) -> (&str, Option<&str>, &str) {
    let (name, rest) = text.split_once(": ").expect("a case has a name");
    let code = rest.strip_prefix("error[").and_then(|rest| rest.split(']').next());
    assert!(code.is_some() || rest.starts_with("compiles:"), "{name} wants its first line");
    (name, code, rest.split_once('\n').expect("a case has a source").1)
}

/// What cargo says about the cases, a line for each error.
fn check<'a>(cases: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compile_fail");
    let bin = folder.join("src/bin");
    fs::create_dir_all(&bin).expect("the test's folder can be written");
    for (name, source) in cases {
        let program = format!("use vyre_gpu::*;\n\n{source}\nfn main() {{\n    let _ = run;\n}}\n");
        fs::write(bin.join(format!("{name}.rs")), program).expect("a case can be written");
    }
    fs::write(folder.join("Cargo.toml"), MANIFEST).expect("the test's folder can be written");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).expect("the workspace has a lock file");

    let mut cargo = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.args(["check", "--bins", "--keep-going", "--offline", "--message-format", "short"]);
    cargo.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
    let output = cargo.output().expect("cargo runs");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_is_unsound_does_not_compile() {
    let cases: Vec<_> = CASES.split("// case ").skip(1).map(case).collect();
    let said = check(cases.iter().map(|&(name, _, source)| (name, source)));
    let errors_of = |name: &str| -> Vec<&str> {
        let place = format!("src/bin/{name}.rs:");
        said.lines().filter(|line| line.starts_with(&place) && line.contains("error")).collect()
    };
    assert!(cases.len() > 1 && said.contains("compile-fail"), "nothing was tried:\n{said}");
    for (name, code, _) in cases {
        let errors = errors_of(name);
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
