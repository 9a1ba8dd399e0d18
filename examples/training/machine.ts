import type { Sandbox } from 'rstar2-agent';
import { RunError } from 'rstar2-agent/recipe';
import { createLocalSandbox, type LocalSandboxOptions } from 'rstar2-agent/sandbox';
import { selectBackend, type BackendChoice } from 'rstar2-agent/tfjs';

/** What a program of training runs on. */
export interface Machine {
  readonly sandbox: Sandbox;
  readonly backend: BackendChoice;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs a job with a tensor backend and a sandbox, and takes both down after it, whatever happens; Ctrl-C ends it cleanly. */
export async function withMachine<T>(
  names: {
    readonly backend?: string | undefined;
    /** A level of isolation, or `wasm`: as WebAssembly, also where Linux contains programs. */
    readonly isolation: string;
    readonly limits?: LocalSandboxOptions['limits'];
    /** `network`: need not be denied to programs where they run as WebAssembly. */
    readonly 'allow-missing'?: string | undefined;
    /** Whether programs, which are of a few known kinds, may share an interpreter where they run as WebAssembly. */
    readonly sharesInterpreter?: boolean;
  },
  job: (machine: Machine) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new RunError('interrupted; the same command resumes from the last checkpoint'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const backend = await selectBackend(names.backend === undefined ? {} : { backend: names.backend as 'auto' });
  const allowMissing = names['allow-missing'] === 'network' ? (['network'] as const) : [];
  const { isolation, limits = {}, sharesInterpreter = false } = names;
  const fresh = sharesInterpreter ? 'globals' : 'interpreter';
  const how = isolation === 'wasm' ? { mechanisms: ['wasm' as const] } : { isolation: isolation as 'auto' };
  const sandbox = await createLocalSandbox({ ...how, limits, allowMissing, fresh });
  try {
    return await job({ sandbox, backend, signal: controller.signal });
  } finally {
    await sandbox.close();
  }
}
