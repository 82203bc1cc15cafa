#![allow(warnings)]
include!(concat!(env!("VYRE_PUBLISHED"), "/wgpu.rs"));
