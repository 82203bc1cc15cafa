//! Makes the declarations from the headers, with the feature `buildtime_bindgen`.

use bindgen::callbacks::{IntKind, ParseCallbacks};
use std::env;
use std::path::{Path, PathBuf};

/// Writes bindings.rs into cargo's folder for this crate.
pub fn generate(include: &Path) {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed={}", include.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    bindgen::builder()
        .header("build/all.h")
        .clang_arg(format!("-I{}", include.display()))
        .clang_arg("-fparse-all-comments")
        // As C23 the headers give each enumeration the type of its name.
        .clang_args(["-Wno-builtin-macro-redefined", "-D__STDC_VERSION__=202311L"])
        .clang_macro_fallback()
        .clang_macro_fallback_build_dir(&out)
        .allowlist_item("(vyre|VYRE)_.*")
        .blocklist_item(".*_INIT")
        .blocklist_function("vyre_plugin_entry") // a plug-in has it, and not the library
        .prepend_enum_name(false)
        .use_core()
        .merge_extern_blocks(true)
        .disable_header_comment()
        .raw_line("// Made by bindgen from the headers; see tests/bindings_current.rs.\n")
        .rust_target(bindgen::RustTarget::stable(85, 0).expect("bindgen knows Rust 1.85"))
        .rust_edition(bindgen::RustEdition::Edition2024)
        .formatter(bindgen::Formatter::Prettyplease)
        .parse_callbacks(Box::new(MacroTypes))
        .generate()
        .expect("the header is C that clang reads")
        .write_to_file(out.join("bindings.rs"))
        .expect("cargo's folder can be written");
}

/// Gives each macro that is a number its type: all but a few are flags.
#[derive(Debug)]
struct MacroTypes;

impl ParseCallbacks for MacroTypes {
    fn int_macro(&self, name: &str, _value: i64) -> Option<IntKind> {
        let short = [
            "VYRE_ABI_VERSION",
            "VYRE_ALL_MIP_LEVELS",
            "VYRE_OK",
            "VYRE_RANK_NONE",
            "VYRE_UNKNOWN_U32",
        ];
        let is_short = short.contains(&name) || name.starts_with("VYRE_VERSION_");
        Some(if is_short { IntKind::U32 } else { IntKind::U64 })
    }
}
