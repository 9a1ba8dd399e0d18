import * as z from 'zod';
import type { LearnerFactory, Tokenizer } from '../../base/index.js';
import { functionOption, MIB, seam, tokenizerSchema } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';

/** Information about a base model; every field is optional. */
export interface TinkerBaseModel {
  /** Longest context in tokens. It is part of the capabilities; longer requests are refused before any work. */
  readonly contextLength?: number | undefined;
  /** All token ids are below it; others are refused before any work. */
  readonly vocabularySize?: number | undefined;
  /** Needed for stop texts; without it only stop tokens are accepted. */
  readonly tokenizer?: Tokenizer | undefined;
  /** Where clients load its tokenizer from: a folder on their machine, or an id of the Hugging Face hub. Default: the model's name. */
  readonly tokenizerId?: string | undefined;
  /** Default ids that end an answer; each is below `vocabularySize`. Default: no ids. */
  readonly stopTokens?: readonly number[] | undefined;
}

/** Limits of a server. */
export interface TinkerServerLimits {
  /** Largest request body in bytes, compressed and uncompressed; at most 1 MiB for a request that is not a batch. Default 32 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Memory of arriving bodies, pending requests, stored outcomes and answers that are sent, in bytes. Delivered outcomes are dropped first;
   * then requests are answered 429, or 413 if they can never fit. Default 128 MiB.
   */
  readonly maxPendingBytes?: number | undefined;
  /**
   * Longest time for a body to arrive (then 408), and for an answer to be read (then its connection is closed), in milliseconds. A body
   * that has taken 5 s is dropped if its memory is needed. Default 60 s.
   */
  readonly transferMs?: number | undefined;
  /** Most datums of one request. Default 1,024, which is reported to clients. */
  readonly maxDatums?: number | undefined;
  /** Most tokens of one request. Default 1,048,576. */
  readonly maxTokens?: number | undefined;
  /** Most tokens of one pass of the engine; a larger request takes several passes, between which other clients take turns. Default 512. */
  readonly maxTokensPerPass?: number | undefined;
  /** Most answers to one prompt. Default 1,024. */
  readonly maxSamples?: number | undefined;
  /** Most answers that are generated at once, with an equal share for each key; others wait. Default 256. */
  readonly maxConcurrentSamples?: number | undefined;
  /** Default 256. */
  readonly maxSessions?: number | undefined;
  /** Most loaded models; those of a client that is gone stay until its session ends. Default 64. */
  readonly maxModels?: number | undefined;
  /** Largest rank of an adapter. Default 512, the largest that vLLM serves. */
  readonly maxLoraRank?: number | undefined;
  /** Most sampling sessions with weights in memory; the least recently used are unloaded. Default 16. */
  readonly maxSamplers?: number | undefined;
  /** Most waiting requests of one model. Default 1,024. */
  readonly maxQueued?: number | undefined;
  /** Most pending requests and stored outcomes. Default 16,384. */
  readonly maxFutures?: number | undefined;
  /** How long an outcome is stored if its memory is not needed, in milliseconds. Default one hour. */
  readonly futureTtlMs?: number | undefined;
  /** Time without a heartbeat or request after which a session ends with its models and samplers, in milliseconds. Default 5 min. */
  readonly sessionTtlMs?: number | undefined;
  /** Time after which the weights of an unused sampling session are unloaded, in milliseconds. Default 30 min. */
  readonly samplerIdleMs?: number | undefined;
  /** How long a request waits for missing requests with lower sequence ids while its model is idle, in milliseconds. Default 60 s. */
  readonly sequenceWaitMs?: number | undefined;
  /**
   * How long the retrieval of a future stays open before it is answered `try_again`, in milliseconds. Default 20 s, because clients give up at
   * 45 s.
   */
  readonly longPollMs?: number | undefined;
}

/** Limits of each API key, so that one key cannot use the share of another. */
export interface TinkerServerQuota {
  /** Most open sessions; then 429. Default and maximum: an equal share of `limits.maxSessions`. */
  readonly maxSessions?: number | undefined;
  /** Most loaded models; then 400. Default and maximum: an equal share of `limits.maxModels`. */
  readonly maxModels?: number | undefined;
  /** Most bytes of its checkpoints and records on the disk; a save above the limit fails with a user error. Default: no limit. */
  readonly maxStoredBytes?: number | undefined;
}

/** An event of a server. */
export interface TinkerServerEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Options of {@link createTinkerServer}. */
export interface TinkerServerOptions {
  /** The engine: each model of a client is one of its learners. The server does not close it. */
  readonly factory: LearnerFactory;
  /** The folder of training runs and checkpoints; only one server can use it. */
  readonly directory: string;
  /** Default 127.0.0.1. Any other than a loopback address needs an `apiKey`. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /**
   * Callers must send it as `X-API-Key` or `Authorization: Bearer …`; only `/api/v1/healthz` needs no key. Or several keys by user name:
   * each user has separate sessions, models and checkpoints, and cannot see those of others.
   */
  readonly apiKey?: string | { readonly [user: string]: string } | undefined;
  /** Information about models, by the names in `factory.baseModels`. */
  readonly models?: { readonly [name: string]: TinkerBaseModel } | undefined;
  readonly limits?: TinkerServerLimits | undefined;
  readonly quota?: TinkerServerQuota | undefined;
  /** Called with events that are not reported to a client. */
  readonly log?: ((event: TinkerServerEvent) => void) | undefined;
}

const count = (otherwise: number) => z.int().min(1).default(otherwise);
const bytes = (otherwise: number) => z.int().min(1024).default(otherwise);
const milliseconds = (otherwise: number) => z.number().positive().max(LONGEST_TIMER_MS).default(otherwise);

const limitsSchema = z.strictObject({
  maxBodyBytes: bytes(32 * MIB),
  maxPendingBytes: bytes(128 * MIB),
  transferMs: milliseconds(60_000),
  maxDatums: count(1024),
  maxTokens: count(MIB),
  maxTokensPerPass: count(512),
  maxSamples: count(1024),
  maxConcurrentSamples: count(256),
  maxSessions: count(256),
  maxModels: count(64),
  maxLoraRank: count(512),
  maxSamplers: count(16),
  maxQueued: count(1024),
  maxFutures: count(16_384),
  futureTtlMs: milliseconds(3_600_000),
  sessionTtlMs: milliseconds(300_000),
  samplerIdleMs: milliseconds(1_800_000),
  sequenceWaitMs: milliseconds(60_000),
  longPollMs: milliseconds(20_000),
});

/** A user's name is that of a folder. */
const userSchema = z.string().regex(/^[\w-]{1,64}$/);

export const serverOptionsSchema = z.strictObject({
  factory: seam<LearnerFactory>('a LearnerFactory', 'createLearner'),
  directory: z.string().min(1),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(0),
  apiKey: z.union([z.string().min(1), z.record(userSchema, z.string().min(1))]).optional(),
  models: z
    .record(
      z.string(),
      z
        .strictObject({
          contextLength: z.int().min(2).optional(),
          vocabularySize: z.int().min(1).optional(),
          tokenizer: z.optional(tokenizerSchema),
          tokenizerId: z.string().optional(),
          stopTokens: z.array(z.int().min(0)).optional(),
        })
        .refine(({ stopTokens = [], vocabularySize = Infinity }) => stopTokens.every((id) => id < vocabularySize), {
          path: ['stopTokens'],
          message: 'expected ids below vocabularySize',
        }),
    )
    .default({}),
  limits: limitsSchema.prefault({}),
  quota: z
    .strictObject({
      maxSessions: z.int().min(1).optional(),
      maxModels: z.int().min(1).optional(),
      maxStoredBytes: z.int().min(1024).optional(),
    })
    .prefault({}),
  log: functionOption<(event: TinkerServerEvent) => void>(() => {}),
});

/** The settings of a server. */
export type ServerSettings = z.output<typeof serverOptionsSchema>;
/** Every limit, where none is left out. */
export type ServerLimits = z.output<typeof limitsSchema>;
