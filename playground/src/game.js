// The state of the page: a level, its simulation and its picture.

import { CharacterSimulation } from './simulation.js';
import { Stage } from './stage.js';
import { defaults } from './settings.js';
import { makeLevel } from './level-files.js';
import { GHOSTS, loadGhost } from './ghosts/index.js';
import { contactsOf, explain, pathOf } from './explain.js';
import { byId, showLevel, showMeter, showSettings } from './panel.js';

/** Settings that change the bodies. */
const BODY = ['shape', 'radius', 'height'];

export class Game {
	constructor(isPlain) {
		this.settings = defaults();
		this.stage = new Stage(byId('view'), isPlain);
		this.isAuto = byId('auto').checked = true;
		this.showsOverlay = false;
		this.ghostName = 'octree';
		this.ghostClass = undefined;
		/** The number of pictures that were drawn. Tests wait for the next one. */
		this.pictures = 0;
		this.loading = this.setGhost('octree');
	}

	/** Enters a level, or the built-in one with this name. */
	enter(nameOrLevel) {
		const level = typeof nameOrLevel === 'string' ? makeLevel(nameOrLevel) : nameOrLevel;
		this.simulation?.free();
		this.simulation = new CharacterSimulation(level, this.settings, this.ghostClass);
		this.stage.show(level);
		this.dress();
		if (this.isAuto) this.stage.view.yaw += level.view ?? 1.1;
		if (level.tour === undefined) this.setAuto(false);
		showLevel(level);
		showSettings(this.settings);
		this.showPause();
	}

	dress() {
		this.stage.dress(this.settings, this.simulation.ghost && this.ghostClass.color);
		byId('ghost-line').hidden = !this.simulation.ghost;
		byId('theirs').textContent = GHOSTS[this.ghostName];
	}

	async setGhost(name) {
		this.ghostName = name;
		byId('ghost').value = name;
		const ghostClass = await loadGhost(name);
		if (this.ghostName !== name) return;
		this.ghostClass = ghostClass;
		byId('about').textContent = ghostClass?.about ?? '';
		if (!this.simulation) return;
		this.simulation.setGhost(ghostClass);
		this.dress();
	}

	/** Takes all settings of a link. */
	take(settings) {
		Object.assign(this.settings, settings);
		showSettings(this.settings);
		if (!this.simulation) return;
		this.simulation.configure(this.settings);
		this.dress();
	}

	/** A setting was changed by hand. */
	changed(name) {
		this.simulation.configure(this.settings);
		if (BODY.includes(name)) this.dress();
	}

	setAuto(on) {
		this.isAuto = on && (this.simulation === undefined || this.simulation.level.tour !== undefined);
		byId('auto').checked = this.isAuto;
	}

	restart() {
		this.simulation.restart();
		this.pause(false);
	}

	pause(on = !this.simulation.isPaused) {
		this.simulation.pause(on);
		this.showPause();
	}

	showPause() {
		byId('pause').textContent = this.simulation.isPaused ? '▶' : '❚❚';
		byId('pause').setAttribute('aria-label', this.simulation.isPaused ? 'Go on' : 'Pause');
	}

	/** Goes back by steps, and pauses. */
	rewind(count) {
		this.pause(true);
		this.simulation.seek(this.simulation.cursor - count);
	}

	seek(cursor) {
		this.pause(true);
		this.simulation.seek(cursor);
	}

	single(wish) {
		this.pause(true);
		this.simulation.single(this.isAuto ? undefined : wish);
		wish.jump = false;
	}

	toggleView() {
		this.stage.view.toggle();
		byId('person').setAttribute('aria-pressed', String(this.stage.view.isFirstPerson));
	}

	toggleOverlay() {
		this.showsOverlay = !this.showsOverlay;
		byId('overlay').setAttribute('aria-pressed', String(this.showsOverlay));
	}

	frame(delta, now, input) {
		const { simulation, stage } = this;
		input.poll(delta);
		if (input.isActive() && !simulation.queue) this.setAuto(false);
		const view = simulation.update(delta, this.settings, this.isAuto ? undefined : input.wish());
		// Seen from changing sides while it walks by itself.
		if (this.isAuto && !simulation.isPaused && !stage.view.isFirstPerson) stage.view.yaw += delta * 0.12 * Math.cos(now * 2e-4);
		if (this.isAuto && stage.view.isFirstPerson) stage.view.yaw += wrap(simulation.facing - stage.view.yaw) * Math.min(1, 3 * delta);
		this.explain();
		stage.draw(view, delta, simulation);
		this.showNumbers(view);
		this.pictures++;
	}

	/** Draws contacts and path, and tells the reason, if they are wanted. */
	explain() {
		const { simulation, stage } = this;
		stage.overlay.object.visible = this.showsOverlay;
		const tells = this.showsOverlay || simulation.isPaused;
		byId('reason').hidden = !tells;
		if (!tells) return;
		const contacts = contactsOf(simulation);
		const record = simulation.recording.steps[simulation.cursor - 1];
		const from = record?.now.sidle;
		const { position } = simulation.sid;
		const moved = from ? Math.hypot(position.x - from[0], position.z - from[2]) : 0;
		byId('reason').textContent = explain({ record, state: simulation.sid.state, settings: simulation.settings, contacts, moved });
		if (this.showsOverlay) stage.overlay.show(contacts, pathOf(simulation));
	}

	showNumbers(view) {
		const { simulation } = this;
		const { steps } = simulation.recording;
		showMeter('sidle', view.sidle.deepest, simulation.watch.sidle.mean);
		showMeter('ghost', view.ghost?.deepest, simulation.watch.ghost.mean);
		Object.assign(byId('time'), { max: String(steps.length), value: String(simulation.cursor) });
		const back = (steps.length - simulation.cursor) / simulation.settings.rate;
		byId('clock').textContent = back > 0 ? `−${back.toFixed(2)} s` : 'now';
		byId('crowd-time').hidden = !simulation.crowd;
		if (simulation.crowd) byId('crowd-time').textContent = `1,000 characters: ${simulation.watch.frame.p95.toFixed(1)} ms a frame (p95), ${simulation.watch.frame.mean.toFixed(1)} ms on average`;
	}
}

const wrap = (angle) => ((((angle + Math.PI) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)) - Math.PI;
