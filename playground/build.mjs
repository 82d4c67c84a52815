// Builds the page into dist: a static folder that any server can serve.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(dirname(fileURLToPath(import.meta.url)));
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const name of ['index.html', 'style.css']) copyFileSync(`src/${name}`, `dist/${name}`);
await build({
	entryPoints: ['src/main.js'],
	outfile: 'dist/main.js',
	bundle: true,
	format: 'esm',
	target: 'es2022',
	minify: true,
	legalComments: 'linked',
	// `sidle` is a link to ../npm: its three.js is that of this folder.
	preserveSymlinks: true,
});
