//! `GetCurrentTime`.

use crate::bench::{Bench, assert_says};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};

#[test]
fn all_forms_are_of_one_moment() {
    let bench = Bench::new();
    let before = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64();
    let time = bench.done("GetCurrentTime", &json!({"timezone": "Asia/Kolkata"}));
    let stamp = time["timestamp"].as_f64().unwrap();
    assert!(stamp >= before && stamp < before + 5.0, "{time}");
    let text = |key: &str| time[key].as_str().unwrap();
    assert_says(text("local_time"), &["+05:30", text("date")]);
    assert_eq!(text("iso_time"), text("local_time"));
    assert_eq!(text("timezone"), "Asia/Kolkata");
    assert!(text("utc_time").ends_with("+00:00"));
    let micros = |key: &str| text(key)[20..26].parse::<u32>().unwrap();
    assert_eq!(micros("local_time"), micros("utc_time"), "{time}");
}

#[test]
fn utc_is_given_where_it_is_asked_for() {
    let time = Bench::new().done("GetCurrentTime", &json!({"utc": true, "timezone": "Asia/Tokyo"}));
    assert_eq!(time["iso_time"], time["utc_time"]);
    assert_eq!(time["timezone"], "UTC");
    assert_says(time["local_time"].as_str().unwrap(), &["+09:00"]);
}

#[test]
fn a_zone_that_does_not_exist() {
    assert_says(
        &Bench::new().error("GetCurrentTime", &json!({"timezone": "Mars/Base"})),
        &["there is no time zone `Mars/Base`", "Europe/Lisbon"],
    );
}
