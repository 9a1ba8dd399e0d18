/** Node's functions that the server uses; `node.browser.ts` replaces them in browsers. */
export { createServer, request as httpRequest } from 'node:http';
export { request as httpsRequest } from 'node:https';
