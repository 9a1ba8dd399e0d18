import { basename, join, resolve } from 'node:path';
import { createAdapterSync, type AdapterSync } from 'rstar2-agent/rollout';

/** Engines that make the rollouts, and the folder in which they find adapters. */
export interface EngineTargets {
  /** Addresses, with commas between them. Default: none. */
  readonly engines?: string | undefined;
  readonly adapters?: string | undefined;
  /** The run's folder: adapters of runs are kept apart by its name. */
  readonly run: string;
}

/** Runs a job with the engines kept on the adapter that is trained; with undefined where there are none. */
export async function withEngines<T>(
  { engines, adapters = '', run }: EngineTargets,
  job: (sync: AdapterSync | undefined) => Promise<T>,
): Promise<T> {
  if (engines === undefined) return job(undefined);
  const sync = createAdapterSync({
    engines: engines.split(',').map((url) => ({ url: url.trim() })),
    directory: join(adapters, basename(resolve(run))),
    onEvent(event) {
      if (event.kind === 'published') console.error(`adapter ${event.version} is on ${event.engines.join(', ')}`);
      else if (event.kind === 'returned') console.error(`${event.engine} is back, with adapter ${event.version}`);
      else if (event.kind === 'not-dropped')
        console.error(`warning: ${event.engine} did not drop ${event.adapters.join(', ')} in time`);
      else console.error(`warning: ${event.engine} is left out: ${event.reason}`);
    },
  });
  try {
    return await job(sync);
  } finally {
    await sync.close();
  }
}

/** @returns What the engines said of their caches, a line each. */
export function describeEngines(sync: AdapterSync): string {
  const lines = sync
    .status()
    .engines.map(({ name, capacityTokens }) => `- ${name}: ${capacityTokens.toLocaleString('en')} tokens`);
  return ['What the engines say of their KV cache:', '', ...lines].join('\n');
}
