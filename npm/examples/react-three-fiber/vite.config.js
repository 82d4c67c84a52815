import { defineConfig } from 'vite';

// One copy of three.js, also for the package, which is beside this folder.
export default defineConfig({
	base: './',
	oxc: { jsx: { runtime: 'automatic' } },
	build: { target: 'es2022' },
	resolve: { dedupe: ['three', 'react'] },
});
