/** A node of a parsed template, as the peer has it: plain data. */
interface Node {
  readonly type?: unknown;
  callee?: Node;
  args?: Node[];
  readonly object?: Node;
  readonly property?: Node;
  readonly computed?: unknown;
  value?: unknown;
}

/** The peer's own `strftime_now` always says the present time, and it lets nobody declare another. */
export const CLOCK = 'clock_strftime_now';

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

/** Changes a parsed template so that it calls `CLOCK` and `STRIP_FUNCTIONS`, which are passed in as variables. */
export function mendProgram(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, callee, args } = node as Node;
  if (type === 'Identifier' && (node as Node).value === 'strftime_now') (node as Node).value = CLOCK;
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
  for (const part of Object.values(node)) mendProgram(part);
}
