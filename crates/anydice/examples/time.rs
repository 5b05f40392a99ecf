fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let start = std::time::Instant::now();
    let deadline = start + std::time::Duration::from_secs(5);
    let ended = || (std::time::Instant::now() > deadline).then(|| "time".to_owned());
    let budget =
        oddsmith_anydice::Budget { ended: Some(&ended), work: u64::MAX, ..Default::default() };
    match oddsmith_anydice::run(&text, &budget) {
        Ok(report) => {
            for output in &report.outputs {
                let cells: Vec<_> =
                    output.outcomes.iter().map(|(o, w)| (vec![*o], output.share(w))).collect();
                println!("{}\t{:?}", output.name, cells);
            }
            for w in report.warnings {
                eprintln!("warning {} {}", w.line, w.message);
            }
        }
        Err(error) => println!("ERROR {error} | {:?}", error.hint()),
    }
    eprintln!("{}", start.elapsed().as_secs_f64());
}
