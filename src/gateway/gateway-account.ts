import type { FailureCause, FinishReason, SubAgent } from '../base/index.js';

/** Counters of a session. */
export interface SessionCounts {
  requests: number;
  /** Trained turns that were started, including running, abandoned and failed ones. */
  turns: number;
  /** Turns of the policy that are not trained on. */
  untrained: number;
  /** Generated tokens of trained turns. */
  generatedTokens: number;
  /** Requests that continue no earlier turn. */
  roots: number;
  /** Of `roots`, requests whose history contains assistant messages, none of which this session delivered. */
  unmatched: number;
  /** Turns that continue a turn that another turn already continues. */
  branches: number;
  /** Requests that matched several turns; ids decided, else the lowest draw number. */
  ties: number;
  /** Requests that got the answer of an earlier request, because their client had not received all of it. */
  retries: number;
  /** Turns whose client disconnected before it received them; they are not trained on. */
  abandoned: number;
  refused: number;
  /** Sampling options of requests that were ignored, by name. */
  ignored: Record<string, number>;
}

/** One turn of a session. */
export interface TurnAccount {
  /** The id of the answer, without the prefix of a dialect. */
  readonly id: string;
  /** The turn that its request continues; absent for a new prompt. */
  readonly parent?: string;
  /** The sub-agent of the request, if the client names it. */
  readonly agent?: SubAgent;
  /** Its number among the answers to equal requests. */
  readonly draw: number;
  /**
   * `delivered`: the client has received it. `open`: not known yet. `left`: the client disconnected before it received the whole answer.
   */
  readonly state: 'delivered' | 'open' | 'left';
  readonly isTrained: boolean;
  readonly promptTokens: number;
  /** Prompt tokens that an earlier turn of this session already read or generated. */
  readonly cachedTokens: number;
  /** Of an abandoned turn: tokens generated so far if the policy streams, else 0. */
  readonly completionTokens: number;
  /** What the model wrote. */
  readonly text: string;
  /** The tool calls in it; `isError` is undefined if no result came back. */
  readonly calls: readonly { readonly name: string; readonly isError: boolean | undefined }[];
}

/** A readable account of a session: its turns and counters. */
export interface SessionAccount extends Readonly<SessionCounts> {
  readonly id: string;
  readonly groupId: string;
  /** The limit that was reached. */
  readonly limit?: Exclude<FinishReason, 'stop'>;
  /** Why the rollout will not be trained on. */
  readonly failure?: FailureCause;
  /** Warnings in words. */
  readonly warnings: readonly string[];
  /** The turns in the order in which they ended; abandoned turns come last. */
  readonly drawn: readonly TurnAccount[];
}

/** The account of a session from its server. */
export interface GatewayAccount extends SessionAccount {
  /** Number of requests that other servers answered, by model name. */
  readonly forwarded: { readonly [model: string]: number };
}
