import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { POLICY, errorsOf, launch, serve } from './browser.mjs';
import { scenes } from './tapes.mjs';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
let browser, server;
const all = scenes();
const tapes = all[0].path.slice(0, -`${all[0].name}.tape`.length);

before(async () => {
	server = await serve({ dist: folder('../dist'), test: folder('.'), tapes }, POLICY);
	browser = await launch();
});
after(async () => {
	await browser?.close();
	server?.stop();
});

async function open() {
	const page = await browser.newPage();
	const errors = errorsOf(page);
	await page.goto(`${server.url}/test/page.html`);
	await page.waitForFunction('window.isReady');
	return { page, errors };
}

test('the golden scenes have the bits of native builds in Chromium', async () => {
	const { page, errors } = await open();
	for (const { name, path, moves, hash } of all) {
		const found = await page.evaluate((url) => window.playTape(url), `/tapes/${relative(tapes, path)}`);
		assert.deepEqual(found, { moves, hash }, name);
	}
	assert.deepEqual(errors, []);
	await page.close();
});

test('the module is served on its own', async () => {
	const { page, errors } = await open();
	assert.equal(await page.evaluate(() => window.runExternal()), 0);
	assert.deepEqual(errors, []);
	await page.close();
});
