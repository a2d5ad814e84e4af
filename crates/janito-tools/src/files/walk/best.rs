//! The first of many things by some order, without keeping all.

use std::cmp::Ordering;

/// The most bytes of the paths in one result.
const MOST: usize = 256 << 10;

/// The first of some paths that fit into one result.
pub(in crate::files) fn fitting<T>(items: impl IntoIterator<Item = T>, path: impl Fn(&T) -> &str) -> Vec<T> {
    let mut bytes = 0;
    let mut first = true;
    let fits = |item: &T| {
        bytes += path(item).len();
        std::mem::take(&mut first) || bytes <= MOST
    };
    items.into_iter().take_while(fits).collect()
}

/// Keeps the first so many of what it is given, and counts all.
pub(in crate::files) struct Best<T, O> {
    keep: usize,
    order: O,
    kept: Vec<T>,
    /// Whether all that come after the last of `kept` were dropped.
    full: bool,
    pub(in crate::files) total: u64,
}

impl<T, O: Fn(&T, &T) -> Ordering> Best<T, O> {
    pub(in crate::files) fn new(keep: usize, order: O) -> Self {
        Self { keep, order, kept: Vec::new(), full: false, total: 0 }
    }

    pub(in crate::files) fn add(&mut self, item: T) {
        self.total += 1;
        self.keep(item);
    }

    pub(in crate::files) fn merge(&mut self, other: Self) {
        self.total += other.total;
        for item in other.kept {
            self.keep(item);
        }
    }

    /// The first, in order.
    pub(in crate::files) fn into_first(mut self) -> Vec<T> {
        self.kept.sort_by(&self.order);
        self.kept.truncate(self.keep);
        self.kept
    }

    fn keep(&mut self, item: T) {
        if self.full && self.kept.get(self.keep - 1).is_some_and(|last| (self.order)(&item, last).is_gt()) {
            return;
        }
        self.kept.push(item);
        // Rarely enough to cost little, and often enough to hold little.
        if self.kept.len() >= self.keep.saturating_mul(2).max(1024) {
            self.kept.select_nth_unstable_by(self.keep - 1, &self.order);
            self.kept.truncate(self.keep);
            self.full = true;
        }
    }
}
