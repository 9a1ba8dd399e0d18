import type { Policy } from '../../../base/index.js';
import {
  generateTurn,
  placeOfTurn,
  turnMarks,
  withinTurn,
  type AgentLoopContext,
  type LoopSpan,
  type Progress,
  type ResolvedRolloutOptions,
  type RolloutEvent,
} from '../../../rollout/internal/index.js';
import type { AnswerStart, ModelAnswer } from '../model-answer.js';
import type { ModelRequest } from '../../model-request.js';
import { readAnswer, type ReadAnswer } from './answer-reader.js';
import { Delivery } from './delivery.js';
import { constraintOf } from './demands.js';
import type { Draw } from './draw.js';
import type { PlacedRequest } from './place-request.js';
import type { SessionPlan } from './session-rollout.js';
import type { ToolSet } from './tool-sets.js';
import type { TurnNode } from './turn-node.js';

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

/** What is known of a turn while it is drawn: something where somebody listens, nothing else. */
export interface DrawnSoFar {
  tokens: number;
  text: string;
}

/** A turn that was drawn and recorded. */
export interface DrawnTurn {
  readonly answer: ModelAnswer;
  readonly read: ReadAnswer;
  readonly sampled: TurnNode['sampled'];
  readonly isCut: boolean;
  /** Where its tokens begin. */
  readonly at: number;
}

/**
 * Draws a turn behind a placed request, adds its tokens to the request's recorder, and sends the answer.
 *
 * @param soFar - Filled while the turn is drawn.
 * @throws InfrastructureError; Refusal where an engine restarted the answer and generated different text; the reason of the draw's signal.
 */
export async function drawTurn(
  { plan, options, request, placed, set, key, sessionId, position, room, start, span }: TurnPlan,
  draw: Draw,
  soFar: DrawnSoFar,
): Promise<DrawnTurn> {
  const { parent, root, conversation, recorder } = placed;
  const reading = {
    marks: turnMarks(options.chatTemplate),
    thinkingEnd: conversation.thinkingEnd,
    tools: request.tools,
    stopTexts: request.demands.stop,
    idOf: (index: number) => `call_${start.id.slice(0, 16)}${index}`,
  };
  const delivery = new Delivery(reading, draw);
  const progress: Progress = { conversation, recorder, turns: [], waitingFor: 'policy' };
  const rolloutPlan = {
    id: plan.id,
    groupId: plan.groupId,
    prompt: root.prompt,
    format: set.layout.format,
    start: { prompt: root.prompt, messages: [], text: '', tokens: new Int32Array(0) },
    maxTokens: recorder.responseLength + Math.min(room, request.maxTokens ?? Infinity),
    maxTurns: plan.maxTurns,
    metadata: plan.metadata,
    seed: key,
    sessionId,
    constraint: constraintOf(request, options, conversation.thinkingEnd),
  };
  const { isStreamed } = draw;
  const { policy, onEvent } = options;
  const loop: AgentLoopContext = {
    options: {
      ...options,
      tools: request.tools as never,
      policy: isStreamed ? counting(policy, soFar) : policy,
      onEvent: isStreamed
        ? eventsTo(delivery, soFar, position, onEvent)
        : onEvent && ((event) => onEvent({ ...event, ...position })),
    },
    tools: new Map(),
    stopTokens: set.layout.stopTokens,
    signal: draw.signal,
    span,
  };
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
    ...(read.stopText === undefined ? {} : { stopText: read.stopText }),
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
  delivery.end(answer);
  return { answer, read, sampled, isCut, at };
}

/** A policy that says how many tokens it has drawn for the turn under way. */
function counting(policy: Policy, soFar: DrawnSoFar): Policy {
  return {
    generate: (request, callOptions) => {
      soFar.tokens = 0;
      return policy.generate(request, {
        ...callOptions,
        onTokens: (tokens, ...rest) => {
          soFar.tokens += tokens.length;
          callOptions?.onTokens?.(tokens, ...rest);
        },
      });
    },
  };
}

function eventsTo(
  delivery: Delivery,
  soFar: DrawnSoFar,
  position: TurnPosition,
  onEvent: ResolvedRolloutOptions['onEvent'],
): NonNullable<ResolvedRolloutOptions['onEvent']> {
  return (event) => {
    if (event.kind === 'turn') {
      soFar.text = '';
      delivery.restart();
    }
    if (event.kind === 'text') {
      soFar.text += event.text;
      delivery.add(event.text);
    }
    onEvent?.({ ...event, ...position });
  };
}
