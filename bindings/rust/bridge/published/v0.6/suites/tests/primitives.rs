#![allow(warnings)]
include!(concat!(env!("VYRE_PUBLISHED"), "/primitives.rs"));
