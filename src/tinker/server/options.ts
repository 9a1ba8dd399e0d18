import * as z from 'zod';
import type { LearnerFactory, Tokenizer } from '../../base/index.js';
import { functionOption, MIB, seam, tokenizerSchema } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';

/** What the server knows about a base model besides its engine; every member is optional. */
export interface TinkerBaseModel {
  /** Longest context in tokens. It is part of the capabilities; longer requests are refused before any work. */
  readonly contextLength?: number | undefined;
  /** All token ids are below it; others are refused before any work. */
  readonly vocabularySize?: number | undefined;
  /** Reads stop texts; without one only stop tokens are taken. */
  readonly tokenizer?: Tokenizer | undefined;
  /** What clients load its tokenizer from: a folder of their machine, or an id of the Hugging Face hub. Default: the model's name. */
  readonly tokenizerId?: string | undefined;
  /** Ids that end an answer where a request says nothing of it; each is below `vocabularySize`. Default: no ids. */
  readonly stopTokens?: readonly number[] | undefined;
}

/** Limits of a server. */
export interface TinkerServerLimits {
  /** Largest request body, as it comes and as it is when it was inflated; where it is no batch, 1 MiB at most. Default 32 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Memory for bodies as they arrive, requests that are under way or wait, outcomes that are kept, and answers on their way, in
   * bytes. Outcomes that were given out make room for others; beyond, requests are answered 429, and what never fits 413. Default
   * 128 MiB.
   */
  readonly maxPendingBytes?: number | undefined;
  /**
   * How long a body may take to arrive (then 408), and an answer to be taken (then its connection is cut off). A body that has
   * taken 5 s already gives way where there is no room for others. Default 60 s.
   */
  readonly transferMs?: number | undefined;
  /** Datums of one request. Default 1,024, which is reported to clients. */
  readonly maxDatums?: number | undefined;
  /** Tokens of one request. Default 1,048,576. */
  readonly maxTokens?: number | undefined;
  /** Tokens of one pass of the engine; a request of more takes several, between which other clients have their turn. Default 512. */
  readonly maxTokensPerPass?: number | undefined;
  /** Answers to one prompt. Default 1,024. */
  readonly maxSamples?: number | undefined;
  /** Answers that are drawn at once, of which each of several keys has an equal share; further ones wait. Default 256. */
  readonly maxConcurrentSamples?: number | undefined;
  /** Default 256. */
  readonly maxSessions?: number | undefined;
  /** Models that are loaded; those of a client that is gone stay until its session is over. Default 64. */
  readonly maxModels?: number | undefined;
  /** Rank of an adapter. Default 512, the largest that vLLM serves. */
  readonly maxLoraRank?: number | undefined;
  /** Sampling sessions whose weights are in memory; those used longest ago give theirs up. Default 16. */
  readonly maxSamplers?: number | undefined;
  /** Requests of one model that wait. Default 1,024. */
  readonly maxQueued?: number | undefined;
  /** Requests under way and outcomes that are kept. Default 16,384. */
  readonly maxFutures?: number | undefined;
  /** How long an outcome is kept, where its memory is not needed. Default one hour. */
  readonly futureTtlMs?: number | undefined;
  /** Time without a heartbeat or request after which a session is over, and its models and samplers with it. Default 5 min. */
  readonly sessionTtlMs?: number | undefined;
  /** Time after which an unused sampling session gives its weights up. Default 30 min. */
  readonly samplerIdleMs?: number | undefined;
  /** How long a request waits for those whose sequence ids come before its own, once its model has nothing else to do. Default 60 s. */
  readonly sequenceWaitMs?: number | undefined;
  /** How long a future's retrieval is kept open before it is answered `try_again`. Default 20 s: clients give up at 45 s. */
  readonly longPollMs?: number | undefined;
}

/** What each API key may have at once: one key never takes the share of another. */
export interface TinkerServerQuota {
  /** Open sessions; beyond, 429. Default, and at most: an equal share of `limits.maxSessions`. */
  readonly maxSessions?: number | undefined;
  /** Loaded models; beyond, 400. Default, and at most: an equal share of `limits.maxModels`. */
  readonly maxModels?: number | undefined;
  /** Bytes of its checkpoints and records on the disk; what would exceed them is not kept, and fails as the user's. Default: no limit. */
  readonly maxStoredBytes?: number | undefined;
}

/** An event of a server. */
export interface TinkerServerEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Options of {@link createTinkerServer}. */
export interface TinkerServerOptions {
  /** The engine: each model of a client is a learner of it. The server does not close it. */
  readonly factory: LearnerFactory;
  /** Where training runs and their checkpoints are kept; a second server is refused it. */
  readonly directory: string;
  /** Default 127.0.0.1. Any other than a loopback address needs an `apiKey`. */
  readonly host?: string | undefined;
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /**
   * Callers must send it as `X-API-Key` or `Authorization: Bearer …`; `/api/v1/healthz` alone is open. Or several keys, by the names of
   * their users: each has sessions, models and checkpoints of its own, and those of the others do not exist for it.
   */
  readonly apiKey?: string | { readonly [user: string]: string } | undefined;
  /** By the names of `factory.baseModels`. */
  readonly models?: { readonly [name: string]: TinkerBaseModel } | undefined;
  readonly limits?: TinkerServerLimits | undefined;
  readonly quota?: TinkerServerQuota | undefined;
  /** Called with what happens and is not reported to a client. */
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
