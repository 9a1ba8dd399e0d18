import * as z from 'zod';
import { CapabilityError, type CallOptions } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { isLoopback, readJsonFile, writeFileWhole } from '../../io/index.js';
import { askEngine } from './internal/learner/engine-failure.js';
import { measureSemantics, type TinkerProbeFinding } from './internal/probe/measure-semantics.js';
import { linearAdam, ProbedModel } from './internal/probe/probed-model.js';
import { semanticsSchema, type TinkerReduction, type TinkerSemantics } from './semantics.js';
import type { TinkerClient } from './tinker-client.js';
import type { TinkerModel } from './tinker-model.js';

/** The result of measuring a server. */
export interface TinkerProbe {
  readonly url: string;
  /** The base model of the temporary adapter. */
  readonly baseModel: string;
  /** The measured semantics. Unmeasured properties have the safe value: sequence ids are ignored, snapshots are not kept, no loss takes one pass. */
  readonly semantics: TinkerSemantics;
  readonly findings: readonly TinkerProbeFinding[];
}

/** Options of {@link probeTinkerServer}. */
export interface TinkerProbeOptions extends CallOptions {
  /** The base model of the temporary adapter. Default: the first that the server lists. */
  readonly baseModel?: string | undefined;
  /** Must be true for a server on another machine: a probe takes up to 64 tiny optimizer steps, which may cost money on a hosted server. */
  readonly consent?: boolean | undefined;
  /** A JSON file for results, by the server's address and models (servers do not report their version). Default: no file. */
  readonly cache?: string | undefined;
}

/** Reads {@link TinkerProbeOptions}. */
export const probeOptionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  baseModel: z.string().optional(),
  consent: z.boolean().default(false),
  cache: z.string().min(1).optional(),
});

/** At most: 13 measures of three steps, and half as many again to find the rate at which those show. */
const STEPS = 64;

/**
 * Measures how a server reduces its losses, whether it clips gradients, and whether it loads weights without their optimizer. It applies
 * known gradients of single tokens to a temporary adapter, and reads the effect from a logprob.
 *
 * @param client - A client of the server, from `createTinkerClient`.
 * @throws CapabilityError if consent is needed and missing; LearnerError if the server fails, or no step changes a logprob; DatasetError if
 *   the file is not a cache of probes.
 * @example
 * console.log(describeTinkerProbe(await probeTinkerServer(client, { cache: 'tinker-probes.json' })));
 */
export async function probeTinkerServer(
  client: Pick<TinkerClient, 'baseUrl' | 'capabilities' | 'createModel'>,
  options: TinkerProbeOptions = {},
): Promise<TinkerProbe> {
  const { signal, consent, cache, ...given } = parseOptions(probeOptionsSchema, options);
  const { models } = await askEngine('probe', signal, () => client.capabilities({ signal }));
  const names = models.map(({ name }) => name);
  const baseModel = given.baseModel ?? names[0];
  if (baseModel === undefined || !names.includes(baseModel))
    throw new RangeError(`options.baseModel: expected one of ${names.join(', ')}, got ${baseModel}`);
  const url = client.baseUrl;
  const key = `${url} ${baseModel} of ${names.join(' ')}`;
  const kept = () => (cache === undefined ? undefined : readJsonFile(cacheSchema, cache));
  const known = kept()?.[key];
  if (known !== undefined) return known;
  if (!consent && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')))
    throw new CapabilityError(
      'losses',
      `options.consent: expected true: measuring how ${url} reduces losses takes up to ${STEPS} tiny optimizer ` +
        `steps on a temporary adapter of ${baseModel}, which may cost money. Or pass semantics`,
    );
  const made: TinkerModel[] = [];
  const throwAway = async (steps: number) => {
    const model = await client.createModel({ baseModel, lora: { rank: 4, seed: 1 }, repeat: 'never', signal });
    made.push(model);
    return new ProbedModel(model, steps, { signal });
  };
  const measured = await askEngine('probe', signal, async () => {
    try {
      // Each is cleared by a step, and the second one takes one step.
      return await measureSemantics(await throwAway(STEPS - 3), await throwAway(1));
    } finally {
      for (const model of made) await clearAndUnload(model);
    }
  });
  const probe = { url, baseModel, ...measured };
  if (cache !== undefined) writeFileWhole(cache, `${JSON.stringify({ ...kept(), [key]: probe }, null, 2)}\n`);
  return probe;
}

/** One server leaves what has accumulated to the model that comes next in the same place: a step takes it away. */
async function clearAndUnload(model: TinkerModel): Promise<void> {
  await model.optimStep(linearAdam(0)).catch(() => undefined);
  await model.unload().catch(() => undefined);
}

const cacheSchema = z.record(
  z.string(),
  z.object({
    url: z.string(),
    baseModel: z.string(),
    // Earlier versions kept more.
    semantics: z.object(semanticsSchema.shape),
    findings: z.array(z.object({ name: z.string(), measured: z.union([z.number(), z.string()]) })),
  }),
);

/**
 * @returns A Markdown table of the results.
 *
 * @example
 * console.log(describeTinkerProbe(await probeTinkerServer(client, { cache: 'tinker-probes.json' })));
 */
export function describeTinkerProbe({ url, baseModel, semantics, findings }: TinkerProbe): string {
  const reduced = (reduction: TinkerReduction | undefined) =>
    reduction === undefined ? 'by an unknown rule' : `${reduction.sequence}, then ${reduction.batch}`;
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  const rows = [
    ...findings.map(({ name, measured }) => [name, typeof measured === 'number' ? measured.toPrecision(3) : measured]),
    ['cross_entropy is divided by', reduced(semantics.crossEntropy)],
    ['importance_sampling is divided by', reduced(semantics.importanceSampling)],
    ['gradients are clipped without a request', yesNo(semantics.clipsGradients)],
    ['grad_clip_norm is honoured', yesNo(semantics.honoursMaxGradientNorm)],
    ['weights can be loaded without the optimizer', yesNo(semantics.resetsOptimizer)],
  ];
  return [`| ${url}, ${baseModel} | measured |`, '| --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}
