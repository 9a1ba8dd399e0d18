import { PythonFloat } from '../../../base/internal/index.js';
import { pythonText, restoreFloats, type PeerValue } from './python-text.js';

/** A node of a parsed template, as the peer has it: plain data. */
interface Node {
  type?: unknown;
  operand?: Node;
  readonly filter?: Node;
  readonly operator?: { readonly value?: unknown };
  left?: Node;
  right?: Node;
  callee?: Node;
  args?: Node[];
  readonly object?: Node;
  readonly property?: Node;
  readonly computed?: unknown;
  readonly body?: unknown[];
  value?: unknown;
}

/** The peer's own `strftime_now` always says the present time, and it lets nobody declare another. */
export const CLOCK = 'clock_strftime_now';

const RANGE = 'counted_range';
const STEP = 'count_step';

/** The peer's functions that have others in their place, under names that are free. */
const REPLACED: ReadonlyMap<unknown, string> = new Map([
  ['strftime_now', CLOCK],
  ['range', RANGE],
]);

/** Rounds of loops and calls of macros in one rendering: a conversation of a thousand messages takes a few thousand. */
const MOST_STEPS = 200_000;

/** A template that comes to no end. */
export class StepLimitError extends Error {}

/** @returns What a changed program counts its steps with, for one rendering; a template of the hub may loop for ever. */
export function stepFunctions(): { readonly [name: string]: (...given: number[]) => number[] | undefined } {
  let left = MOST_STEPS;
  const spend = (steps: number): void => {
    left -= steps;
    if (!(left >= 0)) throw new StepLimitError(`it takes more than ${MOST_STEPS.toLocaleString('en')} steps`);
  };
  return {
    [STEP]: () => void spend(1),
    [RANGE]: (first = 0, second?: number, step = 1) => {
      const [start, stop] = second === undefined ? [0, first] : [first, second];
      const count = Math.max(0, Math.ceil((stop - start) / step));
      spend(count);
      return Array.from({ length: count }, (_, i) => start + i * step);
    },
  };
}

/** Python's `strip` and its like, with the characters to strip: the peer's methods leave their argument out of account. */
export const STRIP_FUNCTIONS: { readonly [name: string]: (text: string, characters: string) => string } = {
  text_strip: (text, characters) => text.slice(start(text, characters), end(text, characters)),
  text_lstrip: (text, characters) => text.slice(start(text, characters)),
  text_rstrip: (text, characters) => text.slice(0, end(text, characters)),
};

function start(text: string, characters: string): number {
  let at = 0;
  while (at < text.length && characters.includes(text[at]!)) at++;
  return at;
}

function end(text: string, characters: string): number {
  let at = text.length;
  while (at > start(text, characters) && characters.includes(text[at - 1]!)) at--;
  return at;
}

const TEXT = 'python_text';
const FLOATS = 'restore_floats';

/** Filters that take a value's text in Jinja, whatever the value is; the peer has them for texts alone. */
const TEXT_FILTERS = new Set(['string', 'upper', 'lower', 'title', 'capitalize', 'trim', 'indent', 'replace']);

/** @returns Python's own text of values, and floats that stay such, for one rendering of these messages. */
export function valueFunctions(messages: readonly unknown[]): {
  readonly [name: string]: (given: PeerValue[]) => unknown;
} {
  return {
    [TEXT]: ([value]) => pythonText(value!),
    [FLOATS]: ([given, example]) => {
      const FloatValue = example!.constructor as new (value: unknown) => PeerValue;
      restoreFloats(given!, messages, (value) => new FloatValue(new PythonFloat(value)));
    },
  };
}

const call = (name: string, ...args: readonly Node[]): Node => ({
  type: 'CallExpression',
  callee: { type: 'Identifier', value: name },
  // The peer hands over bare values, but those in a list with their types.
  args: [{ type: 'ArrayLiteral', value: args }],
});

/** Lets a template print and filter values as Python does: `None`, `True`, `3.0`, and nothing for what is absent. */
function mendValues(node: Node): void {
  const { type, filter, operand, operator, left, right } = node;
  if (type === 'FilterExpression' && TEXT_FILTERS.has(String(filter?.value ?? filter?.callee?.value)))
    node.operand = call(TEXT, operand!);
  if (type === 'BinaryExpression' && operator?.value === '~') {
    node.left = call(TEXT, left!);
    node.right = call(TEXT, right!);
  }
}

/** The parts of a template that print a value. */
const PRINTED = new Set(['Identifier', 'MemberExpression', 'FilterExpression', 'SelectExpression', 'Ternary']);

function printAsPython(body: unknown[]): void {
  body.forEach((part, at) => {
    if (PRINTED.has(String((part as Node).type))) body[at] = call(TEXT, part as Node);
  });
}

/** Changes a parsed template so that it calls `valueFunctions` and what `mendProgram` brings in. */
export function mendTemplate(program: unknown): void {
  mendProgram(program);
  const { body } = program as { readonly body: unknown[] };
  body.unshift(call(FLOATS, { type: 'Identifier', value: 'messages' }, { type: 'FloatLiteral', value: 1.5 }));
}

/** Changes a parsed template so that it calls `CLOCK`, `STRIP_FUNCTIONS` and `stepFunctions`, which are passed in as variables. */
function mendProgram(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, callee, args, body, value } = node as Node;
  if (type === 'Identifier') (node as Node).value = REPLACED.get(value) ?? value;
  const method = `text_${String(callee?.property?.value)}`;
  if (
    type === 'CallExpression' &&
    callee?.type === 'MemberExpression' &&
    callee.computed === false &&
    args?.length === 1 &&
    Object.hasOwn(STRIP_FUNCTIONS, method)
  ) {
    (node as Node).args = [callee.object!, ...args];
    (node as Node).callee = { type: 'Identifier', value: method };
  }
  for (const [name, part] of Object.entries(node))
    if (!(type === 'MemberExpression' && name === 'property' && (node as Node).computed === false)) mendProgram(part);
  for (const list of [
    body,
    (node as { alternate?: unknown[] }).alternate,
    (node as { defaultBlock?: unknown[] }).defaultBlock,
  ])
    if (Array.isArray(list)) printAsPython(list);
  mendValues(node as Node);
  if (type === 'For' || type === 'Macro')
    body!.unshift({ type: 'CallExpression', callee: { type: 'Identifier', value: STEP }, args: [] });
}
