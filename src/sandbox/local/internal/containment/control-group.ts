import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunLimits, EndedFor } from '../server/run-outcome.js';
import { findParents, removeFolder } from './group-parents.js';
import type { Parents, Resource } from './group-parents.js';

/** Beside the program's own: the server, and what started it. */
const OURS = 3;
/** Processes and threads that a starting server may have: importing a library may start some. */
const MOST_AT_START = 256;

/** The files of one version of the interface, for each resource. */
interface Interface {
  readonly memoryLimits: readonly string[];
  readonly memoryUsage: string;
  readonly oomEvents: string;
  /** @returns Milliseconds, of the content of `cpuUsage`. */
  readonly cpuMs: (content: string) => number;
  readonly cpuUsage: string;
}

const V1: Interface = {
  memoryLimits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
  memoryUsage: 'memory.usage_in_bytes',
  oomEvents: 'memory.oom_control',
  cpuUsage: 'cpuacct.usage',
  cpuMs: (content) => Number(content) / 1e6,
};
const V2: Interface = {
  memoryLimits: ['memory.max'],
  memoryUsage: 'memory.current',
  oomEvents: 'memory.events',
  cpuUsage: 'cpu.stat',
  cpuMs: (content) => Number(/usage_usec (\d+)/.exec(content)![1]) / 1000,
};

let serial = 0;
let parents: Parents | undefined;

/**
 * A control group of one fork server's processes, where this machine lets us make one: what all of them use together is
 * then known to the kernel, whatever they do to hide it, and capped by it.
 */
export class ControlGroup {
  readonly #interface: Interface;
  #most = 0;
  #memory = 0;
  /** What the server itself holds, with the files that it has read and without. */
  #ours = 0;
  #oursAtRest = 0;
  #kills = 0;

  /** @param paths - Of groups that exist, by what they count. */
  constructor(
    private readonly paths: Partial<Record<Resource, string>>,
    version: 1 | 2,
  ) {
    this.#interface = version === 1 ? V1 : V2;
  }

  /** @returns undefined if there is no controller that we may use. */
  static make(): ControlGroup | undefined {
    parents ??= findParents();
    const name = `rstar2-${process.pid}-${serial++}`;
    if (serial === 1) for (const parent of Object.values(parents.folders)) ControlGroup.removeStale(parent);
    const paths: Partial<Record<Resource, string>> = {};
    for (const [resource, parent] of Object.entries(parents.folders) as [Resource, string][]) {
      const path = join(parent, name);
      try {
        mkdirSync(path, { recursive: true });
        paths[resource] = path;
      } catch {
        continue;
      }
    }
    const group = new ControlGroup(paths, parents.version);
    if (group.folders.length === 0) return undefined;
    try {
      group.limit({ processes: MOST_AT_START });
      return group;
    } catch {
      void group.remove();
      return undefined;
    }
  }

  /** Groups that somebody left who was killed. */
  static removeStale(parent: string): void {
    for (const name of existsSync(parent) ? readdirSync(parent) : []) {
      const owner = /^rstar2-(\d+)-\d+$/.exec(name)?.[1];
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      try {
        rmdirSync(join(parent, name));
      } catch {
        continue;
      }
    }
  }

  /** The folders that a process has to enter. */
  get folders(): string[] {
    return [...new Set(Object.values(this.paths))];
  }

  counts(resource: Resource): boolean {
    return this.paths[resource] !== undefined;
  }

  /** The server is ready: what it holds now is not its programs'. */
  settle(): void {
    this.#ours = this.#usage();
    this.#oursAtRest = this.#usage() - this.#readFiles();
  }

  /** What its programs hold now, but for the files that they have read; undefined where that is not counted. */
  heldBytes(): number | undefined {
    if (!this.counts('memory')) return undefined;
    return Math.max(0, this.#usage() - this.#readFiles() - this.#oursAtRest);
  }

  /** How many processes and threads a program may have from now on, and what they may hold together. */
  limit({ processes, memoryBytes }: Partial<Pick<RunLimits, 'processes' | 'memoryBytes'>>): void {
    if (processes !== undefined && processes !== this.#most && this.paths.processes !== undefined) {
      writeFileSync(join(this.paths.processes, 'pids.max'), String(processes + OURS));
      this.#most = processes;
    }
    if (memoryBytes !== undefined && memoryBytes !== this.#memory && this.paths.memory !== undefined) {
      this.#limitMemory(this.#ours + memoryBytes);
      this.#memory = memoryBytes;
    }
  }

  /** Processor time of all that was ever in it, in milliseconds; 0 where that is not counted. */
  cpuMs(): number {
    const content = this.#read('cpu', this.#interface.cpuUsage);
    return content === undefined ? 0 : this.#interface.cpuMs(content);
  }

  /** Has the kernel ended a process since the last time it was asked, because the group was full? */
  outOfMemory(): EndedFor | undefined {
    const kills = Number(/oom_kill (\d+)/.exec(this.#read('memory', this.#interface.oomEvents) ?? '')?.[1] ?? 0);
    const more = kills > this.#kills;
    this.#kills = kills;
    return more ? 'memory' : undefined;
  }

  /** What a call is to be ended for, whose group had used so much processor time before it. */
  endedFor(limits: Pick<RunLimits, 'cpuMs'>, cpuMsBefore: number): EndedFor | undefined {
    return this.outOfMemory() ?? (this.cpuMs() - cpuMsBefore > limits.cpuMs ? 'cpu' : undefined);
  }

  /** Waits a moment for what is in it to have died. */
  async remove(): Promise<void> {
    await Promise.all(this.folders.map(removeFolder));
  }

  /** With swap there is a second limit, never below the first: whichever order lets both be written. */
  #limitMemory(bytes: number): void {
    const files = this.#interface.memoryLimits.map((name) => join(this.paths.memory!, name));
    const present = files.filter((path) => existsSync(path));
    for (const path of [...present, ...present.toReversed()]) {
      try {
        writeFileSync(path, String(bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      }
    }
  }

  #usage(): number {
    return Number(this.#read('memory', this.#interface.memoryUsage) ?? 0);
  }

  /** Pages of files that the kernel can drop. */
  #readFiles(): number {
    const counts = this.#read('memory', 'memory.stat') ?? '';
    return [...counts.matchAll(/^(?:in)?active_file (\d+)$/gm)].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  }

  #read(resource: Resource, name: string): string | undefined {
    const path = this.paths[resource];
    if (path === undefined) return undefined;
    try {
      return readFileSync(join(path, name), 'utf8');
    } catch {
      return undefined; // it has been removed
    }
  }
}
