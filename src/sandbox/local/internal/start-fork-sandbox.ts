import { join } from 'node:path';
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
import { openSession } from '../../internal/remote-session.js';
import { unavailable } from '../../internal/unavailable.js';
import { mergeLimits } from '../../internal/limits.js';
import { LiveSessions } from '../../internal/live-sessions.js';
import { Compiler } from './compiler.js';
import { LIGHT_MODULES, variantOf } from './server-variant.js';
import type { ServerVariant } from './server-variant.js';
import { encodeFrame } from './server/frame.js';
import { findInterpreter } from './containment/interpreter.js';
import type { LaunchOptions } from './containment/launch.js';
import type { LocalSettings } from '../options.js';
import { toResult } from './outcome.js';
import { ServerPool } from './server-pool.js';
import { isOfForkServer, strongest } from './containment/probe.js';
import { makeScratch, removeScratch } from '../../internal/scratch.js';
import { sendCell } from './send-cell.js';
import { ForkServer } from './server/fork-server.js';

/** Starts a pool of fork servers. @throws SandboxError where Python is missing or the isolation is not available. */
export async function startForkSandbox(settings: LocalSettings): Promise<Sandbox> {
  const interpreter = await findInterpreter(settings.python, settings.heavyModules);
  const limits = mergeLimits(settings.limits);
  const scratch = makeScratch();
  let serial = 0;
  const launchOptions = ({ libraries, deterministic }: ServerVariant): LaunchOptions => ({
    interpreter,
    limits,
    deterministic,
    preload: [...LIGHT_MODULES, ...libraries],
    readOnlyPaths: settings.readOnlyPaths,
    env: settings.env,
    scratch: join(scratch, String(serial++)),
  });
  let pool: ServerPool<ServerVariant> | undefined;
  try {
    const probed = await strongest(settings.isolation, settings.mechanisms.filter(isOfForkServer), () =>
      launchOptions(LIGHT),
    );
    pool = new ServerPool<ServerVariant>({
      concurrency: settings.concurrency,
      callsPerServer: settings.callsPerServer,
      start: (variant) => ForkServer.start(probed.mechanism.launch(launchOptions(variant))),
    });
    const sessions = new LiveSessions<ForkServer>({
      limits,
      queue: pool.queue,
      maxSessions: settings.maxSessions,
      idleMs: settings.sessionIdleMs,
      memoryBytes: settings.sessionMemoryBytes,
      start: () => ForkServer.start(probed.mechanism.launch(launchOptions(LIGHT))),
      send: sendCell,
    });
    pool.adopt(LIGHT, probed.server);
    await pool.warm(LIGHT, settings.concurrency);
    return new LocalSandbox(probed.report, pool, sessions, variantOf(interpreter.modules), limits, scratch);
  } catch (error) {
    await pool?.close();
    removeScratch(scratch);
    throw error;
  }
}

const LIGHT: ServerVariant = { libraries: [], deterministic: false };

class LocalSandbox implements Sandbox {
  #compiler = new Compiler((program, stdin, limits, signal) => this.#runPython(program, stdin, limits, signal));

  constructor(
    readonly isolation: IsolationReport,
    private readonly pool: ServerPool<ServerVariant>,
    private readonly sessions: LiveSessions<ForkServer>,
    private readonly route: (call: SandboxCall) => ServerVariant,
    readonly limits: SandboxLimits,
    private readonly scratch: string,
  ) {}

  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkSandboxCall(call);
    signal?.throwIfAborted();
    const limits = call.limits === undefined ? this.limits : mergeLimits(this.limits, call.limits);
    try {
      const program = await this.#programOf(call, limits, signal);
      if ('failure' in program) return program.failure;
      const frame = encodeFrame({
        program: program.binary,
        stdin: call.stdin ?? '',
        limits,
        deterministic: call.deterministic === true,
        value: call.mode !== 'script',
      });
      return toResult(await this.pool.run(this.route(call), frame, { ...limits, signal }), limits);
    } catch (error) {
      return unavailable(error);
    }
  }

  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]> {
    return runCalls((call, callOptions) => this.run(call, callOptions), calls, options);
  }

  session(options: CallOptions = {}): Promise<SandboxSession> {
    return openSession(() => this.sessions.open(), options);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.sessions.close()]);
    removeScratch(this.scratch);
  }

  async #programOf(
    call: SandboxCall,
    limits: SandboxLimits,
    signal: AbortSignal | undefined,
  ): Promise<{ binary: string | Buffer } | { failure: SandboxResult }> {
    return call.language === 'cpp' ? this.#compiler.compile(call.code, { limits, signal }) : { binary: call.code };
  }

  async #runPython(program: string, stdin: string, limits: SandboxLimits, signal: AbortSignal) {
    const frame = encodeFrame({ program, stdin, limits, deterministic: false, value: false });
    try {
      const outcome = await this.pool.run(LIGHT, frame, { ...limits, signal });
      return { result: toResult(outcome, limits), stdout: outcome.stdout };
    } catch (error) {
      return { result: unavailable(error), stdout: Buffer.alloc(0) };
    }
  }
}
