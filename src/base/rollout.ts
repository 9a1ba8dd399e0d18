import { checkArgument } from './internal/arguments/check-arguments.js';
import type { FailureCause } from './errors.js';
import type { JsonValue } from './json.js';
import type { Message } from './messages.js';
import type { WeightVersionSpan } from './policy.js';

/**
 * One tool call that a policy wrote, with its answer.
 *
 * A call that could not be parsed is kept: `name` is '' and `response` holds the parse error
 * (arXiv 2508.20722 on its rollout protocol: it is answered, never dropped).
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as parsed from JSON; the raw text when they did not parse. */
  readonly arguments: JsonValue;
  /**
   * The arguments as JSON, if the policy wrote a number in a form that JavaScript does not keep: `3.0`, integers beyond 2^53. Templates render
   * this text.
   */
  readonly argumentsText?: string;
  readonly response: ToolCallResponse;
}

/**
 * How it is known whether a call of an agent failed, from: its client (`is_error`), the user's function (`isToolError`), or the rule for the
 * answer's text.
 */
export type ErrorEvidence = 'client' | 'function' | 'text';

/** A tool's answer as the policy read it. `isError` comes from the tool; for a tool of an agent, from the source in `errorEvidence`. */
export interface ToolCallResponse {
  readonly text: string;
  readonly isError: boolean;
  /** Absent for a `Tool`, for a call without an answer, and for one that did not parse. */
  readonly errorEvidence?: ErrorEvidence;
  /** Wall time of the call in milliseconds. */
  readonly durationMs?: number;
}

/** One assistant message and the tool calls it made. */
export interface Turn {
  /** The text exactly as generated, tags included. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The environment's answer, which the policy reads as a user's message; absent if there is none. */
  readonly reply?: string;
}

/**
 * Why a rollout ended.
 *
 * - `stop`: the policy ended its message without a tool call, or the environment ended the rollout;
 * - `length`: the token limit was reached (a truncated rollout stays in training, as a negative);
 * - `max-turns`: the turn limit was reached;
 * - `time-limit`: the time limit of an agent's session was reached.
 */
export type FinishReason = 'stop' | 'length' | 'max-turns' | 'time-limit';

/**
 * The tokens of a whole rollout: prompt, everything generated and every tool response, in order.
 *
 * All arrays have shape [T], T = number of tokens.
 */
export interface TokenTrace {
  readonly ids: Int32Array;
  /** log π(token | before) under the policy that generated it, at the sampling temperature; 0 where `responseMask` is 0. */
  readonly logprobs: Float32Array;
  /** If they were requested: `Generation.entropies`, in nats at temperature 1; 0 where `responseMask` is 0. */
  readonly entropies?: Float32Array;
  /** 1 for a token the policy generated; 0 for prompt and tool-response tokens, which no loss counts. */
  readonly responseMask: Uint8Array;
  /** How many tokens at the front are the prompt. */
  readonly promptLength: number;
  /**
   * The weights that generated each token, if the policy reports them (staleness in asynchronous training); indices into `ids`, ascending
   * and without overlap.
   */
  readonly weightVersions?: readonly WeightVersionSpan[];
  /** Set if the chat template would render the conversation differently from how it was sampled: the first difference. */
  readonly drift?: TemplateDrift;
  /**
   * Set if an engine returned text and the ids were encoded from it: they may differ from the sampled ids, and their logprobs are
   * unreliable. `packRollouts` refuses such a rollout unless `allowRetokenized` is set.
   */
  readonly retokenized?: true;
}

/**
 * How a chat template renders a conversation differently from how it was sampled. The sampled tokens are kept.
 *
 * - `past`: it changes the messages before the turn (Qwen3 drops the thinking of earlier turns);
 * - `turn`: it changes the turn itself (it trims the text, or formats the JSON of a call differently);
 * - `refused`: it cannot render what follows the turn (it has no tool role): that went into a user message.
 */
export interface TemplateDrift {
  readonly kind: 'past' | 'turn' | 'refused';
  /** The turn after which the difference was found, from 0. */
  readonly turn: number;
  /** For a person to read. */
  readonly reason: string;
}

/** A sub-agent, with the name from its client. */
export interface SubAgent {
  readonly id: string;
  /** The sub-agent that started it; absent if the main agent did. */
  readonly parentId?: string | undefined;
}

/**
 * Another path of an agent's rollout: a sub-agent's conversation, a parallel request, or the history before it was shortened. A turn that
 * several paths share is only in the first of them.
 */
export interface RolloutBranch {
  /** The messages at the start of the path. */
  readonly prompt: readonly Message[];
  /** Its turns that no earlier path has. */
  readonly turns: readonly Turn[];
  readonly finishReason: FinishReason;
  /** The whole path from its prompt on; the tokens of turns that an earlier path has are masked out. */
  readonly tokens?: TokenTrace;
  /** The sub-agent of the path, if the client names it. */
  readonly agent?: SubAgent;
}

/**
 * One rollout: the value that goes from generation to packing.
 *
 * No stage copies it into another type. A stage adds a field (`withReward`), or returns values and indices. To use your own type, pass
 * accessors; see the options of each function.
 */
export interface Rollout {
  readonly id: string;
  /** Rollouts of the same prompt share it; advantages and downsampling work within a group. */
  readonly groupId: string;
  readonly prompt: readonly Message[];
  readonly turns: readonly Turn[];
  readonly finishReason: FinishReason;
  readonly tokens?: TokenTrace;
  /** The other paths, if an agent took several. `turns` and `tokens` of the rollout belong to the path that ended last. */
  readonly branches?: readonly RolloutBranch[];
  /** The outcome reward; absent until the rollout is verified. */
  readonly reward?: number;
  /** The error that the agent threw, with its stack, if the rollout is kept with a reward of 0 for it. */
  readonly agentError?: string;
  /** The reasons why requests of an agent were refused as malformed or not supported: the first eight, in order. */
  readonly refusedRequests?: readonly string[];
  /** Your own data: the task's id, the ground truth, the server that generated it. */
  readonly metadata?: { readonly [key: string]: JsonValue };
}

/**
 * The result of generating one rollout. An infrastructure error is not the model's mistake: the rollout is `failed` with its cause and
 * never scored. A rollout that was cancelled because its group had enough is `failed` too (`cause.source` is `cancelled`).
 */
export type RolloutOutcome =
  | { readonly kind: 'completed'; readonly rollout: Rollout }
  | {
      readonly kind: 'failed';
      readonly id: string;
      readonly groupId: string;
      readonly cause: FailureCause;
      /** The turns before the failure, if they are known; the last one may lack the answers to its calls. */
      readonly turns?: readonly Turn[];
      /** Tokens that the policy generated in those turns, if known. */
      readonly generatedTokens?: number;
    };

/** The name of a group: rollouts with the same label (`===`, so 7 and '7' differ) belong together. */
export type GroupLabel = string | number;

/** Reads a value from your own rollout; `index` is the rollout's index in the input. */
export type Accessor<R, T> = (rollout: R, index: number) => T;

/**
 * @returns A rollout with its outcome reward set; every other field is shared with the input.
 * @throws TypeError for anything but an object and a number.
 *
 * @example
 * withReward(rollout, 1).reward; // 1
 */
export function withReward(rollout: Rollout, reward: number): Rollout {
  checkArgument(rollout, 'rollout', 'an object');
  checkArgument(reward, 'reward', 'a number');
  return { ...rollout, reward };
}

/** @returns The turns of all paths of a rollout, each once: those of the main path, then of the branches. */
export function allTurns({ turns, branches = [] }: Pick<Rollout, 'turns' | 'branches'>): readonly Turn[] {
  return branches.length === 0 ? turns : [...turns, ...branches.flatMap((branch) => branch.turns)];
}

/** @returns The token traces of all paths of a rollout that have one, the main path's first. */
export function allTraces({ tokens, branches = [] }: Pick<Rollout, 'tokens' | 'branches'>): readonly TokenTrace[] {
  return [tokens, ...branches.map((branch) => branch.tokens)].filter((trace) => trace !== undefined);
}

/** @returns Every tool call of a rollout, in the order they were made; those of its branches after the others, path by path. */
export function toolCallsOf(rollout: Pick<Rollout, 'turns' | 'branches'>): readonly ToolCall[] {
  checkArgument(rollout, 'rollout', { turns: 'an array' });
  return allTurns(rollout).flatMap((turn) => turn.toolCalls);
}

/** A rollout saved for reading, with the decision of its step. */
export interface RolloutSample {
  /** The RL step it was generated in. */
  readonly step: number;
  readonly rollout: Rollout;
  /** Whether it was trained on. */
  readonly kept: boolean;
  /** The reason why it was kept or dropped, from `describeDecision`: `kept: drawn (8 of 20 positives taken; penalty 0.25)`. */
  readonly reason: string;
  /** Its penalties in Resample-on-Correct (arXiv 2508.20722). */
  readonly penalties?: { readonly errorRatio: number; readonly format: number; readonly total: number };
  readonly advantage?: number;
  readonly groundTruth?: string;
}
