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
   * - `auto` (default): the strongest containment that works here, WebAssembly last; `sandbox.isolation` says which;
   * - `full`: an error where it cannot be had;
   * - `none`: programs run with the caller's privileges.
   */
  readonly isolation?: 'auto' | 'full' | 'none';
  /** The ways of containing programs that may be tried, strongest first; default all of them. */
  readonly mechanisms?: readonly MechanismName[];
  /**
   * What a runtime need not deny where programs run as WebAssembly: `network` (Node below 25). Default nothing.
   * `sandbox.isolation.missing` names what is not denied.
   */
  readonly allowMissing?: readonly 'network'[];
  /**
   * What a program gets where programs run as WebAssembly: an `interpreter` of its own (default), or `globals` of its own in
   * an interpreter that others use too, for programs that trust each other. On Linux each has a process of its own.
   */
  readonly fresh?: 'interpreter' | 'globals';
  /** Programs that run at once; default one a core. */
  readonly concurrency?: number;
  /** Limits of every call that does not set its own; see `DEFAULT_LIMITS`. */
  readonly limits?: Partial<SandboxLimits>;
  /** The interpreter: a name on the PATH or a path. Default `python3`. */
  readonly python?: string;
  /** Libraries for whose importers servers of their own are kept; default numpy, sympy, scipy, … where installed. */
  readonly heavyModules?: readonly string[];
  /**
   * Calls after which a server is replaced, so that hash seeds (fixed when an interpreter starts) go on changing.
   * Default 2000. 1 gives every call an interpreter of its own, at the cost of starting it.
   */
  readonly callsPerServer?: number;
  /** Interpreters of sessions that are alive at once; beyond it, the least recently used is ended. Default 64. */
  readonly maxSessions?: number;
  /** Time after which a session's unused interpreter is ended, in milliseconds. Default ten minutes. */
  readonly sessionIdleMs?: number;
  /** Memory of all sessions' interpreters together between their cells; beyond it, the least recently used is ended. Default 4 GiB. */
  readonly sessionMemoryBytes?: number;
  /** Further folders that programs may read, at the same paths. */
  readonly readOnlyPaths?: readonly string[];
  /** Variables of the programs' environment, which has none of the caller's. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The ways of containing programs: `wasm` runs them as WebAssembly, in any system, with the peer `pyodide`. */
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
