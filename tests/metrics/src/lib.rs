//! What the network counts of its own work: see the tests.
