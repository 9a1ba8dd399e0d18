import { ModelFileError } from '../../../base/index.js';

/** More than any honest file of a model has: tokenizers have up to 300,000 tokens and 600,000 merges. */
const MOST = { depth: 64, containers: 2_000_000, values: 10_000_000 };

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Array.from(
  '"\\,[]{}',
  (character) => character.charCodeAt(0),
);

/**
 * Parses a model's file. What would take far more memory as values than as text (lists in lists in lists) is refused before it
 * is parsed: such a file of a hundred megabytes ends the process.
 *
 * @throws ModelFileError for anything but a JSON object, one that is too deep or has too many values.
 */
export function parseModelJson(text: string, file: string): { readonly [name: string]: unknown } {
  checkSize(text, file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new ModelFileError(`${file}: ${(cause as Error).message}`, { cause });
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new ModelFileError(`${file}: expected an object`);
  return json as { readonly [name: string]: unknown };
}

function checkSize(text: string, file: string): void {
  let [depth, containers, values] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      containers++;
      depth++;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    if (depth > MOST.depth)
      throw new ModelFileError(`${file}: expected JSON of at most ${MOST.depth} levels, got more`);
    if (containers > MOST.containers || values > MOST.values)
      throw new ModelFileError(
        `${file}: expected JSON of at most ${MOST.containers} lists and objects and ${MOST.values} values, got more`,
      );
  }
}

/** @param text - JSON. @returns The first name that stands twice in one object: a parser takes the last of them in silence. */
export function repeatedName(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) open.push(new Set());
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop();
    else if (code === QUOTE) {
      const start = at;
      at = endOfString(text, at);
      NAME_END.lastIndex = at + 1;
      if (!NAME_END.test(text)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}

const NAME_END = /[\t\n\r ]*:/y;

/** @returns Where the string that begins at `start` ends; the text's end for one that does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
