import type { FailureCause, FinishReason, SubAgent } from '../base/index.js';

/** What a session has counted. */
export interface SessionCounts {
  requests: number;
  /** Trained turns that were begun, including those under way, those that the client left and those that the engine broke. */
  turns: number;
  /** Turns that the policy drew and that are not trained on. */
  untrained: number;
  /** Tokens that were drawn in turns that are trained on. */
  generatedTokens: number;
  /** Requests that went on from no turn. */
  roots: number;
  /** Of `roots`, requests whose history contains assistant messages, none of which this session delivered. */
  unmatched: number;
  /** Turns that went on from a turn from which another had gone on before. */
  branches: number;
  /** Requests that matched several turns; ids, else the lowest draw number, decided. */
  ties: number;
  /** Requests that got the answer of an earlier one, because their client did not have it whole. */
  retries: number;
  /** Turns that the client left before it had them; they are not trained on. */
  abandoned: number;
  refused: number;
  /** Sampling options of requests that were ignored, by name. */
  ignored: Record<string, number>;
}

/** One turn of a session. */
export interface TurnAccount {
  /** Names the answer: dialects put their prefix before it. */
  readonly id: string;
  /** The turn that its request goes on from; absent where it has a prompt of its own. */
  readonly parent?: string;
  /** The sub-agent that asked, where the client names it. */
  readonly agent?: SubAgent;
  /** Its number among draws for equal requests. */
  readonly draw: number;
  /**
   * `delivered`: the client has it. `open`: it is not known yet. `left`: the client went away before it had the whole answer.
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
  /** The calls in it; undefined for `isError` where no result came back. */
  readonly calls: readonly { readonly name: string; readonly isError: boolean | undefined }[];
}

/** A readable account of a session: what was matched, branched and drawn. */
export interface SessionAccount extends Readonly<SessionCounts> {
  readonly id: string;
  readonly groupId: string;
  /** The limit that was reached. */
  readonly limit?: Exclude<FinishReason, 'stop'>;
  /** Why the rollout will not be trained on. */
  readonly failure?: FailureCause;
  /** What looks wrong, in words. */
  readonly warnings: readonly string[];
  /** What was drawn, in the order in which it ended; turns that were left while they were drawn come last. */
  readonly drawn: readonly TurnAccount[];
}

/** What a session did, as its server tells it. */
export interface GatewayAccount extends SessionAccount {
  /** Requests that other servers answered, by the names of their models. */
  readonly forwarded: { readonly [model: string]: number };
}
