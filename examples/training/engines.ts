import { basename, join, resolve } from 'node:path';
import { createAdapterSync, type AdapterSync } from 'rstar2-agent/rollout';

/** Engines that make the rollouts, and the folder in which they find adapters. */
export interface EngineTargets {
  /** Addresses, with commas between them. Default: none. */
  readonly engines?: string | undefined;
  readonly adapters?: string | undefined;
  /** The run's folder: its name separates the adapters of several runs. */
  readonly run: string;
}

/** Runs a job with engines that always load the newest adapter; with undefined if there are no engines. */
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

/** @returns The size of each engine's cache, one a line. */
export function describeEngines(sync: AdapterSync): string {
  const lines = sync
    .status()
    .engines.map(({ name, capacityTokens }) => `- ${name}: ${capacityTokens.toLocaleString('en')} tokens`);
  return ['KV cache of each engine:', '', ...lines].join('\n');
}
