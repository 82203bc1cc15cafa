#![allow(warnings)]
include!(concat!(env!("VYRE_PUBLISHED"), "/others.rs"));
