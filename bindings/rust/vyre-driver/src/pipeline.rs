//! Pipelines: programs compiled for a backend.

use crate::call::{Taken, made, mirrors, object};
use crate::strings::{sized, string};
use crate::values::Role;
use crate::{Backend, Binding, Program, Result, SpecMap, sys};
use std::marker::PhantomData;
use std::ops::Range;

object!(
    /// A program compiled for a backend. Keeps both alive.
    pub Pipeline, vyre_pipeline, vyre_pipeline_destroy);

/// How a pipeline is compiled.
#[derive(Clone, Copy, Default)]
pub struct PipelineOptions<'a> {
    raw: sys::vyre_pipeline_desc,
    label: PhantomData<&'a str>,
}

impl<'a> PipelineOptions<'a> {
    /// All defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Workgroup size in place of the declared one. Refused when the program can observe it.
    pub fn workgroup(mut self, workgroup: [u32; 3]) -> Self {
        self.raw.set |= sys::VYRE_PIPELINE_SET_WORKGROUP;
        self.raw.workgroup = workgroup;
        self
    }

    /// What the values that the program names are; the others are their defaults. Creating the
    /// pipeline fails with [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument), which
    /// tells all that does not fit the program.
    pub fn specialization(mut self, map: &'a SpecMap) -> Self {
        self.raw.specialization = map.as_raw().cast_const();
        self
    }

    /// Names the pipeline in messages and debugging tools.
    pub fn label(mut self, label: &'a str) -> Self {
        self.raw.label = string(label);
        self
    }
}

mirrors! {
    vyre_output:
    /// One buffer that a dispatch can return.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Output<'a> {
        /// The name of the buffer.
        pub name: &'a str,
        /// The bytes of the buffer that return; a host output needs room for as many.
        pub range: Range<u64> = |raw| raw.start..raw.start + raw.bytes,
        /// The size of the whole buffer.
        pub buffer_bytes: u64,
        /// The slot of the buffer.
        pub slot: u32,
        /// What the dispatch does with it.
        pub role: Role,
    }
}

impl Output<'_> {
    /// The room that a host output needs.
    pub fn bytes(&self) -> u64 {
        self.range.end - self.range.start
    }
}

impl Pipeline {
    /// Validates `program` and compiles it for `backend`. May block. A program that breaks a rule is
    /// [`ErrorKind::InvalidProgram`](crate::ErrorKind::InvalidProgram) with its findings; what this
    /// backend cannot do is [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature).
    pub fn create(backend: &Backend, program: &Program) -> Result<Self> {
        Self::create_with(backend, program, &PipelineOptions::new())
    }

    /// [`create`](Self::create) with options.
    pub fn create_with(
        backend: &Backend,
        program: &Program,
        options: &PipelineOptions<'_>,
    ) -> Result<Self> {
        let (backend, program) = (backend.as_raw(), program.as_raw());
        // SAFETY: all objects live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_pipeline_create(backend, program, &options.raw, raw)) }
    }

    /// Another owner of the pipeline's program.
    pub fn program(&self) -> Result<Program> {
        // SAFETY: the pipeline lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_pipeline_get_program(self.as_raw(), raw)) }
    }

    /// The outputs of a dispatch with these bindings, by slot. Buffers with a declared count need no
    /// binding for this; one without that is not bound counts 0 bytes. Sizes of host outputs are not
    /// checked.
    pub fn outputs(&self, bindings: &[Binding<'_>]) -> Result<Vec<Output<'_>>> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings borrow what they name; there is room for |capacity| entries.
        let outputs = sized(|outputs, capacity, count| unsafe {
            sys::vyre_pipeline_get_outputs(self.as_raw(), first, many, outputs, capacity, count)
        })?;
        // SAFETY: names live as long as the program, which the pipeline keeps alive.
        Ok(outputs.into_iter().map(|output| unsafe { Output::taken(output) }).collect())
    }
}
