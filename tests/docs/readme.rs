//! What README.md shows is what the command prints: its console blocks, run. `TRYCMD=overwrite
//! cargo test --test docs readme`
//! writes them anew; `...` stands for what is not shown, and a block `console,ignore` is not run.

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("README.md");
}
