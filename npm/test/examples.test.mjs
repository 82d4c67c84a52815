// Builds the example of react-three-fiber with the packages of this folder, and walks in it.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { errorsOf, launch, serve } from './browser.mjs';

const here = fileURLToPath(new URL('../', import.meta.url));
const example = join(here, 'examples/react-three-fiber');
let browser, server;

before(async () => {
	const outDir = mkdtempSync(join(tmpdir(), 'sidle-example-'));
	const alias = { 'sidle/three': join(here, 'dist/three.js') };
	await build({ root: example, logLevel: 'error', resolve: { alias }, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4000 } });
	server = await serve({ app: outDir });
	browser = await launch('--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader');
});
after(async () => {
	await browser?.close();
	server?.stop();
});

test('the hero of the react-three-fiber example walks, and stops at the thin wall', async () => {
	const page = await browser.newPage();
	const errors = errorsOf(page);
	await page.goto(`${server.url}/app/index.html`);
	const hero = () => page.evaluate(() => window.scene?.getObjectByName('hero')?.position.toArray());
	const reaches = async (condition, what) => {
		const end = Date.now() + 60_000;
		for (;;) {
			const at = await hero();
			if (at && condition(at)) return at;
			assert.ok(Date.now() < end, `${what}: the hero is at ${at}; ${errors}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	};
	await reaches(([, y]) => Math.abs(y) < 0.01, 'start');
	await page.keyboard.down('KeyD');
	await page.keyboard.down('KeyW');
	await reaches(([x]) => Math.abs(x - (3.99 - 0.3)) < 0.01, 'wall');
	await page.keyboard.up('KeyD');
	await page.keyboard.up('KeyW');
	assert.deepEqual(errors, []);
	await page.close();
});
