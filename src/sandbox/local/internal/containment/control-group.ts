import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MOUNT = '/sys/fs/cgroup';
/** Beside the program's own: the server, and what started it. */
const OURS = 3;
let serial = 0;

/**
 * A control group that counts the processes of one fork server, where this machine lets us make one: the kernel's own
 * cap, beside the limit by user that every program has.
 */
export class ControlGroup {
  #most = 0;

  /** @param path - Of a group that exists. */
  constructor(readonly path: string) {}

  /** @returns undefined where there is no pids controller, or it is not ours to use. */
  static make(): ControlGroup | undefined {
    const parent = parentGroup();
    if (parent === undefined) return undefined;
    if (serial === 0) ControlGroup.removeStale(parent);
    const path = join(parent, `rstar2-${process.pid}-${serial++}`);
    try {
      mkdirSync(path);
    } catch {
      return undefined;
    }
    const group = new ControlGroup(path);
    try {
      group.limit(1);
      return group;
    } catch {
      void group.remove();
      return undefined;
    }
  }

  /** Groups that somebody left who was killed. */
  static removeStale(parent: string): void {
    for (const name of readdirSync(parent)) {
      const owner = /^rstar2-(\d+)-\d+$/.exec(name)?.[1];
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      try {
        rmdirSync(join(parent, name));
      } catch {
        continue;
      }
    }
  }

  /** The command line that starts a command inside; outside, where the kernel does not let it in after all. */
  wrap(command: string, args: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
    return {
      command: '/bin/sh',
      args: ['-c', 'echo 0 > "$0" 2>/dev/null; exec "$@"', join(this.path, 'cgroup.procs'), command, ...args],
    };
  }

  /** How many processes and threads a program may have from now on. */
  limit(processes: number): void {
    if (processes === this.#most) return;
    writeFileSync(join(this.path, 'pids.max'), String(processes + OURS));
    this.#most = processes;
  }

  /** Waits a moment for what is in it to have died. */
  async remove(): Promise<void> {
    for (let tries = 0; tries < 50; tries++) {
      try {
        rmdirSync(this.path);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The group that we are in, where it can have children that count processes. */
function parentGroup(): string | undefined {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
    const path = (controller: string) =>
      lines.map((line) => line.split(':')).find(([, names]) => names!.split(',').includes(controller))?.[2];
    const first = path('pids');
    if (first !== undefined) return join(MOUNT, 'pids', first);
    // In the unified hierarchy whoever manages it says where controllers are; what is not delegated is left alone.
    const group = join(MOUNT, path('') ?? '');
    const delegated = readFileSync(join(group, 'cgroup.subtree_control'), 'utf8').split(/\s/);
    return delegated.includes('pids') ? group : undefined;
  } catch {
    return undefined;
  }
}
