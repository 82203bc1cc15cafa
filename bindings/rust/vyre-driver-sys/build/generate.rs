//! Makes the declarations from the headers, with the feature `buildtime_bindgen`.

use bindgen::callbacks::{IntKind, ParseCallbacks};
use std::env;
use std::path::{Path, PathBuf};

/// Writes bindings.rs into cargo's folder for this crate.
pub fn generate(include: &Path) {
    let header = include.join("vyre_driver_vulkan.h"); // includes the other
    println!("cargo:rerun-if-changed=build/generate.rs");
    println!("cargo:rerun-if-changed={}", header.display());
    println!("cargo:rerun-if-changed={}", include.join("vyre_driver.h").display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    bindgen::builder()
        .header(header.to_str().expect("the header's path is UTF-8"))
        .clang_arg("-fparse-all-comments")
        .clang_macro_fallback()
        .clang_macro_fallback_build_dir(&out)
        .allowlist_item("(vyre|VYRE)_.*")
        .blocklist_item(".*_INIT")
        .use_core()
        .merge_extern_blocks(true)
        .disable_header_comment()
        .raw_line("// Made by bindgen from the headers; see tests/bindings_current.rs.\n")
        .rust_target(bindgen::RustTarget::stable(85, 0).expect("bindgen knows Rust 1.85"))
        .rust_edition(bindgen::RustEdition::Edition2024)
        .formatter(bindgen::Formatter::Prettyplease)
        .parse_callbacks(Box::new(ConstantTypes))
        .generate()
        .expect("the header is C that clang reads")
        .write_to_file(out.join("bindings.rs"))
        .expect("cargo's folder can be written");
}

/// Gives each constant the type of the fields and arguments that it is for.
#[derive(Debug)]
struct ConstantTypes;

impl ParseCallbacks for ConstantTypes {
    fn int_macro(&self, name: &str, _value: i64) -> Option<IntKind> {
        Some(match name {
            "VYRE_OK" | "VYRE_PENDING" | "VYRE_READY" | "VYRE_FAILED" => IntKind::I32,
            "VYRE_WHOLE_SIZE" | "VYRE_WAIT_FOREVER" => IntKind::U64,
            _ if begins(name, NUMBERS) => IntKind::I32,
            _ if begins(name, &["VYRE_BIND_"]) => IntKind::U16,
            _ if begins(name, FLAGS) => IntKind::U64,
            _ => IntKind::U32,
        })
    }
}

const NUMBERS: &[&str] =
    &["VYRE_CATEGORY_", "VYRE_ERROR_", "VYRE_LOG_", "VYRE_LOWERING_", "VYRE_TARGET_"];

const FLAGS: &[&str] = &[
    "VYRE_BACKEND_",
    "VYRE_BUFFER_",
    "VYRE_BUILT_WITH_",
    "VYRE_COMMAND_",
    "VYRE_CACHE_LIST_",
    "VYRE_CONTEXT_",
    "VYRE_COUNTER_",
    "VYRE_STATISTIC_",
    "VYRE_DISPATCH_",
    "VYRE_SPIRV_",
    "VYRE_FEATURE_",
    "VYRE_QUIRK_",
    "VYRE_NEEDS_",
    "VYRE_OP_",
    "VYRE_PIPELINE_",
    "VYRE_PLUGIN_",
    "VYRE_RESULT_",
    "VYRE_SELECT_",
    "VYRE_SEQUENCE_",
    "VYRE_SUBMISSION_",
    "VYRE_RECORDING_",
    "VYRE_VALIDATE_",
    "VYRE_VULKAN_",
];

fn begins(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}
