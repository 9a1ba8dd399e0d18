import type {
  FailureCause,
  Message,
  Rollout,
  TemplateMessage,
  Tool,
  Turn,
  TurnConstraint,
} from '../../../base/index.js';
import type { PausableTimer } from '../../../io/index.js';
import type { ResolvedRolloutOptions } from '../../rollout-options.js';
import type { AppendOnlyConversation } from '../conversation/append-only-conversation.js';
import type { ConversationFormat, ConversationStart } from '../conversation/conversation-start.js';
import type { SampledTurn } from '../conversation/turn-messages.js';
import type { TokenRecorder } from '../conversation/token-recorder.js';
import type { ArgumentCheck } from '../tool-arguments/tool-arguments.js';
import type { LoopSpan } from './trace/loop-span.js';

/** One rollout to run, with the values that are computed once for its group. */
export interface RolloutPlan {
  readonly id: string;
  readonly groupId: string;
  readonly prompt: readonly Message[];
  readonly format: ConversationFormat;
  readonly start: ConversationStart;
  /** Everything after the prompt: the caller's budget, or what the model's context leaves of it. */
  readonly maxTokens: number;
  /** Turns of the whole conversation, those before this rollout included. */
  readonly maxTurns: number;
  readonly metadata: Rollout['metadata'];
  /** `${seed}/${groupId}/${index}`: names the stream of every draw of this rollout. */
  readonly seed: string;
  readonly sessionId: string;
  /** Constrains every turn. */
  readonly constraint?: TurnConstraint | undefined;
}

/** A tool and the check of its arguments, read from its schema once for a run. */
export interface CheckedTool {
  readonly tool: Tool;
  readonly checkArguments: ArgumentCheck;
}

export interface AgentLoopContext {
  readonly options: ResolvedRolloutOptions;
  readonly tools: ReadonlyMap<string, CheckedTool>;
  /** The tokens that end a turn, and how each is written out. */
  readonly stopTokens: ReadonlyMap<number, string>;
  readonly signal: AbortSignal;
  /** The clock of the turn under way. */
  readonly timer?: PausableTimer | undefined;
  /** The parent of new spans, if there is a trace. */
  readonly span?: LoopSpan | undefined;
}

/** @returns The type of a failure: `policy_error`, `sandbox_error`, …; `cancelled` if nothing has failed. */
export function failureType({ source }: FailureCause): string {
  return source === 'cancelled' ? source : `${source}_error`;
}

/**
 * Whether a rollout failed on the side of its agent: the agent threw, a service of its own is down, a request was lost. Its group goes on
 * without it. What the policy's engine broke is not among them.
 */
export function isSetApart({ source }: FailureCause, { makeOutcome }: { readonly makeOutcome?: unknown }): boolean {
  return makeOutcome !== undefined && source !== 'policy' && source !== 'cancelled';
}

/** An infrastructure error: it ends this rollout and is kept as a value. */
export class InfrastructureError extends Error {
  constructor(readonly failure: FailureCause) {
    super(failure.message);
    this.name = failureType(failure);
  }
}

/** The state of a rollout; kept when it fails. */
export interface Progress {
  conversation: AppendOnlyConversation;
  readonly recorder: TokenRecorder;
  readonly turns: Turn[];
  /** The last turn and the results of its calls, until a turn reads them. */
  unread?: { readonly sampled: SampledTurn; readonly answers: readonly TemplateMessage[] };
  /** The reward, if the environment gave one. */
  reward?: number | undefined;
  waitingFor: 'policy' | 'tool' | 'environment';
}
