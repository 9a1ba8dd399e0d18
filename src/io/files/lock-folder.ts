import {
  closeSync,
  hostname,
  join,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from '../internal/file-system.js';
import { writeFailure } from './files.js';

/** Folders that this process has locked. */
const locked = new Set<string>();

/** A lock of this process; or the process that has locked the folder, and the lock's file. */
export type FolderLock =
  { readonly kind: 'locked'; readonly release: () => void } | { readonly kind: 'taken'; readonly by: string };

/**
 * Locks a folder against other processes; makes it if it is missing. The lock of a process that is gone is replaced.
 *
 * @returns The lock; `taken` if a live process has one.
 * @throws WriteError where the folder cannot be made or written to.
 */
export function lockFolder(directory: string): FolderLock {
  const path = join(directory, 'lock');
  try {
    return lock(directory, path);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

function lock(directory: string, path: string): FolderLock {
  mkdirSync(directory, { recursive: true });
  for (let patience = 3; ; patience--) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, new TextEncoder().encode(`${hostname()} ${process.pid}\n`));
      closeSync(file);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || patience === 0) throw error;
      const holder = readFileSync(path, 'utf8').trim();
      if (isAlive(holder, directory)) return { kind: 'taken', by: `${holder}, ${path}` };
      rmSync(path, { force: true });
    }
  }
  locked.add(directory);
  const release = () => {
    if (locked.delete(directory)) rmSync(path, { force: true });
  };
  return { kind: 'locked', release };
}

/** A process of another machine counts as alive. */
function isAlive(holder: string, directory: string): boolean {
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
