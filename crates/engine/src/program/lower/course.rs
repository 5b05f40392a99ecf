//! Lowering of a program's lines in order: the loop of steps, and the recording of columns.

use super::{Lowering, Meaning, truth, wrong};
use crate::chance::{Question, RollQuery};
use crate::program::code::{Gather, Line, NONE, Node, WhenNode, at_least};
use oddsmith_base::Result;
use oddsmith_dice::syntax::{Course, Operator, Statement};

impl<'p> Lowering<'p> {
    pub(super) fn program(&mut self) -> Result<()> {
        let program = self.asking.program;
        for deck in self.code.decks.clone() {
            for (slot, (_, copies)) in (deck.first..).zip(&deck.kinds) {
                self.set(slot, Node::Number(i64::from(*copies)));
            }
        }
        for (_, meaning) in self.meanings.clone() {
            if let Meaning::List(slot) = meaning {
                self.set(slot, Node::Number(NONE.into()));
            }
        }
        for line in &program.opening {
            self.line(line)?;
            self.record();
        }
        if let Some(course) = &program.course {
            self.course(course)?;
        }
        for line in &program.closing {
            self.line(line)?;
            self.record();
        }
        let lists = self.meanings.iter().filter(|(_, meaning)| matches!(meaning, Meaning::List(_)));
        let lists: Vec<String> = lists.map(|(name, _)| name.clone()).collect();
        self.settled.extend(lists);
        self.record();
        if let Some((_, names)) = self.waiting.first() {
            return Err(wrong(format!("`{}` is asked for but not defined", names.join(", "))));
        }
        self.push(Line::Done);
        Ok(())
    }

    /// Records the columns whose names are final.
    pub(super) fn record(&mut self) {
        // Trials that may be discarded are not recorded.
        if self.conditions > 0 {
            return;
        }
        for (column, names) in std::mem::take(&mut self.waiting) {
            if names.iter().all(|name| self.settled.contains(name)) {
                let slots = self.read_slots(column, &names);
                self.push(Line::Record { column, slots });
            } else {
                self.waiting.push((column, names));
            }
        }
    }

    /// Returns the slots of a column's numbers.
    fn read_slots(&mut self, column: usize, names: &[String]) -> Vec<usize> {
        let letters = self.code.columns[column].letters.clone();
        let (Some(name), false) = (names.first(), letters.is_empty()) else {
            return names.iter().map(|name| self.read_slot(name)).collect();
        };
        let shows: Vec<Question> = letters.into_iter().map(|one| self.names.shows(one)).collect();
        shows.into_iter().map(|question| self.answered(name, question, "")).collect()
    }

    /// Returns the slot of a name as a number; a bag of values is summed into one.
    pub(super) fn read_slot(&mut self, name: &str) -> usize {
        match self.meanings.get(name) {
            Some(Meaning::Number(slot) | Meaning::List(slot)) => *slot,
            _ => self.answered(name, Question::of(RollQuery::Sum), name),
        }
    }

    /// Returns the slot of the answer to a question about a bag; a new one, of this name, for an
    /// answer that is computed from the values.
    fn answered(&mut self, bag: &str, question: Question, name: &str) -> usize {
        let Some(Meaning::Bag { answers, values }) = self.meanings.get(bag) else { return 0 };
        if let Some((_, slot)) = answers.iter().find(|(known, _)| *known == question) {
            return *slot;
        }
        let Some(hand) = *values else { return 0 };
        let slot = self.slot(name);
        let asked = Box::new(WhenNode::Fixed(question));
        self.set(slot, Node::Of(Box::new(Gather::of(hand)), asked));
        slot
    }

    pub(super) fn course(&mut self, course: &'p Course) -> Result<()> {
        let (Some(Meaning::Number(steps)), Some(Meaning::Number(ended))) =
            (self.meanings.get("steps").cloned(), self.meanings.get("ended").cloned())
        else {
            return Ok(());
        };
        for line in &course.lines {
            match &line.statement {
                Statement::Bind(name, _) | Statement::Decide(name, _)
                    if !self.names.states.contains(&&*name.text) =>
                {
                    self.step_names.insert(name.text.clone());
                }
                _ => {}
            }
        }
        self.set(steps, Node::Number(0));
        self.set(ended, Node::Number(0));
        // Before the first step, states have their initial values, and names bound in the step are
        // unset.
        let starts = self.code.columns.iter().enumerate().filter(|(_, code)| code.at == Some(0));
        let starts: Vec<(usize, String)> =
            starts.map(|(column, code)| (column, code.name.clone())).collect();
        if course.first.is_some() || !starts.is_empty() {
            for name in self.step_names.clone() {
                let slots = match self.meanings.get(&name) {
                    Some(Meaning::Number(slot)) => vec![*slot],
                    Some(Meaning::Bag { answers, .. }) => {
                        answers.iter().map(|(_, slot)| *slot).collect()
                    }
                    _ => Vec::new(),
                };
                slots.into_iter().for_each(|slot| self.set(slot, Node::Number(NONE.into())));
            }
        }
        for (column, name) in starts {
            let slots = vec![self.read_slot(&name)];
            self.push(Line::Record { column, slots });
        }
        let mut at_once = None;
        if let Some(first) = &course.first {
            let first = self.number(first)?;
            at_once = Some(self.jump(Some((first, false))));
            self.code.may_make_none = true;
        }
        let top = self.code.lines.len();
        let one = Node::Number(1);
        self.set(steps, Node::Binary(Operator::Add, Box::new([Node::Slot(steps), one])));
        self.in_step = true;
        for line in &course.lines {
            self.line(line)?;
        }
        self.in_step = false;
        let at: Vec<(usize, u32, Vec<String>)> = self
            .code
            .columns
            .iter()
            .enumerate()
            .filter_map(|(column, code)| {
                let names = code.name.split(", ").map(str::to_owned).collect();
                Some((column, code.at.filter(|at| *at > 0)?, names))
            })
            .collect();
        let mut ats = Vec::new();
        for (column, at, names) in at {
            if course.at_most.is_some_and(|most| at > most) {
                return Err(wrong(format!("step {at} is beyond `at most`")));
            }
            let slots: Vec<usize> = names.iter().map(|name| self.read_slot(name)).collect();
            let at = at as i32;
            self.push(Line::RecordAt { column, slots: slots.clone(), steps, at, before: false });
            ats.push(Line::RecordAt { column, slots, steps, at, before: true });
        }
        let until = self.number(&course.until)?;
        self.set(ended, truth(until));
        let out = self.jump(Some((Node::Slot(ended), true)));
        // A placeholder for the line that cuts off the loop, since a limit may be set later.
        self.code.limit = Some(self.code.lines.len());
        self.code.limited = course.at_most;
        let cut = match course.at_most {
            None => Node::Number(0),
            Some(most) => at_least(steps, most),
        };
        self.push(Line::Jump { to: 0, when: Some((cut, true)) });
        self.push(Line::Again { to: top });
        at_once.into_iter().chain([out, out + 1]).for_each(|jump| self.land(jump));
        self.code.lines.extend(ats);
        self.settled.extend(["steps".to_owned(), "ended".to_owned()]);
        self.settled.extend(self.step_names.clone());
        self.settled.extend(self.names.states.iter().map(|name| (*name).to_owned()));
        let lists =
            self.asking.program.closing.iter().any(|line| {
                matches!(line.statement, Statement::Label(..) | Statement::Otherwise(_))
            });
        if !lists {
            self.settled.insert(self.list.clone());
        }
        self.record();
        Ok(())
    }
}
