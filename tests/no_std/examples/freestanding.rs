//! A library for a machine without an operating system. It has its own allocator and panic handler, so it
//! does not build where anything it stands on brings `std` along: `std` has a panic handler too.

#![no_std]

use core::panic::PanicInfo;

use linked_list_allocator::LockedHeap;
use no_std::greenhouse::{Bed, Greenhouse, Probe};

/// Without memory until someone gives it some.
#[global_allocator]
static HEAP: LockedHeap = LockedHeap::empty();

#[panic_handler]
fn stop(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// How many firings a greenhouse of one bed takes, and what the till prints.
#[must_use]
pub fn count() -> usize {
    let mut greenhouse = Greenhouse::new();
    greenhouse.insert(Bed { id: 1, thirst: 0.5 });
    greenhouse.insert(Probe {
        bed: 1,
        moisture: 0.25,
    });
    greenhouse.run().count as usize + no_std::till::slip().len()
}
