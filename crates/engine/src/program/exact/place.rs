//! Insertion of lines into a program, such that every path through it passes them.

use crate::program::code::{Code, Line};

/// The lines to insert before each line of a program, with local jumps.
pub(super) struct Inserted {
    before: Vec<Vec<Line>>,
    /// True for lines that are removed.
    gone: Vec<bool>,
}

impl Inserted {
    pub fn new(code: &Code) -> Inserted {
        let count = code.lines.len();
        Inserted { before: vec![Vec::new(); count], gone: vec![false; count] }
    }

    /// Inserts lines before a line; their jumps are relative to the first of them.
    pub fn before(&mut self, line: usize, lines: Vec<Line>) {
        let offset = self.before[line].len();
        self.before[line].extend(lines.into_iter().map(|line| moved(line, offset)));
    }

    /// Replaces a line.
    pub fn instead_of(&mut self, line: usize, lines: Vec<Line>) {
        self.before(line, lines);
        self.gone[line] = true;
    }

    /// Returns the program with the insertions.
    pub fn into(self, code: &Code) -> Code {
        let mut starts = Vec::with_capacity(code.lines.len());
        let mut at = 0;
        for (before, &gone) in self.before.iter().zip(&self.gone) {
            starts.push(at);
            at += before.len() + usize::from(!gone);
        }
        let mut lines = Vec::with_capacity(at);
        let each = self.before.into_iter().zip(&self.gone).zip(&code.lines);
        for ((before, gone), line) in each {
            let start = lines.len();
            lines.extend(before.into_iter().map(|line| moved(line, start)));
            if *gone {
                continue;
            }
            let mut line = line.clone();
            if let Line::Jump { to, .. } | Line::Again { to } = &mut line {
                *to = starts[*to];
            }
            lines.push(line);
        }
        Code { lines, limit: None, ..code.clone() }
    }
}

fn moved(mut line: Line, by: usize) -> Line {
    if let Line::Jump { to, .. } = &mut line {
        *to += by;
    }
    line
}

/// Returns, for each line, whether it is the target of a jump.
pub(super) fn aims(code: &Code) -> Vec<bool> {
    let mut aims = vec![false; code.lines.len()];
    for line in &code.lines {
        if let Line::Jump { to, .. } | Line::Again { to } = line {
            aims[*to] = true;
        }
    }
    aims
}

/// Returns the line before which code must be inserted that depends on line `made`, so that every
/// path to line `read` passes it exactly once; `None` if there is none.
pub(super) fn anchor(code: &Code, made: usize, read: usize) -> Option<usize> {
    let jumps = || {
        code.lines.iter().enumerate().filter_map(|(place, line)| match line {
            Line::Jump { to, .. } => Some((place, *to)),
            _ => None,
        })
    };
    if read <= made || jumps().any(|(place, to)| place < made && made < to && to <= read) {
        return None;
    }
    let mut anchor = read;
    loop {
        let covers = jumps().find(|&(place, to)| made < place && place < anchor && anchor < to);
        match covers {
            Some((place, _)) => anchor = place,
            None => return Some(anchor),
        }
    }
}
