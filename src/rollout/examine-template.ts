import { ModelFileError, type Message, type TemplateDrift, type Tokenizer } from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';
import type { ChatTemplate } from './chat-template.js';
import { Conversation, callId, startConversation } from './internal/conversation.js';
import { EXAMPLE_TOOL, exampleCall } from './internal/example-call.js';
import type { TemplateMessage } from './template-message.js';

/** What becomes of one shape of conversation under a template. */
export interface ShapeFinding {
  /** In words: `a call`, `a call after thinking`. */
  readonly shape: string;
  /**
   * - `exact`: what is appended to the turns is what the template writes;
   * - `drift`: the template would write the past otherwise; what was sampled stays, and rollouts are marked;
   * - `impossible`: the template refuses to go on in any way.
   */
  readonly kind: 'exact' | 'drift' | 'impossible';
  readonly drift?: TemplateDrift;
  /** Where it is impossible: the template's words. */
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
  const call = exampleCall(template.toolCallFormat.name, 'print(6 * 7)');
  const another = exampleCall(template.toolCallFormat.name, 'print(7 * 8)');
  const plain = opens ? THOUGHT : '';
  const thought = opens ? THOUGHT : `<think>\n${THOUGHT}`;
  return [
    { shape: 'an answer, then a question', turns: [{ text: `${plain}It is 42.`, question: 'Sure?' }] },
    { shape: 'a call', turns: [{ text: plain + call.one }] },
    { shape: 'words and a call', turns: [{ text: `${plain}I compute it.${call.after}${call.one}` }] },
    { shape: 'two calls in a turn', turns: [{ text: plain + call.two }] },
    { shape: 'a call after a call', turns: [{ text: plain + call.one }, { text: plain + another.one }] },
    { shape: 'a call that does not parse', turns: [{ text: plain + call.broken }] },
    { shape: 'a call after thinking', turns: [{ text: thought + call.one }] },
    { shape: 'thinking and a call, twice', turns: [{ text: thought + call.one }, { text: thought + another.one }] },
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
  const opens = /<think>\s*$/.test(template.render(PROMPT, { tools: [EXAMPLE_TOOL], addGenerationPrompt: true }));
  return {
    endTokens: template.endTokens.map((token) => ({ token, id: tokenizer.tokenId(token) })),
    toolCallFormat: template.toolCallFormat.name,
    contextLength: template.contextLength,
    shapes: shapesOf(template, opens).map((shape) => examine(shape, template, tokenizer)),
  };
}

function examine({ shape, turns }: Shape, template: ChatTemplate, tokenizer: Tokenizer): ShapeFinding {
  const format = { template, tokenizer, tools: [EXAMPLE_TOOL] };
  const conversation = new Conversation(format, startConversation(format, PROMPT));
  try {
    turns.forEach(({ text, question }, turn) => {
      const parsed = template.toolCallFormat.parse(text, [EXAMPLE_TOOL]);
      const answers: TemplateMessage[] = parsed.calls.map((_, index) => ({
        role: 'tool',
        content: '42',
        toolCallId: callId(turn, index),
        name: EXAMPLE_TOOL.name,
      }));
      if (question !== undefined) answers.push({ role: 'user', content: question });
      if (answers.length === 0)
        throw new ModelFileError(`${template.toolCallFormat.name}: no call is read in ${JSON.stringify(text)}`);
      conversation.extend({ text, end: template.endTokens[0], parsed }, answers);
    });
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    return { shape, kind: 'impossible', reason: error.message };
  }
  const { drift } = conversation;
  return drift === undefined ? { shape, kind: 'exact' } : { shape, kind: 'drift', drift };
}
