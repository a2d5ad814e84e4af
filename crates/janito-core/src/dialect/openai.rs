//! The chat completions of `OpenAI`: `{"type":"function","function":{"name","description","parameters"}}`.

use crate::{Tool, json};

pub(super) fn write<'a>(tools: impl Iterator<Item = &'a Tool>, out: &mut String) {
    out.push('[');
    for (at, tool) in tools.enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str("{\"type\":\"function\",\"function\":{\"name\":");
        json::push_str(out, tool.name());
        out.push_str(",\"description\":");
        json::push_str(out, tool.description());
        out.push_str(",\"parameters\":");
        tool.write_input(out);
        out.push_str("}}");
    }
    out.push(']');
}
