import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type {
  BatchOptions,
  CallOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxLimits,
  SandboxResult,
} from '../../base/index.js';
import { failureCause, parseOptions, SandboxError } from '../../base/index.js';
import { checkCall, limitsSchema, mergeLimits } from '../limits.js';
import { encodeFrame } from './frame.js';
import { findInterpreter } from './interpreter.js';
import type { LaunchOptions } from './launch.js';
import { bubblewrap, filtered, uncontained, unshare } from './mechanisms.js';
import type { Mechanism } from './mechanisms.js';
import { toResult } from './outcome.js';
import { SlotPool } from './pool.js';
import { Slot } from './slot.js';

/** Options of {@link createLocalSandbox}. */
export interface LocalSandboxOptions {
  /**
   * - `auto` (default): the strongest containment that works here; `sandbox.isolation` says which;
   * - `full`: an error where it cannot be had;
   * - `none`: programs run with the caller's privileges.
   */
  readonly isolation?: 'auto' | 'full' | 'none';
  /** The ways of containing programs that may be tried, strongest first; default all of them. */
  readonly mechanisms?: readonly ('bubblewrap' | 'unshare' | 'seccomp')[];
  /** Programs that run at once; default one a core. */
  readonly concurrency?: number;
  /** Limits of every call that does not set its own; see `DEFAULT_LIMITS`. */
  readonly limits?: Partial<SandboxLimits>;
  /** The interpreter: a name on the PATH or a path. Default `python3`. */
  readonly python?: string;
  /** Further folders that programs may read, at the same paths. */
  readonly readOnlyPaths?: readonly string[];
  /** Variables added to the programs' environment, which holds nothing of the caller's. */
  readonly env?: Readonly<Record<string, string>>;
}

const optionsSchema = z.strictObject({
  isolation: z.enum(['auto', 'full', 'none']).default('auto'),
  mechanisms: z
    .array(z.enum(['bubblewrap', 'unshare', 'seccomp']))
    .min(1)
    .default(['bubblewrap', 'unshare', 'seccomp']),
  concurrency: z
    .int()
    .min(1)
    .max(1024)
    .default(() => availableParallelism()),
  limits: limitsSchema.optional(),
  python: z.string().min(1).default('python3'),
  readOnlyPaths: z.array(z.string().startsWith('/')).default([]),
  env: z.record(z.string(), z.string()).default({}),
});

/**
 * Starts a sandbox on this machine: a pool of Python fork servers, each in a container of its own.
 *
 * A program gets a process forked from an interpreter that is already running, an empty private directory, no
 * network, no environment, no capability, and limits on everything. It runs as a notebook cell does: the value of a
 * last expression is `result.value`, and a traceback shows the program's own frames and lines.
 *
 * @throws SandboxError where Python is missing or the isolation that was asked for cannot be had; TypeError or
 *   RangeError for bad options.
 * @example
 * const sandbox = await createLocalSandbox();
 * const result = await sandbox.run({ code: 'sum(range(10))' });
 * result.kind === 'ok' && result.value; // '45'
 * await sandbox.close();
 */
export async function createLocalSandbox(options: LocalSandboxOptions = {}): Promise<Sandbox> {
  const { isolation, mechanisms, ...settings } = parseOptions(optionsSchema, options);
  const interpreter = await findInterpreter(settings.python);
  const scratch = mkdtempSync(join(tmpdir(), 'rstar2-sandbox-'));
  const limits = mergeLimits(settings.limits);
  let serial = 0;
  const launchOptions = (flavour: Flavour): LaunchOptions => ({
    ...settings,
    interpreter,
    limits,
    preload: PRELOADED,
    deterministic: flavour === 'deterministic',
    scratch: join(scratch, String(serial++)),
  });
  try {
    const { plan, slot, report } = await strongest(
      isolation,
      mechanisms.map((name) => MECHANISMS[name]),
      launchOptions('plain'),
    );
    const pool = new SlotPool(settings.concurrency, (flavour) =>
      Slot.start(plan.launch(launchOptions(flavour as Flavour))),
    );
    pool.adopt('plain', slot);
    await pool.warm('plain', settings.concurrency);
    return new LocalSandbox(report, pool, limits, scratch);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** What programs most often import; what is loaded before the fork costs a call nothing. */
const PRELOADED = ['math', 'itertools', 'functools', 'collections', 'fractions', 'random', 're', 'datetime', 'decimal'];

type Flavour = 'plain' | 'deterministic';

const MECHANISMS = { bubblewrap, unshare, seccomp: filtered } as const;

async function strongest(isolation: 'auto' | 'full' | 'none', allowed: readonly Mechanism[], options: LaunchOptions) {
  const plans: readonly Mechanism[] = isolation === 'none' ? [uncontained] : allowed;
  const failures: unknown[] = [];
  for (const plan of plans) {
    const slot = await Slot.start(plan.launch(options));
    try {
      const ready = await slot.ready;
      const missing = [...plan.missing, ...ready.missing];
      const level = plan.level === 'full' && missing.length > 0 ? 'partial' : plan.level;
      const report: IsolationReport = { level, mechanism: plan.name, missing };
      if (isolation !== 'full' || level === 'full') return { plan, slot, report };
      failures.push(new SandboxError(`${plan.name}: ${missing.join('; ')}`));
    } catch (error) {
      failures.push(error);
    }
    await slot.close();
  }
  const reasons = failures.map((error) => (error instanceof Error ? error.message : String(error))).join('; ');
  throw new SandboxError(`options.isolation: '${isolation}' cannot be had here: ${reasons}`, { cause: failures[0] });
}

class LocalSandbox implements Sandbox {
  constructor(
    readonly isolation: IsolationReport,
    private readonly pool: SlotPool,
    private readonly limits: SandboxLimits,
    private readonly scratch: string,
  ) {}

  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkCall(call);
    signal?.throwIfAborted();
    const limits = mergeLimits(this.limits, call.limits);
    const flavour: Flavour = call.deterministic === true ? 'deterministic' : 'plain';
    try {
      const outcome = await this.pool.run(flavour, encodeFrame(call, limits), { ...limits, signal });
      return toResult(outcome, limits);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs: 0 };
    }
  }

  runBatch(calls: readonly SandboxCall[], { signal, onResult }: BatchOptions = {}): Promise<SandboxResult[]> {
    calls.forEach(checkCall);
    return Promise.all(
      calls.map(async (call, index) => {
        const result = await this.run(call, { signal });
        onResult?.(result, index);
        return result;
      }),
    );
  }

  async close(): Promise<void> {
    await this.pool.close();
    rmSync(this.scratch, { recursive: true, force: true });
  }
}
