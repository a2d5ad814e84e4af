//! An edit changes its span, and no other byte: whatever the encoding, the line ends and the bytes that are no text.

use super::super::super::text::decode::Encoding;
use super::super::document::Document;
use super::super::replace::{Edit, replace};
use super::declared;
use memchr::memmem;
use proptest::prelude::*;

/// A part of a file: what is seen, as a string unless it is no text, and its bytes.
#[derive(Debug, Clone)]
struct Piece {
    seen: Option<String>,
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Utf8 { mark: bool, declared: bool },
    Wide { high_first: bool },
    Named(&'static str),
}

impl Form {
    fn mark(self) -> Vec<u8> {
        match self {
            Self::Utf8 { mark: true, .. } => vec![0xef, 0xbb, 0xbf],
            Self::Wide { high_first: true } => vec![0xfe, 0xff],
            Self::Wide { high_first: false } => vec![0xff, 0xfe],
            _ => Vec::new(),
        }
    }

    fn declared(self) -> Option<Encoding> {
        match self {
            Self::Utf8 { declared: true, .. } => Some(declared("utf-8")),
            Self::Named(label) => Some(declared(label)),
            _ => None,
        }
    }

    /// Independent of what is tested: a character at a time.
    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 { .. } => text.as_bytes().to_vec(),
            Self::Wide { high_first: true } => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Self::Wide { high_first: false } => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Named(label) => {
                encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned()
            }
        }
    }

    fn text(self, bytes: &[u8]) -> String {
        let encoding = match self {
            Self::Utf8 { .. } => encoding_rs::UTF_8,
            Self::Wide { high_first: true } => encoding_rs::UTF_16BE,
            Self::Wide { high_first: false } => encoding_rs::UTF_16LE,
            Self::Named(label) => encoding_rs::Encoding::for_label(label.as_bytes()).unwrap(),
        };
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }

    fn characters(self) -> &'static [&'static str] {
        match self {
            Self::Named("windows-1252") => &["a", "b", "\n", "\r\n", "é", "€", "\rx", "\\"],
            // The second byte of ソ and 表 is that of a backslash, of ポ that of a bar.
            Self::Named(_) => &["a", "|", "\n", "\r\n", "ソ", "表", "ポ", "ｱ", "\\", "\rx"],
            _ => &["a", "b", "\n", "\r\n", "é", "日", "💥", "\rx", "\u{a00}", "\u{a0d}", "$1", "\\n"],
        }
    }

    /// Bytes that are no text, whatever stands beside them.
    fn broken(self) -> &'static [&'static [u8]] {
        match self {
            Self::Utf8 { .. } => &[b"\xff", b"\xe9a", b"\xc3b"],
            Self::Wide { high_first: true } => &[b"\xdc\x00"],
            Self::Wide { high_first: false } => &[b"\x00\xdc"],
            Self::Named(_) => &[],
        }
    }
}

fn forms() -> impl Strategy<Value = Form> {
    prop_oneof![
        (any::<bool>(), any::<bool>()).prop_map(|(mark, declared)| Form::Utf8 { mark, declared }),
        any::<bool>().prop_map(|high_first| Form::Wide { high_first }),
        Just(Form::Named("windows-1252")),
        Just(Form::Named("shift_jis")),
        Just(Form::Named("gb18030")),
    ]
}

fn texts(form: Form, most: usize) -> impl Strategy<Value = Vec<String>> {
    let own: Vec<&'static str> = form
        .characters()
        .iter()
        .copied()
        .filter(|text| !text.contains('ｱ') || matches!(form, Form::Named("shift_jis")))
        .collect();
    prop::collection::vec(prop::sample::select(own).prop_map(str::to_owned), 0..most)
}

fn files() -> impl Strategy<Value = (Form, Vec<Piece>, Vec<String>, usize, usize)> {
    forms().prop_flat_map(|form| {
        let broken: Vec<Vec<u8>> = form.broken().iter().map(|bytes| bytes.to_vec()).collect();
        let text = prop::sample::select(form.characters().to_vec())
            .prop_map(move |text| Piece { seen: Some(text.replace("\r\n", "\n")), bytes: form.bytes(text) });
        let piece = if broken.is_empty() {
            text.boxed()
        } else {
            let bad = prop::sample::select(broken).prop_map(|bytes| Piece { seen: None, bytes });
            prop_oneof![12 => text, 1 => bad].boxed()
        };
        (Just(form), prop::collection::vec(piece, 0..60), texts(form, 6), 0..60_usize, 0..8_usize)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_the_span_changes((form, pieces, new, begin, length) in files()) {
        let begin = begin.min(pieces.len());
        let end = (begin + length).min(pieces.len());
        let bytes = |pieces: &[Piece]| pieces.iter().flat_map(|piece| piece.bytes.clone()).collect::<Vec<u8>>();
        let whole = [form.mark(), bytes(&pieces)].concat();
        let (before, after) = ([form.mark(), bytes(&pieces[..begin])].concat(), bytes(&pieces[end..]));
        let old: Option<String> = pieces[begin..end].iter().map(|piece| piece.seen.clone()).collect();
        let (Some(old), new) = (old, new.concat()) else { return Ok(()) };
        let document = Document::read(&whole, form.declared()).unwrap();
        let done = replace(&document, Edit { old: &old, new: &new, all: false });
        let seen = document.text();
        let first = memmem::find(seen, old.as_bytes());
        let once = !old.is_empty() && first.is_some_and(|first| memmem::find(&seen[first + 1..], old.as_bytes()).is_none());
        if !once || old == new.replace("\r\n", "\n") {
            prop_assert!(done.is_err());
            return Ok(());
        }
        let replaced = match done {
            Ok(replaced) => replaced,
            Err(error) => {
                // What cannot be known is refused.
                let unknown = error.message().contains("the file is not valid UTF-8");
                prop_assert!(unknown || error.message().contains("are the same"), "{error}");
                return Ok(());
            }
        };
        prop_assert!(replaced.bytes.starts_with(&before), "{:?}", replaced.bytes);
        prop_assert!(replaced.bytes.ends_with(&after), "{:?}", replaced.bytes);
        let inner = form.text(&replaced.bytes[before.len()..replaced.bytes.len() - after.len()]);
        let plain = |text: &str| text.replace("\r\n", "\n");
        prop_assert_eq!(plain(&inner), plain(&new));
        let file = form.text(&whole);
        if file.contains('\n') && !file.contains("\r\n") {
            prop_assert!(!inner.contains("\r\n"));
        }
        if file.contains("\r\n") && !file.replace("\r\n", "").contains('\n') {
            prop_assert!(!inner.replace("\r\n", "").contains('\n'));
        }
    }

    #[test]
    fn nothing_makes_it_panic(
        bytes in prop::collection::vec(prop::sample::select(b"aB \t\r\n\\n&lt;\xc3\xa9\xe9\xff1:|\xe2\x80\x9c".to_vec()), 0..80),
        old in "[aAbB \t\r\n\\\\n&lt;éÉ1:|“\"]{0,12}",
        label in prop::sample::select(vec![None, Some("utf-8"), Some("utf-16le"), Some("windows-1252"), Some("shift_jis")]),
        all in any::<bool>(),
    ) {
        if let Ok(document) = Document::read(&bytes, label.map(declared)) {
            let _ = replace(&document, Edit { old: &old, new: "é\n", all });
        }
    }

    #[test]
    fn every_occurrence_is_replaced((form, pieces, new, _, _) in files()) {
        let whole = [form.mark(), pieces.iter().flat_map(|piece| piece.bytes.clone()).collect()].concat();
        let document = Document::read(&whole, form.declared()).unwrap();
        let new = new.concat().replace('a', "b");
        let Ok(replaced) = replace(&document, Edit { old: "a", new: &new, all: true }) else { return Ok(()) };
        let count = memchr::memchr_iter(b'a', document.text()).count();
        prop_assert_eq!(replaced.count, count);
        let after = Document::read(&replaced.bytes, form.declared()).unwrap();
        let new = new.replace("\r\n", "\n");
        let expected = document.text().split(|byte| *byte == b'a').collect::<Vec<_>>().join(new.as_bytes());
        prop_assert_eq!(after.text(), expected);
    }
}
