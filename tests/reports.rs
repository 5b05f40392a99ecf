//! The committed reports are what the code makes today, byte for byte.
#![cfg(feature = "frames")]

use std::path::Path;

use oddsmith::report::REPORTS;

#[test]
fn reports_rebuild_unchanged() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let out = tempfile::tempdir().expect("a folder for a while");
    for report in REPORTS {
        let (made, paths) = report.write(&root, out.path()).unwrap_or_else(|error| panic!("{}: {error}", report.name));
        assert!(made.trials >= 1_000_000, "{} plays its millions", report.name);
        for path in paths {
            let name = path.strip_prefix(out.path()).expect("a report stays in its folder");
            let (today, committed) = (std::fs::read(&path).expect("it was written"), std::fs::read(root.join(name)).unwrap_or_default());
            assert!(today == committed, "{} differs from what is committed: `cargo run --release -- report` rebuilds it", name.display());
        }
        let left: Vec<_> = std::fs::read_dir(out.path().join(report.name))
            .expect("a folder")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.starts_with('.'))
            .collect();
        assert!(left.is_empty(), "nothing half written is left: {left:?}");
    }
}
