//! Emission: kernels to take away.

use crate::call::{Taken, list, made, mirrors, object, read};
use crate::strings::string;
use crate::values::{Access, ArgumentKind};
use crate::{Blob, Device, Pipeline, PipelineBuilder, Program, Result, sys};
use std::ptr;

object!(
    /// The kernels of a program with a table of what to bind where, to be run without this
    /// library. [`Program::emitter`] and [`Pipeline::emit`] make it.
    pub Emission, vyre_emission, vyre_emission_destroy);

mirrors! {
    vyre_argument_info:
    /// One argument of a kernel.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Argument<'a> {
        /// Of a parameter; else empty.
        pub name: &'a str,
        /// To bind, rounded up to words; 0: chosen when it is bound, 4 at least.
        pub bytes: u64,
        /// Of a parameter or a hidden buffer: its word of the counts is bytes * 8 / element_bits;
        /// where this is 0 it is 0.
        pub element_bits: u64,
        /// What it is.
        pub kind: ArgumentKind,
        /// Of a parameter or a hidden buffer.
        pub slot: u32,
        /// The descriptor set of SPIR-V.
        pub set: u32,
        /// Its binding number in that set.
        pub binding: u32,
        /// Its place among the kernel's arguments.
        pub position: u32,
        /// How the kernel touches it.
        pub access: Access,
    }
}

impl Taken<sys::vyre_bytes> for &[u8] {
    unsafe fn taken(raw: sys::vyre_bytes) -> Self {
        if raw.size == 0 {
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(raw.data.cast(), raw.size) }
    }
}

mirrors! {
    vyre_kernel_info:
    /// One kernel.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Kernel<'a> {
        /// SPIR-V words in the byte order of this machine.
        pub code: &'a [u8],
        /// The entry point in the code.
        pub entry: &'a str,
        /// By position.
        // SAFETY: the caller's promise.
        pub arguments: Vec<Argument<'a>> = |raw| unsafe { list(raw.arguments, raw.argument_count) },
        /// Where it can trap, by the number that a trap reports.
        // SAFETY: the caller's promise.
        pub trap_sites: Vec<&'a str> = |raw| unsafe { list(raw.trap_sites, raw.trap_site_count) },
        /// Memory of each workgroup.
        pub workgroup_memory_bytes: u64,
        /// Invocations of a workgroup on each axis.
        pub workgroup: [u32; 3],
        /// The first three words are the first workgroup; 0 for a whole grid.
        pub push_constant_bytes: u32,
    }
}

mirrors! {
    vyre_emission_info:
    /// An emission as data.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct EmissionInfo<'a> {
        /// Of the target: "spv".
        pub aot_id: &'a str,
        /// One for each segment, in the order to run them: each on the whole grid, behind all that
        /// those before it wrote.
        // SAFETY: the caller's promise.
        pub kernels: Vec<Kernel<'a>> = |raw| unsafe { list(raw.kernels, raw.kernel_count) },
        /// Workgroups on each axis that they are for; zeroes: any.
        pub grid: [u32; 3],
    }
}

impl Emission {
    /// The emission as data.
    pub fn info(&self) -> EmissionInfo<'_> {
        // SAFETY: the info lives as long as the emission.
        unsafe { read(sys::vyre_emission_get_info(self.as_raw())) }
    }

    /// All of it as one JSON text, the code in base64.
    pub fn save(&self) -> Result<String> {
        // SAFETY: the emission lives; success gives an owner.
        let text: Blob = unsafe { made(|raw| sys::vyre_emission_save(self.as_raw(), raw))? };
        Ok(text.into_text())
    }
}

impl Pipeline {
    /// The kernels that this pipeline runs, exactly these: "spirv" on Vulkan. Other devices, and
    /// programs that are cut anew for each launch, are
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature).
    pub fn emit(&self, target: &str) -> Result<Emission> {
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_pipeline_emit(self.as_raw(), string(target), raw)) }
    }
}

impl Program {
    /// Begins to say how the kernels of the program are made, without a device:
    /// `program.emitter("spirv").grid([4, 1, 1]).emit()`.
    pub fn emitter<'a>(&'a self, target: &'a str) -> Emitter<'a> {
        Emitter {
            program: self,
            target,
            device: None,
            pipeline: Pipeline::builder(),
            launch: sys::vyre_dispatch_desc::INIT,
        }
    }
}

/// How the kernels of a program are made.
#[derive(Clone)]
pub struct Emitter<'a> {
    program: &'a Program,
    target: &'a str,
    device: Option<&'a Device>,
    pipeline: PipelineBuilder<'a>,
    launch: sys::vyre_dispatch_desc,
}

impl<'a> Emitter<'a> {
    /// The code may use what this device has; without one the least that every device of the
    /// target has.
    pub fn device(mut self, device: &'a Device) -> Self {
        self.device = Some(device);
        self
    }

    /// Constants, workgroup size, flags.
    pub fn pipeline(mut self, pipeline: PipelineBuilder<'a>) -> Self {
        self.pipeline = pipeline;
        self
    }

    /// The invocations of the launch that grid barriers are cut for. A program with grid barriers
    /// needs this or a grid.
    pub fn shape(mut self, shape: [u32; 3]) -> Self {
        self.launch.shape = shape;
        self
    }

    /// The workgroups of that launch.
    pub fn grid(mut self, grid: [u32; 3]) -> Self {
        self.launch.grid = grid;
        self
    }

    /// Makes the kernels. The same call gives the same code.
    pub fn emit(&self) -> Result<Emission> {
        // SAFETY: the info lives as long as the device.
        let info = |device: &Device| unsafe { sys::vyre_device_get_info(device.as_raw()) };
        self.pipeline.with_desc(|pipeline| {
            let desc = sys::vyre_emit_desc {
                target: string(self.target),
                device: self.device.map_or(ptr::null(), info),
                pipeline,
                dispatch: &self.launch,
                ..sys::vyre_emit_desc::INIT
            };
            let program = self.program.as_raw();
            // SAFETY: all arguments live for the call; success gives an owner.
            unsafe { made(|raw| sys::vyre_program_emit(program, &desc, raw)) }
        })
    }
}
