import { followSignal } from '../../../io/index.js';
import {
  InfrastructureError,
  generateTurn,
  placeOfTurn,
  turnMarks,
  withinTurn,
  type AgentLoopContext,
  type ConversationFormat,
  type LoopSpan,
  type Progress,
  type ResolvedRolloutOptions,
  type RolloutEvent,
} from '../../../rollout/internal/index.js';
import type { AnswerListener, AnswerStart, ModelAnswer, ModelRequest } from '../../exchange.js';
import { readAnswer, type ReadAnswer } from './answer-reader.js';
import { Delivery } from './delivery.js';
import type { PlacedRequest } from './place-request.js';
import type { SessionPlan } from './session-rollout.js';
import type { TurnNode } from './turn-node.js';

/** What is computed once for requests with the same tools. */
export interface ToolSet extends Pick<AgentLoopContext, 'stopTokens'> {
  readonly format: ConversationFormat;
}

type TurnPosition = Pick<RolloutEvent, 'turn' | 'path' | 'agent'>;

/** One turn to draw. */
export interface TurnPlan {
  readonly plan: SessionPlan;
  readonly options: ResolvedRolloutOptions;
  readonly request: ModelRequest;
  readonly placed: PlacedRequest;
  readonly set: ToolSet;
  /** Names the turn and its random stream. */
  readonly key: string;
  /** The policy's session. */
  readonly sessionId: string;
  /** Where it stands in the session. */
  readonly position: TurnPosition;
  /** Most tokens that it may have. */
  readonly room: number;
  readonly start: AnswerStart;
  /** What its span is begun in, if there is a trace. */
  readonly span: LoopSpan | undefined;
}

/** A turn that was drawn and recorded. */
export interface DrawnTurn {
  readonly answer: ModelAnswer;
  readonly read: ReadAnswer;
  readonly sampled: TurnNode['sampled'];
  readonly isCut: boolean;
  /** Where its tokens begin. */
  readonly at: number;
  /** Sends what is left of the answer. @throws Refusal where the answer is not what was sent. */
  readonly deliver: () => void;
}

/**
 * Draws a turn behind a placed request, and adds its tokens to the request's recorder.
 *
 * @param signals - `stop` ends the session, `left` is the client's.
 * @throws InfrastructureError; the reason of the signal that was aborted.
 */
export async function drawTurn(
  { plan, options, request, placed, set, key, sessionId, position, room, start, span }: TurnPlan,
  signals: { readonly stop: AbortSignal; readonly left: AbortSignal | undefined },
  listener: AnswerListener | undefined,
): Promise<DrawnTurn> {
  const { parent, root, conversation, recorder } = placed;
  const reading = {
    marks: turnMarks(options.chatTemplate),
    thinkingEnd: conversation.thinkingEnd,
    tools: request.tools,
    idOf: (index: number) => `call_${start.id.slice(0, 16)}${index}`,
  };
  const delivery = new Delivery(reading, listener);
  const progress: Progress = { conversation, recorder, turns: [], waitingFor: 'policy' };
  const rolloutPlan = {
    id: plan.id,
    groupId: plan.groupId,
    prompt: root.prompt,
    format: set.format,
    start: { prompt: root.prompt, messages: [], text: '', tokens: new Int32Array(0) },
    maxTokens: recorder.responseLength + Math.min(room, request.maxTokens ?? Infinity),
    maxTurns: plan.maxTurns,
    metadata: plan.metadata,
    seed: key,
    sessionId,
  };
  const stop = followSignal(signals.stop);
  const leave = () => stop.abort(signals.left!.reason);
  signals.left?.addEventListener('abort', leave, { once: true });
  const loop: AgentLoopContext = {
    options: { ...options, tools: request.tools as never, onEvent: eventsTo(delivery, position, options.onEvent) },
    tools: new Map(),
    stopTokens: set.stopTokens,
    signal: stop.signal,
    span,
  };
  try {
    const { generation, text, end } = await withinTurn(progress, loop, (inner) => {
      inner.span?.set(placeOfTurn(position));
      return generateTurn(progress, rolloutPlan, inner);
    });
    const isCut = generation.finishReason === 'length';
    const isRetokenized = generation.retokenized === true;
    const read = readAnswer(text, isCut, isRetokenized ? { ...reading, thinkingEnd: undefined } : reading);
    const at = recorder.length;
    recorder.addGenerated(generation);
    const answer: ModelAnswer = {
      ...start,
      reasoning: read.reasoning,
      content: read.content,
      calls: read.calls,
      finish: isCut ? 'length' : read.calls.length > 0 ? 'tool-calls' : 'stop',
      usage: {
        promptTokens: at,
        cachedTokens: parent?.end ?? 0,
        completionTokens: generation.tokens.length,
        reasoningTokens: read.reasoning ? options.tokenizer.encode(read.reasoning).length : 0,
      },
      ...(request.logprobs
        ? {
            logprobs: Array.from(generation.tokens, (token, i) => ({
              token: options.tokenizer.decode([token]),
              logprob: generation.logprobs[i]!,
            })),
          }
        : {}),
    };
    const sampled = { text, end, parsed: read.parsed };
    return { answer, read, sampled, isCut, at, deliver: () => delivery.end(answer) };
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    signals.left?.removeEventListener('abort', leave);
    stop.release();
  }
}

function eventsTo(
  delivery: Delivery,
  position: TurnPosition,
  onEvent: ResolvedRolloutOptions['onEvent'],
): NonNullable<ResolvedRolloutOptions['onEvent']> {
  return (event) => {
    if (event.kind === 'turn') delivery.restart();
    if (event.kind === 'text') delivery.add(event.text);
    onEvent?.({ ...event, ...position });
  };
}
