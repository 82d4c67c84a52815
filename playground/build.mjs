// Builds the page into dist: a static folder that any server can serve.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildModule } from '../npm/scripts/wasm.mjs';

process.chdir(dirname(fileURLToPath(import.meta.url)));
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
buildModule('sidle-judge-wasm', join('src', 'judge.wasm'));
for (const name of ['index.html', 'style.css']) copyFileSync(`src/${name}`, `dist/${name}`);
const version = (path) => JSON.stringify(JSON.parse(readFileSync(path)).version);
await build({
	entryPoints: ['src/main.js'],
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	target: 'es2022',
	minify: true,
	legalComments: 'linked',
	loader: { '.tris': 'binary', '.wasm': 'binary' },
	define: { ENGINE_VERSION: version('../npm/package.json'), BVH_VERSION: version('node_modules/three-mesh-bvh/package.json') },
	// `sidle` is a link to ../npm: its three.js is that of this folder.
	preserveSymlinks: true,
});
// The service worker keeps every file, under a name that changes with them.
const files = readdirSync('dist').filter((name) => !name.endsWith('.txt'));
const digest = createHash('sha256');
for (const name of files) digest.update(name).update(readFileSync(`dist/${name}`));
const worker = readFileSync('src/sw.js', 'utf8').replace("'CACHE'", JSON.stringify(`sidle-${digest.digest('hex').slice(0, 16)}`)).replace("['FILES']", JSON.stringify(['./', ...files]));
writeFileSync('dist/sw.js', worker);
