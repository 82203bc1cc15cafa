//! What bindgen cannot take from the header is the same here: _INIT macros and inline functions are
//! compared byte by byte with what a C compiler makes of them, constants and functions by name.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, mem, slice};
use vyre_gpu_sys::*;

const BINDINGS: &str = include_str!("../src/bindings.rs");
const INLINE: &str = include_str!("../src/inline.rs");
const ALL: &str = include_str!("../build/all.h");
const DEFAULTS: &str = include_str!("../src/defaults.rs");

/// The folder of the header that the crate was built for, as its build script found it.
fn include() -> PathBuf {
    PathBuf::from(env!("VYRE_DRIVER_FOUND_INCLUDE"))
}

fn header() -> String {
    let files = fs::read_dir(include()).expect("the folder can be read");
    let paths = files.map(|file| file.expect("an entry can be read").path());
    let ours = paths.filter(|path| path.extension().is_some_and(|end| end == "h"));
    ours.map(|path| fs::read_to_string(path).expect("the header can be read")).collect()
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
        "#include <stdio.h>\n{ALL}\n\
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
        vyre_backend_table vyre_buffer_desc vyre_context_desc vyre_device_desc vyre_device_info
        vyre_dispatch_desc vyre_dispatch_result vyre_emit_desc vyre_finding vyre_image_desc
        vyre_memory_usage vyre_op_desc
        vyre_parameter_desc vyre_pipeline_desc vyre_plugin_compile vyre_plugin_host
        vyre_plugin_spirv vyre_plugin_submission vyre_program_desc vyre_recording_desc
        vyre_run_desc vyre_sampler_desc vyre_save_desc vyre_sequence_desc vyre_sequence_result vyre_submit_policy
        vyre_validate_desc vyre_vulkan_buffer vyre_vulkan_buffer_desc vyre_vulkan_device
        vyre_vulkan_device_desc vyre_vulkan_requirements vyre_vulkan_semaphore_desc
    }
    assert_eq!(run_c("defaults", &body), rust);
    for (name, _) in structs {
        assert!(DEFAULTS.contains(&name), "{name} has no default here");
    }
}

#[test]
fn inline_functions_give_the_same() {
    let (memory, buffer) = (0x1000 as *mut c_void, 0x2000 as *mut vyre_buffer);
    let (image, sampler) = (0x4000 as *mut vyre_image, 0x5000 as *mut vyre_sampler);
    let name = vyre_string::INIT; // in C a pointer to text, which has another value in each process
    let mut rust = BTreeMap::new();
    let mut body = String::from(
        "void* memory = (void*)0x1000;\nvyre_buffer* buffer = (vyre_buffer*)0x2000;\n\
         vyre_image* image = (vyre_image*)0x4000;\nvyre_sampler* sampler = (vyre_sampler*)0x5000;\n\
         const char* name = NULL;\n",
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
        vyre_bind_range(7, buffer, 16, 64)
        vyre_bind_image(7, image, sampler)
        vyre_bind_sampler(7, sampler)
        vyre_bind_name(name, vyre_bind_input(7, memory, 64))
        vyre_bind_at(3, 5, vyre_bind_output(7, memory, 64))
    }
    same! { vyre_constant:
        vyre_constant_u32(name, 4294967295)
        vyre_constant_i32(name, -1)
        vyre_constant_f32(name, -0.5)
        vyre_constant_bool(name, 0)
        vyre_constant_bool(name, -7)
    }
    same! { vyre_dispatch_desc:
        vyre_shape(640, 480, 1)
        vyre_grid(10, 30, 2)
    }
    same! { vyre_target:
        vyre_target_of(3)
        vyre_target_extension(name)
    }
    same! { vyre_push_range: vyre_push(memory, 64) }
    same! { vyre_file: vyre_file_of(-1) }
    same! { vyre_expr: vyre_expr_none() }
    assert_eq!(run_c("inline", &body), rust);
}

#[test]
fn names_are_those_that_were_given() {
    let name = vyre_str(c"naïve");
    let given = [
        vyre_bind_name(name, vyre_bind_zeros(7, 4)).name,
        vyre_constant_u32(name, 1).name,
        vyre_constant_i32(name, 1).name,
        vyre_constant_f32(name, 1.0).name,
        vyre_constant_bool(name, 1).name,
        vyre_target_extension(name).extension,
    ];
    assert!(given.iter().all(|given| (given.data, given.size) == (name.data, 6)));
    assert_eq!(bytes(vyre_string::default()), bytes(vyre_string { size: 0, ..Default::default() }));
}

/// The names that the header's enumerations give to numbers.
fn enumerators(header: &str) -> Vec<&str> {
    let lines = header.lines().map(str::trim_start).filter(|line| line.starts_with("VYRE_"));
    lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect()
}

#[test]
fn constants_and_inline_functions_are_all_here() {
    let header = header();
    let here =
        |name: &str| [BINDINGS, INLINE].iter().any(|text| text.contains(&format!("{name}: ")));
    let not_values = ["API", "CALL", "ENUM", "LITERAL", "NODISCARD", "PLUGIN_EXPORT", "TRY"];
    for name in names_after(&header, "#define VYRE_") {
        let of_struct = name.ends_with("_INIT") || name.ends_with("_DEFAULT");
        let other = of_struct || name.starts_with("DRIVER_") || not_values.contains(&name);
        assert!(here(&format!("VYRE_{name}")) != other, "VYRE_{name} is missing");
    }
    let enumerators = enumerators(&header);
    assert!(enumerators.len() > 200, "only {} were found", enumerators.len());
    for name in enumerators {
        assert!(here(name), "{name} is missing");
    }
    for signature in header.split("static inline ").skip(1) {
        let name = names_after(signature, "vyre_")
            .into_iter()
            .find(|name| signature.contains(&format!("vyre_{name}(")));
        let name = name.expect("an inline function has a name");
        // The last prints to a stream of C; what Rust's main returns is printed by itself.
        let other = ["bind_", "constant_", "error_print"].contains(&name);
        let forms = [format!("vyre_{name}("), format!("vyre_{name} = ")];
        let here = forms.iter().any(|form| INLINE.contains(form));
        assert!(other || here, "vyre_{name} is missing");
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
