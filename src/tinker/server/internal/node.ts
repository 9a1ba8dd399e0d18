/** Node's functions that the server uses; `node.browser.ts` replaces them in browsers. */
export { createHash, randomUUID } from 'node:crypto';
export { readdirSync, statSync } from 'node:fs';
export { rm } from 'node:fs/promises';
export { createServer } from 'node:http';
export { dirname, resolve } from 'node:path';
/** By its default, an object: a bundler would import by name what only newer Nodes have. */
export { default as zlib } from 'node:zlib';
