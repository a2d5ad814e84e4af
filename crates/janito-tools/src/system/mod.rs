//! The toolset `system`: what the machine knows beyond its files.

mod get_current_time;

janito_core::toolset! {
    name: "system",
    description: "Ask the system for the time.",
    autoload: true,
}
