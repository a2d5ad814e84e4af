//! Reading: true, bounded, pageable, and never blocking.

use crate::case::Case;
use serde_json::json;

#[test]
fn cases() {
    let cjk = "日本語のテキスト\n".repeat(60);
    let late = format!("{}needle\n\0\n", "text\n".repeat(2_000));
    let utf16: Vec<u8> =
        [0xfeff_u16].into_iter().chain("needle\r\nx\r\n".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let huge = format!("{}\n", "x".repeat(5 << 20));
    crate::run(vec![
        Case::new("RD01", "a line of two gigabytes")
            .hole("f", 2 << 30, "x\n")
            .call("ReadFile", json!({"filepath": "f", "max_lines": 1}))
            .done()
            .is("/content", "x\n")
            .is("/next_line", 2)
            .is("/size", 2_u64 << 30),
        Case::new("RD01", "five megabytes without a line end")
            .file("f", huge.trim_end())
            .call("ReadFile", json!({"filepath": "f", "max_lines": 1}))
            .done()
            .shorter(80_000)
            .is("/cut_lines/0/line", 1)
            .says("/truncated", &["start_column"])
            .call("ReadFile", json!({"filepath": "f", "start_column": (5 << 20) - 3, "max_lines": 1}))
            .done()
            .is("/content", "xxxx"),
        Case::new("RD01", "a long line in the middle")
            .file("f", format!("a\n{huge}b\n"))
            .call("ReadFile", json!({"filepath": "f", "start_line": 3}))
            .done()
            .is("/content", "b\n")
            .is("/total_lines", 3),
        Case::new("RD02", "a program without an extension")
            .file("f", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0")
            .call("ReadFile", json!({"filepath": "f"}))
            .fails(&["binary", "ELF"])
            .is("/size", 16)
            .shorter(400),
        Case::new("RD02", "text whose sample ends within a character")
            .file("f", &cjk)
            .call("ReadFile", json!({"filepath": "f"}))
            .done()
            .is("/content", cjk.clone()),
        Case::new("RD02", "UTF-16 with a mark")
            .file("f", &utf16)
            .call("ReadFile", json!({"filepath": "f"}))
            .done()
            .is("/content", "needle\nx\n")
            .is("/encoding", "utf-16le"),
        Case::new("RD02", "a replacement character is a character")
            .file("f", "a\u{fffd}b\n")
            .call("ReadFile", json!({"filepath": "f"}))
            .done()
            .is("/content", "a\u{fffd}b\n"),
        Case::new("RD02", "a NUL far in")
            .file("f", &late)
            .call("ReadFile", json!({"filepath": "f", "max_lines": 1}))
            .done()
            .is("/content", "text\n")
            .call("ReadFile", json!({"filepath": "f"}))
            .fails(&["binary"]),
        Case::new("RD03", "a pipe, links to devices, a folder")
            .pipe("p")
            .link("p", "l")
            .folder("d")
            .link("/dev/zero", "zero")
            .link("/dev/tty", "tty")
            .call("ReadFile", json!({"filepath": "p"}))
            .fails(&["is a named pipe, not a regular file; it is not read"])
            .call("ReadFile", json!({"filepath": "l"}))
            .fails(&["is a named pipe"])
            .call("ReadFile", json!({"filepath": "d"}))
            .fails(&["is a directory"])
            .call("ReadFile", json!({"filepath": "zero"}))
            .fails(&["lies outside"])
            .call("ReadFile", json!({"filepath": "tty"}))
            .fails(&["lies outside"])
            .call("ReadMultipleFiles", json!({"filepaths": ["p", "l", "d"]}))
            .fails(&["none of the files"])
            .call("WordCount", json!({"filepath": "p"}))
            .fails(&["is a named pipe"]),
        Case::new("RD03", "a socket")
            .socket("s")
            .call("ReadFile", json!({"filepath": "s"}))
            .fails(&["is a socket, not a regular file; it is not read"])
            .call("ReplaceTextInFile", json!({"filepath": "s", "old_str": "a", "new_str": "b"}))
            .fails(&["is a socket"])
            .call("SearchText", json!({"paths": ["s"], "query": "a"}))
            .fails(&["is a socket"]),
        Case::new("W47", "a byte that is no UTF-8, and its encoding")
            .file("f", b"caf\xe9\nx\n")
            .call("ReadFile", json!({"filepath": "f"}))
            .fails(&["not valid utf-8 at byte 3", "windows-1252"])
            .call("ReadFile", json!({"filepath": "f", "encoding": "latin1"}))
            .done()
            .is("/content", "café\nx\n")
            .call("ReadFile", json!({"filepath": "f", "start_line": 2}))
            .done()
            .is("/content", "x\n"),
        Case::new("W48", "the next line is told")
            .file("f", "1\n2\n3\n4")
            .call("ReadFile", json!({"filepath": "f", "max_lines": 2}))
            .done()
            .is("/content", "1\n2\n")
            .is("/next_line", 3)
            .is("/total_lines", 4)
            .call("ReadFile", json!({"filepath": "f", "start_line": 3, "max_lines": 2}))
            .done()
            .is("/content", "3\n4")
            .is("/next_line", json!(null))
            .call("ReadFile", json!({"filepath": "f", "start_line": -1}))
            .done()
            .is("/content", "4")
            .is("/start_line", 4)
            .call("ReadFile", json!({"filepath": "f", "start_line": 5}))
            .fails(&["out of range", "4 lines"]),
        Case::new("W48", "no more bytes than are asked for")
            .file("f", "12345\n6789\nab\n")
            .call("ReadFile", json!({"filepath": "f", "max_bytes": 8}))
            .done()
            .is("/content", "12345\n")
            .is("/next_line", 2)
            .call("ReadFile", json!({"filepath": "f", "max_bytes": 4}))
            .done()
            .is("/content", "1234\n")
            .is("/cut_lines", json!([{"line": 1, "next_column": 5}]))
            .call("ReadFile", json!({"filepath": "f", "max_bytes": 1}))
            .fails(&["max_bytes"]),
        Case::new("W48", "an empty file is read")
            .file("f", "")
            .call("ReadFile", json!({"filepath": "f"}))
            .done()
            .is("/content", "")
            .is("/total_lines", 0),
        Case::new("W53", "one text for a list")
            .file("l.txt", "x")
            .file(" lead", "y")
            .call("ReadMultipleFiles", json!({"filepaths": "l.txt"}))
            .done()
            .is("/files/0/content", "x")
            .call("ReadMultipleFiles", json!({"filepaths": [" lead"]}))
            .done()
            .is("/files/0/content", "y"),
    ]);
}
