import type { Attributes } from '@opentelemetry/api';
import type {
  FailureCause,
  GenerateRequest,
  Generation,
  ParsedToolCall,
  Rollout,
  TemplateMessage,
  ToolCall,
} from '../../../../base/index.js';
import { allTurns, generatedLength } from '../../../../base/internal/index.js';
import type { EnvironmentResponse } from '../../../environment.js';
import type { RolloutEvent } from '../../../rollout-event.js';
import { failureType, type RolloutPlan } from '../rollout-plan.js';
import { inSpan, type LoopSpan, type SpanFailure, type SpanStart } from './loop-span.js';

/**
 * OpenTelemetry's semantic conventions for generative AI, as they stood in November 2026 (`open-telemetry/semantic-conventions-genai`,
 * in development). What they have no name for stands under `rstar2.`.
 */

type Failed = { readonly kind: 'failed'; readonly cause: FailureCause };

/** The attributes of a completed rollout. */
type AgentEnd = Pick<Rollout, 'finishReason' | 'turns'> & Partial<Pick<Rollout, 'tokens' | 'branches' | 'reward'>>;

/** What names a rollout. */
type AgentStart = Pick<RolloutPlan, 'id' | 'groupId' | 'sessionId' | 'maxTokens' | 'prompt'>;

/**
 * Runs what answers a prompt: a whole rollout, or one reply of a conversation.
 *
 * @param endOf - Reads the attributes from a completed result.
 */
export function inAgentSpan<
  T extends { readonly kind: 'completed' } | Failed,
  C extends { readonly span?: LoopSpan | undefined },
>(
  plan: AgentStart,
  context: C,
  run: (context: C) => Promise<T>,
  endOf: (completed: Exclude<T, Failed>) => AgentEnd,
): Promise<T> {
  return inSpan(
    context.span,
    (parent) => agentStart(plan, parent),
    async (span) => {
      span?.setContent(() => chatInput(plan.prompt));
      const outcome = await run({ ...context, span });
      if (outcome.kind === 'failed') span?.fail(spanFailure(outcome.cause));
      else {
        const end = endOf(outcome as Exclude<T, Failed>);
        span?.set(agentEnd(end));
        span?.setContent(() => chatOutput(end.turns.at(-1)?.text ?? '', end));
      }
      return outcome;
    },
  );
}

function agentStart(plan: AgentStart, { options: { agent, model, provider } }: LoopSpan): SpanStart {
  return {
    operation: 'invoke_agent',
    of: agent,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': provider,
      'gen_ai.agent.name': agent,
      'gen_ai.request.model': model,
      'gen_ai.conversation.id': plan.sessionId,
      'gen_ai.request.max_tokens': plan.maxTokens,
      'rstar2.rollout.id': plan.id,
      'rstar2.group.id': plan.groupId,
    },
  };
}

/**
 * The prompt is that of the main path, and generated tokens are those of all paths. They are no `gen_ai.usage`: Weave adds up the usage of all
 * spans of a trace, and each `chat` has its own.
 */
function agentEnd(end: AgentEnd): Attributes {
  const { finishReason, tokens, branches, reward } = end;
  return {
    'gen_ai.response.finish_reasons': [finishReason],
    'rstar2.turns': allTurns(end).length,
    'rstar2.paths': branches && branches.length + 1,
    'rstar2.prompt_tokens': tokens?.promptLength,
    'rstar2.generated_tokens': generatedLength(end),
    'rstar2.reward': reward,
  };
}

export function turnStart(turn: number): SpanStart {
  return { operation: 'turn', attributes: { 'rstar2.turn': turn } };
}

/** Attributes for a turn's position in an agent's rollout. */
export function placeOfTurn({ turn, path, agent }: Pick<RolloutEvent, 'turn' | 'path' | 'agent'>): Attributes {
  return {
    'rstar2.turn': turn,
    'rstar2.path': path,
    'gen_ai.agent.id': agent?.id,
    'rstar2.agent.parent_id': agent?.parentId,
  };
}

/** One generation, with all its tries. */
export function chatStart({ options: { model, provider } }: LoopSpan): SpanStart {
  return {
    operation: 'chat',
    of: model,
    isCall: true,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
    },
  };
}

export function chatRequest({ tokens, sampling, sessionId }: GenerateRequest): Attributes {
  const { temperature, topP, maxTokens } = sampling;
  return {
    'gen_ai.usage.input_tokens': tokens.length,
    'gen_ai.request.max_tokens': maxTokens,
    'gen_ai.request.temperature': temperature,
    'gen_ai.request.top_p': topP,
    'gen_ai.conversation.id': sessionId,
  };
}

export function chatResponse({ tokens, finishReason, weightVersions }: Generation): Attributes {
  return {
    'gen_ai.usage.output_tokens': tokens.length,
    'gen_ai.response.finish_reasons': [finishReason],
    'rstar2.weight_versions': weightVersions?.map(({ version }) => version),
  };
}

export function chatInput(messages: readonly TemplateMessage[]): Attributes {
  return { 'gen_ai.input.messages': JSON.stringify(messages.map(messageOf)) };
}

export function chatOutput(text: string, { finishReason }: Pick<AgentEnd, 'finishReason'>): Attributes {
  const message = { role: 'assistant', parts: [textPart(text)], finish_reason: finishReason };
  return { 'gen_ai.output.messages': JSON.stringify([message]) };
}

/** @param known - Whether there is such a tool; a name that the policy made up is not recorded. */
export function toolStart(parsed: ParsedToolCall, id: string, known: boolean, sessionId: string): SpanStart {
  const name = known && parsed.kind === 'call' ? parsed.name : undefined;
  return {
    operation: 'execute_tool',
    of: name,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.conversation.id': sessionId,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.name': name,
    },
  };
}

export function toolContent({ arguments: args, response }: ToolCall): Attributes {
  return { 'gen_ai.tool.call.arguments': JSON.stringify(args), 'gen_ai.tool.call.result': response.text };
}

/** An environment answers a turn: the conventions have no name for it. */
export const ENVIRONMENT_START: SpanStart = { operation: 'environment', attributes: {} };

export function environmentEnd(answer: EnvironmentResponse): Attributes {
  return {
    'rstar2.environment.response': answer.kind,
    'rstar2.reward': answer.kind === 'end' ? answer.reward : undefined,
  };
}

export function environmentContent(answer: EnvironmentResponse): Attributes {
  return answer.kind === 'message' ? { 'rstar2.environment.text': answer.text } : {};
}

export function spanFailure(cause: FailureCause): SpanFailure {
  return { type: failureType(cause), message: cause.message };
}

/** The text of a tool's answer is content; whether it is an error is not. */
export const TOOL_ANSWERED_ERROR: SpanFailure = { type: 'tool_error' };

function messageOf(message: TemplateMessage): object {
  const { role, content, toolCalls = [], toolCallId } = message;
  if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id: toolCallId, response: content }] };
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({ type: 'tool_call', id, name, arguments: args }));
  return { role, parts: [...(content === '' ? [] : [textPart(content)]), ...calls] };
}

function textPart(content: string): object {
  return { type: 'text', content };
}
