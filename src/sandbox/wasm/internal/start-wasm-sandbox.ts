import { randomBytes } from 'node:crypto';
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
import { makeScratch, removeScratch } from '../../internal/scratch.js';
import { unavailable } from '../../internal/unavailable.js';
import type { InterpreterProcess } from './interpreter-process.js';
import { InterpreterPool } from './interpreter-pool.js';
import { Launcher } from './launcher.js';
import type { CallOrder } from './protocol.js';
import { missingOf, thisRuntime } from './runtime.js';
import type { WasmSettings } from '../options.js';

/** Calls after which an interpreter with `fresh: 'globals'` is replaced. */
const CALLS_PER_INTERPRETER = 1_000;
const ID_BYTES = 16;

/** Starts a wasm sandbox with checked options. @throws SandboxError or MissingPeerError where there can be none. */
export async function startWasmSandbox(settings: WasmSettings): Promise<Sandbox> {
  const runtime = thisRuntime();
  const report = reportOf(settings, () => missingOf(runtime, settings.allowMissing));
  const scratch = makeScratch();
  let pool: InterpreterPool | undefined;
  try {
    const launcher = await Launcher.prepare(runtime, settings, scratch);
    pool = new InterpreterPool({
      concurrency: settings.concurrency,
      callsPerInterpreter: settings.fresh === 'interpreter' ? 1 : CALLS_PER_INTERPRETER,
      start: () => launcher.start(),
    });
    await pool.warm();
    return new WasmSandbox(report, settings, pool, () => launcher.start(), scratch);
  } catch (error) {
    await pool?.close();
    removeScratch(scratch);
    throw error;
  }
}

function reportOf({ isolation }: WasmSettings, missing: () => readonly string[]): IsolationReport {
  if (isolation === 'auto') return { level: 'partial', mechanism: 'wasm', missing: missing() };
  const everything = 'everything: programs that reach JavaScript have the privileges of the caller';
  return { level: 'none', mechanism: 'wasm', missing: [everything] };
}

class WasmSandbox implements Sandbox {
  readonly limits: SandboxLimits;
  readonly #sessions: LiveSessions<InterpreterProcess>;

  constructor(
    readonly isolation: IsolationReport,
    private readonly settings: WasmSettings,
    private readonly pool: InterpreterPool,
    start: () => InterpreterProcess,
    private readonly scratch: string,
  ) {
    this.limits = mergeLimits(settings.limits);
    this.#sessions = new LiveSessions({
      limits: this.limits,
      queue: pool.queue,
      maxSessions: settings.maxSessions,
      idleMs: settings.sessionIdleMs,
      memoryBytes: Infinity,
      start: () => Promise.resolve(start()),
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
    removeScratch(this.scratch);
  }
}

/** C++ is never run, so that it is no failure of a program. */
const NO_CPP: SandboxResult = {
  kind: 'unavailable',
  cause: { source: 'sandbox', message: 'the wasm sandbox runs Python only', retryable: false },
  durationMs: 0,
};

function orderOf(call: SandboxCall, limits: SandboxLimits, kind: CallOrder['kind']): CallOrder {
  return {
    id: randomBytes(ID_BYTES).toString('hex'),
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
