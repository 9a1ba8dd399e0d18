import { delay } from '../../../io/index.js';
import type { NodeModules } from './node-modules.js';

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 2_000;
/** The same, for processes that are left after their program has ended. */
export const LEFTOVER_GRACE_MS = 250;

/** Processes may start others while they are ended. */
const SIGNALS = ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const;

/**
 * Ends a process group, and on Linux also the processes that left it (`setsid`): those that have `mark` in their environment.
 *
 * @param mark - `NAME=value`, known to no other process.
 * @param graceMs - How long they have after SIGTERM.
 */
export async function endProcesses(
  group: number,
  mark: string,
  modules: NodeModules,
  graceMs = GRACE_MS,
): Promise<void> {
  const marked = Buffer.from(`${mark}\0`);
  let left = targets(group, marked, modules);
  for (const signal of SIGNALS) {
    for (const target of left) send(target, signal);
    const deadlineMs = performance.now() + (signal === 'SIGTERM' ? graceMs : GRACE_MS);
    for (let waitMs = 5; left.length > 0 && performance.now() < deadlineMs; waitMs = Math.min(2 * waitMs, 250)) {
      await delay(waitMs);
      left = targets(group, marked, modules);
    }
  }
}

/** @returns What runs and is to be ended: the group, as a negative number, and processes. */
function targets(group: number, marked: Buffer, { files }: NodeModules): number[] {
  // Where the system does not show environments, processes that have left the group are not found.
  if (process.platform !== 'linux') return send(-group, 0) ? [-group] : [];
  const found = new Set<number>();
  for (const pid of files.readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      // After the program's name: state, parent, group. One that has ended waits for its parent to ask.
      const [state, , itsGroup] = files.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      if (state === 'Z') continue;
      if (Number(itsGroup) === group) found.add(-group);
      else if (files.readFileSync(`/proc/${pid}/environ`).includes(marked)) found.add(Number(pid));
    } catch {
      // It has ended, or belongs to another user.
    }
  found.delete(process.pid);
  return [...found];
}

/** @returns Whether there is such a process or group. @param target - A group as a negative number. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // A program of another user's (setuid) runs on.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
