// Builds the package into dist: the module, the bundles and the types.

import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildWasm } from './wasm.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(here);
rmSync('dist', { recursive: true, force: true });
buildWasm();
await build({
	entryPoints: { index: 'src/index.ts', external: 'src/external.ts', three: 'src/three/index.ts', babylon: 'src/babylon/index.ts' },
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	target: 'es2022',
	minifySyntax: true,
	minifyWhitespace: true,
	sourcemap: true,
	sourcesContent: false,
	external: ['three', 'three/*', '@babylonjs/*'],
	chunkNames: 'chunk-[hash]',
});
execFileSync(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc')], { stdio: 'inherit' });
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join('..', name), name);
