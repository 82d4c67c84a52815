// The controls of the page.

import { NUMBERS, quantize } from './settings.js';
import { GHOSTS } from './ghosts/index.js';

export const byId = (id) => document.getElementById(id);

/** The slider of the rate is logarithmic: 0 to 100 is 5 to 240 Hz. */
const toRate = (position) => Math.round(5 * 48 ** (position / 100));
const toPosition = (rate) => Math.round((100 * Math.log(rate / 5)) / Math.log(48));

const UNITS = { rate: (x) => `${x} Hz`, speed: (x) => `${x} m/s`, radius: metres, height: metres, skin: (x) => `${Number((x * 1000).toFixed(1))} mm`, step: metres, slope: (x) => `${x}°`, gravity: (x) => `${x} m/s²` };
function metres(x) {
	return `${x.toFixed(2)} m`;
}

/** Shows a message for a few seconds. */
export function say(text, seconds = 5) {
	byId('message').textContent = text;
	byId('message').hidden = false;
	clearTimeout(say.timer);
	say.timer = setTimeout(() => (byId('message').hidden = true), 1000 * seconds);
}

/** Connects the controls with settings. `changed` is called after each change. */
export function connectSettings(settings, changed) {
	for (const name of Object.keys(NUMBERS)) {
		const slider = byId(name);
		const [low, high, digits] = NUMBERS[name];
		if (name !== 'rate') Object.assign(slider, { min: String(low), max: String(high), step: String(10 ** -digits) });
		slider.addEventListener('input', () => {
			settings[name] = quantize(name, name === 'rate' ? toRate(Number(slider.value)) : Number(slider.value));
			showSettings(settings);
			changed(name);
		});
	}
	byId('shape').addEventListener('change', (event) => {
		settings.shape = event.target.value;
		showSettings(settings);
		changed('shape');
	});
}

export function showSettings(settings) {
	for (const name of Object.keys(NUMBERS)) {
		byId(name).value = String(name === 'rate' ? toPosition(settings.rate) : settings[name]);
		byId(`${name}-value`).textContent = UNITS[name](settings[name]);
	}
	byId('shape').value = settings.shape;
	byId('height').disabled = settings.shape === 'sphere';
}

/** Fills the list of the ghosts. */
export function connectGhosts(chosen) {
	for (const [value, text] of Object.entries(GHOSTS)) byId('ghost').append(new Option(text, value));
	byId('ghost').addEventListener('change', (event) => chosen(event.target.value));
}

/** Makes a button for each level. */
export function connectLevels(names, chosen) {
	for (const name of names) {
		const button = document.createElement('button');
		button.textContent = name;
		button.addEventListener('click', () => chosen(name));
		byId('levels').append(button);
	}
}

export function showLevel(level) {
	byId('note').textContent = level.note;
	for (const button of byId('levels').children) button.setAttribute('aria-pressed', String(button.textContent === level.name));
}

/** Shows a depth of 0 to 0.35 m (less than 1 mm is not counted) and the time of a step. */
export function showMeter(who, depth, milliseconds) {
	const meter = byId(`meter-${who}`);
	const millimetres = depth === undefined || depth < 0.001 ? 0 : depth * 1000;
	meter.querySelector('b').style.width = `${Math.min(100, millimetres / 3.5)}%`;
	meter.querySelector('output').textContent = depth === undefined ? 'away' : `${millimetres.toFixed(0)} mm`;
	meter.querySelector('small').textContent = depth === undefined ? '' : `${(1000 * milliseconds).toFixed(0)} µs`;
}

/** Offers a text as a file. */
export function download(name, text) {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
