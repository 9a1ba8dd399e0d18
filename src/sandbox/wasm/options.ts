import * as z from 'zod';
import type { SandboxLimits } from '../../base/index.js';
import { sandboxLimitsSchema } from '../../base/internal/index.js';
import { availableThreads, LONGEST_TIMER_MS } from '../../io/index.js';

/** Protection that a caller may allow to be missing. */
export const MAY_BE_MISSING = ['network'] as const;

/** Options of {@link createWasmSandbox}. */
export interface WasmSandboxOptions {
  /**
   * - `auto` (default): with the permissions of the runtime; in a browser, in workers of a frame without an origin;
   * - `none`: programs that escape from Python to JavaScript have the caller's privileges. Not in a browser.
   */
  readonly isolation?: 'auto' | 'none';
  /** Protection that may be missing: `network` (Node below 25; a browser without a page around). Default: nothing may be missing. */
  readonly allowMissing?: readonly (typeof MAY_BE_MISSING)[number][];
  /**
   * What is new for every call. Default `interpreter`.
   *
   * - `interpreter`: its own process (in a browser, worker) and interpreter, for programs of a model;
   * - `globals`: its own globals and folder in a shared interpreter: many times faster, for programs that trust each other.
   */
  readonly fresh?: 'interpreter' | 'globals';
  /** Programs that run at once; default one per core, in a browser at most four. */
  readonly concurrency?: number;
  /** Limits of every call that does not set its own; see `DEFAULT_LIMITS`. */
  readonly limits?: Partial<SandboxLimits>;
  /** Wheels with pure Python (`.whl`), such as those of sympy and mpmath: paths of files, in a browser addresses. */
  readonly wheels?: readonly string[];
  /** Modules to import before the first program, so that imports are fast. Default: some of the standard library. */
  readonly preload?: readonly string[];
  /** Most live interpreters of sessions; beyond it, the least recently used is ended. Default 16. */
  readonly maxSessions?: number;
  /** Time after which a session's unused interpreter is ended, in milliseconds. Default ten minutes. */
  readonly sessionIdleMs?: number;
  /**
   * Only in a browser: the address of a folder with the files of the npm package `pyodide`, on the page's own host.
   * Default `pyodide/` beside the page.
   */
  readonly indexURL?: string;
}

const moduleName = z.string().regex(/^[A-Za-z_][\w.]*$/, 'expected the name of a module');

/** Modules of the standard library that programs import most. */
const PRELOAD = [
  ...[
    'bisect',
    'collections',
    'copy',
    'dataclasses',
    'datetime',
    'decimal',
    'fractions',
    'functools',
    'heapq',
    'itertools',
  ],
  ...['json', 'math', 'operator', 'random', 're', 'statistics', 'string', 'typing'],
];

const common = {
  allowMissing: z.array(z.enum(MAY_BE_MISSING)).default([]),
  fresh: z.enum(['interpreter', 'globals']).default('interpreter'),
  limits: z.optional(sandboxLimitsSchema),
  wheels: z.array(z.string().regex(/\.whl$/, 'expected the path of a wheel (.whl)')).default([]),
  preload: z.array(moduleName).default([...PRELOAD]),
  maxSessions: z.int().min(1).default(16),
  sessionIdleMs: z.number().positive().max(LONGEST_TIMER_MS).default(600_000),
};
const concurrency = z.int().min(1).max(1024);

export const wasmOptionsSchema = z.strictObject({
  ...common,
  isolation: z.enum(['auto', 'none']).default('auto'),
  concurrency: concurrency.default(() => availableThreads()),
});

/** Most interpreters of a page by default: each has about 100 MB. */
const MOST_WORKERS = 4;

export const pageOptionsSchema = z.strictObject({
  ...common,
  isolation: z.literal('auto').default('auto'),
  concurrency: concurrency.default(() => Math.min(coresOfBrowser(), MOST_WORKERS)),
  indexURL: z.string().default('pyodide/'),
});

function coresOfBrowser(): number {
  const { navigator } = globalThis as { readonly navigator?: { readonly hardwareConcurrency?: number } };
  return navigator?.hardwareConcurrency ?? 1;
}

export type WasmSettings = z.output<typeof wasmOptionsSchema>;
export type PageSettings = z.output<typeof pageOptionsSchema>;
