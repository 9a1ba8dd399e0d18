import type { Learner } from 'rstar2-agent';
import { createTinkerClient, createTinkerLearnerFactory, describeTinkerProbe } from 'rstar2-agent/tinker';

/** Where weights are trained: in this process, or on a Tinker server. */
export const LEARNERS = ['tfjs', 'tinker'] as const;

/** Known servers, which need no probe. */
export const SERVERS = ['probe', 'skyrl', 'tinker', 'rstar2'] as const;

/** A model on a Tinker server. */
export interface TinkerTarget {
  /** `http://127.0.0.1:8000`. Default: TINKER_BASE_URL, else the hosted service. A key is read from TINKER_API_KEY. */
  readonly url?: string | undefined;
  /** Type of the server; `probe` measures how the server computes losses. Default `probe`. */
  readonly server?: (typeof SERVERS)[number] | undefined;
  /** Default: the first that the server lists. */
  readonly baseModel?: string | undefined;
  /** Default: all weights are trained, which not every server does. */
  readonly loraRank?: number | undefined;
  /** Allows that measurement, with tiny steps on a temporary adapter, to cost money. */
  readonly consent: boolean;
  /** The file with measurements of servers. Default `runs/tinker-probes.json`. */
  readonly probes?: string | undefined;
}

/** Creates a learner with the random weights of a seed. */
export type OpenLearner = (seed: string) => Promise<Learner>;

/** Runs a job with learners on a server, and ends the session at the end. */
export async function withTinker<T>(
  { url, server = 'probe', baseModel, loraRank, consent, probes = 'runs/tinker-probes.json' }: TinkerTarget,
  signal: AbortSignal,
  job: (learner: OpenLearner) => Promise<T>,
): Promise<T> {
  // Without a URL the client reads both from the environment.
  const named = url === undefined ? {} : { baseUrl: url, apiKey: process.env['TINKER_API_KEY'] };
  const client = await createTinkerClient({ ...named, onMessage: console.error }, { signal });
  try {
    const factory = await createTinkerLearnerFactory({
      client,
      signal,
      ...(server !== 'probe' && { semantics: server }),
      probe: { baseModel, cache: probes, ...(consent && { consent }) },
      onProbe: (probe) => console.error(`${describeTinkerProbe(probe)}\n`),
    });
    return await job((seed) =>
      factory.createLearner({
        baseModel: baseModel ?? factory.baseModels[0]!,
        seed,
        ...(loraRank !== undefined && { lora: { rank: loraRank } }),
      }),
    ).finally(() => factory.close());
  } finally {
    await client.close();
  }
}
