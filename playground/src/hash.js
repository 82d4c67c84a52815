// A hash of 64 bits of words, as 16 hexadecimal digits: two hashes of 32 bits with different factors.

const rotate = (x, by) => (x << by) | (x >>> (32 - by));

/** Hashes words. `crates/sidle-cli/src/replay/link/hash.rs` has the same. */
export function hashOf(words) {
	let [a, b] = [0x811c9dc5 | 0, 0x1b873593 | 0];
	for (let i = 0; i < words.length; i++) {
		a = Math.imul(rotate(a ^ words[i], 13), 0x9e3779b1);
		b = Math.imul(rotate(b ^ words[i], 17), 0x85ebca6b);
	}
	const hex = (x) => (x >>> 0).toString(16).padStart(8, '0');
	return hex(a ^ (a >>> 15)) + hex(b ^ (b >>> 13));
}
