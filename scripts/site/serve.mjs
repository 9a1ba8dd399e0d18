/** A static host, as any is: files below one folder, compressed by gzip where the browser takes it, and what went over the wire counted. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';

const TYPES = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
};

/**
 * @param {string} folder
 * @param {string} below - The address of the folder on the host: `/some/where`; the host itself by default.
 * @returns {Promise<{ origin: string, sent: Map<string, number>, close: () => Promise<void> }>} `sent`: bytes of bodies by path, as they
 *   went over the wire.
 */
export async function serveFolder(folder, below = '') {
  const sent = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (!pathname.startsWith(below)) return void response.writeHead(404).end();
    const asked = decodeURIComponent(pathname.slice(below.length));
    const path = normalize(asked.endsWith('/') ? `${asked}index.html` : asked);
    const file = join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    const gzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && !file.endsWith('.zip');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (gzip) response.setHeader('content-encoding', 'gzip');
    const body = gzip ? createReadStream(file).pipe(createGzip()) : createReadStream(file);
    body.on('data', (bytes) => sent.set(path, (sent.get(path) ?? 0) + bytes.length));
    body.pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, sent, close };
}
