//! Plans: what a dispatch would do.

use crate::call::{list, made, mirrors, object, read};
use crate::values::Role;
use crate::{Blob, Finding, Result, sys};
use std::ops::Range;

object!(
    /// What a dispatch would do: its grid, the sizes of its outputs, and how a program with grid
    /// barriers is cut. [`Launch::plan`](crate::Launch::plan) makes it.
    pub Plan, vyre_plan, vyre_plan_destroy);

mirrors! {
    vyre_output_info:
    /// What a dispatch returns of one parameter.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct OutputInfo<'a> {
        /// The name of the parameter.
        pub name: &'a str,
        /// The bytes of it that return; a host output needs room for as many.
        pub range: Range<u64> = |raw| raw.start..raw.start + raw.bytes,
        /// The size of the whole parameter.
        pub parameter_bytes: u64,
        /// Where it is bound.
        pub slot: u32,
        /// What the dispatch does with it.
        pub role: Role,
    }
}

impl OutputInfo<'_> {
    /// The room that a host output needs.
    pub fn bytes(&self) -> u64 {
        self.range.end - self.range.start
    }
}

mirrors! {
    vyre_plan_info:
    /// A plan as data. Segments run one after the other on the whole grid; those of equal code are
    /// one program. What is live at a barrier is computed again, known to the host, or kept in
    /// hidden buffers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct PlanInfo<'a> {
        /// By slot.
        // SAFETY: the caller's promise.
        pub outputs: Vec<OutputInfo<'a>> = |raw| unsafe { list(raw.outputs, raw.output_count) },
        /// Workgroups on each axis; zeroes with a grid buffer.
        pub grid: [u32; 3],
        /// Invocations of each workgroup.
        pub workgroup: [u32; 3],
        /// 1 without a grid barrier.
        pub segments: u64,
        /// How many of the segments differ.
        pub programs: u64,
        /// Of the hidden buffers.
        pub hidden_bytes: u64,
        /// What the hidden buffers keep for each invocation.
        pub bytes_per_invocation: u64,
        /// What they keep of the memory of each workgroup.
        pub bytes_per_workgroup: u64,
        /// Why the program cannot be cut; the five numbers above are 0 then.
        pub split_refusal: Option<Finding<'a>> =
            // SAFETY: the caller's promise.
            |raw| (!raw.split_refusal.is_null()).then(|| unsafe { read(raw.split_refusal) }),
    }
}

impl Plan {
    /// The plan as data.
    pub fn info(&self) -> PlanInfo<'_> {
        // SAFETY: the info lives as long as the plan.
        unsafe { read(sys::vyre_plan_get_info(self.as_raw())) }
    }

    /// The plan for people, segment by segment: what is kept at each barrier, how, and why.
    pub fn describe(&self) -> Result<String> {
        // SAFETY: the plan lives; success gives an owner.
        let text: Blob = unsafe { made(|raw| sys::vyre_plan_describe(self.as_raw(), raw))? };
        Ok(text.into_text())
    }
}
