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
  /** The tools that the model may call. Default none. */
  readonly tools?: readonly TemplateTool[] | undefined;
  /** Whether the text goes on to where the model writes its turn. Default false. */
  readonly addGenerationPrompt?: boolean | undefined;
}

/** How one model is talked to. */
export interface ChatTemplate {
  /** What messages of errors call it. */
  readonly name: string;
  /** The tokens that end a turn, written out; the first is the one that the template itself writes. */
  readonly endTokens: readonly string[];
  /** How the model writes tool calls. */
  readonly toolCallFormat: ToolCallFormat;
  /** The template in Jinja, where it has one. */
  readonly source?: string | undefined;
  /** Whether the rendered prompt shows the tools. Runs with tools are refused where this is false. */
  readonly showsTools?: boolean | undefined;
  /** The most tokens of a conversation, where the model's files say it. */
  readonly contextLength?: number | undefined;
  /** @returns The conversation's text. @throws ModelFileError where the template refuses it, with the template's words, or comes to no end. */
  render(messages: readonly TemplateMessage[], options?: RenderOptions): string;
}

/** Options of {@link createChatTemplate}. */
export interface ChatTemplateOptions {
  /** The template in Jinja, as `chat_template.jinja` has it. */
  readonly source: string;
  /** The tokens that end a turn, written out: `['<|im_end|>']`. */
  readonly endTokens: readonly string[];
  /** What messages of errors call it. Default `chat_template`. */
  readonly name?: string | undefined;
  /** `bos_token` and the like, as templates name them. */
  readonly specialTokens?: { readonly [name: string]: string } | undefined;
  /** Further variables that the template knows, such as `{ enable_thinking: false }`. */
  readonly variables?: { readonly [name: string]: JsonValue } | undefined;
  /** How the model writes tool calls. Default: the format that gives back the calls which the template itself writes. */
  readonly toolCallFormat?: ToolCallFormat | ToolCallFormat['name'] | undefined;
  /**
   * Who tells the model which tools there are:
   * - `template` (the default): the template. One that leaves them out is refused in runs with tools.
   * - `system`: the system's message, to which a description is added; the first message of the user where the template takes no system's.
   * - `caller`: prompts of your own, or `variables`.
   */
  readonly toolsDescribedBy?: 'template' | 'system' | 'caller' | undefined;
  readonly contextLength?: number | undefined;
  /** What a template that writes the date takes for now; it stays for as long as the template lives. Default: now. */
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
 * A chat template from its source, rendered by the optional peer dependency `@huggingface/jinja`, which is loaded when
 * this is called.
 *
 * @throws ModelFileError for a template that cannot be read, and where the peer is not installed; TypeError, RangeError for
 *   bad options.
 *
 * @example
 * const chatTemplate = await createChatTemplate({ source: text, endTokens: ['<|im_end|>'] });
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
        throw new Error('it writes an object where a text belongs');
      return unmarkNumbers(text);
    });
  const render: ChatTemplate['render'] = (messages, options) => rendered(messages.map(pythonMessage), options);
  // Everything that is tried shares one budget.
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
    render: (messages, { tools = [], addGenerationPrompt } = {}) =>
      render(withTools(messages, tools, format, role), { addGenerationPrompt }),
  };
}

/** What examining a template may take in all, in steps; published ones take up to two thirds of it. */
const STEPS_OF_EXAMINATION = 3_000_000;

/** Whether a template writes what the system says. */
function takesSystem(render: ChatTemplate['render']): boolean {
  const said = 'What the system says.';
  const messages = [
    { role: 'system', content: said },
    { role: 'user', content: 'Yes?' },
  ] as const;
  return attempt(() => render(messages))?.includes(said) === true;
}

/** The tokens that end a turn, and after them those of the format that the template has. */
function withStops(endTokens: readonly string[], { stopTokens = [] }: ToolCallFormat, source: string): string[] {
  const further = stopTokens.filter((token) => source.includes(token));
  return [...new Set([...endTokens, ...further])];
}

/** What the peer makes of an object that is added to a text; Python would refuse to. */
const OBJECT = '[object Map]';

/** Characters of a template's own words that are shown. */
const MOST_WORDS = 500;

/** The peer throws its own errors and, from deep inside, the engine's: all of them are the template's. */
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
