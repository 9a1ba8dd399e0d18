import { createAdapterSync, type AdapterSync, type AdapterSyncEvent } from 'rstar2-agent/rollout';

/** Engines that make the rollouts, and the folder in which they find adapters. */
export interface EngineTargets {
  /** Addresses, with commas between them. Default: none. */
  readonly engines?: string | undefined;
  readonly adapters?: string | undefined;
}

/** Runs a job with the engines kept on the adapter that is trained; with undefined where there are none. */
export async function withEngines<T>(
  { engines, adapters = '' }: EngineTargets,
  job: (sync: AdapterSync | undefined) => Promise<T>,
): Promise<T> {
  if (engines === undefined) return job(undefined);
  const sync = createAdapterSync({
    engines: engines.split(',').map((url) => ({ url: url.trim() })),
    directory: adapters,
    onEvent: (event) => console.error(describe(event)),
  });
  try {
    return await job(sync);
  } finally {
    await sync.close();
  }
}

function describe(event: AdapterSyncEvent): string {
  switch (event.kind) {
    case 'published':
      return `adapter ${event.version} is on ${event.engines.join(', ')}`;
    case 'left-out':
      return `warning: ${event.engine} is left out: ${event.reason}`;
    case 'returned':
      return `${event.engine} is back, with adapter ${event.version}`;
  }
}

/** @returns What the engines said of their caches, a line each. */
export function describeEngines(sync: AdapterSync): string {
  const lines = sync
    .status()
    .engines.map(({ name, capacityTokens }) => `- ${name}: room for ${capacityTokens.toLocaleString('en')} tokens`);
  return ['What the engines say of their KV cache:', '', ...lines].join('\n');
}
