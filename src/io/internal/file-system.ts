/** What this room uses of Node's file system; `file-system.browser.ts` stands in for it where there is none. */
export {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
export { dirname } from 'node:path';
export { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
