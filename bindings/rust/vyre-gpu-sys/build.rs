//! Finds the vyre_driver library and tells cargo how to link it. The first of these that applies:
//!
//! 1. `VYRE_DRIVER_LIB_DIR`: the folder of the library, with `VYRE_DRIVER_INCLUDE_DIR` for its header.
//! 2. pkg-config, unless `VYRE_DRIVER_NO_PKG_CONFIG` is set.
//! 3. The source in `VYRE_DRIVER_SOURCE_DIR`, or in the repository that this crate lies in, is built
//!    with cmake and linked statically.
//!
//! With `VYRE_DRIVER_STATIC` the first two link the static library.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[cfg(feature = "buildtime_bindgen")]
#[path = "build/generate.rs"]
mod generate;

const VARIABLES: [&str; 5] = [
    "VYRE_DRIVER_LIB_DIR",
    "VYRE_DRIVER_INCLUDE_DIR",
    "VYRE_DRIVER_SOURCE_DIR",
    "VYRE_DRIVER_STATIC",
    "DOCS_RS",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for variable in VARIABLES {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    let documentation_only = env::var_os("DOCS_RS").is_some();
    let include = if documentation_only { in_source("include") } else { link() };
    println!("cargo:include={}", include.display()); // DEP_VYRE_DRIVER_INCLUDE
    println!("cargo:rustc-env=VYRE_DRIVER_FOUND_INCLUDE={}", include.display()); // our tests
    #[cfg(feature = "buildtime_bindgen")]
    generate::generate(&include);
}

/// Prints what links the library and gives the folder of its header.
fn link() -> PathBuf {
    let Some(folder) = env::var_os("VYRE_DRIVER_LIB_DIR") else {
        return probe().unwrap_or_else(|reason| build_source(&reason));
    };
    link_folder(Path::new(&folder));
    env::var_os("VYRE_DRIVER_INCLUDE_DIR").map_or_else(|| in_source("include"), PathBuf::from)
}

fn link_folder(folder: &Path) {
    if env::var_os("VYRE_DRIVER_STATIC").is_some() {
        link_static(folder);
    } else {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=dylib=vyre_driver");
    }
}

/// Links the static library in `folder` and what it needs, which its pkg-config file names.
fn link_static(folder: &Path) {
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=vyre_driver");
    let file = folder.join("pkgconfig/vyre_driver.pc");
    let text = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
    let lines = text.lines().filter(|line| line.starts_with("Libs"));
    let names = lines.flat_map(str::split_whitespace).filter_map(|word| word.strip_prefix("-l"));
    for name in names.filter(|name| *name != "vyre_driver") {
        println!("cargo:rustc-link-lib=dylib={name}");
    }
}

/// Asks pkg-config, which reads `VYRE_DRIVER_STATIC` and `VYRE_DRIVER_NO_PKG_CONFIG` by itself.
fn probe() -> Result<PathBuf, String> {
    let mut config = pkg_config::Config::new();
    config.atleast_version(env!("CARGO_PKG_VERSION"));
    let library = config.probe("vyre_driver").map_err(|error| error.to_string())?;
    println!("cargo:version={}", library.version);
    // pkg-config leaves the system's own folder out.
    Ok(library.include_paths.into_iter().next().unwrap_or_else(|| "/usr/include".into()))
}

/// Builds the library from source and gives the folder of its header.
fn build_source(why_not_installed: &str) -> PathBuf {
    let source = in_source("");
    if !source.join("CMakeLists.txt").is_file() {
        panic!(
            "the vyre_driver library was not found: {why_not_installed}\nFix: put the folder of \
             vyre_driver.pc into PKG_CONFIG_PATH, or set VYRE_DRIVER_LIB_DIR to the folder of the \
             library, or VYRE_DRIVER_SOURCE_DIR to its source."
        );
    }
    for part in ["CMakeLists.txt", "src", "include", "cmake", "pkgconfig"] {
        println!("cargo:rerun-if-changed={}", source.join(part).display());
    }
    let prefix = install_source(&source);
    link_static(&prefix.join("lib"));
    prefix.join("include")
}

/// Builds and installs the static library into cargo's folder for this crate.
fn install_source(source: &Path) -> PathBuf {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let (build, prefix) = (out.join("build"), out.join("prefix"));
    let jobs = env::var("NUM_JOBS").unwrap_or_else(|_| "1".into());
    cmake(Command::new("cmake").arg("-S").arg(source).arg("-B").arg(&build).args([
        "-DCMAKE_BUILD_TYPE=Release",
        "-DBUILD_SHARED_LIBS=OFF",
        "-DVYRE_BUILD_TOOLS=OFF",
        "-DVYRE_BUILD_TESTS=OFF",
        "-DVYRE_BUILD_EXAMPLES=OFF",
        "-DVYRE_INSTALL=ON",
        "-DCMAKE_INSTALL_LIBDIR=lib",
    ]));
    cmake(Command::new("cmake").arg("--build").arg(&build).args(["--parallel", &jobs]));
    cmake(
        Command::new("cmake")
            .arg("--install")
            .arg(&build)
            .args(["--component", "driver"])
            .arg("--prefix")
            .arg(&prefix),
    );
    prefix
}

fn cmake(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| {
        panic!("vyre_driver is built with cmake, which did not start: {error}\nFix: install cmake.")
    });
    assert!(status.success(), "{command:?} failed: {status}");
}

/// A place in the source of the library.
fn in_source(place: &str) -> PathBuf {
    let root = env::var_os("VYRE_DRIVER_SOURCE_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."), PathBuf::from);
    root.join(place)
}
