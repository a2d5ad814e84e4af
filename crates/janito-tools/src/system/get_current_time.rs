//! `GetCurrentTime`: one sample of the clock, in every form that a model may want.

use janito_core::{Context, JsonSchema, ToolError, tool};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};
use serde::Serialize;

/// A moment.
#[derive(Serialize, JsonSchema)]
struct Moment {
    /// The time in UTC if `utc` is true, else the local time: ISO 8601 with offset and microseconds.
    iso_time: String,
    /// The time in the zone that was asked for, else in the system's.
    local_time: String,
    /// The same moment in UTC.
    utc_time: String,
    /// The date of `local_time`.
    date: String,
    /// The day of the week of `local_time`.
    weekday: String,
    /// The zone of `iso_time`: its IANA name, else `UTC+hh:mm`.
    timezone: String,
    /// Whether daylight saving time holds in `local_time`.
    daylight_saving: bool,
    /// Seconds since 1970-01-01T00:00:00Z.
    timestamp: f64,
}

/// Get the current date and time, in the system's time zone or another.
#[tool(permissions = "r")]
fn get_current_time(
    cx: &Context,
    /// Give `iso_time` in UTC.
    #[arg(default = false)]
    utc: bool,
    /// IANA name of the zone to use instead of the system's, such as `Europe/Lisbon`.
    #[arg(alias = "tz", alias = "zone")]
    timezone: Option<String>,
) -> Result<Moment, ToolError> {
    cx.start("Reading the clock");
    let zone = match timezone {
        None => TimeZone::system(),
        Some(name) => TimeZone::get(&name).map_err(|error| {
            let message = format!("there is no time zone `{name}`; pass an IANA name such as `Europe/Lisbon` or `UTC`");
            ToolError::new(message).caused_by(error)
        })?,
    };
    let now = Timestamp::now();
    let (local, universal) = (now.to_zoned_datetime(zone), now.to_zoned_datetime(TimeZone::UTC));
    let stated = if utc { &universal } else { &local };
    cx.done(iso(stated));
    Ok(Moment {
        iso_time: iso(stated),
        timezone: name(stated),
        local_time: iso(&local),
        utc_time: iso(&universal),
        date: local.date().to_string(),
        weekday: local.strftime("%A").to_string(),
        daylight_saving: local.time_zone().to_offset_info(now).dst().is_dst(),
        timestamp: now.as_duration().as_secs_f64(),
    })
}

fn iso(time: &ZonedDateTime) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S%.6f%:z").to_string()
}

/// A zone's IANA name, else its offset.
fn name(time: &ZonedDateTime) -> String {
    match time.time_zone().iana_name() {
        Some(name) => name.to_owned(),
        None => time.strftime("UTC%:z").to_string(),
    }
}
