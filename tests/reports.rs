//! The committed reports are what the code makes today, byte for byte.
#![cfg(feature = "frames")]

use std::path::Path;

use oddsmith::odds::Progress;
use oddsmith::report::{REPORTS, page};

#[test]
fn reports_rebuild_unchanged() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let out = tempfile::tempdir().expect("a folder for a while");
    let mut all = Vec::new();
    for report in REPORTS {
        let made = report
            .make(&root, false, &Progress::default())
            .unwrap_or_else(|error| panic!("{}: {error}", report.name));
        for path in made
            .write(&out.path().join(report.name))
            .unwrap_or_else(|error| panic!("{}: {error}", report.name))
        {
            let name = path.strip_prefix(out.path()).expect("a report stays in its folder");
            // Frames in Parquet are written and not committed.
            if name.extension().is_some_and(|ending| ending == "parquet") {
                continue;
            }
            let (today, committed) = (
                std::fs::read(&path).expect("it was written"),
                std::fs::read(root.join(name)).unwrap_or_default(),
            );
            assert!(
                today == committed,
                "{} differs from what is committed: `cargo run --release -- report` rebuilds it",
                name.display()
            );
        }
        let left: Vec<_> = std::fs::read_dir(out.path().join(report.name))
            .expect("a folder")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.starts_with('.'))
            .collect();
        assert!(left.is_empty(), "nothing half written is left: {left:?}");
        assert!(
            !made.answer.is_empty() && made.question.is_some(),
            "{} answers a question",
            report.name
        );
        all.push(made);
    }
    let played: u64 = all.iter().map(|made| made.trials).sum();
    assert!(played >= 100_000_000, "the main job plays its millions: {played}");
    let page = page(&all);
    assert!(
        page == std::fs::read_to_string(root.join("index.html")).unwrap_or_default(),
        "index.html differs from what is committed"
    );
    // It needs nothing but itself.
    for wanted in ["src=\"http", "href=\"http", "@import", "url(http", "<link"] {
        assert!(!page.contains(wanted), "the page fetches something: {wanted}");
    }
}
