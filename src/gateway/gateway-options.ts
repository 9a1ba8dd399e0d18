import * as z from 'zod';
import type { JsonValue, RolloutOutcome, Seed } from '../base/index.js';
import { functionOption, functionSchema, typed } from '../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../io/index.js';
import { rolloutOptionsSchema } from '../rollout/internal/index.js';
import type { RolloutOptions } from '../rollout/index.js';
import { agentSettingsSchema, type AgentSettings } from './agent-settings.js';
import type { GatewayAccount } from './gateway-account.js';
import { MAX_BODY_BYTES } from './internal/server/transfer-limits.js';

/** Limits of one session. */
export interface SessionLimits {
  /** Most turns. Default 200. */
  readonly maxTurns?: number | undefined;
  /** Most tokens of a path after the first prompt of the session. Default: what the model reads; 32,768 where its template does not say. */
  readonly maxTokens?: number | undefined;
  /** Most tokens that are drawn, over all paths; counted when a draw ends, so draws at once may go beyond it. Default: no limit. */
  readonly maxGeneratedTokens?: number | undefined;
  /** How long a session may take, in milliseconds. Default: no limit. */
  readonly timeLimitMs?: number | undefined;
  /** Most requests at once; the others are answered 429. Default 32. */
  readonly maxConcurrent?: number | undefined;
}

/** A session to open. */
export interface GatewaySessionOptions {
  /** The problem: rollouts of the same problem have the same. At most 256 characters, like `id`. */
  readonly groupId: string;
  /**
   * Names the rollout, and is part of the session's address. Unique among sessions that are open or ended less than a minute ago.
   * Default: a random UUID.
   */
  readonly id?: string | undefined;
  /** Fixes every draw. Default: the gateway's seed and the id. */
  readonly seed?: Seed | undefined;
  /** How tokens are drawn, where it is not as the gateway's options say. */
  readonly sampling?: { readonly temperature?: number | undefined; readonly topP?: number | undefined } | undefined;
  /** Where they are not the gateway's. */
  readonly limits?: SessionLimits | undefined;
  /** Carried along in the rollout: the ground truth, the source. */
  readonly metadata?: { readonly [key: string]: JsonValue } | undefined;
}

/** Options of {@link createGateway}. */
export interface GatewayOptions
  extends
    Pick<
      RolloutOptions,
      | 'policy'
      | 'tokenizer'
      | 'chatTemplate'
      | 'temperature'
      | 'topP'
      | 'entropies'
      | 'retry'
      | 'turnTimeoutMs'
      | 'onEvent'
    >,
    Pick<AgentSettings, 'isToolError' | 'normalize' | 'models'> {
  /** Fixes every draw of sessions that have an id or a seed of their own. Default: random. */
  readonly seed?: Seed | undefined;
  /** Default 127.0.0.1. Any other than a loopback address needs a `key`. */
  readonly host?: string | undefined;
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /**
   * The operator's: `POST /sessions` and what is below it take it, as `Authorization: Bearer …` or `x-api-key`. Without one every program of this
   * machine can open and end sessions: give one where agents run what a model wrote. Default: none.
   */
  readonly key?: string | undefined;
  /** Limits of sessions that say nothing else. */
  readonly limits?: SessionLimits | undefined;
  /** Most sessions that are open at once over HTTP; further ones are refused (429). Default 1,024. */
  readonly maxSessions?: number | undefined;
  /** Idle time in milliseconds after which a session opened over HTTP ends as `failed`. Default 1,800,000 (30 minutes). */
  readonly sessionIdleMs?: number | undefined;
  /** Largest body of a request, in bytes. Default 8 MiB: a request of so many bytes takes seconds to read, in which no other is read. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Takes the outcome of each session that ends: by its end, by its idle time, or with the gateway. A session counts as ended
   * only after this function has finished. If it throws, end the session again to retry the report.
   */
  readonly onOutcome?: ((outcome: RolloutOutcome, account: GatewayAccount) => void | Promise<void>) | undefined;
  /** Called with errors that no answer carries, such as a failed `onOutcome`. Default: they are dropped. */
  readonly log?: ((event: { readonly level: 'error'; readonly message: string }) => void) | undefined;
}

const { policy, tokenizer, chatTemplate, temperature, topP, entropies, retry, turnTimeoutMs, onEvent } =
  rolloutOptionsSchema.shape;
const { isToolError, normalize, models } = agentSettingsSchema.shape;
const seed = z.union([z.string(), z.number()]);
const count = z.int().positive();

const limitsSchema = z.strictObject({
  maxTurns: count.optional(),
  maxTokens: count.optional(),
  maxGeneratedTokens: count.optional(),
  timeLimitMs: z.number().positive().max(LONGEST_TIMER_MS).optional(),
  maxConcurrent: count.optional(),
});

/** A part of a path: halves of surrogate pairs cannot be written in one. */
const name = z
  .string()
  .max(256)
  .regex(/^\P{Cs}*$/u, { error: 'expected well-formed Unicode' });

export const gatewaySessionSchema = z.strictObject({
  groupId: name,
  // Clients take dots alone away from a path.
  id: name
    .min(1)
    .regex(/^(?!\.{1,2}$)/, { error: 'expected a name other than . or ..' })
    .optional(),
  seed: seed.optional(),
  sampling: z
    .strictObject({
      temperature: z.number().nonnegative().optional(),
      topP: z.number().positive().max(1).optional(),
    })
    .optional(),
  limits: limitsSchema.optional(),
  // As it is: a record drops a key named `__proto__`.
  metadata: z.optional(
    typed<{ readonly [key: string]: JsonValue }>(
      'an object',
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    ),
  ),
});

export const gatewayOptionsSchema = z.strictObject({
  ...{ policy, tokenizer, chatTemplate, temperature, topP, entropies, retry, turnTimeoutMs, onEvent },
  ...{ isToolError, normalize, models },
  seed: seed.default(() => globalThis.crypto.randomUUID()),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(0),
  key: z.string().min(1).optional(),
  limits: limitsSchema.default({}),
  maxSessions: count.default(1024),
  sessionIdleMs: z.number().positive().max(LONGEST_TIMER_MS).default(1_800_000),
  maxBodyBytes: z.int().min(1024).default(MAX_BODY_BYTES),
  onOutcome: z.optional(functionSchema<NonNullable<GatewayOptions['onOutcome']>>()),
  log: functionOption<NonNullable<GatewayOptions['log']>>(() => {}),
});

/** The settings of a gateway. */
export type GatewaySettings = z.output<typeof gatewayOptionsSchema>;
