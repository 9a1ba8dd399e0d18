import { availableParallelism } from 'node:os';
import * as z from 'zod';
import type { SandboxLimits } from '../../base/index.js';
import { MECHANISM_NAMES, sandboxLimitsSchema } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';
import { MAY_BE_MISSING } from '../wasm/options.js';
import { HEAVY_MODULES } from './internal/server-variant.js';

/** Options of {@link createLocalSandbox}. */
export interface LocalSandboxOptions {
  /**
   * - `auto` (default): the strongest isolation that works here, WebAssembly last; see `sandbox.isolation`;
   * - `full`: an error if full isolation is not available;
   * - `none`: programs run with the caller's privileges.
   */
  readonly isolation?: 'auto' | 'full' | 'none';
  /** The isolation mechanisms to try, strongest first; default all. */
  readonly mechanisms?: readonly MechanismName[];
  /**
   * Protection that may be missing if programs run as WebAssembly: `network` (Node below 25). Default: nothing may be missing.
   * `sandbox.isolation.missing` lists missing protection.
   */
  readonly allowMissing?: readonly 'network'[];
  /**
   * If programs run as WebAssembly: each program gets its own `interpreter` (default), or only its own `globals` in a shared interpreter,
   * for programs that trust each other. On Linux each program has its own process.
   */
  readonly fresh?: 'interpreter' | 'globals';
  /** Programs that run at once; default one per core. */
  readonly concurrency?: number;
  /** Limits of every call that does not set its own; see `DEFAULT_LIMITS`. */
  readonly limits?: Partial<SandboxLimits>;
  /** The interpreter: a name on the PATH or a path. Default `python3`. */
  readonly python?: string;
  /** Libraries with their own servers, in which they are already imported; default numpy, sympy, scipy, … if installed. */
  readonly heavyModules?: readonly string[];
  /**
   * Calls after which a server is replaced, because hash seeds are fixed when an interpreter starts. Default 2000. With 1, every call
   * starts its own interpreter.
   */
  readonly callsPerServer?: number;
  /** Most live interpreters of sessions; beyond it, the least recently used is ended. Default 64. */
  readonly maxSessions?: number;
  /** Time after which a session's unused interpreter is ended, in milliseconds. Default ten minutes. */
  readonly sessionIdleMs?: number;
  /** Memory of all sessions' interpreters together between their cells; beyond it, the least recently used is ended. Default 4 GiB. */
  readonly sessionMemoryBytes?: number;
  /** More folders that programs may read, at the same paths. */
  readonly readOnlyPaths?: readonly string[];
  /** Environment variables of programs. They get no variables of the caller. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The isolation mechanisms. `wasm` runs programs as WebAssembly, on any system, with the peer `pyodide`. */
export type MechanismName = 'bubblewrap' | 'unshare' | 'seccomp' | 'wasm';

export const localOptionsSchema = z.strictObject({
  isolation: z.enum(['auto', 'full', 'none']).default('auto'),
  mechanisms: z
    .array(z.enum(MECHANISM_NAMES))
    .min(1)
    .default([...MECHANISM_NAMES]),
  fresh: z.enum(['interpreter', 'globals']).default('interpreter'),
  allowMissing: z.array(z.enum(MAY_BE_MISSING)).default([]),
  concurrency: z
    .int()
    .min(1)
    .max(1024)
    .default(() => availableParallelism()),
  limits: z.optional(sandboxLimitsSchema),
  python: z.string().min(1).default('python3'),
  heavyModules: z
    .array(z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a module'))
    .default([...HEAVY_MODULES]),
  callsPerServer: z.int().min(1).default(2000),
  maxSessions: z.int().min(1).default(64),
  sessionIdleMs: z.number().positive().max(LONGEST_TIMER_MS).default(600_000),
  sessionMemoryBytes: z
    .number()
    .positive()
    .default(4 * 1024 ** 3),
  readOnlyPaths: z.array(z.string().startsWith('/')).default([]),
  env: z.record(z.string(), z.string()).default({}),
});

export type LocalSettings = z.output<typeof localOptionsSchema>;
