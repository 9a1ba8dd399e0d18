import {
  ModelFileError,
  type Message,
  type TemplateDrift,
  type TemplateMessage,
  type TemplateTool,
  type Tokenizer,
} from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';
import type { ChatTemplate } from './chat-template/chat-template.js';
import { AppendOnlyConversation } from './internal/conversation/append-only-conversation.js';
import {
  startConversation,
  type ConversationFormat,
  type ConversationStart,
} from './internal/conversation/conversation-start.js';
import { leftOutBy, thinkingOf } from './chat-template/internal/index.js';
import { readTurnBehind } from './internal/conversation/read-turn.js';
import { innerFormat, writeCalls } from './tool-calls/internal/index.js';
import { callId, idOf } from './internal/conversation/turn-messages.js';

/** The result of a template for one shape of conversation. */
export interface ShapeFinding {
  /** In words: `a call`, `a call after thinking`. */
  readonly shape: string;
  /**
   * - `exact`: the appended tokens are those that the template writes;
   * - `drift`: the template would write earlier turns differently; the sampled tokens stay, and rollouts are marked;
   * - `impossible`: the template refuses to continue, or its tool-call format finds no call in the turn.
   */
  readonly kind: 'exact' | 'drift' | 'impossible';
  readonly drift?: TemplateDrift;
  /** If it is impossible: the template's error message, or the problem with the format. */
  readonly reason?: string;
}

/** A report about a model's template and tokenizer. */
export interface TemplateReport {
  readonly endTokens: readonly { readonly token: string; readonly id: number | undefined }[];
  readonly toolCallFormat: string;
  /** Whether the template shows the tools to the model; undefined if unknown. */
  readonly showsTools: boolean | undefined;
  /** Parts that the template leaves out without an error, such as "the user's message": runs with it are refused. */
  readonly leavesOut: readonly string[];
  readonly contextLength: number | undefined;
  readonly shapes: readonly ShapeFinding[];
}

interface Shape {
  readonly shape: string;
  /** What the model writes, and what is answered: a tool's answer to each of its calls, or a question of the user. */
  readonly turns: readonly (Spoken & { readonly question?: string })[];
}

/** A turn: its words and calls, for the template to write; or a text, for one that no template would write. */
type Spoken =
  { readonly words: string; readonly calls?: readonly string[] } | { readonly words: string; readonly broken: string };

const PROMPT: readonly Message[] = [{ role: 'user', content: 'What is 6 * 7?' }];

/** A tool as most policies of this kind have one. */
const EXAMPLE_TOOL: TemplateTool = {
  name: 'python',
  description: 'Runs Python.',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
};

/** Some templates write so for the last turn alone; a model that thinks does not. */
const NO_THOUGHT = /^<think>\s*<\/think>\s*/;

/** @param close - What closes the thinking that the template itself opens, so that every turn begins inside it. */
function shapesOf(close: string | undefined): Shape[] {
  const [one, another] = ['print(6 * 7)', 'print(7 * 8)'];
  const ends = `Six sevens.\n${close ?? '</think>'}\n\n`;
  const plain = close === undefined ? '' : ends;
  const thought = close === undefined ? `<think>\n${ends}` : ends;
  return [
    { shape: 'an answer, then a question', turns: [{ words: `${plain}It is 42.`, question: 'Sure?' }] },
    { shape: 'a call', turns: [{ words: plain, calls: [one] }] },
    { shape: 'words and a call', turns: [{ words: `${plain}I compute it.`, calls: [one] }] },
    { shape: 'two calls in a turn', turns: [{ words: plain, calls: [one, one] }] },
    {
      shape: 'a call after a call',
      turns: [
        { words: plain, calls: [one] },
        { words: plain, calls: [another] },
      ],
    },
    { shape: 'a call that does not parse', turns: [{ words: plain, broken: 'not JSON' }] },
    { shape: 'a call after thinking', turns: [{ words: thought, calls: [one] }] },
    {
      shape: 'thinking and a call, twice',
      turns: [
        { words: thought, calls: [one] },
        { words: thought, calls: [another] },
      ],
    },
    { shape: 'an answer after thinking, then a question', turns: [{ words: `${thought}42`, question: 'Sure?' }] },
    {
      shape: 'white space around an answer, then a question',
      turns: [{ words: `${plain}\n 42 \n`, question: 'Sure?' }],
    },
  ];
}

/**
 * Tries a template with every shape of conversation that a rollout can have. For each it reports whether the conversation can continue with
 * exactly the sampled tokens, and if not, which turn the template writes differently and how. Calls are in the template's own format, or in
 * the format of `toolCallFormat` if the template writes no calls.
 *
 * @throws ModelFileError if the template refuses a question of the user.
 */
export function examineTemplate(template: ChatTemplate, tokenizer: Tokenizer): TemplateReport {
  checkArgument(template, 'template', { endTokens: 'an array', toolCallFormat: 'an object', render: 'a function' });
  checkArgument(tokenizer, 'tokenizer', { encode: 'a function', tokenId: 'a function' });
  const format = { template, tokenizer, tools: [EXAMPLE_TOOL] };
  const start = startConversation(format, PROMPT);
  return {
    endTokens: template.endTokens.map((token) => ({ token, id: tokenizer.tokenId(token) })),
    toolCallFormat: template.toolCallFormat.name,
    showsTools: template.showsTools,
    leavesOut: leftOutBy(template, format.tools),
    contextLength: template.contextLength,
    shapes: shapesOf(thinkingOf(template).openedBy(start.text)).map((shape) => examine(shape, format, start)),
  };
}

function examine({ shape, turns }: Shape, format: ConversationFormat, start: ConversationStart): ShapeFinding {
  const { template } = format;
  const { toolCallFormat } = template;
  const conversation = new AppendOnlyConversation(format, start);
  try {
    turns.forEach((spoken, turn) => {
      const { text, end } = written(spoken, turn, conversation, template);
      const parsed = readTurnBehind(conversation.thinkingEnd, text, template, format.tools);
      const answers: TemplateMessage[] = parsed.calls.map((call, index) => ({
        role: 'tool',
        content: '42',
        toolCallId: idOf(call, turn, index),
        name: EXAMPLE_TOOL.name,
      }));
      if (spoken.question !== undefined) answers.push({ role: 'user', content: spoken.question });
      if (answers.length === 0)
        throw new ModelFileError(
          innerFormat(toolCallFormat).unreadable ??
            `${toolCallFormat.name}: no call is read in ${JSON.stringify(text)}`,
        );
      conversation.extend({ text, end, parsed }, answers);
    });
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    return { shape, kind: 'impossible', reason: error.message };
  }
  const { drift } = conversation;
  return drift === undefined ? { shape, kind: 'exact' } : { shape, kind: 'drift', drift };
}

/** What a model would write: as its template does; in the words of its format where the template writes no calls. */
function written(
  spoken: Spoken,
  turn: number,
  conversation: AppendOnlyConversation,
  { toolCallFormat, endTokens }: ChatTemplate,
): { readonly text: string; readonly end: string | undefined } {
  const { words } = spoken;
  const own = (args: readonly string[]): string =>
    writeCalls(
      toolCallFormat,
      words,
      args.map((text) => ({ name: EXAMPLE_TOOL.name, arguments: text })),
    );
  if ('broken' in spoken) return { text: own([spoken.broken]), end: endTokens[0] };
  const { calls = [] } = spoken;
  if (calls.length === 0) return { text: words, end: endTokens[0] };
  const toolCalls = calls.map((code, index) => ({
    id: toolCallFormat.callId?.(EXAMPLE_TOOL.name, turn + index) ?? callId(turn, index),
    name: EXAMPLE_TOOL.name,
    arguments: { code },
  }));
  try {
    const { text, end } = conversation.write({ role: 'assistant', content: words, toolCalls }, undefined);
    return { text: text.replace(NO_THOUGHT, ''), end };
  } catch (error) {
    if (!(error instanceof ModelFileError) || innerFormat(toolCallFormat).unreadable !== undefined) throw error;
    return { text: own(calls.map((code) => JSON.stringify({ code }))), end: endTokens[0] };
  }
}
