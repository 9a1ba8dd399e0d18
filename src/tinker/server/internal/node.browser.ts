/** Where there is no Node, the server says so when it is started, and not when it is loaded. */
function missing(): never {
  throw new Error('createTinkerServer listens on a port, which needs Node');
}

export const createHash = missing;
export const randomUUID = missing;
export const readdirSync = missing;
export const statSync = missing;
export const rm = missing;
export const createServer = missing;
export const dirname = missing;
export const resolve = missing;
export const zlib = {};
