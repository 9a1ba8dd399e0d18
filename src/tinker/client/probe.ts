import * as z from 'zod';
import { CapabilityError, type CallOptions, type PolicyLoss } from '../../base/index.js';
import { functionSchema, parseOptions } from '../../base/internal/index.js';
import { isLoopback } from '../../io/index.js';
import { POLICY_LOSS_KINDS } from '../../objective/index.js';
import { DosedModel, linearAdam } from './internal/learner/dose.js';
import type { TinkerClient } from './tinker-client.js';
import type { TinkerModel } from './tinker-model.js';
import { askEngine } from './internal/learner/engine-failure.js';
import { isApplicableAtOnce } from './internal/learner/exact-passes.js';
import { SemanticsMeter } from './internal/learner/measure-semantics.js';
import { openProbeCache } from './internal/learner/probe-cache.js';
import { planTinkerObjective } from './objective-plan.js';
import type { TinkerLossName, TinkerProbe, TinkerProbeCache, TinkerSemantics } from './semantics.js';

/** What someone is asked before a probe. */
export interface TinkerProbeQuestion {
  readonly url: string;
  readonly baseModel: string;
  /** Optimizer steps, at most; each of a handful of tokens. */
  readonly steps: number;
}

/** Options of {@link probeTinkerServer}. */
export interface TinkerProbeOptions extends CallOptions {
  /** Whose adapter is trained. Default: the first that the server lists. */
  readonly baseModel?: string | undefined;
  /** A probe makes up to 150 tiny optimizer steps, which a hosted server may charge for. Asked for but on this machine. */
  readonly consent?: true | ((question: TinkerProbeQuestion) => boolean | Promise<boolean>) | undefined;
  /** Where findings are kept, by the server's address and models (no server tells its version): a file of JSON, or a `Map`. Default: nowhere. */
  readonly cache?: string | TinkerProbeCache | undefined;
}

/** At most: 25 doses, each between two units, and half as many again to find the rate at which those show; and those of other models. */
const STEPS = 150;
/** Of the model that is given up with a gradient, and of the one after it. */
const STEPS_OF_ANOTHER = 8;

/** Reads {@link TinkerProbeOptions}. */
export const probeOptionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  baseModel: z.string().optional(),
  consent: z.union([z.literal(true), functionSchema()]).optional(),
  cache: z.union([z.string().min(1), z.looseObject({ get: functionSchema(), set: functionSchema() })]).optional(),
});

/**
 * Measures what a server makes of what it is sent: how it reduces losses, whether it clips, caps or repeats, whether snapshots are
 * kept. A throw-away adapter is given gradients of known sizes, one token each, and a logprob says what was applied.
 *
 * @param client - Of the server; `createTinkerClient` gives it.
 * @throws CapabilityError without a consent that is needed; LearnerError where the server fails, or no step moves anything.
 * @example
 * console.log(describeTinkerProbe(await probeTinkerServer(client, { cache: 'tinker-probes.json' })));
 */
export async function probeTinkerServer(
  client: Pick<TinkerClient, 'baseUrl' | 'capabilities' | 'createModel'>,
  options: TinkerProbeOptions = {},
): Promise<TinkerProbe> {
  parseOptions(probeOptionsSchema, options);
  const { signal, consent, cache } = options;
  const { models } = await askEngine('probe', signal, () => client.capabilities({ signal }));
  const names = models.map(({ name }) => name);
  const baseModel = options.baseModel ?? names[0];
  if (baseModel === undefined || !names.includes(baseModel))
    throw new RangeError(`options.baseModel: expected one of ${names.join(', ')}, got ${baseModel}`);
  const kept = openProbeCache(cache);
  const url = client.baseUrl;
  const key = `${url} ${baseModel} of ${names.join(' ')}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (!isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')) && consent !== true) {
    const agreed = await consent?.({ url, baseModel, steps: STEPS });
    if (agreed !== true)
      throw new CapabilityError(
        'losses',
        `options.consent: expected true, got ${agreed === undefined ? 'none' : 'no'}: how ${url} reduces its losses is measured ` +
          `by up to ${STEPS} tiny optimizer steps on a throw-away adapter of ${baseModel}, which may cost money; or say it (semantics)`,
      );
  }
  const withModel: WithModel = async (work, giveUp = clearAndUnload) => {
    const model = await client.createModel({ baseModel, lora: { rank: 4, seed: 1 }, repeat: 'never', signal });
    try {
      return await work(model);
    } finally {
      await giveUp(model);
    }
  };
  const probe = await askEngine('probe', signal, async () => ({
    ...{ url, baseModel },
    ...(await measure(withModel, { signal })),
  }));
  kept.set(key, probe);
  return probe;
}

/** Gives the work a throw-away model. */
type WithModel = <T>(
  work: (model: TinkerModel) => Promise<T>,
  giveUp?: (model: TinkerModel) => Promise<void>,
) => Promise<T>;

async function measure(
  withModel: WithModel,
  options: CallOptions,
): Promise<Pick<TinkerProbe, 'semantics' | 'findings'>> {
  return withModel(async (model) => {
    // Two are cleared by a step each, and a third one is given one dose.
    const dosed = new DosedModel(model, { ...options, steps: STEPS - 3 - 2 * STEPS_OF_ANOTHER });
    const meter = new SemanticsMeter(dosed);
    const crossEntropy = await meter.reduction('cross_entropy');
    const importanceSampling = await meter.reduction('importance_sampling');
    const largestRatio = importanceSampling && (await meter.largestRatio());
    const loss = importanceSampling === undefined ? 'cross_entropy' : 'importance_sampling';
    const rest = await meter.rest(loss, importanceSampling ?? crossEntropy ?? { sequence: 'none', batch: 'none' });
    const resetsOptimizer = await withModel((other) =>
      meter.resetsOptimizer(loss, new DosedModel(other, { ...options, steps: 1 })),
    );
    const keepsSnapshots = await meter.keepsSnapshots(() => model.createSampler(options));
    const onePass: TinkerLossName[] = [];
    if (isApplicableAtOnce(crossEntropy)) onePass.push('cross_entropy');
    if (importanceSampling !== undefined && isApplicableAtOnce(importanceSampling))
      for (const clipping of ['ppo', 'cispo'] as const)
        if (await meter.clipsRatios(clipping, importanceSampling)) onePass.push(clipping);
    const mayBeLeft =
      onePass.length > 0 &&
      dosed.tellsLogprobs &&
      (await meter.dropsGradients(loss, (work, ending) =>
        withModel(
          (other) => work(new DosedModel(other, { ...options, steps: STEPS_OF_ANOTHER })),
          ending === 'abandoned' ? unload : clearAndUnload,
        ),
      ));
    return {
      semantics: {
        ...{ crossEntropy, importanceSampling, largestRatio, ...rest, resetsOptimizer, keepsSnapshots },
        onePass: mayBeLeft ? onePass : [],
      },
      findings: meter.findings,
    };
  });
}

/** One server leaves what has accumulated to the model that comes next in the same place: a step takes it away. */
async function clearAndUnload(model: TinkerModel): Promise<void> {
  await model.optimStep(linearAdam(0)).catch(() => undefined);
  await unload(model);
}

async function unload(model: TinkerModel): Promise<void> {
  await model.unload().catch(() => undefined);
}

/**
 * @returns A Markdown table of what was measured, and what follows from it.
 *
 * @example
 * console.log(describeTinkerProbe(await probeTinkerServer(client)));
 */
export function describeTinkerProbe({ url, baseModel, semantics, findings }: TinkerProbe): string {
  const { crossEntropy, importanceSampling, largestRatio, ...rest } = semantics;
  const reduced = (reduction: typeof crossEntropy) =>
    reduction === undefined ? 'by no rule that we know' : `${reduction.sequence}, then ${reduction.batch}`;
  const rows = [
    ...findings.map(({ name, measured }) => [name, typeof measured === 'number' ? measured.toPrecision(3) : measured]),
    ['cross_entropy is divided by', reduced(crossEntropy)],
    ['importance_sampling is divided by', reduced(importanceSampling)],
    ['ratios are cut off at', largestRatio?.toPrecision(3) ?? 'nothing up to 4'],
    ['gradients are clipped unasked', yesNo(rest.clipsGradients)],
    ['grad_clip_norm is honoured', yesNo(rest.honoursMaxGradientNorm)],
    ['sequence ids are honoured', yesNo(rest.honoursSequenceIds)],
    ['the optimizer can be left out of what is loaded', yesNo(rest.resetsOptimizer)],
    ['snapshots are kept', yesNo(rest.keepsSnapshots)],
    ...planRows(semantics),
  ];
  return [`| ${url}, ${baseModel} | measured |`, '| --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}

/** @returns Which objectives are taken how, and why. */
function planRows(semantics: TinkerSemantics): [string, string][] {
  const kinds = new Map<string, string[]>();
  for (const kind of POLICY_LOSS_KINDS) {
    const how = howIsTaken(kind, semantics);
    kinds.set(how, [...(kinds.get(how) ?? []), kind]);
  }
  return [...kinds].map(([how, which]) => [which.join(', '), how]);
}

function howIsTaken(kind: PolicyLoss['kind'], semantics: TinkerSemantics): string {
  try {
    const { passes, loss, why } = planTinkerObjective({ kind }, semantics);
    return passes === 1 ? `one pass, by ${loss}` : `two passes, by ${loss}: ${why}`;
  } catch (error) {
    if (error instanceof CapabilityError) return error.message;
    throw error;
  }
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
