//! What bindgen cannot take from the header is the same here: _INIT macros and inline functions are
//! compared byte by byte with what a C compiler makes of them, constants and functions by name.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, mem, slice};
use vyre_driver_sys::*;

const BINDINGS: &str = include_str!("../src/bindings.rs");
const INLINE: &str = include_str!("../src/inline.rs");
const DEFAULTS: &str = include_str!("../src/defaults.rs");

/// The folder of the header that the crate was built for, as its build script found it.
fn include() -> PathBuf {
    PathBuf::from(env!("VYRE_DRIVER_FOUND_INCLUDE"))
}

fn header() -> String {
    let read = |name| fs::read_to_string(include().join(name)).expect("the header can be read");
    read("vyre_driver.h") + &read("vyre_driver_vulkan.h")
}

/// What stands between |before| and the first character that is in no name, wherever it occurs.
fn names_after<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let no_name = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.split(before).skip(1).map(|rest| rest.split(no_name).next().unwrap_or_default()).collect()
}

/// All the memory of a value that has no padding.
fn bytes<T: Copy>(value: T) -> Vec<u8> {
    let first = (&raw const value).cast::<u8>();
    // SAFETY: the header's structures have no padding.
    unsafe { slice::from_raw_parts(first, mem::size_of::<T>()) }.to_vec()
}

/// Compiles and runs |body| in a C program that prints values with SHOW(name, type, value).
fn run_c(name: &str, body: &str) -> BTreeMap<String, Vec<u8>> {
    let source = format!(
        "#include <stdio.h>\n#include <vyre_driver_vulkan.h>\n\
         #define SHOW(name, type, ...) {{ type value = __VA_ARGS__; show(name, &value, sizeof value); }}\n\
         static void show(const char* name, const void* value, size_t size) {{\n\
           printf(\"%s \", name);\n\
           for (size_t i = 0; i < size; ++i) printf(\"%02x\", ((const unsigned char*)value)[i]);\n\
           puts(\"\");\n}}\nint main(void) {{\n{body}\nreturn 0;\n}}\n"
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(path.with_extension("c"), source).expect("the test's folder can be written");
    let mut compiler = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".into()));
    // Inline functions that call the library are not called here, so nothing is linked.
    compiler.args(["-O1", "-I"]).arg(include()).arg("-o").arg(&path).arg(path.with_extension("c"));
    assert!(compiler.status().expect("a C compiler is there").success());
    let output = Command::new(&path).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("hexadecimal").lines().map(entry).collect()
}

fn entry(line: &str) -> (String, Vec<u8>) {
    let (name, hex) = line.split_once(' ').expect("a name and its bytes");
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
    (name.to_owned(), (0..hex.len()).step_by(2).map(byte).collect())
}

#[test]
fn defaults_are_those_of_the_init_macros() {
    let header = header();
    let structs: Vec<_> = names_after(&header, "#define VYRE_")
        .into_iter()
        .filter_map(|name| name.strip_suffix("_INIT"))
        .map(|name| (format!("vyre_{}", name.to_lowercase()), format!("VYRE_{name}_INIT")))
        .collect();
    let body: String =
        structs.iter().map(|(name, init)| format!("SHOW(\"{name}\", {name}, {init})\n")).collect();

    let mut rust = BTreeMap::new();
    macro_rules! rust_defaults {
        ($($name:ident)*) => { $(rust.insert(stringify!($name).to_owned(), bytes($name::default()));)* };
    }
    rust_defaults! {
        vyre_backend_desc vyre_backend_info vyre_backend_table vyre_binding vyre_buffer_desc
        vyre_buffer_info vyre_buffer_options vyre_cache_counters vyre_cache_entry vyre_context_desc vyre_counters vyre_device_profile vyre_dispatch_desc
        vyre_dispatch_result vyre_op_desc vyre_op_info vyre_pipeline_desc vyre_plugin_desc
        vyre_program_info vyre_select_desc vyre_sequence_desc vyre_sequence_result
        vyre_spec_info vyre_spirv_desc vyre_spirv_info vyre_spirv_module vyre_split vyre_statistics vyre_submit_policy vyre_validate_desc
        vyre_recording_desc vyre_vulkan_access vyre_vulkan_buffer vyre_vulkan_buffer_desc
        vyre_vulkan_device_desc vyre_vulkan_handles vyre_vulkan_point vyre_vulkan_requirements
    }
    assert_eq!(run_c("defaults", &body), rust);
    for (name, _) in structs {
        assert!(DEFAULTS.contains(&name), "{name} has no default here");
    }
}

#[test]
fn inline_functions_give_the_same() {
    let (memory, buffer) = (0x1000 as *mut c_void, 0x2000 as *mut vyre_buffer);
    let name = vyre_string { data: 0x3000 as *const _, size: 5 };
    let mut rust = BTreeMap::new();
    let mut body = String::from(
        "void* memory = (void*)0x1000;\nvyre_buffer* buffer = (vyre_buffer*)0x2000;\n\
         vyre_string name = {(const char*)0x3000, 5};\n",
    );
    macro_rules! same {
        ($type:ident: $($function:ident($($argument:expr),*))*) => {$(
            let (function, arguments) = (stringify!($function), stringify!($($argument),*));
            let (shown, of) = (format!("{function}({arguments})"), stringify!($type));
            body += &format!("SHOW(\"{}\", {of}, {shown})\n", shown.replace(' ', ""));
            rust.insert(shown.replace(' ', ""), bytes($function($($argument),*)));
        )*};
    }
    same! { vyre_binding:
        vyre_bind_input(7, memory, 64)
        vyre_bind_output(7, memory, 64)
        vyre_bind_inout(7, memory, 64)
        vyre_bind_zeros(7, 64)
        vyre_bind_buffer(7, buffer)
        vyre_bind_buffer_range(7, buffer, 16, 64)
        vyre_bind_name(name, vyre_bind_input(7, memory, 64))
        vyre_bind_input_name(name, memory, 64)
        vyre_bind_output_name(name, memory, 64)
        vyre_bind_inout_name(name, memory, 64)
        vyre_bind_zeros_name(name, 64)
        vyre_bind_buffer_name(name, buffer)
        vyre_bind_buffer_range_name(name, buffer, 16, 64)
    }
    same! { vyre_target:
        vyre_target_of(3)
        vyre_target_extension(name)
    }
    same! { vyre_spec_value:
        vyre_spec_u32(4294967295)
        vyre_spec_i32(-1)
        vyre_spec_f32(-0.5)
        vyre_spec_boolean(0)
        vyre_spec_boolean(-7)
        vyre_spec_element(name)
    }
    assert_eq!(run_c("inline", &body), rust);
}

#[test]
fn strings_are_measured_like_in_c() {
    let text = vyre_str(c"naïve");
    assert_eq!(text.size, 6);
    assert_eq!(bytes(vyre_string::default()), bytes(vyre_string { size: 0, ..Default::default() }));
}

#[test]
fn constants_and_inline_functions_are_all_here() {
    let header = header();
    let not_values = ["DRIVER_H", "DRIVER_VULKAN_H", "API", "NODISCARD"];
    for name in names_after(&header, "#define VYRE_") {
        let here = [BINDINGS, INLINE].iter().any(|text| text.contains(&format!("VYRE_{name}: ")));
        let other = name.ends_with("_INIT") || not_values.contains(&name);
        assert!(here != other, "VYRE_{name} is missing");
    }
    for signature in header.split("static inline ").skip(1) {
        let name = names_after(signature, "vyre_")
            .into_iter()
            .find(|name| signature.contains(&format!("vyre_{name}(")));
        let name = name.expect("an inline function has a name");
        let private = ["bind_", "spec_"].contains(&name);
        assert!(private || INLINE.contains(&format!("fn vyre_{name}(")), "vyre_{name} is missing");
    }
}

#[test]
fn the_loaded_library_is_that_of_the_header() {
    // SAFETY: the functions have no conditions, and the string lives for ever.
    let (abi, version) = unsafe { (vyre_abi_version(), vyre_version()) };
    assert_eq!(abi, VYRE_ABI_VERSION);
    // SAFETY: as above.
    let version = unsafe { slice::from_raw_parts(version.data.cast::<u8>(), version.size) };
    let numbers = [VYRE_VERSION_MAJOR, VYRE_VERSION_MINOR, VYRE_VERSION_PATCH];
    assert_eq!(version, numbers.map(|number| number.to_string()).join(".").as_bytes());
}
