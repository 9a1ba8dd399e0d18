import { chmodSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Caches that tools keep under the temporary directory on purpose. */
const CACHES = /^(tsx-\d+|node-compile-cache|v8-compile-cache.*|node-jiti)$/;
/** A process that was told to end is given this long. */
const PATIENCE_MS = 10_000;

/**
 * Every run of the tests has a temporary directory of its own and must leave it as it was: empty, and no process that
 * works in it. What is left fails the run and is named.
 */
export default function setup(): () => Promise<void> {
  // Short, because sockets are made below it and their paths have at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'rt-'));
  // Tests run programs as other users as well.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return async () => {
    const until = Date.now() + PATIENCE_MS;
    let left = leftovers(folder);
    while (left.length > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      left = leftovers(folder);
    }
    rmSync(folder, { recursive: true, force: true });
    if (left.length === 0) return;
    // Vitest prints what is thrown here, but does not count it.
    process.exitCode = 1;
    throw new Error(`the tests left behind:\n${left.join('\n')}`);
  };
}

function leftovers(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => !CACHES.test(name));
  return [...files.map((name) => join(folder, name)), ...processesIn(folder)];
}

/** Processes other than this run's own whose command line, folder or environment is below the run's temporary directory. */
function processesIn(folder: string): string[] {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (Number(pid) === process.pid || isOwn(command)) return [];
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const works = [command, environment, readlinkSync(`/proc/${pid}/cwd`)].some((text) => text.includes(folder));
      return works ? [`process ${pid}: ${command.slice(0, 200)}`] : [];
    } catch {
      // It has ended meanwhile, or is somebody else's.
      return [];
    }
  });
}

/** What runs the tests: Vitest's workers, and the service that esbuild keeps for it. */
function isOwn(command: string): boolean {
  return /vitest|esbuild.*--service/.test(command);
}
