import * as z from 'zod';
import { ModelFileError, type JsonValue, type TemplateMessage, type TemplateTool } from '../../base/index.js';
import { errorMessage, parseOptions } from '../../base/internal/index.js';
import { importPeer } from '../../io/index.js';
import type { JinjaPeer } from './internal/jinja/jinja-peer.js';
import { jinjaProgram } from './internal/jinja/jinja-program.js';
import { unmarkNumbers } from './internal/jinja/python-text.js';
import { withTools } from './internal/tool-description.js';
import { openAITool, pythonMessage } from './openai-form.js';
import { attempt, detectToolCallFormat, showsTools } from './internal/examine/detect-format.js';
import { examineSource, type Examination } from './internal/examine/examine-source.js';
import { StepBudget } from './internal/jinja/step-budget.js';
import type { ToolCallFormat } from '../tool-calls/tool-call-format.js';
import { toolCallFormat, toolCallFormatSchema } from '../tool-calls/tool-call-formats.js';

/** How a conversation is rendered. */
export interface RenderOptions {
  /** The tools that the model may call. Default: no tools. */
  readonly tools?: readonly TemplateTool[] | undefined;
  /** Whether to add the generation prompt, after which the model writes its turn. Default false. */
  readonly addGenerationPrompt?: boolean | undefined;
}

export const renderOptionsSchema = z.strictObject({
  tools: z.array(z.custom<TemplateTool>()).optional(),
  addGenerationPrompt: z.boolean().optional(),
});

/** The chat format of a model. */
export interface ChatTemplate {
  /** Its name in error messages. */
  readonly name: string;
  /** The tokens that end a turn, as text. The template itself writes the first. */
  readonly endTokens: readonly string[];
  /** How the model writes tool calls. */
  readonly toolCallFormat: ToolCallFormat;
  /** The template in Jinja, if there is one. */
  readonly source?: string | undefined;
  /** Whether the rendered prompt shows the tools. Runs with tools are refused if this is false. */
  readonly showsTools?: boolean | undefined;
  /** Most tokens of a conversation, if the model's files tell. */
  readonly contextLength?: number | undefined;
  /** @returns The text of the conversation. @throws ModelFileError if the template refuses it, with the template's words, or takes too many steps. */
  render(messages: readonly TemplateMessage[], options?: RenderOptions): string;
}

/** Options of {@link createChatTemplate}. */
export interface ChatTemplateOptions {
  /** The template in Jinja: the text of `chat_template.jinja`. */
  readonly source: string;
  /** The tokens that end a turn, as text: `['<|im_end|>']`. */
  readonly endTokens: readonly string[];
  /** Its name in error messages. Default `chat_template`. */
  readonly name?: string | undefined;
  /** Special tokens by the names that templates use, such as `bos_token`. */
  readonly specialTokens?: { readonly [name: string]: string } | undefined;
  /** More variables of the template, such as `{ enable_thinking: false }`. */
  readonly variables?: { readonly [name: string]: JsonValue } | undefined;
  /** How the model writes tool calls. Default: the format that parses the calls which the template renders. */
  readonly toolCallFormat?: ToolCallFormat | ToolCallFormat['name'] | undefined;
  /**
   * What describes the tools to the model:
   * - `template` (the default): the template. A template that does not show tools is refused in runs with tools.
   * - `system`: a description that is added to the system message, or to the first user message if the template takes no system message.
   * - `caller`: your own prompts, or `variables`.
   */
  readonly toolsDescribedBy?: 'template' | 'system' | 'caller' | undefined;
  readonly contextLength?: number | undefined;
  /** The date that templates write. Default: the time of creation. */
  readonly now?: Date | undefined;
}

export const templateOptionsSchema = z.strictObject({
  source: z.string(),
  endTokens: z.array(z.string().min(1)).min(1),
  name: z.string().default('chat_template'),
  specialTokens: z.record(z.string(), z.string()).default({}),
  variables: z.record(z.string(), z.unknown()).default({}),
  toolCallFormat: toolCallFormatSchema.optional(),
  toolsDescribedBy: z.enum(['template', 'system', 'caller']).default('template'),
  contextLength: z.int().positive().optional(),
  now: z.date().default(() => new Date()),
});

/**
 * Creates a chat template from its source. The optional peer dependency `@huggingface/jinja` renders it and is loaded by this call.
 *
 * @throws ModelFileError for a template that does not parse, or if the peer is not installed; TypeError, RangeError for bad options.
 *
 * @example
 * const source = readFileSync('chat_template.jinja', 'utf8');
 * const chatTemplate = await createChatTemplate({ source, endTokens: ['<|im_end|>'] });
 */
export async function createChatTemplate(options: ChatTemplateOptions): Promise<ChatTemplate> {
  const { source, endTokens, name, specialTokens, variables, contextLength, now, toolsDescribedBy } = parseOptions(
    templateOptionsSchema,
    options,
  );
  const peer = await importPeer('chat templates', '@huggingface/jinja', () => import('@huggingface/jinja'));
  const program = refusing(name, 'cannot be read', () => jinjaProgram(peer as unknown as JinjaPeer, source, now));
  const rendered = (
    messages: readonly object[],
    { tools = [], addGenerationPrompt = false }: RenderOptions = {},
    budget?: StepBudget,
  ): string =>
    refusing(name, 'refuses the conversation', () => {
      const variablesOfTemplate = {
        ...specialTokens,
        ...variables,
        messages,
        tools: tools.length === 0 ? null : tools.map(openAITool),
        add_generation_prompt: addGenerationPrompt,
      };
      const text = program(variablesOfTemplate, budget);
      if (text.includes(OBJECT) && !JSON.stringify(messages).includes(OBJECT))
        throw new Error('it writes an object in place of a text');
      return unmarkNumbers(text);
    });
  const render: ChatTemplate['render'] = (messages, options = {}) =>
    rendered(messages.map(pythonMessage), parseOptions(renderOptionsSchema, options));
  // All probes share one budget.
  const budget = new StepBudget(STEPS_OF_EXAMINATION);
  const tried = (messages: readonly TemplateMessage[], options?: RenderOptions): string =>
    rendered(messages.map(pythonMessage), options, budget);
  const shows = showsTools({ render: tried });
  const { thinking, leavesOut } = examineSource(
    (messages, addGenerationPrompt) => attempt(() => rendered(messages, { addGenerationPrompt }, budget)),
    (messages, options) => attempt(() => tried(messages, options)),
    source,
    toolsDescribedBy === 'template' && shows,
  );
  const given = options.toolCallFormat ?? detectToolCallFormat({ name, source, endTokens, thinking, render: tried });
  const format = typeof given === 'string' ? toolCallFormat(given) : given;
  const template: ChatTemplate & Examination = {
    name,
    source,
    endTokens: withStops(endTokens, format, source),
    contextLength,
    toolCallFormat: format,
    showsTools: toolsDescribedBy !== 'template' || shows,
    render,
    thinking,
    leavesOut,
  };
  if (toolsDescribedBy !== 'system') return template;
  const role = takesSystem(tried) ? 'system' : 'user';
  return {
    ...template,
    render: (messages, options = {}) => {
      const { tools = [], ...others } = parseOptions(renderOptionsSchema, options);
      return render(withTools(messages, tools, format, role), others);
    },
  };
}

/** Steps for all probes of a template. Published templates take up to two thirds of them. */
const STEPS_OF_EXAMINATION = 3_000_000;

/** Whether a template renders the system message. */
function takesSystem(render: ChatTemplate['render']): boolean {
  const content = 'What the system says.';
  const messages = [
    { role: 'system', content },
    { role: 'user', content: 'Yes?' },
  ] as const;
  return attempt(() => render(messages))?.includes(content) === true;
}

/** Adds the end tokens of the format that the template's text has. */
function withStops(endTokens: readonly string[], { stopTokens = [] }: ToolCallFormat, source: string): string[] {
  const further = stopTokens.filter((token) => source.includes(token));
  return [...new Set([...endTokens, ...further])];
}

/** The peer writes this if a template adds an object to a text; Python would throw an error. */
const OBJECT = '[object Map]';

/** Most characters of a template's own error message that are shown. */
const MOST_WORDS = 500;

/** Turns every error of the peer, and every error of the JavaScript engine inside the peer, into an error of the template. */
function refusing<T>(name: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const words = errorMessage(cause)
      .slice(0, MOST_WORDS)
      .replace(/\p{Cc}+/gu, ' ');
    throw new ModelFileError(`${name}: the chat template ${what}: ${words}`, { cause });
  }
}
