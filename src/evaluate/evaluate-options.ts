import type { AgentFunction, AgentSettings } from '../gateway/index.js';
import * as z from 'zod';
import type { CallOptions, JsonValue, Message, Rollout, Tool } from '../base/index.js';
import { functionOption, messageSchema, typed } from '../base/internal/index.js';
import { mathReward, type RewardFunction } from '../reward/index.js';
import type { RolloutOptions } from '../rollout/index.js';
import type { SampleRecord } from './evaluation-record.js';
import { measureOptionsSchema, type MeasureOptions } from './summarize-evaluation.js';

/** One problem to solve. */
export interface EvaluationProblem {
  /** Unique within its data set. */
  readonly id: string;
  /** Data sets are measured separately; default `problems`. */
  readonly dataset?: string | undefined;
  readonly prompt: readonly Message[];
  /** The answer; the reward function reads it as `metadata.groundTruth`. */
  readonly groundTruth: string;
  /** Further `metadata` for an agent, an environment or the reward function. Default: no metadata. */
  readonly metadata?: { readonly [key: string]: JsonValue } | undefined;
}

/** Progress of an evaluation, reported as each sample ends. */
export interface EvaluationProgress {
  /** Finished samples, including those of an interrupted earlier run. */
  readonly completed: number;
  readonly total: number;
  /** The sample that just ended. */
  readonly record: SampleRecord;
}

/** Options of `evaluate`; the others are those of `runRollouts`. */
export interface EvaluateOptions
  extends
    CallOptions,
    Omit<RolloutOptions, 'policy' | 'temperature' | 'seed' | 'score' | 'onProgress' | 'signal' | 'makeOutcome'> {
  /** Each is measured separately; default `[0.6]`, as in the paper. */
  readonly temperatures?: readonly number[] | undefined;
  /** Each adds `samples` to every problem; default `[0]`. */
  readonly seeds?: readonly number[] | undefined;
  /** How many samples of each problem, for each temperature and seed; default 16, as in the paper. */
  readonly samples?: number | undefined;
  /** Samples in flight; default 64. */
  readonly concurrency?: number | undefined;
  /** Creates each sample instead of `tools` and `environment`, as in `runAgents`; the agent's own reward replaces `reward`. Default: no agent. */
  readonly agent?: AgentFunction | undefined;
  /** Options for running an agent and for reading its requests. */
  readonly agentSettings?: AgentSettings | undefined;
  /** The reward function of samples; default `mathReward()`. The answer in its `detail` votes in maj@k. */
  readonly reward?: RewardFunction<Rollout> | undefined;
  /**
   * A folder for `samples.jsonl` (one record a line, written as each sample ends), `settings.json`, `summary.json` and `report.md`. Samples
   * that it already has are kept, except those that failed with infrastructure errors. Default: nothing is written.
   */
  readonly out?: string | undefined;
  /** Name of the model; `out` refuses samples of another model. */
  readonly name?: string | undefined;
  /** Identifies the weights, such as a hash of their files; `out` refuses samples of other weights. */
  readonly weights?: string | undefined;
  /**
   * Whether each record has a `trace` with the entropy of every generated token, and the evaluation their analysis; the policy must give
   * entropies (`createSampler`). They are those at temperature 1, independent of sampling options. Default false.
   */
  readonly entropies?: boolean | undefined;
  /** Whether a record has the sample's conversation (`rollout`, without its tokens); default false. */
  readonly keepRollouts?: boolean | undefined;
  /** How the samples are measured. */
  readonly measure?: MeasureOptions | undefined;
  /** Called as each sample ends. */
  readonly onProgress?: ((progress: EvaluationProgress) => void) | undefined;
}

/**
 * The paper's settings of an evaluation: temperature 0.6, 16 samples, at most 30 turns and 30K tokens.
 *
 * @remarks Source: arXiv 2508.20722, section 5.1.
 */
export const PAPER_EVALUATION = { temperatures: [0.6], samples: 16, maxTurns: 30, maxTokens: 30_000 } as const;

export const evaluateOptionsSchema = z.strictObject({
  temperatures: z.array(z.number().nonnegative()).min(1).default([0.6]),
  seeds: z.array(z.int()).min(1).default([0]),
  samples: z.int().positive().default(16),
  concurrency: z.int().positive().default(64),
  reward: z.custom<RewardFunction<Rollout>>().default(() => mathReward()),
  out: z.string().min(1).optional(),
  name: z.string().optional(),
  weights: z.string().optional(),
  keepRollouts: z.boolean().default(false),
  measure: measureOptionsSchema.optional(),
  signal: z.instanceof(AbortSignal).optional(),
  onProgress: functionOption<(progress: EvaluationProgress) => void>(() => undefined),
  maxTokens: z.int().positive(),
  maxTurns: z.int().positive().default(10),
  topP: z.number().positive().max(1).default(1),
  entropies: z.boolean().default(false),
  // What these must be is checked by `runRollouts`.
  tools: z.custom<readonly Tool[]>(Array.isArray).default([]),
  tokenizer: z.custom<RolloutOptions['tokenizer']>(),
  chatTemplate: z.custom<RolloutOptions['chatTemplate']>().optional(),
  retry: z.custom<NonNullable<RolloutOptions['retry']>>().optional(),
  turnTimeoutMs: z.number().optional(),
  environment: z.custom<RolloutOptions['environment']>().optional(),
  agent: z.custom<AgentFunction>((value) => typeof value === 'function').optional(),
  agentSettings: z.custom<AgentSettings>().optional(),
  tracing: z.custom<RolloutOptions['tracing']>().optional(),
  onEvent: z.custom<NonNullable<RolloutOptions['onEvent']>>().optional(),
});

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const problemsSchema = z.array(
  z.strictObject({
    id: z.string(),
    dataset: z.string().default('problems'),
    prompt: z.array(messageSchema).min(1),
    groundTruth: z.string(),
    metadata: z.optional(typed<{ readonly [key: string]: JsonValue }>('an object', isObject)),
  }),
);

export type ResolvedProblem = z.output<typeof problemsSchema>[number];

export type ResolvedEvaluateOptions = z.output<typeof evaluateOptionsSchema>;
