// Sid and a ghost in a level, in steps of the same length, with the last seconds to rewind.

import { Character, World } from 'sidle';
import { characterConfig, crouchHeightOf, heightOf } from './settings.js';
import { depthIn } from './judge.js';
import { Balls, CROWD_RATE, Crowd } from './crowd.js';
import { Recording, SECONDS, characterInput, quantizeInput } from './recording.js';
import { hashOfStates } from './link.js';
import { Stopwatch } from './stopwatch.js';
import { Tour } from './tour.js';

/** Below this height, both start again. */
const ABYSS = -30;
/** The most steps of a frame. */
const MOST_STEPS = 64;

export class CharacterSimulation {
	/** `makeGhost` is the class of the ghost; without it Sid is alone. */
	constructor(level, settings, makeGhost) {
		this.level = level;
		this.settings = { ...settings };
		this.world = World.fromTriangles(level.triangles);
		this.machines = (level.machines ?? []).map(({ pose }, i) => {
			const geometry = this.world.addGeometry({ meshes: [{ positions: level.parts[i + 1] }] });
			return { pose, instance: this.world.addInstance(geometry, pose(0)) };
		});
		this.sid = new Character(this.world, level.start, { ...characterConfig(settings), recordPath: true });
		if (level.crowd) {
			this.crowd = new Crowd(this.world, level.crowd);
			this.ballWorld = new World({ materials: [{ restitution: 0.7 }], meshes: [{ positions: level.triangles, material: 0 }] });
			this.balls = new Balls(this.ballWorld, level.balls, settings.gravity);
		}
		this.tour = new Tour(level.tour);
		this.left = this.steps = 0;
		this.facing = level.yaw;
		this.isPaused = false;
		this.watch = { sidle: new Stopwatch(), ghost: new Stopwatch(), frame: new Stopwatch() };
		this.setGhost(makeGhost);
		this.begin(0);
	}

	/** Changes the ghost. */
	setGhost(makeGhost) {
		const place = this.ghost?.position.toArray() ?? this.aside(this.level.start);
		this.ghost?.free();
		this.makeGhost = makeGhost;
		// The ghosts know no moving platforms.
		this.ghost = makeGhost && this.machines.length === 0 ? new makeGhost(this.level, this.settings) : undefined;
		this.ghost?.place(place);
		if (!this.recording) return;
		for (const record of this.recording.steps) record.ghost = undefined;
		this.depths.ghost = [];
		this.settle();
	}

	/** Begins a new recording, `tick` steps after a time of the level. */
	begin(time, tick) {
		this.queue = undefined;
		this.recording = new Recording(this.settings.rate, time, tick);
		this.cursor = 0;
		this.last = undefined;
		this.depths = { sidle: [], ghost: [] };
		this.settle();
	}

	/** The time of the level in seconds. */
	get time() {
		return this.recording.timeAt(this.cursor);
	}

	free() {
		for (const owner of [this.crowd, this.ballWorld, this.ghost, this.sid, this.world]) owner?.free();
	}

	/** Takes other settings. The recording begins again, because a link has one set of settings. */
	configure(settings) {
		const time = this.time;
		const place = this.sid.position;
		this.settings = { ...settings };
		this.sid.configure(characterConfig(settings));
		this.sid.teleport(place);
		if (this.balls) this.balls.gravity = settings.gravity;
		this.setGhost(this.makeGhost);
		this.begin(time);
	}

	restart() {
		this.moveTo(this.level.start);
	}

	/** Brings both to a place, the feet of Sid. */
	moveTo(place) {
		const time = this.time;
		try {
			this.sid.teleport(place);
		} catch {
			this.sid.teleport(this.level.start);
		}
		this.sid.setVelocity([0, 0, 0]);
		this.ghost?.place(this.aside(place));
		this.tour.restart();
		this.begin(time);
	}

	/** Makes the steps of a frame. Without a wish, Sid walks the tour of the level. */
	update(delta, settings, given) {
		if (Object.keys(this.settings).some((name) => this.settings[name] !== settings[name])) this.configure({ ...this.settings, ...pick(settings, this.settings) });
		const started = performance.now();
		const dt = 1 / this.settings.rate;
		if (!this.isPaused) {
			this.left += delta;
			for (let steps = 0; this.left >= dt; steps++) {
				this.left -= dt;
				if (steps === MOST_STEPS) this.left = 0;
				this.step(this.nextInput(given, dt));
				if (given) given.jump = false;
			}
			this.crowd?.update(delta);
			if (this.crowd) this.watch.frame.note(performance.now() - started);
		}
		return this.view(this.isPaused ? 1 : this.left / dt);
	}

	/** The quantised input of a step: of a replay, of the player, or of the tour. */
	nextInput(given, dt) {
		if (this.queue) return this.queue[this.recording.steps.length];
		return quantizeInput(given ?? this.tour.input(this.sid.position, this.time, dt));
	}

	/** Makes a step with a quantised input. After a rewind, the later steps are forgotten. */
	step(input) {
		const { recording, settings } = this;
		if (this.cursor < recording.steps.length) {
			recording.truncate(this.cursor);
			this.depths = { sidle: [], ghost: [] };
		}
		const dt = 1 / settings.rate;
		const from = this.time;
		const record = { ...this.save(), input };
		recording.push(record);
		this.cursor = recording.steps.length;
		this.moveMachines(from, this.time);
		const asked = characterInput(input, settings.speed);
		this.before = this.now;
		record.report = this.watch.sidle.time(() => this.sid.step(asked, dt));
		if (this.ghost) this.watch.ghost.time(() => this.ghost.step(asked.wishVelocity, asked.jump, dt));
		this.balls?.step(dt);
		this.balls?.kick(this.sid.position, this.sid.velocity, settings.radius);
		this.steps++;
		this.finish(input);
	}

	/** Sets the motions of the platforms in the next step of Sid. */
	moveMachines(from, to) {
		if (this.machines.length > 0) this.world.setPoses(this.motions(from, to));
	}

	/** The motions of the platforms between two times of the level. */
	motions(from, to) {
		return this.machines.map(({ instance, pose }) => ({ instance, from: pose(from), to: pose(to) }));
	}

	finish(input) {
		this.settle(this.before);
		this.note('sidle', depthIn(this.world, this.sid.position, this.body()));
		if (this.ghost) this.note('ghost', depthIn(this.world, this.ghost.position, { shape: 'capsule', radius: this.ghost.radius, height: this.ghost.height }));
		if (input.x !== 0 || input.z !== 0) this.facing = Math.atan2(-input.x, -input.z);
		if (this.queue && this.recording.steps.length === this.queue.length) this.endReplay();
		if (this.sid.position.y < ABYSS) this.restart();
		if (this.ghost && this.ghost.position.y < ABYSS) this.ghost.place(this.aside(this.place()));
	}

	/** The body of Sid at present. */
	body() {
		const { settings } = this;
		const height = this.sid.state.isCrouching ? crouchHeightOf(settings) : heightOf(settings);
		return { shape: settings.shape, radius: settings.radius, height };
	}

	/** The feet of Sid, rounded. */
	place() {
		const { x, y, z } = this.sid.position;
		return [x, y, z].map((value) => Math.round(value * 1000) / 1000);
	}

	/** Keeps the depths of the last second. */
	note(who, depth) {
		const depths = this.depths[who];
		depths.push([this.time, depth]);
		while (depths[0][0] < this.time - 1) depths.shift();
	}

	settle(before) {
		const { position, stepOffset } = this.sid.state;
		const ghost = this.ghost?.position.toArray();
		this.now = { sidle: [position.x, position.y + stepOffset, position.z], ghost };
		this.before = before ?? this.now;
	}

	/** The picture between the last two steps. */
	view(alpha) {
		const of = (who) => {
			const [from, to] = [this.before[who], this.now[who]];
			if (to === undefined) return undefined;
			const deepest = this.depths[who].reduce((most, [, depth]) => Math.max(most, depth), 0);
			return { at: to.map((value, i) => (from ?? to)[i] + (value - (from ?? to)[i]) * alpha), deepest, facing: this.facing };
		};
		const time = Math.max(0, this.time - (1 - alpha) / this.settings.rate);
		return { sidle: of('sidle'), ghost: of('ghost'), crouches: this.sid.state.isCrouching, machines: this.machines.map(({ pose }) => pose(time)), alpha };
	}

	save() {
		const { crowd, now, facing } = this;
		// The states of a crowd are large: they are kept as often as it steps.
		if (crowd && (this.last === undefined || crowd.clock - this.last.clock >= 1 / CROWD_RATE || crowd.clock < this.last.clock)) this.last = crowd.save();
		return { sid: this.sid.save(), ghost: this.ghost?.save(), balls: this.balls?.save(), crowd: this.last, now, facing };
	}

	restore(record) {
		this.sid.restore(record.sid);
		if (record.ghost) this.ghost?.restore(record.ghost);
		if (record.balls) this.balls?.restore(record.balls);
		if (record.crowd) this.crowd?.restore(record.crowd);
		for (const { instance, pose } of this.machines) this.world.setPose(instance, pose(this.time));
		this.facing = record.facing;
		this.before = this.now = record.now;
	}

	/** Stops, or goes on from the step that is shown. */
	pause(on) {
		this.isPaused = on;
		this.left = 0;
	}

	/** Shows an earlier or later step. */
	seek(cursor) {
		const { recording } = this;
		const to = Math.min(recording.steps.length, Math.max(0, cursor));
		if (to === this.cursor) return;
		if (this.cursor === recording.steps.length) this.latest = this.save();
		this.cursor = to;
		this.restore(to === recording.steps.length ? this.latest : recording.steps[to]);
		this.queue = undefined;
	}

	/** Makes one step: the next one that was recorded, or a new one. */
	single(given) {
		if (this.cursor < this.recording.steps.length) this.seek(this.cursor + 1);
		else this.step(this.nextInput(given, 1 / this.settings.rate));
		this.before = this.now;
	}

	/** The steps before the one that is shown, for a link: at most 10 seconds. */
	run(seconds = SECONDS) {
		const { steps } = this.recording;
		const first = Math.max(0, this.cursor - Math.round(seconds * this.settings.rate));
		if (first === this.cursor) return { inputs: [] };
		const states = [...steps.slice(first + 1, this.cursor).map(({ sid }) => sid), this.cursor < steps.length ? steps[this.cursor].sid : this.sid.save()];
		const { time, forgotten } = this.recording;
		return { time, tick: forgotten + first, state: steps[first].sid, inputs: steps.slice(first, this.cursor).map(({ input }) => input), end: hashOfStates(states) };
	}

	/** Replays the run of a link. `done` is told whether the states have the same bits; undefined if the link has no hash of them. */
	replay(run, done) {
		this.sid.restore(run.state);
		this.ghost?.place(this.aside(this.place()));
		this.begin(run.time, run.tick);
		for (const { instance, pose } of this.machines) this.world.setPose(instance, pose(this.time));
		this.expected = { end: run.end, done };
		this.queue = run.inputs;
		this.left = 0;
	}

	endReplay() {
		const { end, done } = this.expected;
		this.queue = undefined;
		done(end === undefined ? undefined : this.run(Infinity).end === end);
	}

	/** Captures the last second, with the motions of the platforms, as a text that `sidle replay` repeats. */
	capture() {
		const { recording, settings } = this;
		const first = Math.max(0, this.cursor - settings.rate);
		const steps = recording.steps.slice(first, this.cursor);
		if (steps.length === 0) throw new Error('there is no step to report yet');
		const present = this.sid.save();
		this.sid.restore(steps[0].sid);
		const inputs = steps.map(({ input }) => characterInput(input, settings.speed));
		const motions = steps.map((_, i) => this.motions(recording.timeAt(first + i), recording.timeAt(first + i + 1)));
		const text = this.sid.capture(inputs, 1 / settings.rate, motions);
		this.sid.restore(present);
		return text;
	}

	/** The place of the ghost beside Sid. */
	aside([x, y, z]) {
		return [x + 1, y + 0.02, z];
	}
}

const pick = (from, like) => Object.fromEntries(Object.keys(like).map((name) => [name, from[name]]));
