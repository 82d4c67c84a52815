// Firefox (Debian's, or the one that FIREFOX names) opens a page that plays the golden scenes and posts the results.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { POLICY, serve } from './browser.mjs';
import { scenes } from './tapes.mjs';

const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Opens a page in Firefox without a window until `done`. Returns the result of `done`. */
async function opened(url, done) {
	const profile = mkdtempSync(join(tmpdir(), 'sidle-firefox-'));
	const settings = { 'browser.shell.checkDefaultBrowser': false, 'browser.startup.homepage_override.mstone': 'ignore', 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false };
	writeFileSync(join(profile, 'user.js'), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
	const child = spawn(firefox, ['--headless', '--no-remote', '--profile', profile, url], { stdio: 'ignore', env: { ...process.env, HOME: profile } });
	const ended = new Promise((resolve) => child.once('exit', resolve));
	try {
		return await Promise.race([done, ended.then((code) => assert.fail(`Firefox ended with ${code}`))]);
	} finally {
		child.kill();
		await ended;
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	}
}

test('the golden scenes have the bits of native builds in Firefox', { skip: existsSync(firefox) ? false : `no ${firefox}`, timeout: 600_000 }, async () => {
	console.log(execFileSync(firefox, ['--version'], { encoding: 'utf8' }).trim());
	const all = scenes();
	const tapes = all[0].path.slice(0, -`${all[0].name}.tape`.length);
	writeFileSync(join(tapes, 'names.json'), JSON.stringify(all.map(({ name }) => name)));
	let received;
	const report = new Promise((resolve) => (received = resolve));
	const server = await serve({ dist: folder('../dist'), test: folder('.'), tapes }, POLICY, received);
	try {
		const { agent, errors, scenes: found, external } = JSON.parse(await opened(`${server.url}/test/report.html`, report));
		assert.match(agent, /Firefox\//);
		assert.deepEqual(errors, []);
		for (const { name, moves, hash } of all) assert.deepEqual(found[name], { moves, hash }, name);
		assert.equal(external, 0);
	} finally {
		server.stop();
	}
});
