import { DatasetError, type Tool } from 'rstar2-agent';
import {
  rollOut,
  sequenceOfRollout,
  type DataSourceProgress,
  type Recipe,
  type RlStage,
  type RunOptions,
} from 'rstar2-agent/recipe';
import { describeTools, type ChatTemplate, type TemplateMessage } from 'rstar2-agent/rollout';
import { createScriptedPolicy } from 'rstar2-agent/testing';
import type { Demonstration } from './data.js';

/** How this model is prompted about the tool, and the limits of its rollouts. */
export interface Chat extends Pick<RunOptions, 'tokenizer' | 'tools' | 'signal' | 'seed'> {
  readonly chatTemplate: ChatTemplate;
  readonly tool: Tool;
  /** The system message of conversations that have none. */
  readonly system: string | undefined;
  readonly recipe: Recipe;
}

/** @returns The tool's description for the system message; empty if the model's template describes the tool. */
export function systemFor(template: ChatTemplate, tool: Tool): string | undefined {
  const messages = [{ role: 'user', content: 'Hello' }] as const;
  const describes = template.render(messages, { tools: [tool] }) !== template.render(messages);
  return describes ? undefined : describeTools([tool]);
}

/** @returns The messages, after the system message if they have none. */
export function withSystem<M extends { readonly role: string }>(messages: readonly M[], system: string | undefined) {
  if (system === undefined || messages.some(({ role }) => role === 'system')) return messages;
  return [{ role: 'system' as const, content: system }, ...messages];
}

/**
 * Replays demonstrations as rollouts: the assistant's turns are taken from them, and their calls run in the sandbox. So the tokens have
 * the same layout as in RL, and the tokens of the assistant are known.
 *
 * @throws DatasetError that names the demonstration, if it is longer than a rollout may be or continues after a message without a call.
 */
export async function playDemonstrations(
  demonstrations: readonly Demonstration[],
  chat: Chat,
  onProgress: (progress: DataSourceProgress) => void = () => undefined,
) {
  const { tokenizer, chatTemplate, tools, signal, seed, system, recipe } = chat;
  const { maxTokens, ...sampling } = recipe.stages.findLast((stage): stage is RlStage => stage.kind === 'rl')!.sampling;
  const longest = typeof maxTokens === 'number' ? maxTokens : maxTokens.to;
  const sequences = [];
  for (const { where, messages } of demonstrations) {
    const start = messages.findIndex(({ role }) => role === 'assistant');
    if (start < 1) throw new DatasetError(`${where}: expected a prompt and an assistant's message after it`);
    const script = messages.flatMap((message, i) =>
      message.role === 'assistant' ? [turnText(message, messages.slice(0, i), chat)] : [],
    );
    const policy = createScriptedPolicy({ tokenizer, script });
    const problem = { id: where, prompt: withSystem(messages.slice(0, start), system) };
    const [rollout] = await rollOut(policy, [problem], {
      ...{ tokenizer, chatTemplate, tools, signal, seed, samples: 1 },
      sampling: { ...sampling, maxTokens: longest },
    });
    if (rollout!.finishReason !== 'stop')
      throw new DatasetError(
        `${where}: expected at most the recipe's maxTokens and maxTurns, got more (${rollout!.finishReason})`,
      );
    if (rollout!.turns.length < script.length)
      throw new DatasetError(`${where}: expected a tool call in every message of the assistant but the last`);
    sequences.push(sequenceOfRollout(rollout!));
    onProgress({ completed: sequences.length, total: demonstrations.length });
  }
  return sequences;
}

/** The text that the model would have written: the content, or with calls what the template renders. */
function turnText(message: TemplateMessage, before: readonly TemplateMessage[], { chatTemplate, tool }: Chat): string {
  if (message.toolCalls === undefined) return message.content;
  const start = chatTemplate.render(before, { tools: [tool], addGenerationPrompt: true });
  const turn = chatTemplate.render([...before, message], { tools: [tool] }).slice(start.length);
  const ends = chatTemplate.endTokens.map((token) => turn.indexOf(token)).filter((at) => at >= 0);
  return turn.slice(0, Math.min(turn.length, ...ends));
}
