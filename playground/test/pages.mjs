// Opens the page in Chromium. Without a browser the tests fail. Screenshots are in `screenshots`.

import { mkdirSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { errorsOf, launch, serve } from '../../npm/test/browser.mjs';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
export const screenshots = folder('../screenshots');
export let browser, server;

/** Starts the browser and a server before the tests of a file. */
export function withBrowser() {
	before(async () => {
		mkdirSync(screenshots, { recursive: true });
		server = await serve({ play: folder('../dist') });
		browser = await launch('--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader');
	});
	// After a failure, a page would go on drawing.
	afterEach(async () => {
		for (const context of browser?.contexts() ?? []) await context.close();
	});
	after(async () => {
		await browser?.close();
		server?.stop();
	});
}

/** Opens the page; with a fragment small and without shadows, because the picture is computed by the processor. */
export async function open(fragment = '', options = { viewport: fragment === '' ? { width: 1180, height: 740 } : { width: 1040, height: 340 } }) {
	const page = await browser.newPage(options);
	page.setDefaultTimeout(120_000);
	const errors = errorsOf(page);
	await page.goto(`${server.url}/play/index.html${fragment === '' ? '' : `${fragment}&quality=low`}`);
	await page.waitForFunction(() => window.playground?.simulation.steps > 0 && window.playground.game.ghostClass !== undefined);
	return { page, errors };
}

/** Makes steps without drawing, so that tests do not depend on the speed of the machine. */
export const walk = (page, seconds, wish) =>
	page.evaluate(([time, given]) => {
		const { simulation, settings } = window.playground;
		const deepest = { sidle: 0, ghost: 0 };
		for (let t = 0; t < time; t += 1 / settings.rate) {
			const view = simulation.update(1 / settings.rate, settings, given && { jump: false, jumpHeld: false, crouch: false, ...given });
			for (const who of ['sidle', 'ghost']) deepest[who] = Math.max(deepest[who], view[who]?.deepest ?? 0);
		}
		const { x, y, z } = simulation.sid.position;
		return { at: [x, y, z], ghost: simulation.ghost?.position.toArray(), deepest };
	}, [seconds, wish]);

/** Walks as `walk`, and pauses before the page can make a step of its own. So the walk has the last step of the recording. */
export const walkAndPause = (page, seconds, wish) =>
	page.evaluate(([time, given]) => {
		const { game, simulation, settings } = window.playground;
		game.pause(false);
		for (let i = Math.round(time * settings.rate); i > 0; i--) simulation.update(1 / settings.rate, settings, { jump: false, jumpHeld: false, crouch: false, ...given });
		game.pause(true);
	}, [seconds, wish]);

/** Waits until the page has drawn its present state. */
export async function drawn(page) {
	const before = await page.evaluate(() => window.playground.game.pictures);
	await page.waitForFunction((count) => window.playground.game.pictures > count, before);
}

/** Waits until the camera rests behind Sid, who stands still until then, but for platforms. Goes on afterwards. */
export async function cameraRests(page) {
	const { before } = await page.evaluate(() => (window.playground.game.pause(true), { before: window.playground.game.pictures }));
	await page.waitForFunction((count) => {
		const { game, stage } = window.playground;
		if (game.pictures <= count) return false;
		const { x, y, z } = stage.camera.position;
		const [last, number] = [window.cameraWas, window.pictureWas];
		[window.cameraWas, window.pictureWas] = [[x, y, z], game.pictures];
		return last !== undefined && number < game.pictures && Math.hypot(x - last[0], y - last[1], z - last[2]) < 0.01;
	}, before);
	await page.evaluate(() => window.playground.game.pause(false));
}

/** Drops a file on the page. */
export const drop = (page, name, bytes) =>
	page.evaluate(([fileName, content]) => {
		const data = new DataTransfer();
		data.items.add(new File([new Uint8Array(content)], fileName));
		dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
	}, [name, [...bytes]]);

/** The bytes of the file that a click downloads. */
export async function downloaded(page, button) {
	const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
	const parts = [];
	for await (const part of await download.createReadStream()) parts.push(part);
	return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString() };
}
