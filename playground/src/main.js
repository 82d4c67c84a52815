// The page: Sid and a ghost with the same wishes, drawn between two steps.

import { SidleError, init } from 'sidle';
import { Game } from './game.js';
import { Links } from './links.js';
import { LEVELS } from './levels.js';
import { loadLevel } from './drop.js';
import { watchInput } from './input.js';
import { toObj } from './triangles.js';
import { byId, connectGhosts, connectLevels, connectSettings, download, say } from './panel.js';

async function start() {
	try {
		await init();
	} catch (error) {
		say(error instanceof SidleError ? error.message : `The engine did not start: ${error}`, 60);
		throw error;
	}
	const game = new Game(new URLSearchParams(location.hash.slice(1)).get('quality') === 'low');
	const links = new Links(game);
	const input = watchInput(byId('view'), game.stage.view, { KeyP: () => game.pause(), pause: () => game.pause(), KeyV: () => game.toggleView(), view: () => game.toggleView(), KeyX: () => game.toggleOverlay(), Comma: () => game.rewind(1), Period: () => game.single(input.wish()) });
	connectLevels(Object.keys(LEVELS), (name) => game.enter(name));
	connectSettings(game.settings, (name) => game.changed(name));
	connectGhosts((name) => game.setGhost(name));
	connectButtons(game, links, input);
	connectDrop(game, links);
	await game.loading;
	await links.open(location.hash);
	addEventListener('hashchange', () => links.open(location.hash));
	let before = performance.now();
	const frame = (now) => {
		const delta = Math.min((now - before) / 1000, 0.25);
		before = now;
		game.frame(delta, now, input);
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
	// For the tests of the page.
	window.playground = { game, links, settings: game.settings, stage: game.stage, get simulation() { return game.simulation; } };
	// A local page without a service worker works, but not offline.
	navigator.serviceWorker?.register('sw.js').catch(() => undefined);
}

function connectButtons(game, links, input) {
	const actions = {
		restart: () => game.restart(),
		copy: () => links.copy(),
		report: () => {
			download('sidle-spot.replay', game.simulation.capture());
			say('Downloaded. `sidle replay sidle-spot.replay` repeats the last steps; add --explain for their reasons.', 8);
		},
		save: () => download('level.obj', toObj(game.simulation.level.triangles)),
		pause: () => game.pause(),
		back: () => game.rewind(1),
		forward: () => game.single(input.wish()),
		person: () => game.toggleView(),
		overlay: () => game.toggleOverlay(),
		drawer: () => byId('drawer').setAttribute('aria-expanded', String(document.body.classList.toggle('open'))),
	};
	for (const [id, act] of Object.entries(actions)) {
		byId(id).addEventListener('click', () => {
			try {
				act();
			} catch (error) {
				say(error.message);
			}
		});
	}
	byId('auto').addEventListener('change', (event) => game.setAuto(event.target.checked));
	byId('time').addEventListener('input', (event) => game.seek(Number(event.target.value)));
}

function connectDrop(game, links) {
	addEventListener('dragover', (event) => event.preventDefault());
	addEventListener('drop', async (event) => {
		event.preventDefault();
		const [file] = event.dataTransfer.files;
		if (file === undefined) return;
		try {
			if (/\.(link|txt)$/i.test(file.name)) return await links.open((await file.text()).trim());
			const level = await loadLevel(file);
			game.enter(level);
			say(`${file.name}: ${game.simulation.world.info.polygons.toLocaleString('en')} triangles`);
			links.supplied(level);
		} catch (error) {
			say(`${file.name} could not be read: ${error.message}`);
		}
	});
}

start();
