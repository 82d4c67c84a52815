//! One-sided candidates that let the mover pass.

use super::{Candidate, Candidates, LANES, Obstacle, Places, corners_of};

impl Candidates {
    /// Updates which candidates still let the mover pass. New candidates may pass. A candidate that
    /// has become solid stays solid: a mover that rolls around its boundary edge must not lose it.
    pub(crate) fn let_pass(&mut self, mut passes: impl FnMut(&Candidate, &Obstacle<'_>) -> bool) {
        let count = self.blocks();
        let Self { corners, list, blocks, core, .. } = self;
        for (b, block) in blocks[..count].iter_mut().enumerate() {
            for i in (Places { first: LANES * b, bits: block.passing }) {
                let (normal, error) = block.lanes.plane(i % LANES);
                let corners = corners_of(&list[i], corners);
                let obstacle = Obstacle { corners, normal, error, core: core.as_ref() };
                if !passes(&list[i], &obstacle) {
                    block.passing &= !(1 << (i % LANES));
                }
            }
        }
    }

    /// Returns true if a candidate lets the mover pass.
    pub(crate) fn is_passing(&self, i: usize) -> bool {
        self.blocks[i / LANES].passing >> (i % LANES) & 1 == 1
    }

    /// Makes all candidates solid.
    pub(crate) fn let_nothing_pass(&mut self) {
        let count = self.blocks();
        for block in &mut self.blocks[..count] {
            block.passing = 0;
        }
    }
}
