import * as z from 'zod';
import type { JsonValue, Message, Policy, Rollout, RolloutOutcome, Seed, Tokenizer, Tool } from '../base/index.js';
import { functionSchema, messageSchema, seam, tokenizerSchema, typed } from '../base/internal/index.js';
import { LONGEST_TIMER_MS, retrySchema, type RetryOptions } from '../io/index.js';
import type { ChatTemplate } from './chat-template/chat-template.js';
import type { Environment } from './environment.js';
import type { RolloutEvent } from './rollout-event.js';
import { tracingSchema, type TracingOptions } from './tracing-options.js';
import { chatTemplateSchema } from './chat-template/internal/index.js';

/** One prompt, and its number of rollouts. */
export interface RolloutTask {
  /** The name of the group; its rollout i has the id `${groupId}/${i}`. Unique among the tasks of a run. */
  readonly groupId: string;
  readonly prompt: readonly Message[];
  /** How many rollouts of this prompt; PAPER: 2G = 32. */
  readonly samples: number;
  /**
   * Number of additional rollouts to start. The group ends when `samples` have completed, and the others are cut: `failed`, with
   * `cause.source` `cancelled`. Default 0. The slow rollouts are cut, so long rollouts are less frequent than under the policy.
   */
  readonly overProvision?: number | undefined;
  /** Metadata of every rollout of the group, such as the ground truth or the source. */
  readonly metadata?: { readonly [key: string]: JsonValue };
}

/** The progress after a rollout has ended. */
export interface RolloutProgress {
  readonly completed: number;
  readonly total: number;
  /** The rollout that just ended. */
  readonly outcome: RolloutOutcome;
}

/** One rollout's reward, such as from `scoreRollouts`; undefined or `undecided` leaves the rollout unchanged. */
export type RolloutScore =
  number | undefined | { readonly kind: 'scored'; readonly value: number } | { readonly kind: 'undecided' };

/** Scores a group's rollouts: one score each, in order. */
export type ScoreGroup = (
  rollouts: readonly Rollout[],
  context: { readonly groupId: string; readonly signal: AbortSignal },
) => Promise<readonly RolloutScore[]>;

/** One rollout to run, with its run. */
export interface OutcomePlan {
  readonly id: string;
  readonly groupId: string;
  readonly prompt: readonly Message[];
  /** Most tokens after the prompt. */
  readonly maxTokens: number;
  readonly maxTurns: number;
  readonly metadata: Rollout['metadata'];
  /** The seed of this rollout. */
  readonly seed: string;
  /** Unique in the process; the prefix of session names. */
  readonly sessionId: string;
}

/**
 * Creates one rollout's outcome without the built-in loop, for example with your agent.
 *
 * @throws The signal's reason when aborted, except for a cut, which is a failure; an error that ends the run.
 */
export type MakeOutcome = (
  plan: OutcomePlan,
  run: {
    readonly options: ResolvedRolloutOptions;
    readonly signal: AbortSignal;
    /** The parent of spans, if there is a trace. */
    readonly span?: object | undefined;
  },
) => Promise<RolloutOutcome>;

/** Options of `runRollouts`. */
export interface RolloutOptions {
  readonly policy: Policy;
  readonly tokenizer: Tokenizer;
  /** The tools that the policy may call, with unique names. Default: no tools. */
  readonly tools?: readonly Tool[];
  /** Most turns (assistant messages) of one rollout; default 10, as in the paper's first stage. */
  readonly maxTurns?: number;
  /** Most tokens after the prompt, tool responses included. */
  readonly maxTokens: number;
  /** Sampling temperature; default 1, as training needs. */
  readonly temperature?: number;
  /** Nucleus sampling; default 1 (off), as training needs. */
  readonly topP?: number;
  /**
   * The seed of sampling: turn t of rollout i uses the random stream `${seed}/${groupId}/${i}/${t}`, so results do not depend on timing, on
   * the order of tasks or on other tasks.
   */
  readonly seed: Seed;
  /**
   * Whether token traces have the entropy of each generated token's distribution; the policy must support it (`givesEntropies`). Default
   * false.
   */
  readonly entropies?: boolean | undefined;
  /**
   * Retries of a call after a failure of the engine or of a tool's service; default 3 times, from 200 ms. No other layer retries: policies
   * of this package send every request once.
   */
  readonly retry?: RetryOptions;
  /**
   * Longest time for one turn, in milliseconds: generation, its tool calls, retries and waits, but not the wait for an engine (`onWait` of
   * `GenerateOptions`); default 1 800 000 (half an hour). A rollout whose turn takes longer is set apart as `failed`.
   */
  readonly turnTimeoutMs?: number | undefined;
  /**
   * The model's chat template, from `loadChatTemplate`. It renders the prompt with the tools and the text between turns, and has the format
   * of tool calls, the tokens that end a turn, and the context length. Default: Qwen's chat format, which describes no tools.
   */
  readonly chatTemplate?: ChatTemplate | undefined;
  /** Answers the policy in addition to tools: a user, a game, a task with its own reward. Default: no environment. */
  readonly environment?: Environment | undefined;
  /**
   * Creates one rollout's outcome without the built-in loop, for example with your agent; cannot be used with `tools` and `environment`.
   * Default: the built-in loop.
   */
  readonly makeOutcome?: MakeOutcome | undefined;
  /**
   * Scores the rollouts of a group when the last of them has ended, while other groups continue; rollouts that failed with infrastructure
   * errors are left out. It may be slow (a judge, a sandbox). Default: no scoring.
   */
  readonly score?: ScoreGroup | undefined;
  /**
   * OpenTelemetry spans for every rollout, turn, generation, tool call and answer of the environment, with the optional peer
   * `@opentelemetry/api`; `{}` for the defaults. Default: no spans, without any cost.
   */
  readonly tracing?: TracingOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when a rollout ends. */
  readonly onProgress?: (progress: RolloutProgress) => void;
  /** Called with the events of running rollouts: turns, their text while it is generated, tool calls and results. */
  readonly onEvent?: (event: RolloutEvent) => void;
}

export const rolloutOptionsSchema = z.strictObject({
  policy: seam<Policy>('a Policy', 'generate'),
  tokenizer: tokenizerSchema,
  tools: z.array(seam<Tool>('a Tool', 'execute')).default([]),
  maxTurns: z.int().positive().default(10),
  maxTokens: z.int().positive(),
  temperature: z.number().nonnegative().default(1),
  topP: z.number().positive().max(1).default(1),
  seed: z.union([z.string(), z.number()]),
  entropies: z.boolean().default(false),
  retry: retrySchema(),
  turnTimeoutMs: z.number().positive().max(LONGEST_TIMER_MS).default(1_800_000),
  chatTemplate: chatTemplateSchema,
  environment: z.optional(seam<Environment>('an Environment', 'respond')),
  makeOutcome: z.optional(functionSchema<MakeOutcome>()),
  score: z.optional(functionSchema<ScoreGroup>()),
  tracing: z.optional(tracingSchema),
  signal: z.optional(typed<AbortSignal>('an AbortSignal', (value) => value instanceof AbortSignal)),
  onProgress: z.optional(functionSchema<NonNullable<RolloutOptions['onProgress']>>()),
  onEvent: z.optional(functionSchema<NonNullable<RolloutOptions['onEvent']>>()),
});

export type ResolvedRolloutOptions = z.output<typeof rolloutOptionsSchema>;

export const rolloutTaskSchema = z.strictObject({
  groupId: z.string(),
  prompt: z.array(messageSchema).min(1),
  samples: z.int().positive(),
  overProvision: z.int().nonnegative().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export const rolloutTasksSchema = z.array(rolloutTaskSchema);
