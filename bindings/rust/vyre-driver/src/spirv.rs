//! Pipelines from SPIR-V modules: kernels that another compiler has made from GLSL, HLSL or Slang.

use crate::binding::{Plain, bytes_of};
use crate::call::{got, made, mirrors};
use crate::strings::string;
use crate::values::Access;
use crate::{Backend, Pipeline, Result, SpecMap, sys};
use std::marker::PhantomData;

/// Whether the library was built with SPIRV-Tools: then modules are validated before a driver sees
/// them, and can be [`checked`](SpirvOptions::checked).
pub fn has_spirv_tools() -> bool {
    // SAFETY: the function has no conditions.
    unsafe { sys::vyre_built_with() & sys::VYRE_BUILT_WITH_SPIRV_TOOLS != 0 }
}

mirrors! {
    vyre_spirv_binding:
    /// One buffer of a module.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SpirvBinding<'a> {
        /// Its descriptor set in the module.
        pub set: u32,
        /// Its number there.
        pub binding: u32,
        /// Where a dispatch binds it.
        pub slot: u32,
        /// Empty: what the module calls it.
        pub name: &'a str,
        /// Spelling of the element type: "F32"; empty: "Bytes".
        pub element: &'a str,
        /// Of elements; 0: taken from what is bound.
        pub count: u64,
        /// How the kernel may touch it; [`Access::UNIFORM`] of uniform buffers.
        pub access: Access,
    }
}

impl<'a> SpirvBinding<'a> {
    fn raw(&self) -> sys::vyre_spirv_binding {
        sys::vyre_spirv_binding {
            name: string(self.name),
            element: string(self.element),
            count: self.count,
            set: self.set,
            binding: self.binding,
            slot: self.slot,
            access: self.access.0,
            ..sys::vyre_spirv_binding::INIT
        }
    }
}

/// How a module is to be seen.
#[derive(Clone, Default)]
pub struct SpirvOptions<'a> {
    raw: sys::vyre_spirv_desc,
    bindings: Option<Vec<sys::vyre_spirv_binding>>,
    borrowed: PhantomData<&'a str>,
}

impl<'a> SpirvOptions<'a> {
    /// All defaults: the only entry point for compute, with the buffers that it uses, by their
    /// binding numbers.
    pub fn new() -> Self {
        Self::default()
    }

    /// The entry point.
    pub fn entry(mut self, name: &'a str) -> Self {
        self.raw.entry = string(name);
        self
    }

    /// The buffers, every one that the entry point uses.
    pub fn bindings(mut self, bindings: &[SpirvBinding<'a>]) -> Self {
        self.bindings = Some(bindings.iter().map(SpirvBinding::raw).collect());
        self
    }

    /// Values of specialization constants, by their names in the module or by their numbers: "#7".
    pub fn values(mut self, values: &'a SpecMap) -> Self {
        self.raw.values = values.as_raw();
        self
    }

    /// Has indexes kept within what they index; see `VYRE_SPIRV_CHECKED` in the header.
    pub fn checked(mut self) -> Self {
        self.raw.flags |= sys::VYRE_SPIRV_CHECKED;
        self
    }

    /// Names the pipeline in messages and debugging tools.
    pub fn label(mut self, label: &'a str) -> Self {
        self.raw.label = string(label);
        self
    }
}

mirrors! {
    vyre_spirv_info:
    /// What a pipeline from a module is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct SpirvInfo<'a> {
        /// The entry point.
        pub entry: &'a str,
        /// Whether indexes are kept within what they index.
        pub checked: bool = |raw| raw.flags & sys::VYRE_SPIRV_CHECKED != 0,
        /// 0: none, or the module does not say it plainly.
        pub workgroup_memory_bytes: u64,
        /// How many buffers the entry point uses.
        pub buffer_count: u32,
        /// What a dispatch has to give.
        pub push_constant_bytes: u32,
        /// Invocations of a workgroup, with the constants that were chosen.
        pub workgroup: [u32; 3],
    }
}

/// Bytes at an offset of the push constants of a module.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct PushRange<'a> {
    raw: sys::vyre_push_range,
    data: PhantomData<&'a [u8]>,
}

impl<'a> PushRange<'a> {
    /// `data` at `offset` bytes from the begin of the block.
    pub fn new<T: Plain>(offset: u64, data: &'a [T]) -> Self {
        let (data, size) = bytes_of(data);
        let raw = sys::vyre_push_range { data, size, offset, reserved: 0 };
        Self { raw, data: PhantomData }
    }

    pub(crate) fn pointer(ranges: &[Self]) -> *const sys::vyre_push_range {
        ranges.as_ptr().cast() // of one layout
    }
}

impl Pipeline {
    /// Makes a pipeline of a kernel in a SPIR-V module: its words, in either order of bytes. For
    /// Vulkan backends; others refuse it as
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature). May block.
    ///
    /// # Safety
    /// A kernel may read and write outside of its buffers unless it is
    /// [`checked`](SpirvOptions::checked), and a driver may do anything with an invalid module,
    /// which is found only where the library [has SPIRV-Tools](has_spirv_tools): the module has to
    /// be valid, and dispatches must give it buffers that it stays in.
    pub unsafe fn create_spirv(
        backend: &Backend,
        words: &[u8],
        options: &SpirvOptions<'_>,
    ) -> Result<Self> {
        let mut desc = options.raw;
        (desc.words, desc.size) = (words.as_ptr().cast(), words.len());
        if let Some(bindings) = &options.bindings {
            (desc.bindings, desc.binding_count) = (bindings.as_ptr(), bindings.len());
        }
        // SAFETY: all that is borrowed lives for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_pipeline_create_spirv(backend.as_raw(), &desc, raw)) }
    }

    /// What a pipeline from a module is; one from a program is
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument).
    pub fn spirv_info(&self) -> Result<SpirvInfo<'_>> {
        // SAFETY: the pipeline lives, and its strings as long.
        unsafe { got(|out| sys::vyre_pipeline_get_spirv_info(self.as_raw(), out)) }
    }

    /// Buffer `index` of a pipeline from a module, by slot, below [`SpirvInfo::buffer_count`].
    pub fn spirv_binding(&self, index: u32) -> Result<SpirvBinding<'_>> {
        // SAFETY: the pipeline lives, and its strings as long.
        unsafe { got(|out| sys::vyre_pipeline_get_spirv_binding(self.as_raw(), index, out)) }
    }
}
