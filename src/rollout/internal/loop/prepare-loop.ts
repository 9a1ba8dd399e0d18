import type { Message, TemplateTool } from '../../../base/index.js';
import { argumentError, errorMessage } from '../../../base/internal/index.js';
import type { ResolvedRolloutOptions } from '../../rollout-options.js';
import { innerFormat } from '../../tool-calls/internal/index.js';
import { leftOutBy } from '../../chat-template/internal/index.js';
import type { ConversationFormat } from '../conversation/conversation-start.js';
import { guardAll } from '../conversation/guarded-text.js';
import type { AgentLoopContext, CheckedTool } from './rollout-plan.js';
import { compileArgumentCheck } from '../tool-arguments/tool-arguments.js';

/** The parts that all rollouts of a run share, computed once. */
export interface PreparedLoop extends Pick<AgentLoopContext, 'tools' | 'stopTokens'> {
  readonly format: ConversationFormat;
}

type LoopOptions = Pick<ResolvedRolloutOptions, 'tokenizer' | 'chatTemplate' | 'tools'> &
  Partial<Pick<ResolvedRolloutOptions, 'environment' | 'makeOutcome'>>;

/** @throws RangeError for tools and tokenizers that the loop cannot run with. */
export function prepareLoop(options: LoopOptions): PreparedLoop {
  if (options.makeOutcome !== undefined)
    for (const name of ['tools', 'environment'] as const)
      if ((name === 'tools' ? options.tools[0] : options.environment) !== undefined)
        throw argumentError(
          RangeError,
          `options.${name}`,
          'cannot be used with options.makeOutcome: an agent has its own',
        );
  return { ...prepareConversations(options), tools: checkedTools(options) };
}

/**
 * What conversations with these tools share, wherever the tools run.
 *
 * @throws RangeError for tools that the template cannot show and tokenizers without its end tokens.
 */
export function prepareConversations(
  options: Omit<LoopOptions, 'tools'> & { readonly tools: readonly TemplateTool[] },
): Pick<PreparedLoop, 'stopTokens' | 'format'> {
  const { tokenizer, chatTemplate: template } = options;
  const stopTokens = requireStopTokens(options);
  requireShown(options);
  const described = options.tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return { stopTokens, format: { template, tokenizer, tools: guardAll(described, tokenizer) } };
}

/** @returns How many tokens the model can read after these. @throws RangeError where the prompt fills the context. */
export function roomAfter({ length }: Int32Array, { template }: ConversationFormat, what: string): number {
  const { contextLength = Infinity } = template;
  if (length < contextLength) return contextLength - length;
  throw argumentError(
    RangeError,
    what,
    `expected fewer tokens than the model's context (${contextLength}), got ${length}`,
  );
}

function requireStopTokens({ tokenizer, chatTemplate }: Omit<LoopOptions, 'tools'>): ReadonlyMap<number, string> {
  const ids = new Map<number, string>();
  for (const token of chatTemplate.endTokens) {
    const id = tokenizer.tokenId(token);
    if (id === undefined) throw new RangeError(`options.tokenizer: expected a tokenizer with the token ${token}`);
    ids.set(id, token);
  }
  return ids;
}

const QUESTION: Message = { role: 'user', content: 'What is there?' };
/** Some templates want a message of the system. */
const PROMPTS: readonly (readonly Message[])[] = [[QUESTION], [{ role: 'system', content: 'Be brief.' }, QUESTION]];

/** @throws RangeError with the template's words, where it refuses every prompt with these tools. */
function requireRendered({ tools, chatTemplate }: ShownTools): void {
  if (tools.length === 0) return;
  let refusal: unknown;
  for (const prompt of PROMPTS)
    try {
      chatTemplate.render(prompt, { tools, addGenerationPrompt: true });
      return;
    } catch (error) {
      refusal ??= error;
    }
  throw new RangeError(
    `options.tools: expected tools that the chat template accepts, got its error: ${errorMessage(refusal)}`,
    { cause: refusal },
  );
}

interface ShownTools extends Pick<LoopOptions, 'chatTemplate'> {
  readonly tools: readonly TemplateTool[];
}

/** @throws RangeError for tools whose calls cannot be read, that the template does not show, or that share a name. */
function requireShown({ tools, chatTemplate }: ShownTools): void {
  const { unreadable } = innerFormat(chatTemplate.toolCallFormat);
  if (tools.length > 0 && unreadable !== undefined)
    throw new RangeError(
      `options.chatTemplate.toolCallFormat: expected a format, because there are tools, got none: ${unreadable}`,
    );
  requireRendered({ tools, chatTemplate });
  const leftOut = leftOutBy(chatTemplate, tools);
  if (leftOut.length > 0)
    throw new RangeError(
      `options.chatTemplate: expected a template that renders the whole conversation, got ${chatTemplate.name}, which leaves out ${leftOut.join(' and ')}`,
    );
  if (tools.length > 0 && chatTemplate.showsTools === false)
    throw new RangeError(
      `options.chatTemplate: expected a template that shows the tools, got ${chatTemplate.name}, which leaves them out: set toolsDescribedBy to 'system', or describe the tools in your prompts and set it to 'caller'`,
    );
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new RangeError(`options.tools: expected unique names, got ${JSON.stringify(twice)} twice`);
}

function checkedTools({ tools }: LoopOptions): ReadonlyMap<string, CheckedTool> {
  return new Map(
    tools.map((tool, index) => {
      const path = `options.tools.${index}.parameters (tool ${JSON.stringify(tool.name)})`;
      return [tool.name, { tool, checkArguments: compileArgumentCheck(tool.parameters, path) }];
    }),
  );
}
