import type {
  BatchOptions,
  CallOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxLimits,
  SandboxResult,
  SandboxSession,
} from '../../../base/index.js';
import { checkSandboxCall, runCalls } from '../../../base/internal/index.js';
import { mergeLimits } from '../../internal/limits.js';
import { LiveSessions } from '../../internal/live-sessions.js';
import { openSession } from '../../internal/remote-session.js';
import { unavailable } from '../../internal/unavailable.js';
import type { WasmSettings } from '../options.js';
import { InterpreterPool } from './interpreter-pool.js';
import type { CallOrder } from './protocol.js';
import type { WasmInterpreter } from './wasm-interpreter.js';

/** Calls after which an interpreter with `fresh: 'globals'` is replaced. */
const CALLS_PER_INTERPRETER = 1_000;
const ID_BYTES = 16;

/** What a sandbox gets from where its interpreters run. */
export interface Interpreters {
  readonly isolation: IsolationReport;
  readonly start: () => WasmInterpreter;
  /** Removes what the interpreters leave. */
  readonly remove: () => void;
}

/** Opens a sandbox; rejects where an interpreter does not start. It removes what the interpreters leave, then as well. */
export async function openInterpreterSandbox(settings: WasmSettings, interpreters: Interpreters): Promise<Sandbox> {
  const pool = new InterpreterPool({
    concurrency: settings.concurrency,
    callsPerInterpreter: settings.fresh === 'interpreter' ? 1 : CALLS_PER_INTERPRETER,
    start: interpreters.start,
  });
  try {
    await pool.warm();
    return new InterpreterSandbox(settings, pool, interpreters);
  } catch (error) {
    await pool.close();
    interpreters.remove();
    throw error;
  }
}

class InterpreterSandbox implements Sandbox {
  readonly limits: SandboxLimits;
  readonly isolation: IsolationReport;
  readonly #sessions: LiveSessions<WasmInterpreter>;

  constructor(
    private readonly settings: WasmSettings,
    private readonly pool: InterpreterPool<WasmInterpreter>,
    private readonly interpreters: Interpreters,
  ) {
    this.limits = mergeLimits(settings.limits);
    this.isolation = interpreters.isolation;
    this.#sessions = new LiveSessions({
      limits: this.limits,
      queue: pool.queue,
      maxSessions: settings.maxSessions,
      idleMs: settings.sessionIdleMs,
      memoryBytes: Infinity,
      start: () => Promise.resolve(interpreters.start()),
      send: (interpreter, call, limits, signal) =>
        interpreter.run(orderOf(call, limits, 'cell'), { ...limits, signal }),
    });
  }

  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkSandboxCall(call);
    signal?.throwIfAborted();
    if (call.language === 'cpp') return NO_CPP;
    const limits = call.limits === undefined ? this.limits : mergeLimits(this.limits, call.limits);
    const order = orderOf(call, limits, this.settings.fresh === 'interpreter' ? 'only' : 'fresh');
    try {
      const outcome = await this.pool.use((interpreter) => interpreter.run(order, { ...limits, signal }), { signal });
      if (outcome.stopped === 'cancelled') throw signal?.reason;
      return outcome.result;
    } catch (error) {
      return unavailable(error);
    }
  }

  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]> {
    return runCalls((call, callOptions) => this.run(call, callOptions), calls, options);
  }

  session(options: CallOptions = {}): Promise<SandboxSession> {
    return openSession(() => this.#sessions.open(), options);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.#sessions.close()]);
    this.interpreters.remove();
  }
}

/** C++ is never run, so that it is no failure of a program. */
const NO_CPP: SandboxResult = {
  kind: 'unavailable',
  cause: { source: 'sandbox', message: 'the wasm sandbox runs Python only', retryable: false },
  durationMs: 0,
};

function orderOf(call: SandboxCall, limits: SandboxLimits, kind: CallOrder['kind']): Omit<CallOrder, 'interruptMs'> {
  return {
    id: drawId(),
    code: call.code,
    stdin: call.stdin ?? '',
    kind,
    script: call.mode === 'script',
    deterministic: call.deterministic === true,
    cpuMs: limits.cpuMs,
    memoryBytes: limits.memoryBytes,
    fileSizeBytes: limits.fileSizeBytes,
    outputBytes: limits.outputBytes,
  };
}

/** An id that no program guesses. */
function drawId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
