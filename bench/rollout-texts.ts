import { Random, TAGS, type Rollout, type ToolCall, type Turn } from '../src/base/index.js';

/** One made-up rollout: the text after the generation prompt, and the same as turns and tool calls. */
export interface BenchRollout extends Rollout {
  readonly responseText: string;
}

const WORDS =
  'let us check whether the sum of all terms below this bound can be written as a product so that the remainder after ' +
  'dividing by seven stays the same for every even index because the sequence repeats and we may compute it directly';

const CODE =
  'def divisors(n, limit):\n    total = 0\n    for i in range(1, n + 1):\n        if i * i <= limit and n % i == 0:\n' +
  '            total += i if total < bound else 0\n    return total\n\nprint(divisors(5040, 100))\n';

/** How long the pieces are, about, that texts are put together from. */
const PIECE = 600;
/** One tool response is this share of the text between two of them. */
const TOOL_SHARE = 0.1;
const TURNS = 5;

/**
 * Rollouts of about `length` characters: reasoning, code with `<` in it, and a tool response after every turn but the
 * last; a tenth of the text is tool responses and every sixth of them failed. All texts differ and are flat in memory, as texts
 * decoded from tokens are.
 *
 * @param twoByte - Puts one character outside Latin-1 into each, which makes the engine store two bytes a character.
 */
export function benchRollouts(count: number, groupSize: number, length: number, twoByte = false): BenchRollout[] {
  const random = new Random('bench/rollout-texts');
  const pieces = Array.from({ length: 256 }, () => pieceOf(random));
  return Array.from({ length: count }, (_, i) => {
    const failures = Array.from({ length: TURNS - 1 }, () => random.integer(6) === 0);
    const text = flat(renderTurns(pieces, failures, length, twoByte, random));
    return {
      id: `rollout-${i}`,
      groupId: `prompt-${Math.floor(i / groupSize)}`,
      prompt: [],
      turns: turnsOf(text, failures),
      finishReason: 'stop',
      reward: random.integer(2),
      responseText: text,
    };
  });
}

function renderTurns(
  pieces: readonly string[],
  failures: readonly boolean[],
  length: number,
  twoByte: boolean,
  random: Random,
): string {
  const spoken = (length * (1 - TOOL_SHARE)) / TURNS;
  const read = (length * TOOL_SHARE) / (TURNS - 1);
  const prose = (size: number) => {
    let text = '';
    while (text.length < size) text += random.pick(pieces);
    return text.slice(0, size);
  };
  const turns = failures.map((failed) => {
    const call = `${TAGS.toolCallStart}{"name": "python"}${TAGS.toolCallEnd}${TAGS.messageEnd}\n`;
    const output = prose(read) + (failed ? "NameError: name 'x' is not defined" : '');
    const response = `${TAGS.toolResponseStart}\n${output}\n${TAGS.toolResponseEnd}${TAGS.messageEnd}\n`;
    return `${prose(spoken)}${call}${TAGS.messageStart}user\n${response}${TAGS.messageStart}assistant\n`;
  });
  const answer = `${TAGS.answerStart}\\boxed{7}${TAGS.answerEnd}${TAGS.messageEnd}`;
  return `${turns.join('')}${twoByte ? '√' : ''}${prose(spoken)}${answer}`;
}

/** The same rollout as turns; the texts are slices of one string, so that nothing is stored twice. */
function turnsOf(text: string, failures: readonly boolean[]): Turn[] {
  const header = `${TAGS.messageStart}assistant\n`;
  return text.split(header).map((part, turn) => {
    const [spoken, read] = part.split(`${TAGS.messageStart}user\n`);
    if (read === undefined) return { text: part, toolCalls: [] };
    const response: ToolCall['response'] = { text: read, isError: failures[turn]! };
    return { text: spoken!, toolCalls: [{ id: '', name: 'python', arguments: {}, response }] };
  });
}

function pieceOf(random: Random): string {
  const words = WORDS.split(' ');
  let text = '';
  while (text.length < PIECE) text += random.integer(80) === 0 ? CODE : `${random.pick(words)} `;
  return text;
}

/** A string that was added together is a tree until it is read; through bytes it becomes one block. */
function flat(text: string): string {
  // eslint-disable-next-line no-control-regex
  const latin = /^[\u0000-\u00ff]*$/.test(text);
  const encoding = latin ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
