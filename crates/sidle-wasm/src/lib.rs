//! The boundary between the npm package `sidle` and the library, as functions with the C calling
//! convention.
//!
//! The module owns three buffers: the input, the output and a text. The host gets their addresses
//! ([`sidle_input`], [`sidle_output`], [`sidle_text`]), writes its arguments into the input and
//! calls a function. The function reads the input, replaces the output, and returns a [`Code`]. If
//! the code is not 0, the text says what is wrong. No function takes an address, so no argument can
//! make the module access memory that it does not own, and the crate has no unsafe block.
//!
//! Worlds and groups of characters are named by handles with a generation. The handle of a freed
//! object gives [`Code::Stale`].
//!
//! A buffer is a sequence of 32-bit words. Positions, motions of casts, fractions and poses are the
//! bits of f64, each in two words, low word first and without alignment. All other numbers are the
//! bits of an f32: displacements and velocities of bodies, normals, lengths, and the vertices of a
//! geometry. `npm/src/records.ts` is the other side of these records.
//!
//! Functions allocate only when a buffer or a scratch grows.

mod characters;
mod characters_records;
mod code;
mod instances;
mod moves;
mod queries;
mod reader;
mod records;
mod replays;
mod table;
mod world;
mod writer;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_positions;

use std::cell::RefCell;
use std::fmt::Write;

pub use characters::*;
pub use code::Code;
pub use instances::*;
pub use moves::*;
pub use queries::*;
pub use replays::*;
pub use world::*;

use code::Failure;
use reader::Reader;
use table::Table;
use writer::Writer;

/// The number of this boundary. The package refuses a module with another one.
pub const VERSION: u32 = 3;

#[derive(Default)]
struct State {
    input: Vec<u32>,
    output: Vec<u32>,
    text: String,
    objects: Objects,
}

/// The objects that have handles.
#[derive(Default)]
struct Objects {
    worlds: Table<Level>,
    groups: Table<Group>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Runs a function of the boundary on the first `words` words of the input.
fn call(
    words: u32,
    function: impl FnOnce(&mut Objects, &mut Reader<'_>, &mut Writer<'_>, &mut String) -> Result<(), Failure>,
) -> i32 {
    STATE.with_borrow_mut(|state| {
        let State { input, output, text, objects } = state;
        output.clear();
        let result = match input.get(..words as usize) {
            Some(input) => {
                let mut reader = Reader::new(input);
                let result = function(objects, &mut reader, &mut Writer(output), text);
                result.and_then(|()| reader.end())
            }
            None => Err(Failure::input(format_args!("the input has less than {words} words"))),
        };
        let Err(failure) = result else { return Code::Ok as i32 };
        output.clear();
        text.clear();
        let _ = write!(text, "{failure}");
        failure.code as i32
    })
}

/// Returns the [`VERSION`].
#[unsafe(no_mangle)]
pub extern "C" fn sidle_version() -> u32 {
    VERSION
}

/// Makes the input at least `words` words long, and returns its address. The address is valid until
/// the next call of this function.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_input(words: u32) -> *mut u32 {
    STATE.with_borrow_mut(|state| {
        if state.input.len() < words as usize {
            state.input.resize(words as usize, 0);
        }
        state.input.as_mut_ptr()
    })
}

/// Frees the memory of the buffers, for example after a large level was built.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_trim() {
    STATE.with_borrow_mut(|state| {
        (state.input, state.output, state.text) = (Vec::new(), Vec::new(), String::new());
    });
}

/// Returns the address of the output of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_output() -> *const u32 {
    STATE.with_borrow(|state| state.output.as_ptr())
}

/// Returns the number of words of the output of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_output_words() -> u32 {
    STATE.with_borrow(|state| state.output.len() as u32)
}

/// Returns the address of the text (UTF-8): of the last error, or the result of a function that
/// returns a text.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_text() -> *const u8 {
    STATE.with_borrow(|state| state.text.as_ptr())
}

/// Returns the number of bytes of the text.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_text_bytes() -> u32 {
    STATE.with_borrow(|state| state.text.len() as u32)
}

/// Aborts, so that the package can test its behaviour after a trap.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_trap() {
    std::process::abort();
}
