//! Discovery allocates nothing: the tools are constants, and the linker made the list.

#[path = "../src/found.rs"]
mod found;
use found::{Found, found};

include!(concat!(env!("OUT_DIR"), "/tools.rs"));

#[test]
fn discovery_allocates_nothing() {
    let mut seen = (0, 0, 0);
    let allocations = allocation_counter::measure(|| {
        for tool in janito_core::linked_tools() {
            seen.0 += 1;
            seen.1 += tool.name().len() + tool.description().len();
            for param in tool.params() {
                seen.2 += 1;
                seen.1 += param.name().len() + param.description().len();
            }
        }
    });
    assert_eq!((seen.0, seen.2), (100, 400));
    assert!(seen.1 > 10_000, "names and descriptions were read");
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn the_counter_counts() {
    let allocations = allocation_counter::measure(|| drop(std::hint::black_box(vec![1, 2, 3])));
    assert_eq!(allocations.count_total, 1);
}
