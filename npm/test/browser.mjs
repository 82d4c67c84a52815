// A static server on this machine, and Chromium.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css', '.json': 'application/json' };

/** The strictest content security policy that the package needs. */
export const POLICY = { 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" };

/**
 * Serves folders: `roots` has the folder of each first part of a path. `received` gets the text of a POST. Returns the address and
 * a function that stops the server.
 */
export async function serve(roots, headers = {}, received = undefined) {
	const server = createServer(async (request, response) => {
		if (request.method === 'POST') {
			received?.(Buffer.concat(await request.toArray()).toString());
			return response.writeHead(204).end();
		}
		const [, first, ...rest] = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).split('/');
		const path = first in roots ? normalize(join(roots[first], ...rest)) : '';
		const file = path !== '' && existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
		if (first === 'favicon.ico') return response.writeHead(204).end();
		if (file === '' || !file.startsWith(normalize(roots[first])) || !existsSync(file)) return response.writeHead(404).end();
		response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', ...headers });
		createReadStream(file).pipe(response);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** Starts Chromium: Debian's, or the one that CHROMIUM names. */
export function launch(...more) {
	const args = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...more];
	return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args });
}

/** Collects the errors of a page: messages of the console, exceptions and failed requests. */
export function errorsOf(page) {
	const errors = [];
	page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
	page.on('pageerror', (error) => errors.push(String(error)));
	page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
	return errors;
}
