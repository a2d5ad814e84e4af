//! The chat completions of `OpenAI`: `{"type":"function","function":{"name","description","parameters"}}`.

use crate::{Tool, json};

pub(super) fn write(tools: &[&Tool], out: &mut String) {
    out.push('[');
    for (at, tool) in tools.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str("{\"type\":\"function\",\"function\":{\"name\":");
        json::push_known(out, tool.name(), tool.is_plain());
        out.push_str(",\"description\":");
        json::push_known(out, tool.description(), tool.is_plain());
        out.push_str(",\"parameters\":");
        tool.write_input(out);
        out.push_str("}}");
    }
    out.push(']');
}
