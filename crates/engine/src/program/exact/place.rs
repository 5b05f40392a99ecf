//! Lines put before others: where they must stand so that each way through a program meets them.

use crate::program::code::{Code, Line};

/// Lines that come before those of a program, by line. Their jumps stay among them.
pub(super) struct Inserted {
    before: Vec<Vec<Line>>,
    /// Lines that fall away.
    gone: Vec<bool>,
}

impl Inserted {
    pub fn new(code: &Code) -> Inserted {
        let count = code.lines.len();
        Inserted { before: vec![Vec::new(); count], gone: vec![false; count] }
    }

    /// More lines before a line; jumps count from the first of them.
    pub fn before(&mut self, line: usize, lines: Vec<Line>) {
        let offset = self.before[line].len();
        self.before[line].extend(lines.into_iter().map(|line| moved(line, offset)));
    }

    /// Lines in place of a line.
    pub fn instead_of(&mut self, line: usize, lines: Vec<Line>) {
        self.before(line, lines);
        self.gone[line] = true;
    }

    /// The program with them.
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

/// The line before which something must stand that was made ready at line `made`, so that every way
/// to line `read` meets it, and every way behind it has met it once; `None` where there is none.
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
