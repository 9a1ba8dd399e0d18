/** Where there are no files, a function that needs them says so when it is called, and not when it is loaded. */
function missing(): never {
  throw new Error('this function reads or writes files, which a browser does not have: use Node, Bun or Deno');
}

export const closeSync = missing;
export const dirname = missing;
export const existsSync = missing;
export const fdatasyncSync = missing;
export const fstatSync = missing;
export const fsyncSync = missing;
export const ftruncateSync = missing;
export const mkdirSync = missing;
export const openSync = missing;
export const readFileSync = missing;
export const renameSync = missing;
export const rmSync = missing;
export const writeSync = missing;
export const mkdir = missing;
export const open = missing;
export const rename = missing;
export const rm = missing;
export const createReadStream = missing;
export const createWriteStream = missing;
export const copyFile = missing;
export const lstat = missing;
export const constants: { readonly [flag: string]: number } = {};
export const readdir = missing;
export const stat = missing;
export const symlink = missing;
export const createHash = missing;
export const timingSafeEqual = missing;
export const homedir = missing;
export const hostname = missing;
export const mkdtempSync = missing;
export const tmpdir = missing;
export const join = missing;
export const relative = missing;
export const resolve = missing;
