//! Objects that are named by handles.

use crate::code::{Code, Failure};

/// Bits of a handle for the slot. The other bits are the generation.
const SLOT_BITS: u32 = 20;
const LAST_GENERATION: u32 = (1 << (32 - SLOT_BITS)) - 1;

/// Objects with handles. A handle is a slot and a generation, which starts at 1, so 0 is never a
/// handle. A slot whose generations are used up is not used again: a freed handle stays stale.
pub(crate) struct Table<T> {
    slots: Vec<(u32, Option<T>)>,
    free: Vec<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }
}

impl<T> Table<T> {
    /// Stores an object and returns its handle.
    pub(crate) fn insert(&mut self, object: T) -> Result<u32, Failure> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.slots.len() < 1 << SLOT_BITS => {
                self.slots.push((1, None));
                self.slots.len() as u32 - 1
            }
            None => return Err(Failure::input("too many objects: call free() on those that are not used")),
        };
        let place = &mut self.slots[slot as usize];
        place.1 = Some(object);
        Ok(place.0 << SLOT_BITS | slot)
    }

    /// Returns the object of a handle.
    pub(crate) fn get(&mut self, handle: u32) -> Result<&mut T, Failure> {
        let (slot, generation) = (handle & ((1 << SLOT_BITS) - 1), handle >> SLOT_BITS);
        let place = self.slots.get_mut(slot as usize).filter(|place| place.0 == generation);
        place.and_then(|place| place.1.as_mut()).ok_or_else(stale)
    }

    /// Removes the object of a handle.
    pub(crate) fn remove(&mut self, handle: u32) -> Result<T, Failure> {
        self.get(handle)?;
        let slot = handle & ((1 << SLOT_BITS) - 1);
        let place = &mut self.slots[slot as usize];
        let object = place.1.take().ok_or_else(stale)?;
        if place.0 < LAST_GENERATION {
            place.0 += 1;
            self.free.push(slot);
        }
        Ok(object)
    }
}

fn stale() -> Failure {
    Failure::new(Code::Stale, "this object was freed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handle_is_stale_for_ever() {
        let mut table = Table::default();
        let first = table.insert(0).expect("room");
        assert_eq!(table.remove(first).ok(), Some(0));
        let mut handles = vec![0, u32::MAX, first];
        // The generations of a slot are used up once.
        for i in 0..3 * LAST_GENERATION {
            let handle = table.insert(i).expect("room");
            assert_eq!(table.get(handle).ok().copied(), Some(i));
            assert!(handles.iter().all(|&old| table.get(old).is_err()));
            assert_eq!(table.remove(handle).ok(), Some(i));
            assert!(table.remove(handle).is_err());
            if i % 512 == 0 {
                handles.push(handle);
            }
        }
        assert_eq!(table.slots.len(), 4);
    }
}
