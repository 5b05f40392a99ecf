//! What README.md shows is what the command prints: its console blocks, run.

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().register_bin("cargo", trycmd::schema::Bin::Ignore).case("README.md");
}
