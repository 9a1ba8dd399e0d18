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
  /** Most tokens of a path after the first prompt of the session. Default: the model's context; 32,768 if it is unknown. */
  readonly maxTokens?: number | undefined;
  /** Most generated tokens over all paths. They are counted when an answer ends, so parallel answers may exceed it. Default: no limit. */
  readonly maxGeneratedTokens?: number | undefined;
  /** Longest duration of a session, in milliseconds. Default: no limit. */
  readonly timeLimitMs?: number | undefined;
  /** Most requests at once; the others are answered 429. Default 32. */
  readonly maxConcurrent?: number | undefined;
}

/** A session to open. */
export interface GatewaySessionOptions {
  /** The name of the problem, equal for all its rollouts. At most 256 characters, like `id`. */
  readonly groupId: string;
  /**
   * The name of the rollout, and a part of the session's address. Unique among sessions that are open or ended less than a minute ago.
   * Default: a random UUID.
   */
  readonly id?: string | undefined;
  /** Seed of sampling. Default: the gateway's seed and the id. */
  readonly seed?: Seed | undefined;
  /** Sampling options that replace those of the gateway. */
  readonly sampling?: { readonly temperature?: number | undefined; readonly topP?: number | undefined } | undefined;
  /** Limits that replace those of the gateway. */
  readonly limits?: SessionLimits | undefined;
  /** Metadata of the rollout, such as the ground truth or the source. */
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
  /** Seed of sampling in sessions with their own id or seed. Default: random. */
  readonly seed?: Seed | undefined;
  /** Default 127.0.0.1. Any other than a loopback address needs a `key`. */
  readonly host?: string | undefined;
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /**
   * The operator's key: `POST /sessions` and the routes below it need it, as `Authorization: Bearer …` or `x-api-key`. Without a key every
   * program on this machine can open and end sessions, so set one if agents run model-written code. Default: no key.
   */
  readonly key?: string | undefined;
  /** Default limits of sessions. */
  readonly limits?: SessionLimits | undefined;
  /** Most open sessions over HTTP; more are refused (429). Default 1,024. */
  readonly maxSessions?: number | undefined;
  /** Idle time in milliseconds after which a session opened over HTTP ends as `failed`. Default 1,800,000 (30 minutes). */
  readonly sessionIdleMs?: number | undefined;
  /** Largest body of a request, in bytes. Default 8 MiB, which takes seconds to read; no other request is read in this time. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Receives the outcome of each session that ends: by its client, by idle time, or with the gateway. A session has ended only after this
   * function has finished. If it throws, end the session again to retry.
   */
  readonly onOutcome?: ((outcome: RolloutOutcome, account: GatewayAccount) => void | Promise<void>) | undefined;
  /** Receives errors that no client gets, such as a failed `onOutcome`. Default: they are dropped. */
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
