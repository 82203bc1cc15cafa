#![allow(warnings)]
include!(concat!(env!("VYRE_PUBLISHED"), "/reference.rs"));
