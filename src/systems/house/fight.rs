//! What makes a house rule a fight: penalties that add up, and when it ends.

/// How many results may be counted at most.
pub const MOST_AFTER: usize = 4;

/// What lasts from blow to blow, and until when.
///
/// # Formula
/// Each result that carries changes both totals of all blows to come by so many points. The fight
/// ends with the first result
/// of `on` or better, or when there were so many of a counted result or better, in all.
#[derive(Clone, Debug)]
pub struct Fight {
    /// Whether each result leaves a penalty.
    pub carries: Vec<bool>,
    /// What each of them adds to the own total and to theirs, in points.
    pub carry: [i32; 2],
    /// The lowest result that ends it.
    pub on: Option<i32>,
    /// Results, and how many of them or better end it; at most `MOST_AFTER`.
    pub after: Vec<(i32, u16)>,
    /// The blow after which it is called off.
    pub limit: u16,
}

/// Where a fight stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Course {
    /// Penalties so far, where they count.
    carried: u16,
    /// How many of each counted result there were.
    counted: [u16; MOST_AFTER],
}

impl Fight {
    /// What is added to a total: theirs, or the own one.
    pub fn carried(&self, course: Course, theirs: bool) -> i32 {
        i32::from(course.carried) * self.carry[usize::from(theirs)]
    }

    /// Where it stands after a result; `None` at its end.
    pub fn after(&self, mut course: Course, result: i32) -> Option<Course> {
        let mut over = self.on.is_some_and(|least| result >= least);
        for (counted, &(least, times)) in course.counted.iter_mut().zip(&self.after) {
            *counted += u16::from(result >= least);
            over |= *counted >= times;
        }
        let counts = self.carry != [0, 0] && self.carries[result as usize];
        course.carried += u16::from(counts);
        (!over).then_some(course)
    }

    /// Whether there is a penalty that no result leaves.
    pub fn carries_by_no_result(&self) -> bool {
        self.carry != [0, 0] && !self.carries.contains(&true)
    }
}
