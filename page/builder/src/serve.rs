//! Server of a folder, on loopback only.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use crate::Result;

/// Maximum number of bytes that are read of a request.
const LINE: u64 = 8_192;

/// Serves a folder until the process ends.
///
/// # Errors
/// If it has no page, or the port is in use.
pub fn serve(folder: &Path, port: u16) -> Result<()> {
    let folder = folder.canonicalize()?;
    if !folder.join("index.html").is_file() {
        return Err(format!("{} has no page: build it first", folder.display()).into());
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    println!("http://localhost:{}/", listener.local_addr()?.port());
    std::io::stdout().flush()?;
    for stream in listener.incoming() {
        let (stream, folder) = (stream?, folder.clone());
        // An error is ignored: the client may have closed the connection.
        std::thread::spawn(move || answer(stream, &folder).ok());
    }
    Ok(())
}

fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(std::io::Read::take(stream.try_clone()?, LINE)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let found = file(folder, path).filter(|_| ["GET", "HEAD"].contains(&method));
    let (status, kind, bytes) =
        match found.and_then(|path| Some((kind(&path), fs::read(&path).ok()?))) {
            Some((kind, bytes)) => ("200 OK", kind, bytes),
            None => ("404 Not Found", "text/plain", b"there is no such file\n".to_vec()),
        };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )?;
    if method == "GET" {
        stream.write_all(&bytes)?;
    }
    stream.flush()
}

/// Returns the file of a request's path: one directly in the folder, with a plain name.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let name = path.strip_prefix('/')?.split(['?', '#']).next()?;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    match name {
        "" => Some(folder.join("index.html")),
        name if name.chars().all(plain) && !name.starts_with('.') => Some(folder.join(name)),
        _ => None,
    }
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        let folder = Path::new("/page");
        assert_eq!(file(folder, "/"), Some(folder.join("index.html")));
        assert_eq!(file(folder, "/app.js?x"), Some(folder.join("app.js")));
        for path in ["/../secret", "/.hidden", "/a/b", "app.js", "/%2e%2e/secret", "/c:\\x"] {
            assert_eq!(file(folder, path), None, "{path}");
        }
    }
}
