//! Tests of casts given in a file or in the scenario itself.

use oddsmith::odds::Histogram;

/// The cast in a scenario equals a cast file with the same characters, unless the check names
/// another cast.
#[test]
fn scenario_may_contain_its_cast() {
    let cast =
        "[[cast.hero]]\nname = \"Knight\"\nattack = 5\n[[cast.thug]]\nname = \"Ogre\"\npower = 9\n";
    let folder = tempfile::tempdir().expect("a folder for a while");
    let alone = cast.replace("cast.", "");
    std::fs::write(folder.path().join("alone.toml"), alone).expect("it is written");
    let text = |set: &str| {
        format!("title = \"x\"\n[[check]]\nuse = \"mano.fight\"\nset = {{ limit = 4{set} }}\n")
    };
    let shares = |text: String| {
        let path = folder.path().join("asked.toml");
        std::fs::write(&path, text).expect("it is written");
        let scenario = oddsmith::scenario::Scenario::read(&path).expect("it reads");
        let case = scenario.questions[0].cases.case(0).expect("it is one");
        let law = case.law(20_000_000).expect("it is small").columns.swap_remove(0);
        [0, 1, 2].map(|score| law.share(score))
    };
    let within = shares(text("") + cast);
    assert_eq!(within, shares(text(", cast = \"alone.toml\"")));
    let one = ", \"archer.count\" = 0, \"squire.count\" = 0, \"thug.count\" = 0";
    assert_ne!(within, shares(text(&format!(", cast = \"usual\"{one}")) + cast));
}
