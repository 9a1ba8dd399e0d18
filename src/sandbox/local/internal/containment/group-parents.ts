import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MOUNT = '/sys/fs/cgroup';
/** The group of a service whose unit delegates the group above to us (`DelegateSubgroup=`). */
const OUR_SUBGROUP = 'rstar2';

/** The resources that a group can count. */
export type Resource = 'processes' | 'memory' | 'cpu';

/** The groups in which new groups can be made, by resource. */
export interface Parents {
  readonly version: 1 | 2;
  readonly folders: Partial<Record<Resource, string>>;
}

/** Waits a moment until the processes of a group have ended. */
export async function removeFolder(path: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      rmdirSync(path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @returns Those of our groups in which we can make groups that count something. */
export function findParents(): Parents {
  return usable(ownGroups());
}

/** @returns Our groups that can have children that count something. */
function ownGroups(): Parents {
  let lines: string[][];
  try {
    lines = readFileSync('/proc/self/cgroup', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return { version: 2, folders: {} };
  }
  const pathOf = (controller: string) => lines.find(([, names]) => names!.split(',').includes(controller))?.[2];
  const first: Parents['folders'] = {};
  for (const [resource, controller] of [
    ['processes', 'pids'],
    ['memory', 'memory'],
    ['cpu', 'cpuacct'],
  ] as const) {
    const path = pathOf(controller);
    if (path === undefined) continue;
    // In a container the mount's root is its own group, while its name is the host's.
    const folder = [join(MOUNT, controller, path), join(MOUNT, controller)].find((found) => existsSync(found));
    if (folder !== undefined) first[resource] = folder;
  }
  if (Object.keys(first).length > 0) return { version: 1, folders: first };
  // In the unified hierarchy its manager decides where controllers are; groups that are not delegated to us are not changed.
  const group = dividedGroup(join(MOUNT, pathOf('') ?? ''));
  let delegated: string[];
  try {
    delegated = readFileSync(join(group, 'cgroup.subtree_control'), 'utf8').trim().split(/\s+/);
  } catch {
    return { version: 2, folders: {} };
  }
  return {
    version: 2,
    folders: {
      ...(delegated.includes('pids') ? { processes: group } : {}),
      ...(delegated.includes('memory') ? { memory: group, cpu: group } : {}),
    },
  };
}

/** @returns The group whose children count something: the one above ours if it is delegated to us. */
export function dividedGroup(own: string): string {
  if (basename(own) !== OUR_SUBGROUP) return own;
  const group = dirname(own);
  for (const controller of ['pids', 'memory']) {
    try {
      writeFileSync(join(group, 'cgroup.subtree_control'), `+${controller}`);
    } catch {
      continue; // it is not delegated
    }
  }
  return group;
}

/** Returns the parents in which a process can be placed. Each is tried once, since a server must not start outside its control group. */
function usable(found: Parents): Parents {
  const folders = Object.entries(found.folders).filter(([, parent]) => {
    const path = join(parent, `rstar2-${process.pid}-trial`);
    try {
      mkdirSync(path);
    } catch {
      return false;
    }
    try {
      execFileSync('/bin/sh', ['-c', 'echo 0 > "$0"', join(path, 'cgroup.procs')], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    } finally {
      void removeFolder(path);
    }
  });
  return { version: found.version, folders: Object.fromEntries(folders) };
}
