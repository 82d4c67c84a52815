// Opens and makes links.

import { LEVELS } from './levels.js';
import { makeLevel } from './level-files.js';
import { MOST_CHARACTERS, readLink, writeLink } from './link.js';
import { byId, download, say } from './panel.js';

export const ENGINE = ENGINE_VERSION;

export class Links {
	constructor(game) {
		this.game = game;
	}

	/** Opens a link, or its fragment. What cannot be read is told, and the page begins without it. */
	async open(text) {
		this.waiting = undefined;
		let found;
		try {
			found = await readLink(text.slice(Math.max(0, text.indexOf('#'))), ENGINE);
		} catch (error) {
			say(`${error.message}.`, 10);
			return this.game.simulation ?? this.game.enter('thin walls');
		}
		this.game.take(found.settings);
		if (found.isPlain || found.run) this.game.setAuto(false);
		if (found.level !== undefined && !(found.level in LEVELS)) {
			if (found.run) this.waiting = found;
			say(`The link is of the level ${found.level}: drop that file here.`, 10);
			return this.game.enter('thin walls');
		}
		const level = makeLevel(found.level ?? 'thin walls');
		if (found.run && found.hash !== level.hash) {
			say(`The link is of another version of the level ${level.name}, and cannot be replayed.`, 10);
			return this.game.enter(level);
		}
		this.game.enter(level);
		if (found.run) this.play(found);
	}

	/** Plays the link that waits for this level. */
	supplied(level) {
		const { waiting } = this;
		if (!waiting) return;
		if (waiting.hash !== level.hash) return say(`${level.name} is not the level of the link: it has the hash ${level.hash}, but the link needs ${waiting.hash}.`, 10);
		this.waiting = undefined;
		this.game.take(waiting.settings);
		this.game.setAuto(false);
		this.play(waiting);
	}

	play({ run, yaw }) {
		const { game } = this;
		game.stage.view.yaw = yaw;
		say(`Replaying ${run.inputs.length} steps.`);
		try {
			game.simulation.replay(run, (same) => {
				this.result = same;
				if (same === undefined) return say(`Replayed ${run.inputs.length} steps. The link was made when positions were rounded to f32, so its states cannot be compared.`, 8);
				say(same ? `Replayed ${run.inputs.length} steps to the same bits. Go on from here.` : 'The replay differs from the link: please report this.', 8);
			});
		} catch (error) {
			say(`The link is damaged: ${error.message}`, 10);
		}
	}

	/** Makes the fragment of the last seconds. */
	make() {
		const { game } = this;
		const { level, settings } = game.simulation;
		return writeLink({ engine: ENGINE, level: level.name, hash: level.hash, settings, run: game.simulation.run(), yaw: game.stage.view.yaw });
	}

	async copy() {
		const fragment = await this.make();
		const link = new URL(fragment, location.href).href;
		if (fragment.length > MOST_CHARACTERS) {
			download('sidle-run.link', `${link}\n`);
			return say(`The link would have ${fragment.length.toLocaleString('en')} characters, so it was downloaded as sidle-run.link. Drop that file here to replay it.`, 8);
		}
		history.replaceState(null, '', link);
		try {
			await navigator.clipboard.writeText(link);
			say('Copied. The link has the level, the settings and the last 10 seconds.');
		} catch {
			say('The link is in the address bar.');
		}
		byId('copy').focus();
	}
}
