// The page: two movers with the same wishes, drawn between two steps.

import { CharacterSimulation } from './simulation.js';
import { LEVELS } from './levels.js';
import { Stage } from './stage.js';
import { readLink, writeLink } from './link.js';
import { watchInput } from './input.js';
import { loadGlb } from './drop.js';
import { SidleError, init } from 'sidle';

const byId = (id) => document.getElementById(id);
const settings = { level: 'thin walls', rate: 30, speed: 6, auto: true, ...readLink(location.hash) };

/** The slider is logarithmic: 0 to 100 is 5 to 240 Hz. */
const toRate = (position) => Math.round(5 * 48 ** (position / 100));
const toPosition = (rate) => Math.round((100 * Math.log(rate / 5)) / Math.log(48));

function say(text) {
	byId('message').textContent = text;
	byId('message').hidden = false;
	clearTimeout(say.timer);
	say.timer = setTimeout(() => (byId('message').hidden = true), 5000);
}

async function start() {
	try {
		await init();
	} catch (error) {
		say(error instanceof SidleError ? error.message : `The engine did not start: ${error}`);
		throw error;
	}
	const stage = new Stage(byId('view'), settings.quality === 'low');
	const input = watchInput(byId('view'), stage);
	let simulation;

	const enter = (level, name) => {
		simulation?.free();
		simulation = new CharacterSimulation(level);
		stage.show(level);
		if (settings.auto) stage.yaw += level.view ?? 1.1;
		settings.level = name;
		byId('note').textContent = level.note;
		for (const button of byId('levels').children) button.setAttribute('aria-pressed', String(button.textContent === name));
		if (level.tour === undefined) setAuto(false);
	};
	const setAuto = (on) => {
		settings.auto = on;
		byId('auto').checked = on;
	};
	const showSettings = () => {
		byId('rate').value = String(toPosition(settings.rate));
		byId('rate-value').textContent = `${settings.rate} Hz`;
		byId('speed').value = String(settings.speed);
		byId('speed-value').textContent = `${settings.speed} m/s`;
	};

	for (const name of Object.keys(LEVELS)) {
		const button = document.createElement('button');
		button.textContent = name;
		button.addEventListener('click', () => enter(LEVELS[name](), name));
		byId('levels').append(button);
	}
	byId('rate').addEventListener('input', (event) => {
		settings.rate = toRate(Number(event.target.value));
		showSettings();
	});
	byId('speed').addEventListener('input', (event) => {
		settings.speed = Number(event.target.value);
		showSettings();
	});
	byId('auto').addEventListener('change', (event) => setAuto(event.target.checked && simulation.level.tour !== undefined));
	byId('restart').addEventListener('click', () => simulation.restart());
	byId('copy').addEventListener('click', async () => {
		const link = new URL(writeLink({ ...settings, at: simulation.place(), yaw: stage.yaw }), location.href).href;
		history.replaceState(null, '', link);
		try {
			await navigator.clipboard.writeText(link);
			say('Copied. The link has the level, the settings and the place.');
		} catch {
			say('The link is in the address bar.');
		}
	});
	addEventListener('dragover', (event) => event.preventDefault());
	addEventListener('drop', async (event) => {
		event.preventDefault();
		const [file] = event.dataTransfer.files;
		if (file === undefined) return;
		try {
			enter(await loadGlb(file), file.name);
			say(`${file.name}: ${simulation.world.info.polygons.toLocaleString('en')} triangles`);
		} catch (error) {
			say(`${file.name} could not be read: ${error.message}`);
		}
	});

	setAuto(settings.auto);
	showSettings();
	if (!(settings.level in LEVELS)) {
		say(`The link is of the level ${settings.level}: drop that file here.`);
		settings.level = 'thin walls';
		delete settings.at;
	}
	enter(LEVELS[settings.level](), settings.level);
	if (settings.at !== undefined) {
		simulation.moveTo(settings.at);
		stage.yaw = settings.yaw ?? stage.yaw;
	}

	let before = performance.now();
	const frame = (now) => {
		const delta = Math.min((now - before) / 1000, 0.25);
		before = now;
		if (input.isActive()) setAuto(false);
		const view = simulation.update(delta, settings, settings.auto ? undefined : input.wish(stage.yaw));
		// Seen from changing sides while it walks by itself.
		if (settings.auto) stage.yaw += delta * 0.12 * Math.cos(now * 2e-4);
		stage.draw(view, delta);
		showDepth(byId('meter-sidle'), view.sidle.deepest);
		showDepth(byId('meter-ghost'), view.ghost.deepest);
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
	// For the tests of the page.
	window.playground = { settings, get simulation() { return simulation; }, stage, enter, loadGlb };
}

/** Shows a depth of 0 to 0.35 m. Less than 1 mm is not counted. */
function showDepth(meter, depth) {
	const millimetres = depth < 0.001 ? 0 : depth * 1000;
	meter.querySelector('b').style.width = `${Math.min(100, millimetres / 3.5)}%`;
	meter.querySelector('output').textContent = `${millimetres.toFixed(0)} mm`;
}

start();
