import type { Sandbox } from 'rstar2-agent';
import { RunError } from 'rstar2-agent/recipe';
import { createLocalSandbox, type LocalSandboxOptions } from 'rstar2-agent/sandbox';
import { selectBackend, type BackendChoice } from 'rstar2-agent/tfjs';

/** What a training program runs on. */
export interface Machine {
  readonly sandbox: Sandbox;
  readonly backend: BackendChoice;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs a job with a tensor backend and a sandbox, and closes both at the end; Ctrl-C stops the job with an error. */
export async function withMachine<T>(
  names: {
    readonly backend?: string | undefined;
    /** A level of isolation, or `wasm`: as WebAssembly, also where Linux contains programs. */
    readonly isolation: string;
    readonly limits?: LocalSandboxOptions['limits'];
    /** `network`: programs may run as WebAssembly where the network cannot be blocked. */
    readonly 'allow-missing'?: string | undefined;
    /** Whether programs, which are of a few known kinds, may share an interpreter where they run as WebAssembly. */
    readonly sharesInterpreter?: boolean;
  },
  job: (machine: Machine) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(new RunError('interrupted; run the same command again to continue from the last checkpoint'));
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
