import { spawnSync } from 'node:child_process';
import type { Sandbox, SandboxCall, SandboxLimits, SandboxResult } from '../../../src/base/index.js';
import type { Canary } from './canary.js';

/** A sandbox under attack, and what the attack goes for. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly canary: Canary;
  /** No namespaces: other processes are in sight. */
  readonly partial: boolean;
}

/** What must hold while and after hostile programs run; gives what did not. */
export interface Case {
  readonly name: string;
  readonly check: (scene: Scene) => Promise<readonly string[]>;
}

export const MIB = 1024 * 1024;
/** Limits of the sandboxes under test: a busy machine makes no program late that has to succeed. */
export const AMPLE: Partial<SandboxLimits> = { wallMs: 120_000, cpuMs: 60_000 };
/** How long a program keeps what it must not have, in seconds: until a look sees it, however late that comes. */
export const UNTIL_SEEN = 100;
export type Ran = Exclude<SandboxResult, { kind: 'unavailable' }>;

export async function run(sandbox: Sandbox, code: string, more: Partial<SandboxCall> = {}): Promise<Ran> {
  const result = await sandbox.run({ code, ...more });
  if (result.kind === 'unavailable') throw new Error(`unavailable: ${result.cause.message}`);
  return result;
}

export const expectKind = (result: SandboxResult, ...kinds: readonly string[]): string[] =>
  kinds.includes(result.kind) ? [] : [`expected ${kinds.join(' or ')}, got ${JSON.stringify(result).slice(0, 400)}`];

export const expectNothing = (what: string, printed: string): string[] =>
  printed.trim() === '' ? [] : [`${what}: ${printed.slice(0, 400)}`];

export const SYSCALL = 'import ctypes, os, sys, time\nlibc = ctypes.CDLL(None, use_errno=True)\n';

/** Does the kernel count what the programs of this process's sandboxes hold? Then it is no matter what they say themselves. */
export function kernelCountsMemory(): boolean {
  const files = [
    '-path',
    `*/rstar2-${process.pid}-*/memory.max`,
    '-o',
    '-path',
    `*/rstar2-${process.pid}-*/memory.limit_in_bytes`,
  ];
  return spawnSync('find', ['/sys/fs/cgroup', '-maxdepth', '7', ...files], { encoding: 'utf8' }).stdout !== '';
}
