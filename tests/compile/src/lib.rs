//! Nothing: the cases are in `pass/` and `fail/`.
