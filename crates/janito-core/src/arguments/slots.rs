//! Where the values of a tool's arguments go: a slot for each, and the row of them.

use serde::de::DeserializeOwned;

/// A place for one argument's value.
pub trait Slot {
    /// Reads the value from its JSON text.
    ///
    /// # Errors
    ///
    /// Whatever the type's `Deserialize` has against it.
    fn set(&mut self, json: &str) -> serde_json::Result<()>;

    /// Reads the value at the start of a longer JSON text; nothing if there is none, else how much of the text it took.
    fn read(&mut self, json: &str) -> Option<usize>;

    /// What the type's `Deserialize` has against a value, and where in it; nothing if it takes it.
    fn explain(&self, json: &str) -> Option<(String, String)>;
}

impl<T: DeserializeOwned> Slot for Option<T> {
    fn set(&mut self, json: &str) -> serde_json::Result<()> {
        *self = Some(serde_json::from_str(json)?);
        Ok(())
    }

    fn read(&mut self, json: &str) -> Option<usize> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        *self = Some(T::deserialize(&mut deserializer).ok()?);
        // Nothing more is read: what an iterator knows is where it would go on.
        Some(deserializer.into_iter::<serde::de::IgnoredAny>().byte_offset())
    }

    fn explain(&self, json: &str) -> Option<(String, String)> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let error = serde_path_to_error::deserialize::<_, T>(&mut deserializer).err()?;
        let path = error.path().to_string();
        let message = error.inner().to_string();
        // The position counts in a text that the model has not seen.
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        Some((if path == "." { String::new() } else { path }, message.to_owned()))
    }
}

/// The slots of a tool's arguments, one after the other.
pub trait Slots {
    /// The slot of a place; nothing beyond the last.
    fn slot(&mut self, place: usize) -> Option<&mut dyn Slot>;
}

impl Slots for () {
    fn slot(&mut self, _: usize) -> Option<&mut dyn Slot> {
        None
    }
}

impl<T: DeserializeOwned, Rest: Slots> Slots for (Option<T>, Rest) {
    #[inline]
    fn slot(&mut self, place: usize) -> Option<&mut dyn Slot> {
        match place.checked_sub(1) {
            None => Some(&mut self.0),
            Some(place) => self.1.slot(place),
        }
    }
}

/// The values of a tool's arguments, one after the other: `(A, (B, ()))`. So any number of them is one pair of implementations, and tools
/// of the same types share the code that binds them.
pub trait Values: Sized + Send + 'static {
    /// Their slots.
    type Slots: Slots + Default;

    /// The values, if every slot was filled.
    fn take(slots: Self::Slots) -> Option<Self>;
}

impl Values for () {
    type Slots = ();

    fn take((): ()) -> Option<Self> {
        Some(())
    }
}

impl<T: DeserializeOwned + Send + 'static, Rest: Values> Values for (T, Rest) {
    type Slots = (Option<T>, Rest::Slots);

    #[inline]
    fn take((first, rest): Self::Slots) -> Option<Self> {
        Some((first?, Rest::take(rest)?))
    }
}
