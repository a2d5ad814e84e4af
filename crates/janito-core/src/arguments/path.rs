//! Where in the arguments something is: `edits[1].old`.

use std::fmt;

/// A place, linked to the place around it.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Key(Path::Root, key) => f.write_str(key),
            Path::Key(parent, key) => write!(f, "{parent}.{key}"),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// Where in a JSON text the value lies that ends at or around a column (counted from 1, in bytes), as serde_json reports errors; the text
/// is valid JSON on one line.
pub(crate) fn at_column(json: &str, column: usize) -> String {
    let mut walk = Walk { json: json.as_bytes(), at: 0, column, found: None };
    let mut path = String::new();
    walk.value(&mut path);
    walk.found.unwrap_or_default()
}

struct Walk<'a> {
    json: &'a [u8],
    at: usize,
    column: usize,
    found: Option<String>,
}

impl Walk<'_> {
    fn value(&mut self, path: &mut String) {
        let length = path.len();
        match self.json.get(self.at) {
            Some(b'{') => {
                self.at += 1;
                while self.found.is_none() && self.json.get(self.at).is_some_and(|byte| *byte != b'}') {
                    if self.json[self.at] == b',' {
                        self.at += 1;
                    }
                    let key = self.string();
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(&key);
                    self.at += 1;
                    self.value(path);
                    path.truncate(length);
                }
                self.at += 1;
            }
            Some(b'[') => {
                self.at += 1;
                let mut index = 0;
                while self.found.is_none() && self.json.get(self.at).is_some_and(|byte| *byte != b']') {
                    if self.json[self.at] == b',' {
                        self.at += 1;
                    }
                    path.push_str(&format!("[{index}]"));
                    self.value(path);
                    path.truncate(length);
                    index += 1;
                }
                self.at += 1;
            }
            Some(b'"') => {
                self.string();
            }
            _ => {
                while self.json.get(self.at).is_some_and(|byte| !matches!(byte, b',' | b'}' | b']')) {
                    self.at += 1;
                }
            }
        }
        // The first value to end at the column is the innermost.
        if self.found.is_none() && self.at >= self.column {
            self.found = Some(path.clone());
        }
    }

    /// Passes a string, and tells it.
    fn string(&mut self) -> String {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.json.get(self.at) {
            match byte {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        let quoted = self.json.get(start..self.at).unwrap_or_default();
        serde_json::from_slice(quoted).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::at_column;

    #[test]
    fn a_column_is_traced_to_the_innermost_value() {
        let json = r#"{"a":[{"b":"x"},{"b":"y\"]"}],"c":12}"#;
        let ends = |needle: &str| json.find(needle).unwrap() + needle.len();
        for (column, path) in [
            (ends(r#""x""#), "a[0].b"),
            (ends(r#"{"b":"x"}"#), "a[0]"),
            (ends(r#""y\"]""#), "a[1].b"),
            (ends("12"), "c"),
            (json.len(), ""),
        ] {
            assert_eq!(at_column(json, column), path, "column {column}");
        }
    }
}
