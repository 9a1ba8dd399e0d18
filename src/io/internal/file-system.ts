/** What this room uses of Node's file system; `file-system.browser.ts` stands in for it where there is none. */
export {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
export { createReadStream, createWriteStream } from 'node:fs';
export { copyFile, mkdir, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
export { createHash, timingSafeEqual } from 'node:crypto';
export { homedir, hostname, tmpdir } from 'node:os';
export { dirname, join, relative } from 'node:path';
