import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RunError } from '../run-error.js';

/** Folders that this process has locked. */
const locked = new Set<string>();

/**
 * Keeps a second process out of a run's folder: two would write into one file.
 *
 * @returns Gives the folder free.
 * @throws RunError where a process that is alive has it. The lock of one that is gone is taken over.
 */
export function lockFolder(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'lock');
  for (let patience = 3; ; patience--) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, `${hostname()} ${process.pid}\n`);
      closeSync(file);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || patience === 0) throw error;
      const holder = readFileSync(path, 'utf8').trim();
      if (isHeld(holder, directory))
        throw new RunError(
          `${directory}: another process has this run open (${holder}); if it is gone, remove ${path}`,
        );
      rmSync(path, { force: true });
    }
  }
  locked.add(directory);
  return () => {
    if (locked.delete(directory)) rmSync(path, { force: true });
  };
}

/** Of another machine's process nothing is known: it counts as alive. */
function isHeld(holder: string, directory: string): boolean {
  const [host, pid] = holder.split(' ');
  if (host !== hostname()) return holder !== '';
  if (Number(pid) === process.pid) return locked.has(directory);
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
