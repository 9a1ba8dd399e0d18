import type {
  BatchOptions,
  CallOptions,
  FailureCause,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxResult,
} from '../base/index.js';

/** What a fake sandbox answers: a result, or only the parts of one that matter; the rest is that of a quiet success. */
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
  /** Calls that are answered at once; default all. */
  readonly concurrency?: number;
  readonly isolation?: IsolationReport;
}

/** A sandbox that runs nothing, for tests of what is built on one. */
export interface FakeSandbox extends Sandbox {
  /** Every call it was given, in order. */
  readonly calls: readonly SandboxCall[];
  /** The most that were being answered at once. */
  readonly mostAtOnce: number;
  readonly closed: boolean;
}

/**
 * @param answer - Says what a call comes to; default a quiet success. What it throws, `run` rejects with.
 * @returns A sandbox that runs nothing; after `close` it answers `unavailable`, like the real ones.
 */
export function createFakeSandbox(
  answer: (call: SandboxCall, options: CallOptions) => FakeAnswer | Promise<FakeAnswer> = () => ({}),
  options: FakeSandboxOptions = {},
): FakeSandbox {
  const calls: SandboxCall[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let mostAtOnce = 0;
  let closed = false;

  async function run(call: SandboxCall, callOptions: CallOptions = {}): Promise<SandboxResult> {
    callOptions.signal?.throwIfAborted();
    if (closed) return { kind: 'unavailable', cause: CLOSED, durationMs: 0 };
    calls.push(call);
    if (running >= (options.concurrency ?? Infinity)) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    mostAtOnce = Math.max(mostAtOnce, running);
    try {
      callOptions.signal?.throwIfAborted();
      return complete(await answer(call, callOptions));
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  return {
    isolation: options.isolation ?? { level: 'full', mechanism: 'fake', missing: [] },
    calls,
    get mostAtOnce() {
      return mostAtOnce;
    },
    get closed() {
      return closed;
    },
    run,
    runBatch: (batch, { signal, onResult }: BatchOptions = {}) =>
      Promise.all(
        batch.map(async (call, index) => {
          const result = await run(call, { signal });
          onResult?.(result, index);
          return result;
        }),
      ),
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

const CLOSED: FailureCause = { source: 'sandbox', message: 'the sandbox was closed', retryable: false };

function complete(answer: FakeAnswer): SandboxResult {
  if (answer.kind === 'unavailable') return answer;
  const kind = answer.kind ?? 'ok';
  return { stdout: '', stderr: '', exitCode: kind === 'ok' ? 0 : 1, durationMs: 1, ...answer, kind };
}
