//! Several replacements, one after the other, all of them or none.
//!
//! One that fails does not keep those after it from being judged, so that all that is wrong is told at once.

use super::super::text::decode::Encoding;
use super::document::Document;
use super::faults::{named, together};
use super::replace::{Edit, replace};
use janito_core::ToolError;
use memchr::memmem;

/// What came of it.
pub(in crate::files) struct Edited {
    /// The whole file.
    pub(in crate::files) bytes: Vec<u8>,
    /// How many texts each edit replaced.
    pub(in crate::files) counts: Vec<usize>,
}

/// How many failures are told.
const MOST_FAULTS: usize = 10;

/// Makes the edits in their order. `stop` is asked before each; what comes of it then is worth nothing.
pub(in crate::files) fn apply(
    bytes: &[u8],
    encoding: Option<Encoding>,
    edits: &[Edit<'_>],
    stop: impl Fn() -> bool,
) -> Result<Edited, ToolError> {
    let mut edited = Edited { bytes: bytes.to_vec(), counts: Vec::new() };
    let (mut failed, mut faults) = (Vec::new(), Vec::new());
    for (index, edit) in edits.iter().enumerate() {
        if stop() {
            break;
        }
        let document = Document::read(&edited.bytes, encoding)?;
        match replace(&document, *edit) {
            Ok(replaced) => {
                edited.bytes = replaced.bytes;
                edited.counts.push(replaced.count);
            }
            Err(error) => {
                let error = explain(bytes, encoding, edits, &failed, index, error);
                faults.push(named(&format!("edits[{index}]"), error));
                failed.push(index);
                if faults.len() == MOST_FAULTS {
                    break;
                }
            }
        }
    }
    if faults.is_empty() {
        if edited.bytes == bytes {
            return Err(ToolError::new("the edits take one another back: nothing would change"));
        }
        return Ok(edited);
    }
    let more = if faults.len() == MOST_FAULTS { "; those after were not tried" } else { "" };
    let lead = format!("{} of {} edits cannot be made, so none was{more}", faults.len(), edits.len());
    Err(together(&lead, &faults))
}

/// Says which edit before this one its failure may come from.
fn explain(
    bytes: &[u8],
    encoding: Option<Encoding>,
    edits: &[Edit<'_>],
    failed: &[usize],
    index: usize,
    error: ToolError,
) -> ToolError {
    let old = edits[index].old.replace("\r\n", "\n");
    let missing = error.facts().iter().any(|(key, value)| key == "occurrences" && *value == 0);
    if old.is_empty() || !missing {
        return error;
    }
    let puts = |failed: &&usize| edits[**failed].new.replace("\r\n", "\n").contains(&old);
    if let Some(failed) = failed.iter().find(puts) {
        return error.reworded(format!("old_str is not there before edits[{failed}], which failed, puts it there"));
    }
    let first = Document::read(bytes, encoding);
    if first.is_ok_and(|first| memmem::find(first.text(), old.as_bytes()).is_some()) {
        let message =
            "old_str is in the file, but an edit before this one changed it; give the text as that edit leaves it";
        return error.reworded(message.to_owned());
    }
    error
}
