//! Placement of labels without overlap.

use super::sheet::Area;

/// Returns positions of labels of these heights along a line such that none overlap: as close as
/// possible to their preferred middles, in the given order, between `from` and `to` if there is
/// room.
///
/// Adjacent labels that touch become a block, which is placed at the mean of its members' preferred
/// positions.
pub fn spread(wishes: &[(f64, f64)], from: f64, to: f64) -> Vec<f64> {
    struct Block {
        /// The position of the upper edge.
        top: f64,
        height: f64,
        members: usize,
    }
    // Labels that don't fit start at the upper end.
    let fit = |top: f64, height: f64| top.min(to - height).max(from);
    let mut blocks: Vec<Block> = Vec::new();
    for (middle, height) in wishes {
        let top = fit(middle - height / 2.0, *height);
        let mut block = Block { top, height: *height, members: 1 };
        while let Some(above) = blocks.pop_if(|above| above.top + above.height > block.top) {
            let (one, other) = (above.members as f64, block.members as f64);
            let top = (above.top * one + (block.top - above.height) * other) / (one + other);
            let height = above.height + block.height;
            block = Block { top: fit(top, height), height, members: above.members + block.members };
        }
        blocks.push(block);
    }
    let mut places = Vec::with_capacity(wishes.len());
    let mut next = wishes.iter();
    for block in blocks {
        let mut top = block.top;
        for (_, height) in next.by_ref().take(block.members) {
            places.push(top + height / 2.0);
            top += height;
        }
    }
    places
}

/// The position of a point, and the width of its label.
pub type Labelled = ((f64, f64), f64);

/// Height of the label of a point.
const HIGH: f64 = 16.0;

/// Returns positions for labels next to their points: not over another label or a point, and inside
/// `within`; `None` if there is no such position.
pub fn beside(points: &[Labelled], radius: f64, within: Area) -> Vec<Option<Area>> {
    let dots: Vec<Area> = points.iter().map(|(at, _)| Area::around(*at, radius)).collect();
    let mut taken: Vec<Area> = Vec::new();
    let place = |((x, y), width): &Labelled| {
        let candidates = [4.0, 10.0, 18.0, 28.0, 42.0].into_iter().flat_map(|far| {
            let far = radius + far;
            let (right, left, middle) = (x + far, x - far - width, x - width / 2.0);
            let (level, above, below) = (y - HIGH / 2.0, y - far - HIGH + 3.0, y + far - 3.0);
            let near = [(right, level), (left, level), (middle, above), (middle, below)];
            let corners = [(right, above), (right, below), (left, above), (left, below)];
            near.into_iter().chain(corners)
        });
        let area = |(left, top)| Area { left, top, right: left + width, bottom: top + HIGH };
        let inside = |area: &Area| {
            area.left >= within.left
                && area.right <= within.right
                && area.top >= within.top
                && area.bottom <= within.bottom
        };
        let free = |area: &Area| !taken.iter().chain(&dots).any(|other| area.overlaps(other));
        let free = candidates.map(area).filter(inside).find(free);
        taken.extend(free);
        free
    };
    points.iter().map(place).collect()
}
