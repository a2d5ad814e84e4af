//! What a file that is no text probably is, told by its first bytes. A guess for the model, on which nothing depends.

/// The first bytes of a form, where they stand, and its name.
const SIGNATURES: &[(usize, &[u8], &str)] = &[
    (0, b"\x7fELF", "ELF program or library"),
    (0, b"\x89PNG\r\n", "PNG image"),
    (0, b"\xff\xd8\xff", "JPEG image"),
    (0, b"GIF8", "GIF image"),
    (0, b"II*\0", "TIFF image"),
    (0, b"MM\0*", "TIFF image"),
    (0, b"\0\0\x01\0", "icon"),
    (8, b"WEBP", "WebP image"),
    (8, b"WAVE", "WAV audio"),
    (0, b"OggS", "Ogg audio"),
    (0, b"fLaC", "FLAC audio"),
    (0, b"ID3", "MP3 audio"),
    (4, b"ftyp", "MP4 video"),
    (0, b"\x1a\x45\xdf\xa3", "Matroska video"),
    (0, b"%PDF-", "PDF document"),
    (0, b"\xd0\xcf\x11\xe0", "old Office document"),
    (0, b"PK\x03\x04", "ZIP archive, or a document in one"),
    (0, b"\x1f\x8b", "gzip archive"),
    (0, b"BZh", "bzip2 archive"),
    (0, b"\xfd7zXZ\0", "xz archive"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard archive"),
    (0, b"7z\xbc\xaf", "7-Zip archive"),
    (257, b"ustar", "tar archive"),
    (0, b"!<arch>\n", "static library"),
    (0, b"SQLite format 3\0", "SQLite database"),
    (0, b"\0asm", "WebAssembly module"),
    (0, b"MZ", "Windows program or library"),
    (0, b"\xcf\xfa\xed\xfe", "macOS program or library"),
    (0, b"\xca\xfe\xba\xbe", "Java class or macOS program"),
    (0, b"wOF", "web font"),
];

/// The name of a form that these first bytes have.
pub(in crate::files) fn of(head: &[u8]) -> Option<&'static str> {
    let begins = |(at, bytes, _): &&(usize, &[u8], &str)| head.get(*at..).is_some_and(|rest| rest.starts_with(bytes));
    SIGNATURES.iter().find(begins).map(|(.., name)| *name)
}

/// The encoding that text with NUL bytes probably has: every other byte of UTF-16 is one where the text is mostly ASCII.
pub(in crate::files) fn utf16(head: &[u8]) -> Option<&'static str> {
    let head = &head[..head.len() / 2 * 2];
    let nuls = |first: usize| head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, half) = (nuls(0), nuls(1), head.len() / 2);
    match half {
        0..4 => None,
        _ if even == 0 && odd * 4 > half * 3 => Some("utf-16le"),
        _ if odd == 0 && even * 4 > half * 3 => Some("utf-16be"),
        _ => None,
    }
}
