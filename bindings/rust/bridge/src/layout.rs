//! The parameters of a program in the orders in which published callers count them.

use crate::bridge::Result;
use crate::bridge::errors::mistake;
use std::ops::Range;
use vyre_gpu::{Access, ParameterFlags, ParameterInfo, ProgramInfo, Role};

/// A parameter that a dispatch binds.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) binding: u32,
    /// It needs bytes of the caller.
    pub(crate) takes: bool,
    /// The caller gets bytes of it.
    pub(crate) gives: bool,
    /// 0: known when bound.
    pub(crate) bytes: usize,
    /// What returns, when that is not all of it.
    pub(crate) range: Option<Range<usize>>,
}

/// All parameters but the memory of workgroups, as declared.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) slots: Vec<Slot>,
    /// The places of the slots, in the order in which resources of a device are given.
    pub(crate) by_binding: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(info: &ProgramInfo<'_>) -> Self {
        let bound = info.parameters.iter().filter(|parameter| parameter.role != Role::SHARED);
        let slots: Vec<_> = bound.map(Slot::new).collect();
        let mut by_binding: Vec<_> = (0..slots.len()).collect();
        by_binding.sort_by_key(|index| slots[*index].binding);
        Self { slots, by_binding }
    }

    pub(crate) fn outputs(&self) -> usize {
        self.slots.iter().filter(|slot| slot.gives).count()
    }

    /// What each slot takes. Published drivers also accept bytes for every slot, and skip those of
    /// slots that start zeroed.
    pub(crate) fn inputs<'a>(&self, inputs: &[&'a [u8]]) -> Result<Vec<Option<&'a [u8]>>> {
        let wanted = self.slots.iter().filter(|slot| slot.takes).count();
        let for_all = inputs.len() == self.slots.len() && inputs.len() != wanted;
        if inputs.len() != wanted && !for_all {
            return Err(mistake(format!(
                "pass bytes for each of the {wanted} buffers that the program reads, in the order \
                 in which it declares them. The call has {}",
                inputs.len()
            )));
        }
        let mut given = inputs.iter().copied();
        let take = |slot: &Slot| {
            let bytes = if slot.takes || for_all { given.next() } else { None };
            bytes.filter(|_| slot.takes)
        };
        Ok(self.slots.iter().map(take).collect())
    }
}

impl Slot {
    fn new(info: &ParameterInfo<'_>) -> Self {
        let kept = info.role == Role::PERSISTENT;
        let marked = info.flags.contains(ParameterFlags::MARKED_OUTPUT);
        let written =
            info.role == Role::OUTPUT || (kept && (marked || info.access == Access::WRITE_ONLY));
        let changed =
            info.role == Role::INPUT_OUTPUT || (kept && info.access == Access::READ_WRITE);
        Self {
            name: info.name.into(),
            binding: info.slot,
            takes: !written,
            gives: written || changed,
            bytes: info.static_bytes as usize,
            range: info.return_range.clone().map(|range| range.start as usize..range.end as usize),
        }
    }

    /// How many bytes the caller gets of a slot that has `size`.
    pub(crate) fn returned(&self, size: usize) -> Range<usize> {
        self.range.clone().unwrap_or(0..size)
    }
}
