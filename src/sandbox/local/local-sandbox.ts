import type { Sandbox } from '../../base/index.js';
import { SandboxError } from '../../base/index.js';
import { errorMessage, parseOptions } from '../../base/internal/index.js';
import { createWasmSandbox } from '../wasm/wasm-sandbox.js';
import { platformRefusal } from './internal/containment/platform.js';
import { isOfForkServer } from './internal/containment/probe.js';
import { localOptionsSchema } from './options.js';
import type { LocalSandboxOptions, LocalSettings } from './options.js';
import { startForkSandbox } from './internal/start-fork-sandbox.js';

/**
 * Starts a sandbox on this machine. On Linux it is a pool of Python fork servers, each in its own container. On other systems, and if Linux
 * offers no isolation, Python runs as WebAssembly, with the peer `pyodide`.
 *
 * A program gets its own interpreter, an empty private directory, no network, no environment, and limits. It runs like a notebook cell: the
 * value of a last expression is `result.value`, and a traceback shows only the program's frames and lines.
 *
 * @throws SandboxError if the requested isolation is not available, or Python is missing; TypeError or RangeError
 *   for bad options.
 * @example
 * const sandbox = await createLocalSandbox();
 * const result = await sandbox.run({ code: 'sum(range(10))' });
 * result.kind === 'ok' && result.value; // '45'
 * await sandbox.close();
 */
export async function createLocalSandbox(options: LocalSandboxOptions = {}): Promise<Sandbox> {
  const settings = parseOptions(localOptionsSchema, options);
  const refusal = platformRefusal(process.platform);
  const mayBeWasm = settings.isolation !== 'full' && settings.mechanisms.includes('wasm');
  if (refusal === undefined && settings.isolation === 'none') return startForkSandbox(settings);
  let failure = refusal;
  if (refusal === undefined && settings.mechanisms.some(isOfForkServer)) {
    try {
      return await startForkSandbox(settings);
    } catch (error) {
      if (!mayBeWasm || !(error instanceof SandboxError)) throw error;
      failure = error.message;
    }
  }
  if (!mayBeWasm)
    throw new SandboxError(failure ?? `options.isolation: '${settings.isolation}' is not available with wasm`);
  try {
    return await startInWasm(settings);
  } catch (cause) {
    const reasons = [...(failure === undefined ? [] : [failure]), `wasm: ${errorMessage(cause)}`];
    throw new SandboxError(reasons.join('; '), { cause });
  }
}

/** Each session is a process of about 200 MB. */
const MOST_SESSIONS = 16;

async function startInWasm(settings: LocalSettings): Promise<Sandbox> {
  const { isolation, allowMissing, fresh, concurrency, limits, maxSessions, sessionIdleMs } = settings;
  const common = {
    concurrency,
    maxSessions: Math.min(maxSessions, MOST_SESSIONS),
    sessionIdleMs,
    ...(limits === undefined ? {} : { limits }),
  };
  const level = isolation === 'none' ? 'none' : 'auto';
  const sandbox = await createWasmSandbox({ isolation: level, allowMissing, fresh, ...common });
  if (sandbox.isolation.level === 'partial') warn(sandbox.isolation.missing);
  return sandbox;
}

/** Warns in one line, because few callers read the report. */
function warn(missing: readonly string[]): void {
  process.emitWarning(
    `programs run as WebAssembly and are only partly isolated; not blocked: ${missing.join('; ')}. ` +
      "Set isolation: 'full' to refuse this.",
    { type: 'SandboxWarning', code: 'RSTAR2_PARTIAL' },
  );
}
