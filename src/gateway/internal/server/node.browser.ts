/** Where there is no Node, the server says so when it is started, and not when it is loaded. */
function missing(): never {
  throw new Error('a gateway listens on a port, which needs Node');
}

export const createServer = missing;
export const httpRequest = missing;
export const httpsRequest = missing;
