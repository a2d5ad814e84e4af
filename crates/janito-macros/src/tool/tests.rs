//! The expansion as a whole.
