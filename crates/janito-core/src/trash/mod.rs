//! The trash: what was deleted or replaced, kept for a while in the state folder, so that it can be brought back.
//!
//! It is written on a thread of its own, which no tool's restrictions hold, and bounded: the oldest goes first.

mod entry;
mod store;

pub use entry::{Discarded, NotKept, Trashed};
pub(crate) use store::Held;

use crate::error::Error;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use store::{Bounds, Store};

/// A folder of things that can be brought back, and the thread that keeps it.
pub struct Trash {
    jobs: Sender<Job>,
}

type Job = Box<dyn FnOnce(&Store) + Send>;

impl Trash {
    /// Opens the trash in a state folder, which is made if need be, for its owner alone.
    pub(crate) fn open(state: &Path) -> Result<Self, Error> {
        let folder = state.join("trash");
        let refuse = |error: io::Error| Error::State { path: folder.display().to_string(), reason: error.to_string() };
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder).map_err(refuse)?;
        let opened = Dir::open_ambient_dir(&folder, ambient_authority()).map_err(refuse)?;
        close(&opened).map_err(refuse)?;
        let store = Store::new(opened, Bounds::default());
        let (jobs, received) = mpsc::channel::<Job>();
        let thread = std::thread::Builder::new().name("janito trash".to_owned());
        thread.spawn(move || received.into_iter().for_each(|job| job(&store))).map_err(refuse)?;
        Ok(Self { jobs })
    }

    /// What is there, the latest first, whatever root it lay beneath.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn entries(&self) -> io::Result<Vec<Trashed>> {
        self.run(Store::entries)
    }

    /// The ids of what is there and cannot be brought back, since it was changed by hand, say. It goes with the others.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn unusable(&self) -> io::Result<Vec<String>> {
        self.run(Store::unusable)
    }

    /// Has the thread do something, and waits for it.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Store) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let gone = || io::Error::other("the trash's thread has ended");
        let (sender, answer) = mpsc::sync_channel(1);
        let job = Box::new(move |store: &Store| _ = sender.send(job(store)));
        self.jobs.send(job).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }

    /// The same for something that need not begin once `alive` fails. What has begun is waited for: it heeds its own end.
    pub(crate) fn run_while<T: Send + 'static>(
        &self,
        alive: &dyn Fn() -> io::Result<()>,
        job: impl FnOnce(&Store) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let stage = Arc::new(AtomicU8::new(WAITS));
        let own = Arc::clone(&stage);
        let gone = || io::Error::other("the trash's thread has ended");
        let (sender, answer) = mpsc::sync_channel(1);
        let job = Box::new(move |store: &Store| {
            if own.compare_exchange(WAITS, BEGUN, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                let _ = sender.send(job(store));
            }
        });
        self.jobs.send(job).map_err(|_| gone())?;
        loop {
            match answer.recv_timeout(POLL) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(over) = alive()
                        && stage.compare_exchange(WAITS, ENDED, Ordering::AcqRel, Ordering::Acquire).is_ok()
                    {
                        return Err(over);
                    }
                }
            }
        }
    }
}

/// How often somebody who waits for the thread looks whether that is still wanted.
const POLL: Duration = Duration::from_millis(20);

const WAITS: u8 = 0;
const BEGUN: u8 = 1;
const ENDED: u8 = 2;

/// Sees to it that nobody else may look in: what was kept apart by the folder that it lay in is kept apart here.
fn close(folder: &Dir) -> io::Result<()> {
    #[cfg(unix)]
    {
        use cap_std::fs::{Permissions, PermissionsExt as _};
        if folder.dir_metadata()?.permissions().mode() & 0o077 != 0 {
            return folder.set_permissions(".", Permissions::from_mode(0o700));
        }
    }
    let _ = folder;
    Ok(())
}
