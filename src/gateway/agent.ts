import type { JsonValue, Message } from '../base/index.js';
import type { ClientAddress } from './client-address.js';
import type { LanguageModel } from './language-model.js';

/** The task of an agent. */
export interface AgentTask {
  /** The problem's name, equal for all its rollouts. */
  readonly id: string;
  /** The name of this rollout. */
  readonly rolloutId: string;
  /** The prompt as messages for SDKs: a role and a text each. */
  readonly messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** The last message of the user; '' if there is none. */
  readonly text: string;
  /** Metadata of the task, such as the ground truth. */
  readonly metadata: { readonly [key: string]: JsonValue };
}

/** What an agent receives. */
export interface AgentContext {
  readonly task: AgentTask;
  /** For `ai` (versions 5, 6 and 7), in this process: `generateText({ model, … })`. */
  readonly model: LanguageModel;
  /**
   * For every client of OpenAI's dialects, Chat Completions and Responses, in this process or another on this machine: `new
   * OpenAI(openai)`. The server on loopback runs until the agent ends.
   *
   * @throws ExternalError (when read) if no server can listen: in a browser, or on a system without loopback.
   */
  readonly openai: ClientAddress;
  /** The same for clients of Anthropic's Messages: `new Anthropic(anthropic)`. */
  readonly anthropic: ClientAddress;
  /** Aborted when the rollout or the run is cut, and after the agent has ended. */
  readonly signal: AbortSignal;
  /**
   * Sets the rollout apart (outcome `failed`, not trained on) because a service that the agent needs is down: a sandbox, a search service.
   * Call it in the tool that notices this, because SDKs pass an error of a tool to the model.
   */
  readonly setApart: (reason: string) => void;
}

/** The result of an agent. */
export interface AgentResult {
  /** The reward. Absent: the run's reward function judges the rollout. */
  readonly reward?: number | undefined;
}

/** An agent: a function that sends any number of requests to a model. It needs no code for training. */
export type AgentFunction = (context: AgentContext) => Promise<AgentResult | undefined | void>;

/** @returns The task of a prompt. @throws RangeError for a prompt with the result of a tool: SDKs do not begin with one. */
export function agentTask(
  id: string,
  rolloutId: string,
  prompt: readonly Message[],
  metadata: AgentTask['metadata'] = {},
): AgentTask {
  const messages = prompt.map(({ role, content }, i) => {
    if (role === 'tool')
      throw new RangeError(`prompt.${i}.role: expected system, user or assistant for an agent, got tool`);
    return { role, content };
  });
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return { id, rolloutId, messages, text, metadata };
}
