use oddsmith::document::Task;
use oddsmith::odds::Progress;
fn main() {
    let exact = std::env::var("EXACT").is_ok();
    for name in std::env::args().skip(1) {
        let start = std::time::Instant::now();
        let folder = std::path::Path::new("reports").join(&name);
        let made = Task::of_folder(&folder, &name, &format!("oddsmith report {name}")).and_then(
            |mut task| {
                if exact {
                    task.effort = task.effort.exact_only();
                }
                task.make(&Progress::default())
            },
        );
        match made {
            Err(error) => println!(
                "{name}: ERROR {error}\n{}\n{}",
                error.excerpt().unwrap_or(""),
                error.hint().unwrap_or("")
            ),
            Ok(made) => {
                println!("{name}: ok, {} failed, {:?}", made.failures().len(), start.elapsed());
                for line in made.failures() {
                    println!("   {line}");
                }
                let out = std::path::Path::new("/tmp/documents-out").join(&name);
                made.write(&out).unwrap();
                std::fs::write(out.join("index.html"), oddsmith::document::article(&made)).unwrap();
            }
        }
    }
}
