import type { JsonValue, Message } from '../base/index.js';
import type { ClientAddress } from './client-address.js';
import type { LanguageModel } from './language-model.js';

/** What an agent is to do. */
export interface AgentTask {
  /** The problem's name; every rollout of it has the same. */
  readonly id: string;
  /** Names this rollout. */
  readonly rolloutId: string;
  /** The prompt, as the SDKs take messages: a role and a text each. */
  readonly messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** The last message of the user; '' if there is none. */
  readonly text: string;
  /** What the task carries along: the ground truth, for example. */
  readonly metadata: { readonly [key: string]: JsonValue };
}

/** What an agent receives. */
export interface AgentContext {
  readonly task: AgentTask;
  /** For `ai` (versions 5, 6 and 7), in this process: `generateText({ model, … })`. */
  readonly model: LanguageModel;
  /**
   * For every client of OpenAI's dialects, Chat Completions and Responses, in this process or another on this machine: `new OpenAI(openai)`. The server
   * on loopback lasts as long as the agent runs.
   *
   * @throws ExternalError (when read) where nothing can listen: a browser, a system without loopback.
   */
  readonly openai: ClientAddress;
  /** The same for clients of Anthropic's Messages: `new Anthropic(anthropic)`. */
  readonly anthropic: ClientAddress;
  /** Aborted when the rollout or the run is cut, and after the agent has ended. */
  readonly signal: AbortSignal;
  /**
   * Sets the rollout apart (outcome `failed`, not trained on) because a service that the agent needs is down: a sandbox, a search service. Call it
   * in the tool that finds this out: SDKs pass what a tool throws to the model, as the tool's error.
   */
  readonly setApart: (reason: string) => void;
}

/** What an agent may say of its rollout. */
export interface AgentResult {
  /** Its outcome; absent: the run's reward function judges the rollout. */
  readonly reward?: number | undefined;
}

/** An agent: a program that asks a model, as often and from as many places as it likes, and knows nothing of training. */
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
