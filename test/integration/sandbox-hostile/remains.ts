import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A supervisor, what makes the namespaces, the server in them, the child that waits for its call. */
const DEEPEST = 4;

/**
 * This machine as seen from outside of our sandboxes: what programs leave while sandboxes are open, and what sandboxes
 * leave when they are closed.
 */
export class Outside {
  #descriptors = descriptors();
  #mounts = mounts();

  /** @param patienceMs - What goes by itself in this time is not left. */
  constructor(private readonly patienceMs = 60_000) {}

  /** What is open now is as it should be: said when sandboxes have been opened and are at rest. */
  settle(): void {
    this.#descriptors = descriptors();
    this.#mounts = mounts();
  }

  /** What is left of calls that have ended, by so many sandboxes that are open and at rest. */
  leftByCalls(sandboxes: number): Promise<string[]> {
    return this.#whenSettled(() => {
      const servers = supervisors();
      return [
        ...servers.flatMap((pid) => besideTheChain(pid)),
        ...folders().slice(sandboxes),
        ...groups().slice(servers.length),
        ...this.#leaks(),
      ];
    });
  }

  /** What is left when all sandboxes are closed. */
  leftBySandboxes(): Promise<string[]> {
    return this.#whenSettled(() => [...supervisors().map(describe), ...folders(), ...groups(), ...this.#leaks()]);
  }

  async #whenSettled(look: () => string[]): Promise<string[]> {
    const end = performance.now() + this.patienceMs;
    for (;;) {
      const left = look();
      if (left.length === 0 || performance.now() > end) return left;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #leaks(): string[] {
    const [opened, mounted] = [descriptors() - this.#descriptors, mounts() - this.#mounts];
    return [
      // Node may keep a descriptor or two of its own for what it has loaded since.
      ...(opened > 4 ? [`${opened} descriptors more`] : []),
      ...(mounted > 0 ? [`${mounted} mounts more`] : []),
    ];
  }
}

function supervisors(): number[] {
  const below = parentage().get(process.pid) ?? [];
  return below.filter((pid) => commandOf(pid).includes('rstar2_supervisor'));
}

/** At rest each process has one child, down to the one that waits for its call: any other was left by a program. */
function besideTheChain(supervisor: number): string[] {
  const children = parentage();
  const left: number[] = [];
  let last: number | undefined = supervisor;
  for (let depth = 1; last !== undefined; depth++) {
    const [next, ...more]: readonly number[] = children.get(last) ?? [];
    left.push(...more);
    if (next !== undefined && depth >= DEEPEST) left.push(next);
    last = next;
  }
  return left.map(describe);
}

/** The children of every process. */
function parentage(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(content(`/proc/${name}/stat`).split(') ').at(-1)!.split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

const commandOf = (pid: number): string => content(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
const describe = (pid: number): string => `process ${pid}: ${commandOf(pid).slice(0, 200)}`;

/** Of this process: folders for sandboxes, and for pipes that servers are started with. */
function folders(): string[] {
  const ours = new RegExp(`^rstar2-(sandbox|pipes)-\\d+-${process.pid}-`);
  return readdirSync(tmpdir()).filter((name) => ours.test(name));
}

/** The names of this process's control groups: one has a folder for each controller. */
function groups(): string[] {
  const root = '/sys/fs/cgroup';
  if (!existsSync(root)) return [];
  const args = [root, '-maxdepth', '5', '-name', `rstar2-${process.pid}-*`, '-printf', '%f\n'];
  // Others' groups may go while it looks, of which it complains.
  const { stdout } = spawnSync('find', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return [...new Set(stdout.split('\n').filter((name) => name !== ''))];
}

const descriptors = (): number => readdirSync('/proc/self/fd').length;
const mounts = (): number => content('/proc/self/mountinfo').split('\n').length;

function content(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
