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
export { copyFile, lstat, mkdir, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
/** Flags of files: `O_NOFOLLOW`. */
export { constants } from 'node:fs';
export { createHash, timingSafeEqual } from 'node:crypto';
export { homedir, hostname, tmpdir } from 'node:os';
export { dirname, join, relative, resolve } from 'node:path';
