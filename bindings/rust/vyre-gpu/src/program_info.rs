//! What programs are: their parameters and constants.

use crate::Constant;
use crate::call::{Taken, list, mirrors};
use crate::values::{
    Access, ConstantKind, Format, Needs, ParameterFlags, Resource, Role, Semantics, Type, WireForm,
};
use std::ops::Range;

mirrors! {
    vyre_program_info:
    /// What a program is.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ProgramInfo<'a> {
        /// What names it in errors, traces and debuggers; may be empty.
        pub label: &'a str,
        /// The op that the program stands for, when it names one; a module's entry point.
        pub entry: Option<&'a str>,
        /// What the program uses.
        pub needs: Needs,
        /// As declared; of a module by slot.
        pub parameters: Vec<ParameterInfo<'a>> =
            // SAFETY: the caller's promise.
            |raw| unsafe { list(raw.parameters, raw.parameter_count) },
        /// In the order of their names. Those that only the compositions of called ops name are not
        /// among them.
        pub constants: Vec<ConstantInfo<'a>> =
            // SAFETY: the caller's promise.
            |raw| unsafe { list(raw.constants, raw.constant_count) },
        /// Of a module: those for compute, which [`entry`](Self::entry) was chosen from.
        pub entry_points: Vec<&'a str> =
            // SAFETY: the caller's promise.
            |raw| unsafe { list(raw.entry_points, raw.entry_point_count) },
        /// Memory of each workgroup.
        pub workgroup_memory_bytes: u64,
        /// How many expressions there are; 0 of a module.
        pub expression_count: u64,
        /// How many statements there are; 0 of a module.
        pub statement_count: u64,
        /// The declared workgroup size; 1, 1, 1: the device chooses.
        pub workgroup: [u32; 3],
        /// How many axes it looks at: 1 to 3.
        pub dimensions: u32,
        /// Of a module: push constants that a dispatch gives.
        pub push_constant_bytes: u32,
        /// What it was read from; [`Format::ANY`]: it was built.
        pub format: Format,
        /// The same of wire bytes.
        pub form: WireForm,
        /// Whose results it has; [`Semantics::ANY`] of a module.
        pub semantics: Semantics,
    }
}

impl<'a> ProgramInfo<'a> {
    /// The parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&ParameterInfo<'a>> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// The constant of that name.
    pub fn constant(&self, name: &str) -> Option<&ConstantInfo<'a>> {
        self.constants.iter().find(|constant| constant.name == name)
    }
}

mirrors! {
    vyre_parameter_info:
    /// What a program declares and a dispatch binds.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ParameterInfo<'a> {
        /// Its name.
        pub name: &'a str,
        /// The spelling of the element type: "U32", "Vec<F32,4>".
        pub element: &'a str,
        /// More about it.
        pub flags: ParameterFlags,
        /// Bytes from one element to the next; 0: the type has no size.
        pub element_bytes: u64,
        /// How many elements; 0: known when bound.
        pub element_count: u64,
        /// The packed size of all elements; 0: known when bound.
        pub static_bytes: u64,
        /// What a binding has at least; 0: no limit.
        pub min_bytes: u64,
        /// The bytes that return, when that is not all of them.
        pub return_range: Option<Range<u64>> = |raw| {
            let ranged = ParameterFlags(raw.flags).contains(ParameterFlags::RETURNS_RANGE);
            ranged.then_some(raw.return_start..raw.return_end)
        },
        /// Where it is bound; of a module within `set`.
        pub slot: u32,
        /// The element type.
        pub element_type: Type,
        /// How the program may touch it.
        pub access: Access,
        /// What a dispatch does with it.
        pub role: Role,
        /// What it is.
        pub resource: Resource,
        /// Of a module: its descriptor set.
        pub set: u32,
        /// Of a module: its number there.
        pub binding: u32,
        /// Descriptors in an array; 1 for all others.
        pub array_count: u32,
    }
}

mirrors! {
    vyre_constant_info:
    /// A constant that a program names.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ConstantInfo<'a> {
        /// Its name; of a module also its number, "#7".
        pub name: &'a str,
        /// What it is.
        pub kind: ConstantKind,
        /// Its default, when it has one of a kind that this crate knows. Without one each pipeline
        /// has to give a value, but of [`ConstantKind::OTHER`].
        pub initial: Option<Constant> =
            |raw| if raw.has_initial != 0 {
                // SAFETY: the caller's promise.
                unsafe { Taken::taken(raw.initial) }
            } else {
                None
            },
        /// Of a module: its SpecId; else 0.
        pub number: u32,
        /// 0 to 2: it is the workgroup size on that axis.
        pub workgroup_axis: Option<u32> = |raw| raw.workgroup_axis.checked_sub(1),
    }
}
