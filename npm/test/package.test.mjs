import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

const here = fileURLToPath(new URL('../', import.meta.url));
const sizes = JSON.parse(readFileSync(join(here, 'test/sizes.json'), 'utf8'));

test('the size has not grown by 5 % or more', () => {
	const module = readFileSync(join(here, 'dist/sidle.wasm'));
	const found = { gzip: gzipSync(module, { level: 9 }).length, brotli: brotliCompressSync(module).length };
	console.log(`sidle.wasm: ${module.length} bytes, gzip ${found.gzip}, brotli ${found.brotli}`);
	for (const [name, size] of Object.entries(sizes)) {
		assert.ok(found[name] < size * 1.05, `${name}: ${found[name]} bytes; test/sizes.json has ${size}`);
	}
});

let app;
before(() => {
	// The package as npm installs it.
	const folder = mkdtempSync(join(tmpdir(), 'sidle-package-'));
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: here });
	const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')));
	app = join(folder, 'app');
	mkdirSync(join(app, 'node_modules'), { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	cpSync(join(folder, 'package'), join(app, 'node_modules/sidle'), { recursive: true });
	symlinkSync(join(here, 'node_modules/three'), join(app, 'node_modules/three'));
	writeFileSync(join(app, 'package.json'), '{"type":"module"}');
	writeFileSync(join(app, 'main.js'), 'import { init, World } from "sidle";\nawait init();\nconst w = World.fromTriangles([0,0,0,0,0,9,9,0,0]);\nconsole.log("y", w.castRay([1,5,1],[0,-9,0]).point.y);\n');
	writeFileSync(join(app, 'unused.js'), 'import { World, Character, init } from "sidle";\nconsole.log("nothing");\n');
	writeFileSync(join(app, 'external.js'), 'import { init } from "sidle/external";\nimport { World } from "sidle/three";\nawait init(fetch("sidle.wasm"));\nconsole.log(World.fromTriangles([0,0,0,0,0,9,9,0,0]).info);\n');
	for (const name of ['three', 'babylon']) {
		writeFileSync(join(app, `${name}.js`), `import { init, World, Character } from "sidle/${name}";\nawait init();\nconst w = World.fromTriangles([0,0,0,0,0,9,9,0,0]);\nconsole.log("y", w.castRay([1,5,1],[0,-9,0]).point.y, typeof Character);\n`);
	}
	app = { path: app, tarball };
});

test('publint has no complaint', async () => {
	const { messages } = await publint({ pkgDir: here, strict: true });
	assert.deepEqual(messages.filter(({ type }) => type !== 'suggestion'), []);
});

test('the types are right for ES modules', async () => {
	const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(app.tarball))), { entrypoints: ['.', './external', './three', './babylon'] });
	assert.ok(result.types);
	// CommonJS gets a clear error of node 20, and the oldest resolution of TypeScript knows no exports: neither is supported.
	const problems = result.problems.filter(({ kind, resolutionKind }) => resolutionKind !== 'node10' && kind !== 'CJSResolvesToESM');
	assert.deepEqual(problems, []);
});

const runs = (file) => execFileSync(process.execPath, [file], { encoding: 'utf8' });

test('esbuild bundles it, and drops it when nothing is used', async () => {
	const { build } = await import('esbuild');
	const bundle = (entry) => build({ absWorkingDir: app.path, entryPoints: [entry], bundle: true, format: 'esm', outdir: 'esbuild', outExtension: { '.js': '.mjs' }, logLevel: 'error' });
	await bundle('main.js');
	assert.equal(runs(join(app.path, 'esbuild/main.mjs')), 'y 0\n');
	await bundle('unused.js');
	assert.ok(readFileSync(join(app.path, 'esbuild/unused.mjs')).length < 200);
});

test('sidle/three and sidle/babylon work alone; with sidle/external, the inlined module is dropped', async () => {
	const { build } = await import('esbuild');
	for (const name of ['three', 'babylon']) assert.equal(runs(join(app.path, `${name}.js`)), 'y 0 function\n');
	await build({ absWorkingDir: app.path, entryPoints: ['external.js'], bundle: true, format: 'esm', outdir: 'esbuild', external: ['three'], logLevel: 'error' });
	const { length } = readFileSync(join(app.path, 'esbuild/external.js'));
	assert.ok(length < 150_000, `${length} bytes`);
});

test('Vite bundles it', async () => {
	const { build } = await import('vite');
	await build({ root: app.path, logLevel: 'error', build: { outDir: 'vite', target: 'es2022', lib: { entry: 'main.js', formats: ['es'], fileName: 'main' } } });
	const file = ['main.js', 'main.mjs'].map((name) => join(app.path, 'vite', name)).find(existsSync);
	assert.equal(runs(file), 'y 0\n');
});

test('webpack bundles it', async () => {
	const { default: webpack } = await import('webpack');
	const stats = await new Promise((resolve, reject) => {
		const config = { context: app.path, entry: './main.js', mode: 'production', target: 'node20', experiments: { outputModule: true }, output: { path: join(app.path, 'webpack'), filename: 'main.mjs', module: true, chunkFormat: 'module' } };
		webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
	});
	assert.deepEqual(stats.toJson().errors, []);
	assert.equal(runs(join(app.path, 'webpack/main.mjs')), 'y 0\n');
});
