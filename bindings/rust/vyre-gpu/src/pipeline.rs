//! Pipelines: programs made for a device.

use crate::call::{Object, first, got, made, mirrors, object, read};
use crate::strings::string;
use crate::values::{Origin, PipelineFlags};
use crate::work::nanoseconds;
use crate::{
    Constant, Constants, Device, Error, ErrorKind, Program, Result, Work, WorkState, error, sys,
};
use std::ptr;
use std::time::Duration;

object!(
    /// A program made for a device. Keeps both alive.
    ///
    /// It runs by [`dispatch`](Self::dispatch), or with options by [`launch`](Self::launch).
    pub Pipeline, vyre_pipeline, vyre_pipeline_destroy);

mirrors! {
    vyre_pipeline_info:
    /// A pipeline as it runs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct PipelineInfo<'a> {
        /// What names it in errors, traces and debuggers; may be empty.
        pub label: &'a str,
        /// How it was made.
        pub flags: PipelineFlags,
        /// Memory of each workgroup.
        pub workgroup_memory_bytes: u64,
        /// Invocations of a workgroup on each axis.
        pub workgroup: [u32; 3],
        /// Invocations of a subgroup; 0: the device says nothing.
        pub subgroup_size: u32,
        /// How many axes its program looks at: 1 to 3.
        pub dimensions: u32,
        /// Push constants that a dispatch gives.
        pub push_constant_bytes: u32,
        /// Where its code came from.
        pub origin: Origin,
        /// The device chose `workgroup`; a grid is taken as a shape.
        pub workgroup_chosen: bool,
    }
}

impl Pipeline {
    /// Validates `program` and compiles it for `device`, unless its code is kept already. May
    /// block. A program that breaks a rule is [`ErrorKind::InvalidProgram`]; what this device
    /// cannot do is [`ErrorKind::UnsupportedFeature`]; both have findings. For modules see
    /// [`PipelineBuilder::create_module`].
    pub fn create(device: &Device, program: &Program) -> Result<Self> {
        Self::builder().create(device, program)
    }

    /// Begins to say how a pipeline is made:
    /// `Pipeline::builder().workgroup([64, 1, 1]).constant("n", 4).create(&device, &program)`.
    pub fn builder<'a>() -> PipelineBuilder<'a> {
        PipelineBuilder::default()
    }

    /// Whether the pipeline is made, for one of [`PipelineBuilder::create_async`]; others are
    /// [`WorkState::Ready`]. Never blocks.
    pub fn state(&self) -> Result<WorkState> {
        self.wait_nanoseconds(0)
    }

    /// Waits until the pipeline is made, and says whether it is [`WorkState::Ready`] or
    /// [`WorkState::Failed`]. Blocks.
    pub fn wait(&self) -> Result<WorkState> {
        self.wait_nanoseconds(sys::VYRE_FOREVER)
    }

    /// The same, `timeout` at the longest; then it is [`WorkState::Running`]. Blocks.
    pub fn wait_timeout(&self, timeout: Duration) -> Result<WorkState> {
        self.wait_nanoseconds(nanoseconds(timeout))
    }

    fn wait_nanoseconds(&self, timeout: u64) -> Result<WorkState> {
        // SAFETY: the pipeline lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_pipeline_wait(self.as_raw(), timeout, out)) }
    }

    /// Why the pipeline could not be made; `None` when it could, or is not over.
    pub fn error(&self) -> Option<Error> {
        // SAFETY: the pipeline lives; success gives an owner or nothing.
        unsafe { error::reason(|out| sys::vyre_pipeline_get_error(self.as_raw(), out)) }
    }

    /// What the pipeline is. Before it is [`WorkState::Ready`] its label alone.
    pub fn info(&self) -> PipelineInfo<'_> {
        // SAFETY: the info lives as long as the pipeline.
        unsafe { read(sys::vyre_pipeline_get_info(self.as_raw())) }
    }

    /// One more owner of the pipeline's device.
    pub fn device(&self) -> Result<Device> {
        // SAFETY: the pipeline lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_pipeline_get_device(self.as_raw(), raw)) }
    }

    /// One more owner of the pipeline's program.
    pub fn program(&self) -> Result<Program> {
        // SAFETY: the pipeline lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_pipeline_get_program(self.as_raw(), raw)) }
    }
}

/// How a program is made for a device.
#[derive(Clone, Debug, Default)]
pub struct PipelineBuilder<'a> {
    flags: u64,
    label: &'a str,
    constants: Constants,
    workgroup: [u32; 3],
    subgroup_size: u32,
}

impl<'a> PipelineBuilder<'a> {
    /// Names the pipeline in errors, traces and debuggers.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }

    /// The value of a constant that the program names; the others are their defaults. Making the
    /// pipeline fails when one does not fit the program, with all that do not.
    pub fn constant(mut self, name: impl Into<String>, value: impl Into<Constant>) -> Self {
        self.constants.set(name, value);
        self
    }

    /// The values of several constants.
    pub fn constants(mut self, constants: &Constants) -> Self {
        self.constants.extend(constants.iter().map(|(name, value)| (name, value.clone())));
        self
    }

    /// Workgroup size in place of the declared one, or of what the device chooses. Refused when the
    /// program can observe it; that of a module is a matter of its constants.
    pub fn workgroup(mut self, workgroup: [u32; 3]) -> Self {
        self.workgroup = workgroup;
        self
    }

    /// Invocations of a subgroup in place of the device's own number.
    pub fn subgroup_size(mut self, size: u32) -> Self {
        self.subgroup_size = size;
        self
    }

    /// More about how it is made, besides what is on already.
    pub fn flags(mut self, flags: PipelineFlags) -> Self {
        self.flags |= flags.0;
        self
    }

    /// Validates `program` and compiles it for `device`, unless its code is kept already. May
    /// block. A module is [`ErrorKind::InvalidArgument`]: see
    /// [`create_module`](Self::create_module).
    pub fn create(&self, device: &Device, program: &Program) -> Result<Pipeline> {
        if program.is_module() {
            return Err(Error::create(ErrorKind::InvalidArgument, MODULE));
        }
        // SAFETY: a program of the IR stays in what is bound.
        unsafe { self.create_module(device, program) }
    }

    /// The same for a SPIR-V module; for programs of the IR too.
    ///
    /// # Safety
    /// A module may read and write outside of its buffers, unless
    /// [`PipelineFlags::CHECKED`] keeps its indexes inside, and a driver may do anything with an
    /// invalid one, which is found only where the library has
    /// [`BuildFlags::SPIRV_TOOLS`](crate::BuildFlags::SPIRV_TOOLS): the module has to be valid, and
    /// whatever dispatches the pipeline has to give it buffers that it stays in.
    pub unsafe fn create_module(&self, device: &Device, program: &Program) -> Result<Pipeline> {
        let (device, program) = (device.as_raw(), program.as_raw());
        self.with_desc(|desc| {
            // SAFETY: all arguments live for the call; success gives an owner.
            unsafe { made(|raw| sys::vyre_pipeline_create(device, program, desc, raw)) }
        })
    }

    /// The same as [`create`](Self::create) as background work: the pipeline comes at once, and
    /// dispatches are [`ErrorKind::NotReady`] until it is [`WorkState::Ready`]. The work ends with
    /// it; dropping either waits for nothing. Without threads in the context it is compiled inside
    /// [`Context::run_callbacks`](crate::Context::run_callbacks) and inside waits.
    pub fn create_async(&self, device: &Device, program: &Program) -> Result<(Pipeline, Work)> {
        if program.is_module() {
            return Err(Error::create(ErrorKind::InvalidArgument, MODULE));
        }
        // SAFETY: a program of the IR stays in what is bound.
        unsafe { self.create_module_async(device, program) }
    }

    /// The same for a SPIR-V module; for programs of the IR too.
    ///
    /// # Safety
    /// As of [`create_module`](Self::create_module).
    pub unsafe fn create_module_async(
        &self,
        device: &Device,
        program: &Program,
    ) -> Result<(Pipeline, Work)> {
        let (device, program) = (device.as_raw(), program.as_raw());
        let mut work = ptr::null_mut();
        // SAFETY: all arguments live for the call; success gives two owners.
        self.with_desc(|desc| unsafe {
            let pipeline =
                made(|raw| sys::vyre_pipeline_create_async(device, program, desc, raw, &mut work))?;
            Ok((pipeline, Work::from_raw(work)))
        })
    }

    /// Whether `program` would run on `device` made like this; compiles nothing. What
    /// [`create`](Self::create) would fail with: what the device lacks is
    /// [`ErrorKind::UnsupportedFeature`], with a finding for each fact.
    pub fn check(&self, device: &Device, program: &Program) -> Result<()> {
        let (device, program) = (device.as_raw(), program.as_raw());
        self.with_desc(|desc| {
            // SAFETY: all arguments live for the call.
            error::check(unsafe { sys::vyre_device_check_program(device, program, desc) })
        })
    }

    /// Calls with what the builder says.
    pub(crate) fn with_desc<T>(&self, call: impl FnOnce(&sys::vyre_pipeline_desc) -> T) -> T {
        let constants = self.constants.raw();
        call(&sys::vyre_pipeline_desc {
            flags: self.flags,
            label: string(self.label),
            constants: first(&constants),
            constant_count: constants.len(),
            workgroup: self.workgroup,
            subgroup_size: self.subgroup_size,
            ..sys::vyre_pipeline_desc::INIT
        })
    }
}

const MODULE: &str = "the program is a SPIR-V module, which may reach outside of its buffers. \
    Fix: make the pipeline with the unsafe PipelineBuilder::create_module";
