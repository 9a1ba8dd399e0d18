import {
  ModelFileError,
  type Message,
  type TemplateDrift,
  type TemplateMessage,
  type Tokenizer,
} from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import type { ChatTemplate } from './chat-template.js';
import { AppendOnlyConversation } from '../internal/conversation.js';
import { startConversation, type ConversationFormat, type ConversationStart } from '../internal/conversation-start.js';
import { EXAMPLE_TOOL, exampleCall } from './internal/example-call.js';
import { writeCalls, type WritableCall } from '../internal/write-calls.js';
import { callId } from '../internal/turn-messages.js';
import { UNKNOWN_FORMAT, unknownFormat } from './tool-call-format.js';

/** What becomes of one shape of conversation under a template. */
export interface ShapeFinding {
  /** In words: `a call`, `a call after thinking`. */
  readonly shape: string;
  /**
   * - `exact`: what is appended to the turns is what the template writes;
   * - `drift`: the template would write the past otherwise; what was sampled stays, and rollouts are marked;
   * - `impossible`: the template refuses to go on in any way, or its tool-call format reads no call in the turn.
   */
  readonly kind: 'exact' | 'drift' | 'impossible';
  readonly drift?: TemplateDrift;
  /** Where it is impossible: the template's words, or what is wrong with the format. */
  readonly reason?: string;
}

/** What is known of a model's template and tokenizer before the first rollout. */
export interface TemplateReport {
  readonly endTokens: readonly { readonly token: string; readonly id: number | undefined }[];
  readonly toolCallFormat: string;
  readonly contextLength: number | undefined;
  readonly shapes: readonly ShapeFinding[];
}

interface Shape {
  readonly shape: string;
  /** What the model writes, and what is answered: a tool's answer to each of its calls, or a question of the user. */
  readonly turns: readonly { readonly text: string; readonly question?: string }[];
}

const PROMPT: readonly Message[] = [{ role: 'user', content: 'What is 6 * 7?' }];

const THOUGHT = 'Six sevens.\n</think>\n\n';

/** @param opens - Whether the template itself opens the thinking, so that every turn begins inside it. */
function shapesOf(template: ChatTemplate, opens: boolean): Shape[] {
  const { name } = template.toolCallFormat;
  const call = exampleCall(name, 'print(6 * 7)');
  const write = (words: string, ...calls: readonly WritableCall[]) => writeCalls(name, words, calls);
  const one = write('', call);
  const another = write('', exampleCall(name, 'print(7 * 8)'));
  const plain = opens ? THOUGHT : '';
  const thought = opens ? THOUGHT : `<think>\n${THOUGHT}`;
  return [
    { shape: 'an answer, then a question', turns: [{ text: `${plain}It is 42.`, question: 'Sure?' }] },
    { shape: 'a call', turns: [{ text: plain + one }] },
    { shape: 'words and a call', turns: [{ text: plain + write('I compute it.', call) }] },
    { shape: 'two calls in a turn', turns: [{ text: plain + write('', call, call) }] },
    { shape: 'a call after a call', turns: [{ text: plain + one }, { text: plain + another }] },
    { shape: 'a call that does not parse', turns: [{ text: plain + write('', { ...call, arguments: 'not JSON' }) }] },
    { shape: 'a call after thinking', turns: [{ text: thought + one }] },
    { shape: 'thinking and a call, twice', turns: [{ text: thought + one }, { text: thought + another }] },
    { shape: 'an answer after thinking, then a question', turns: [{ text: `${thought}42`, question: 'Sure?' }] },
    {
      shape: 'white space around an answer, then a question',
      turns: [{ text: `${plain}\n 42 \n`, question: 'Sure?' }],
    },
  ];
}

/**
 * Tries a template with every shape of conversation that a rollout may take: whether what was sampled can be gone on from
 * exactly, and where not, which turn the template writes otherwise, and how.
 *
 * @throws ModelFileError where the template refuses a question of the user.
 */
export function examineTemplate(template: ChatTemplate, tokenizer: Tokenizer): TemplateReport {
  checkArgument(template, 'template', { endTokens: 'an array', toolCallFormat: 'an object', render: 'a function' });
  checkArgument(tokenizer, 'tokenizer', { encode: 'a function', tokenId: 'a function' });
  const format = { template, tokenizer, tools: [EXAMPLE_TOOL] };
  const start = startConversation(format, PROMPT);
  const opens = /<think>\s*$/.test(start.text);
  return {
    endTokens: template.endTokens.map((token) => ({ token, id: tokenizer.tokenId(token) })),
    toolCallFormat: template.toolCallFormat.name,
    contextLength: template.contextLength,
    shapes: shapesOf(template, opens).map((shape) => examine(shape, format, start)),
  };
}

function examine({ shape, turns }: Shape, format: ConversationFormat, start: ConversationStart): ShapeFinding {
  const { template } = format;
  const { toolCallFormat } = template;
  const conversation = new AppendOnlyConversation(format, start);
  try {
    turns.forEach(({ text, question }, turn) => {
      const parsed = toolCallFormat.parse(text, [EXAMPLE_TOOL]);
      const answers: TemplateMessage[] = parsed.calls.map((_, index) => ({
        role: 'tool',
        content: '42',
        toolCallId: callId(turn, index),
        name: EXAMPLE_TOOL.name,
      }));
      if (question !== undefined) answers.push({ role: 'user', content: question });
      if (answers.length === 0)
        throw new ModelFileError(
          toolCallFormat.name === UNKNOWN_FORMAT.name
            ? unknownFormat(template.name)
            : `${toolCallFormat.name}: no call is read in ${JSON.stringify(text)}`,
        );
      conversation.extend({ text, end: template.endTokens[0], parsed }, answers);
    });
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    return { shape, kind: 'impossible', reason: error.message };
  }
  const { drift } = conversation;
  return drift === undefined ? { shape, kind: 'exact' } : { shape, kind: 'drift', drift };
}
