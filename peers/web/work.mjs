// The same work for programs under node: reads the file of the work, walks, and writes what was done. See work/src/pack.rs,
// plan.rs and run.rs for what this mirrors; all numbers that decide are rounded to f32 as there.

import { readFileSync, writeFileSync } from 'node:fs';

const f32 = Math.fround;
const GRAVITY = f32(9.81);
const FASTEST_FALL = 20;

/// engine: { name, version, settings, padding, tall, build(vertices, triangles, up) }; what build returns has
/// walker(at, half), a sphere or the shape `tall`, step(walker, motion, dt, end), which writes the new centre to end, and, for memory
/// of WebAssembly, free(). One-sided engines say so.
export function run(engine) {
	const after = (flag) => process.argv[process.argv.indexOf(flag) + 1];
	const work = readPack(after('--work'));
	const { facts } = work;
	const builds = [];
	let world;
	const times = facts.share > 1 || work.triangles.length > 600_000 ? 1 : 3;
	for (let i = 0; i < times; i++) {
		world?.free?.();
		world = undefined;
		const start = cpu();
		world = engine.build(work.vertices, work.triangles, facts.up);
		builds.push(cpu() - start);
	}
	const out = {
		facts: {
			name: engine.name, version: engine.version, settings: engine.settings, padding: engine.padding,
			tall: hasTallMovers(facts) ? engine.tall : null, build_ns: builds.sort((a, b) => a - b)[builds.length >> 1], bytes: null, query_ns: [], walks: [],
		},
		arrays: [],
	};
	facts.plans.forEach((plan, i) => {
		const crowd = { ...plan, starts: work[`starts_${plan.name}`], wishes: work[`wishes_${plan.name}`], up: facts.up };
		// So that what is timed is compiled, and has its caches.
		walk(world, { ...crowd, frames: Math.min(plan.frames, crowd.starts.length > 3000 ? 1 : 60) }, null);
		const spent = { total: 0 };
		const ends = walk(world, crowd, spent);
		const moves = plan.every_move ? { single: new Uint32Array(ends.length / 3) } : null;
		const again = moves ? walk(world, crowd, moves) : ends;
		const bits = [ends, again].map((e) => new Uint32Array(e.buffer));
		out.facts.walks.push({ total_ns: spent.total, repeats: bits[0].every((x, k) => x === bits[1][k]) });
		out.arrays.push([`ends_${i}`, bits[0]], [`move_ns_${i}`, moves ? moves.single : new Uint32Array(0)]);
	});
	writePack(after('--out'), out);
}

/// The version of an installed package.
export function versionOf(name) {
	return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
}

function hasTallMovers(facts) {
	return facts.plans.some(({ half }) => half.some((h) => h !== half[0]));
}

/// Nanoseconds of this process so far: of its helpers too, but not of other processes.
function cpu() {
	const { user, system } = process.cpuUsage();
	return (user + system) * 1000;
}

function walk(world, plan, clock) {
	const count = plan.starts.length / 3;
	const ends = new Float32Array(3 * count * plan.frames);
	const start = (i) => [0, 1, 2].map((k) => plan.starts[3 * i + k]);
	const begin = (i) => ({ body: world.walker(start(i), plan.half), at: start(i), fall: 0, motion: [0, 0, 0] });
	const crowd = Array.from({ length: count }, (_, i) => begin(i));
	const own = clock?.single ? costOfTheClock() : 0;
	const dt = f32(plan.dt);
	const up = plan.up;
	const end = [0, 0, 0];
	for (let frame = 0; frame < plan.frames; frame++) {
		const offset = 3 * count * frame;
		crowd.forEach((one, i) => {
			if (!one.at.every(Number.isFinite) || dot(one.at, up) < plan.lost_below) one = crowd[i] = begin(i);
			one.fall = Math.min(f32(one.fall + f32(GRAVITY * dt)), FASTEST_FALL);
			for (let k = 0; k < 3; k++) one.motion[k] = f32(f32(plan.wishes[offset + 3 * i + k] - f32(up[k] * one.fall)) * dt);
		});
		const before = cpu();
		for (let i = 0; i < count; i++) {
			const single = clock?.single ? cpu() : 0;
			world.step(crowd[i].body, crowd[i].motion, dt, end);
			if (clock?.single) clock.single[count * frame + i] = Math.max(0, cpu() - single - own);
			for (let k = 0; k < 3; k++) ends[offset + 3 * i + k] = end[k];
		}
		if (clock) clock.total += cpu() - before;
		crowd.forEach((one, i) => {
			const to = [0, 1, 2].map((k) => ends[offset + 3 * i + k]);
			const fallen = dot(one.at.map((x, k) => f32(x - to[k])), up);
			if (fallen < f32(f32(0.5 * one.fall) * dt)) one.fall = 0;
			one.at = to;
		});
	}
	return ends;
}

/// These moves are long enough for the clock of CPU time, which no other process disturbs.
function costOfTheClock() {
	const looks = Array.from({ length: 10001 }, () => {
		const start = cpu();
		return cpu() - start;
	});
	return looks.sort((a, b) => a - b)[5000];
}

function dot(a, b) {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function readPack(path) {
	const bytes = readFileSync(path);
	const end = bytes.indexOf(10);
	const { facts, arrays } = JSON.parse(bytes.subarray(0, end).toString());
	const pack = { facts };
	let at = bytes.byteOffset + end + 1;
	for (const [name, length] of arrays) {
		const kind = name === 'triangles' ? Uint32Array : Float32Array;
		pack[name] = new kind(bytes.buffer.slice(at, at + 4 * length));
		at += 4 * length;
	}
	return pack;
}

function writePack(path, { facts, arrays }) {
	let header = JSON.stringify({ facts, arrays: arrays.map(([name, values]) => [name, values.length]) });
	header += ' '.repeat((7 - (Buffer.byteLength(header) % 4)) % 4) + '\n';
	writeFileSync(path, Buffer.concat([Buffer.from(header), ...arrays.map(([, v]) => Buffer.from(v.buffer, v.byteOffset, v.byteLength))]));
}
