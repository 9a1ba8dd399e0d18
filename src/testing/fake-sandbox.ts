import * as z from 'zod';
import type {
  CallOptions,
  FailureCause,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxResult,
  SandboxSession,
} from '../base/index.js';
import { SandboxError } from '../base/index.js';
import { checkSandboxCall, functionSchema, ISOLATION_LEVELS, parseOptions, runCalls } from '../base/internal/index.js';
import { giveUpOnAbort } from '../io/index.js';

/** The answer of a fake sandbox: a result, or only some of its fields; the others are those of a success without output. */
export type FakeAnswer =
  | SandboxResult
  | {
      readonly kind?: Exclude<SandboxResult['kind'], 'unavailable'>;
      readonly stdout?: string;
      readonly stderr?: string;
      readonly value?: string;
    };

/** Options of {@link createFakeSandbox}. */
export interface FakeSandboxOptions {
  /** Most calls that are answered at once; default all. */
  readonly concurrency?: number | undefined;
  /** The reported isolation. Default: full isolation. */
  readonly isolation?: IsolationReport | undefined;
}

/** A sandbox that runs no code, for tests. Sessions are answered like calls. */
export interface FakeSandbox extends Sandbox {
  /** Starts a session that is answered as calls are. */
  session(): Promise<SandboxSession>;
  /** All calls, in order. */
  readonly calls: readonly SandboxCall[];
  /** Largest number of calls at the same time. */
  readonly mostAtOnce: number;
  readonly closed: boolean;
}

const optionsSchema = z.strictObject({
  concurrency: z.int().positive().optional(),
  isolation: z
    .strictObject({ level: z.enum(ISOLATION_LEVELS), mechanism: z.string(), missing: z.array(z.string()) })
    .default({ level: 'full', mechanism: 'fake', missing: [] }),
});

const durationMs = z.number().nonnegative();

const partsSchema = z.strictObject({
  kind: z.enum(['ok', 'error', 'timeout', 'memory', 'output-limit', 'killed', 'unavailable']).optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  value: z.string().optional(),
  exitCode: z.int().nullable().optional(),
  durationMs: durationMs.optional(),
});

const unavailableSchema = z.strictObject({
  kind: z.literal('unavailable'),
  cause: z.looseObject({ source: z.string(), message: z.string(), retryable: z.boolean() }),
  durationMs,
});

/**
 * @param answer - Returns the result of a call, or some of its fields; default: a success without output. `run` rejects with an error that
 *   it throws, and with a TypeError for a result of an unknown kind or with an unknown field.
 * @returns A sandbox that runs no code but keeps the contract: it refuses malformed calls, rejects with the reason of an aborted signal
 *   even if `answer` ignores the signal, and after `close` answers `unavailable` and rejects `session`.
 *
 * @example
 * const sandbox = createFakeSandbox(({ code }) => ({ stdout: `${code.length}\n` }));
 */
export function createFakeSandbox(
  answer: (call: SandboxCall, options: CallOptions) => FakeAnswer | Promise<FakeAnswer> = () => ({}),
  options: FakeSandboxOptions = {},
): FakeSandbox {
  parseOptions(functionSchema(), answer, 'answer');
  const { concurrency = Infinity, isolation } = parseOptions(optionsSchema, options);
  const calls: SandboxCall[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let mostAtOnce = 0;
  let closed = false;

  async function run(call: SandboxCall, callOptions: CallOptions = {}): Promise<SandboxResult> {
    checkSandboxCall(call);
    callOptions.signal?.throwIfAborted();
    if (closed) return { kind: 'unavailable', cause: CLOSED, durationMs: 0 };
    calls.push(call);
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    mostAtOnce = Math.max(mostAtOnce, running);
    try {
      callOptions.signal?.throwIfAborted();
      const answered = await giveUpOnAbort(Promise.resolve(answer(call, callOptions)), callOptions.signal);
      callOptions.signal?.throwIfAborted();
      return complete(answered);
    } finally {
      // The place passes straight to the next in line, so that no other call takes it in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    isolation,
    calls,
    get mostAtOnce() {
      return mostAtOnce;
    },
    get closed() {
      return closed;
    },
    run,
    runBatch: (batch, batchOptions) => runCalls(run, batch, batchOptions),
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws must reject
    async session({ signal }: CallOptions = {}) {
      signal?.throwIfAborted();
      if (closed) throw new SandboxError(CLOSED.message);
      return { run, close: () => Promise.resolve() };
    },
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

const CLOSED: FailureCause = { source: 'sandbox', message: 'the sandbox was closed', retryable: false };

function complete(answer: FakeAnswer): SandboxResult {
  if (typeof (answer as unknown) !== 'object' || (answer as unknown) === null)
    throw new TypeError(`answer: expected it to return a result or parts of one, got ${typeof answer}`);
  if (answer.kind === 'unavailable') {
    parseOptions(unavailableSchema, answer, 'answer');
    return answer;
  }
  parseOptions(partsSchema, answer, 'answer');
  const kind = answer.kind ?? 'ok';
  return { stdout: '', stderr: '', exitCode: kind === 'ok' ? 0 : 1, durationMs: 1, ...answer, kind };
}
