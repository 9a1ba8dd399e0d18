/** How a model marks its thinking: what opens it and what closes it. */
type ThinkingMarks = readonly [open: string, close: string];

/** As the templates of published models write them. */
const THINKING: readonly ThinkingMarks[] = [
  ['<think>', '</think>'],
  ['<mm:think>', '</mm:think>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['[BEGIN REASONING]', '[END REASONING]'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel>thought', '<channel|>'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
  ['<|think|>', '<|end|>'],
];

const CLOSE_OF = new Map(THINKING);
const OPEN = anyOf([...CLOSE_OF.keys()]);
const CLOSE = anyOf(THINKING.map(([, close]) => close).filter((close) => close !== '<|end|>'));
const ENDS_OPEN = new RegExp(`(${OPEN.source})\\s*$`);

function anyOf(marks: readonly string[]): RegExp {
  return new RegExp(marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}

/** A piece of thinking in a text, marks included; end exclusive. */
interface Thought {
  readonly start: number;
  /** The text's end where it is not closed. */
  readonly end: number;
}

/** @returns The first thinking that opens at or after `from`. */
export function nextThought(text: string, from: number): Thought | undefined {
  OPEN.lastIndex = from;
  const found = OPEN.exec(text);
  if (found === null) return undefined;
  const close = CLOSE_OF.get(found[0])!;
  const at = text.indexOf(close, OPEN.lastIndex);
  return { start: found.index, end: at < 0 ? text.length : at + close.length };
}

/** @returns The index behind the first mark that closes thinking; −1 where there is none. */
export function endOfThought(text: string): number {
  CLOSE.lastIndex = 0;
  return CLOSE.test(text) ? CLOSE.lastIndex : -1;
}

/** @returns The mark that closes the thinking in which a prompt ends, so that a turn begins there; undefined where it ends in none. */
export function openThinking(prompt: string): string | undefined {
  // A mark and the white space behind it: the rest of a long conversation is not looked at.
  const open = ENDS_OPEN.exec(prompt.trimEnd().slice(-40))?.[1];
  return open === undefined ? undefined : CLOSE_OF.get(open);
}
