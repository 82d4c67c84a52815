// Links: a fragment with the settings, the state before the last 10 seconds, and their inputs. LINK.md describes it.

import { NUMBERS, SHAPES, isSetting, defaults } from './settings.js';
import { hashOf } from './hash.js';

/** Longer links are downloaded as a file. */
export const MOST_CHARACTERS = 2000;
/** The most characters of a link in a file. */
const MOST_FILE = 200_000;
/** The most steps: 10 s at 240 Hz. Each takes at most 4 bytes, and its run a length of at most 2. */
const MOST_STEPS = 2400;
const MOST_BYTES = 6 * MOST_STEPS;
const STATE_BYTES = 96;
/** The bytes of a state of older versions, whose positions were rounded to f32. */
const OLD_STATE_BYTES = 116;
const FORMAT = '2';

const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
function fromBase64(text) {
	if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error('the link is damaged: it has a character that is not base64url');
	return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

async function pipe(bytes, stream, most) {
	const writer = stream.writable.getWriter();
	const written = writer.write(bytes).then(() => writer.close());
	written.catch(() => undefined);
	const parts = [];
	let size = 0;
	for (const reader = stream.readable.getReader(); ; ) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.length;
		if (size > most) {
			await reader.cancel();
			throw new Error(`the link is damaged: its inputs have more than ${most} bytes`);
		}
		parts.push(value);
	}
	const all = new Uint8Array(size);
	parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
	return all;
}

/** Writes inputs as runs: a length (seven bits a byte), the direction in hundredths, and the flags. */
export function writeRuns(inputs) {
	const bytes = [];
	for (let i = 0; i < inputs.length; ) {
		const { x, z, flags } = inputs[i];
		let length = 1;
		while (i + length < inputs.length && inputs[i + length].x === x && inputs[i + length].z === z && inputs[i + length].flags === flags) length++;
		i += length;
		for (; length > 127; length >>>= 7) bytes.push((length & 127) | 128);
		bytes.push(length, x & 255, z & 255, flags);
	}
	return Uint8Array.from(bytes);
}

/** Reads runs. */
export function readRuns(bytes) {
	const inputs = [];
	const damaged = () => new Error('the link is damaged: its inputs cannot be read');
	for (let i = 0; i < bytes.length; ) {
		let length = 0;
		for (let shift = 0; ; shift += 7) {
			if (i >= bytes.length || shift > 14) throw damaged();
			length |= (bytes[i] & 127) << shift;
			if (bytes[i++] < 128) break;
		}
		if (length === 0 || i + 3 > bytes.length || inputs.length + length > MOST_STEPS) throw damaged();
		const [x, z, flags] = [(bytes[i] << 24) >> 24, (bytes[i + 1] << 24) >> 24, bytes[i + 2]];
		if (Math.abs(x) > 100 || Math.abs(z) > 100 || flags > 7) throw damaged();
		for (; length > 0; length--) inputs.push({ x, z, flags });
		i += 3;
	}
	return inputs;
}

/** The hash of the states after each step. */
export const hashOfStates = (states) => {
	const words = new Uint32Array((STATE_BYTES / 4) * states.length);
	states.forEach((state, i) => words.set(new Uint32Array(state.slice().buffer), (STATE_BYTES / 4) * i));
	return hashOf(words);
};

/** Returns a fragment. `run` has the time, the state before the first step, the inputs, and the hash of the states. */
export async function writeLink({ engine, level, hash, settings, run, yaw }) {
	const fields = { v: FORMAT, engine, level, hash, shape: settings.shape };
	for (const name of Object.keys(NUMBERS)) fields[name] = settings[name];
	fields.yaw = yaw.toFixed(3);
	if (run.inputs.length > 0) {
		fields.time = run.time;
		fields.tick = run.tick;
		fields.state = toBase64(run.state);
		fields.run = toBase64(await pipe(writeRuns(run.inputs), new CompressionStream('deflate-raw'), Infinity));
		fields.end = run.end;
	}
	return `#${new URLSearchParams(fields)}`;
}

/** Reads a fragment. Without a run it has only settings. Throws if it is of another version, or damaged. */
export async function readLink(fragment, engine) {
	const settings = defaults();
	if (fragment.length < 2) return { settings };
	if (fragment.length > MOST_FILE) throw new Error(`the link has ${fragment.length} characters, but at most ${MOST_FILE} are read`);
	const fields = new URLSearchParams(fragment.slice(fragment.indexOf('#') + 1));
	const text = (name) => fields.get(name) ?? undefined;
	if (text('v') !== FORMAT) throw new Error(`the link has format ${text('v') ?? 'none'}, but this page reads format ${FORMAT}`);
	if (SHAPES.includes(text('shape'))) settings.shape = text('shape');
	for (const name of Object.keys(NUMBERS)) {
		if (text(name) === undefined) continue;
		const value = Number(text(name));
		if (!isSetting(name, value)) throw new Error(`the link is damaged: ${name} is ${text(name)}`);
		settings[name] = value;
	}
	const found = { settings, level: text('level'), hash: text('hash'), yaw: Number(text('yaw')) || 0, quality: text('quality'), isPlain: text('auto') === '0' };
	if (text('run') === undefined) return found;
	if (text('engine') !== engine) {
		throw new Error(`the link was made with sidle ${text('engine') ?? '(no version)'}, but this page has sidle ${engine}: it would not replay to the same bits`);
	}
	const [state, time, tick] = [fromBase64(text('state') ?? ''), Number(text('time')), Number(text('tick'))];
	const isOld = state.length === OLD_STATE_BYTES;
	if ((state.length !== STATE_BYTES && !isOld) || !(time >= 0 && time < 1e9) || !(Number.isInteger(tick) && tick >= 0 && tick < 1e9) || !/^[0-9a-f]{16}$/.test(text('end') ?? '')) throw new Error('the link is damaged: a field of the run is wrong');
	let runs;
	try {
		runs = await pipe(fromBase64(text('run')), new DecompressionStream('deflate-raw'), MOST_BYTES);
	} catch (error) {
		throw error.message.startsWith('the link') ? error : new Error('the link is damaged: its inputs cannot be decompressed');
	}
	// The states of an older version had other bits: its hash says nothing about those of this version.
	return { ...found, run: { time, tick, state, inputs: readRuns(runs), end: isOld ? undefined : text('end') } };
}
