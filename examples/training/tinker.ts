import type { Learner } from 'rstar2-agent';
import { createTinkerClient, createTinkerLearnerFactory, describeTinkerProbe } from 'rstar2-agent/tinker';

/** Where weights are trained: in this process, or on a Tinker server. */
export const LEARNERS = ['tfjs', 'tinker'] as const;

/** A model on a Tinker server. */
export interface TinkerTarget {
  /** `http://127.0.0.1:8000`. A key is read from TINKER_API_KEY. */
  readonly url: string;
  /** Default: the first that the server lists. */
  readonly baseModel?: string | undefined;
  /** Default: all weights are trained, which not every server does. */
  readonly loraRank?: number | undefined;
  /** Whether tiny steps on a throw-away adapter may cost something: how the server reduces its losses is measured by them, once. */
  readonly consent: boolean;
  /** A file of what servers were measured to do. Default `runs/tinker-probes.json`. */
  readonly probes?: string | undefined;
}

/** What makes a learner of the weights that a seed draws. */
export type OpenLearner = (seed: string) => Promise<Learner>;

/** Runs a job with learners on a server, and ends the session after it, whatever happens. */
export async function withTinker<T>(
  { url, baseModel, loraRank, consent, probes = 'runs/tinker-probes.json' }: TinkerTarget,
  signal: AbortSignal,
  job: (learner: OpenLearner) => Promise<T>,
): Promise<T> {
  const apiKey = process.env['TINKER_API_KEY'];
  const client = await createTinkerClient({ baseUrl: url, apiKey, onMessage: console.error }, { signal });
  try {
    const factory = await createTinkerLearnerFactory({
      client,
      signal,
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
