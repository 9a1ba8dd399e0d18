import type { ErrorEvidence, Message, SubAgent, Turn, ToolCall } from '../../../base/index.js';
import type { AppendOnlyConversation, SampledTurn, TokenRecorder } from '../../../rollout/internal/index.js';
import type { ModelAnswer } from '../model-answer.js';
import type { RequestMessage } from '../../model-request.js';
import type { ReadAnswer } from './answer-reader.js';
import type { Draw } from './draw.js';

/** Where a tree of turns starts: the tools and messages of a request that went on from no turn. */
export interface Root {
  readonly prompt: readonly Message[];
  readonly promptLength: number;
}

/** The result of a call, as the client sent it. */
export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
  readonly evidence: ErrorEvidence;
}

/** One turn that was drawn and recorded: what it was drawn after, and what was delivered. */
export interface TurnNode {
  readonly root: Root;
  readonly parent: TurnNode | undefined;
  /** Names the turn: its parent, its request and its number among equal requests; never the order of arrival. */
  readonly key: string;
  /** Its number among equal requests. */
  readonly ordinal: number;
  /** The conversation up to and with the turn, as it was delivered. */
  readonly prefix: { messages(): readonly RequestMessage[] };
  /** How many messages at its start are instructions of its request alone, which no later request inherits. */
  readonly instructions: number;
  /** How it was asked for, and who got it. */
  readonly draw: Draw;
  /** Whether later requests may name its response. */
  readonly isStored: boolean;
  /** Turns of the assistant before it in its conversation, without those of the prompt. */
  readonly depth: number;
  /** Results of the calls of the turn before, by their place in it, and what the user said. */
  readonly results: ReadonlyMap<number, CallResult>;
  readonly reply: string | undefined;
  /** What the policy read before the turn. */
  readonly conversation: AppendOnlyConversation;
  /** The tokens up to and with the turn. */
  readonly recorder: TokenRecorder;
  /** Its tokens in them: [start, end). */
  readonly start: number;
  readonly end: number;
  readonly sampled: SampledTurn;
  readonly read: ReadAnswer;
  readonly answer: ModelAnswer;
  readonly isCut: boolean;
  readonly agent: SubAgent | undefined;
  /** The policy's session that drew it; the first turn that goes on from here is drawn in it too. */
  readonly sessionId: string;
  /** How many turns had ended when it was asked for. */
  readonly endedBefore: number;
  /** The order in which turns ended. */
  readonly endOrder: number;
  /** Whether it is trained on. */
  readonly isTrained: boolean;
  /** Set by the first request that goes on from here. */
  isContinued: boolean;
  /** Results of its calls that are errors, on any path: a client may replace them later in its history. */
  failedResults?: Map<number, CallResult>;
  /** The results of its calls in a request that no turn was drawn for: it was refused or broken off. */
  refusedResults?: ReadonlyMap<number, CallResult>;
}

/** @returns The result of a turn's call: an error where any request had one, else that of the next turn, else that of a request without a turn. */
export function resultOf(node: TurnNode, next: TurnNode | undefined, index: number): CallResult | undefined {
  return node.failedResults?.get(index) ?? next?.results.get(index) ?? node.refusedResults?.get(index);
}

/** @returns A turn and those before it, the first one first. */
export function pathTo(node: TurnNode): TurnNode[] {
  const path: TurnNode[] = [];
  for (let at: TurnNode | undefined = node; at !== undefined; at = at.parent) path.push(at);
  return path.reverse();
}

/** @returns The turns of a path as a rollout has them; those for which `isNew` says no are left out. */
export function turnsOf(path: readonly TurnNode[], isNew: (node: TurnNode) => boolean): Turn[] {
  return path.flatMap((node, i) => {
    if (!isNew(node)) return [];
    const next = path[i + 1];
    const toolCalls = node.read.calls.flatMap((call, index): ToolCall[] => {
      const parsed = node.read.parsed.calls[index]!;
      const result = resultOf(node, next, index);
      // The calls of a turn that was cut off are not made, but for those that the client made anyway.
      if (node.isCut && result === undefined) return [];
      const text = result?.text ?? '';
      // A call that did not parse has failed, whatever the client made of it.
      const response =
        parsed.kind === 'invalid' || result === undefined
          ? { text, isError: parsed.kind === 'invalid' }
          : { text, isError: result.isError, errorEvidence: result.evidence };
      return [
        {
          id: call.id,
          name: parsed.kind === 'call' ? parsed.name : '',
          arguments: parsed.kind === 'call' ? parsed.arguments : parsed.raw,
          ...(parsed.kind === 'call' && parsed.argumentsText !== undefined
            ? { argumentsText: parsed.argumentsText }
            : {}),
          response,
        },
      ];
    });
    const nameless = node.read.nameless.map(({ raw, error }, index): ToolCall => ({
      id: `${node.answer.id}/nameless/${index}`,
      name: '',
      arguments: raw,
      response: { text: error, isError: true },
    }));
    const turn = { text: node.sampled.text, toolCalls: [...toolCalls, ...nameless] };
    return [next?.reply === undefined ? turn : { ...turn, reply: next.reply }];
  });
}
