// Builds crates as optimised modules with cargo: dist/sidle.wasm, with src/wasm-inline.ts from it, and others for the playground.
//
// The compiler is rustup's with the target wasm32-unknown-unknown, or the one that SIDLE_RUSTC names.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(here, '..');
const target = process.env.SIDLE_WASM_TARGET_DIR ?? join(root, 'target', 'npm');

function hasTarget() {
	const sysroot = execFileSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8', cwd: root }).trim();
	return existsSync(join(sysroot, 'lib', 'rustlib', 'wasm32-unknown-unknown', 'lib'));
}

/** Builds a crate of the workspace as the module `file`. */
export function buildModule(crate, file) {
	const compiler = process.env.SIDLE_RUSTC;
	if (compiler === undefined && !hasTarget()) {
		throw new Error('the Rust target wasm32-unknown-unknown is missing: run `rustup target add wasm32-unknown-unknown`');
	}
	const env = {
		...process.env,
		...(compiler === undefined ? {} : { RUSTC: compiler }),
		CARGO_PROFILE_RELEASE_OPT_LEVEL: '3',
		CARGO_PROFILE_RELEASE_LTO: 'fat',
		CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1',
		CARGO_PROFILE_RELEASE_PANIC: 'abort',
		CARGO_PROFILE_RELEASE_STRIP: 'true',
		CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: '-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=50',
	};
	delete env.RUSTFLAGS;
	const options = ['build', '--quiet', '--release', '--locked', '-p', crate, '--target', 'wasm32-unknown-unknown', '--target-dir', target];
	execFileSync('cargo', options, { cwd: root, env, stdio: 'inherit' });
	const built = join(target, 'wasm32-unknown-unknown', 'release', `${crate.replaceAll('-', '_')}.wasm`);
	const optimiser = join(here, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
	const features = ['simd', 'bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals', 'reference-types', 'multivalue'];
	execFileSync(process.execPath, [optimiser, '-O3', ...features.map((name) => `--enable-${name}`), built, '-o', file], { stdio: 'inherit' });
}

export function buildWasm() {
	mkdirSync(join(here, 'dist'), { recursive: true });
	const module = join(here, 'dist', 'sidle.wasm');
	buildModule('sidle-wasm', module);
	// Compressed: text of the plain module would be larger by a third, even when a server compresses it.
	const text = gzipSync(readFileSync(module), { level: 9 }).toString('base64');
	writeFileSync(join(here, 'src', 'wasm-inline.ts'), `// Made by scripts/wasm.mjs.\nexport const WASM_GZIP_BASE64: string =\n\t'${text}';\n`);
}
