import * as z from 'zod';
import type { JsonValue, Message, Policy, Rollout, RolloutOutcome, Seed, Tokenizer, Tool } from '../base/index.js';
import { functionSchema, messageSchema, seam, tokenizerSchema, typed } from '../base/internal/index.js';
import { LONGEST_TIMER_MS, retrySchema, type RetryOptions } from '../io/index.js';
import type { ChatTemplate } from './chat-template/chat-template.js';
import type { Environment } from './environment.js';
import type { RolloutEvent } from './rollout-event.js';
import { tracingSchema, type TracingOptions } from './tracing-options.js';
import { chatTemplateSchema } from './chat-template/internal/index.js';

/** One prompt to roll out, and how often. */
export interface RolloutTask {
  /** Names the group; rollout i of it has the id `${groupId}/${i}`. Unique among the tasks of a run. */
  readonly groupId: string;
  readonly prompt: readonly Message[];
  /** How many rollouts of this prompt; PAPER: 2G = 32. */
  readonly samples: number;
  /**
   * Number of extra rollouts to start; the group is over as soon as `samples` have completed, and those still under way are cut: set
   * apart as `failed`, with a `cause.source` of `cancelled`. Default 0. The ones that are cut are the slow ones, so long rollouts
   * are seen less often than the policy writes them.
   */
  readonly overProvision?: number | undefined;
  /** Carried along in every rollout of the group: the ground truth, the source. */
  readonly metadata?: { readonly [key: string]: JsonValue };
}

/** Where a run of rollouts stands, each time one ends. */
export interface RolloutProgress {
  readonly completed: number;
  readonly total: number;
  /** The rollout that just ended. */
  readonly outcome: RolloutOutcome;
}

/** One rollout's reward; undefined or `undecided` leaves it as it is. What `scoreRollouts` gives is one. */
export type RolloutScore =
  number | undefined | { readonly kind: 'scored'; readonly value: number } | { readonly kind: 'undecided' };

/** Rewards a group's rollouts: one score each, in order. */
export type ScoreGroup = (
  rollouts: readonly Rollout[],
  context: { readonly groupId: string; readonly signal: AbortSignal },
) => Promise<readonly RolloutScore[]>;

/** What an outcome is made of: one rollout to run, and the run that it belongs to. */
export interface OutcomePlan {
  readonly id: string;
  readonly groupId: string;
  readonly prompt: readonly Message[];
  /** Most tokens after the prompt. */
  readonly maxTokens: number;
  readonly maxTurns: number;
  readonly metadata: Rollout['metadata'];
  /** Names the stream of every draw of this rollout. */
  readonly seed: string;
  /** Unique in the process: begins the names of the policy's sessions. */
  readonly sessionId: string;
}

/**
 * Makes one rollout's outcome without the built-in loop, with a user's agent for example.
 *
 * @throws The signal's reason when aborted with anything but a cut (an error that is a failure); what ends the run.
 */
export type MakeOutcome = (
  plan: OutcomePlan,
  run: {
    readonly options: ResolvedRolloutOptions;
    readonly signal: AbortSignal;
    /** What spans are begun in, if there is a trace. */
    readonly span?: object | undefined;
  },
) => Promise<RolloutOutcome>;

/** Options of `runRollouts`. */
export interface RolloutOptions {
  readonly policy: Policy;
  readonly tokenizer: Tokenizer;
  /** The tools the policy may call; default none. Names are unique. */
  readonly tools?: readonly Tool[];
  /** Most turns (assistant messages) of one rollout; default 10, as in the paper's first stage. */
  readonly maxTurns?: number;
  /** Response budget in tokens: everything after the prompt counts, tool responses included. */
  readonly maxTokens: number;
  /** Sampling temperature; default 1, what training needs. */
  readonly temperature?: number;
  /** Nucleus sampling; default 1 (off), what training needs. */
  readonly topP?: number;
  /**
   * Fixes every draw: turn t of rollout i samples from the stream `${seed}/${groupId}/${i}/${t}`, so results do not depend
   * on timing, on the order of tasks or on which other tasks run beside.
   */
  readonly seed: Seed;
  /**
   * Whether token traces have the entropy of each generated token's distribution; the policy must give them
   * (`givesEntropies`). Default false.
   */
  readonly entropies?: boolean | undefined;
  /**
   * How often a call is made again that the engine or a tool's service broke; default 3 times, from 200 ms on. It is the
   * only layer that asks the policy again: policies of this package send every request once.
   */
  readonly retry?: RetryOptions;
  /**
   * Longest time for one turn, in milliseconds: generating it, the tool calls in it, and every retry and wait between,
   * but not its wait for an engine (`onWait` of `GenerateOptions`); default 1 800 000 (half an hour). A rollout whose turn takes longer is set apart as `failed`.
   */
  readonly turnTimeoutMs?: number | undefined;
  /**
   * How the model is talked to: its own template, as `loadChatTemplate` reads it. It renders the prompt with the tools and
   * what stands between turns, says how tool calls are written, which tokens end a turn, and how long a conversation may
   * be. Default: Qwen's chat format, which describes no tools.
   */
  readonly chatTemplate?: ChatTemplate | undefined;
  /** What answers the policy besides its tools: a user, a game, a task that knows its own reward. Default none. */
  readonly environment?: Environment | undefined;
  /** Makes one rollout's outcome without the built-in loop, with a user's agent for example; excludes `tools` and `environment`. Default none. */
  readonly makeOutcome?: MakeOutcome | undefined;
  /**
   * Rewards the rollouts of one group as soon as the last of them has ended, while other groups go on; a rollout that the
   * machine broke is not among them. It may take its time (a judge, a sandbox). Default: no scoring.
   */
  readonly score?: ScoreGroup | undefined;
  /**
   * A span of OpenTelemetry for every rollout, turn, generation, tool call and answer of the environment, by the optional peer
   * `@opentelemetry/api`; `{}` for the defaults. Default: none, which costs nothing.
   */
  readonly tracing?: TracingOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each rollout as it ends, in the order of completion. */
  readonly onProgress?: (progress: RolloutProgress) => void;
  /** Called with everything in a rollout as it happens: turns, their text as it is drawn, tools' calls and results. */
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
