// Runs the snippets of README.md as they are printed, and checks their types and those of the guide.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { errorsOf, launch, serve } from './browser.mjs';
import { isNear } from './levels.mjs';

const here = fileURLToPath(new URL('../', import.meta.url));
const snippets = (path) => [...readFileSync(join(here, path), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const printed = snippets('README.md');
const using = (name) => {
	const found = printed.filter((code) => code.includes(`from '${name}'`));
	assert.equal(found.length, 1, name);
	return found[0];
};
let app, browser, server;

before(async () => {
	app = mkdtempSync(join(tmpdir(), 'sidle-readme-'));
	mkdirSync(join(app, 'node_modules'));
	symlinkSync(here, join(app, 'node_modules/sidle'));
	for (const name of ['three', '@babylonjs', '@types']) symlinkSync(join(here, 'node_modules', name), join(app, 'node_modules', name));
	server = await serve({ app });
	browser = await launch('--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader');
});
after(async () => {
	await browser?.close();
	server?.stop();
});

/** Bundles a snippet with Vite and opens it. `more` is code behind it that names its variables for the test. */
async function opened(name, code, more) {
	const root = join(app, name);
	mkdirSync(root);
	writeFileSync(join(root, 'index.html'), '<!doctype html><body><script type="module" src="main.js"></script>');
	writeFileSync(join(root, 'main.js'), `${code}\n${more}\n`);
	await build({ root, base: './', logLevel: 'error', build: { chunkSizeWarningLimit: 20_000 } });
	const page = await browser.newPage();
	page.setDefaultTimeout(120_000);
	const errors = errorsOf(page);
	await page.goto(`${server.url}/app/${name}/dist/index.html`);
	return { page, errors };
}

test('README: the first snippet runs in node', () => {
	writeFileSync(join(app, 'main.mjs'), using('sidle'));
	const [, x] = execFileSync(process.execPath, ['main.mjs'], { cwd: app, encoding: 'utf8' }).match(/^\{ x: (.*), y: 0, z: 0 \} true 0\n$/);
	isNear(Number(x), 3 / 60, 1e-7);
});

test('README: the page of three.js walks up to the crate', async () => {
	const { page, errors } = await opened('three', using('sidle/three'), 'Object.assign(window, { hero, camera });');
	await page.waitForFunction(() => window.hero?.isGrounded && Math.abs(window.camera.position.y - 1.6) < 0.01);
	await page.keyboard.down('KeyW');
	// The face of the crate is at -4.5, and the capsule has a radius of 0.3 m.
	await page.waitForFunction(() => Math.abs(window.camera.position.z + 4.199) < 0.01);
	await page.keyboard.up('KeyW');
	assert.deepEqual(errors, []);
	await page.close();
});

test('README: the page of Babylon.js stops at the wall', async () => {
	const { page, errors } = await opened('babylon', using('sidle/babylon'), 'Object.assign(window, { player });');
	// The face of the wall is at 2.95, and the ellipsoid has a radius of 0.5 m and half a height of 1 m.
	await page.waitForFunction(() => Math.abs(window.player?.position.z - 2.449) < 0.01 && Math.abs(window.player.position.y - 1.001) < 0.01);
	assert.deepEqual(errors, []);
	await page.close();
});

test('README: the module is a file of its own with Vite', async () => {
	const { page, errors } = await opened('external', using('sidle/external'), "import { World } from 'sidle/external';\nwindow.found = World.fromTriangles([0, 0, 0, 0, 0, 9, 9, 0, 0]).castRay([1, 5, 1], [0, -9, 0]).point.y;");
	await page.waitForFunction(() => window.found === 0);
	assert.deepEqual(errors, []);
	await page.close();
});

test('README: node reads the module as bytes', () => {
	const [, line] = readFileSync(join(here, 'README.md'), 'utf8').match(/In node, pass the bytes:\n`([^`]*)`/);
	const code = `import { readFile } from 'node:fs/promises';\nimport { init, World } from 'sidle/external';\n${line};\nconsole.log(World.fromTriangles([]).info.polygons);\n`;
	writeFileSync(join(app, 'external.mjs'), code);
	assert.equal(execFileSync(process.execPath, ['external.mjs'], { cwd: app, encoding: 'utf8' }), '0\n');
});

test('the snippets of README and guide have the types that they need', () => {
	const guide = snippets('../docs/book/src/on-the-web.md');
	assert.deepEqual([printed.length, guide.length], [4, 3]);
	// The guide shows only the calls. These are the variables of a page.
	const page = {
		sidle: '',
		'sidle/three': "import * as THREE from 'three';\ndeclare const scene: THREE.Scene, camera: THREE.Camera, renderer: THREE.WebGLRenderer, wishVelocity: THREE.Vector3, jump: boolean;\n",
		'sidle/babylon': "import { AbstractMesh, Scene, Vector3 } from '@babylonjs/core';\ndeclare const scene: Scene, player: AbstractMesh, forward: Vector3, speed: number, dt: number;\n",
	};
	const all = [...printed, ...guide.map((code) => page[code.match(/from '(sidle[^']*)'/)[1]] + code)];
	const files = all.map((code, i) => {
		writeFileSync(join(app, `snippet-${i}.ts`), code);
		return `snippet-${i}.ts`;
	});
	const check = (skipLibCheck, chosen) => {
		const compilerOptions = { strict: true, noEmit: true, skipLibCheck, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] };
		writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: chosen }));
		try {
			execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', app], { encoding: 'utf8' });
		} catch (error) {
			assert.fail(error.stdout);
		}
	};
	check(true, files);
	// The declarations themselves too. Those of three.js and Babylon.js need others that are not installed.
	check(false, files.filter((_, i) => !/three|babylon/.test(all[i])));
});
