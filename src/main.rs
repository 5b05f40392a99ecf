//! Entry point of the command; see `oddsmith help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    oddsmith::cli::main()
}
