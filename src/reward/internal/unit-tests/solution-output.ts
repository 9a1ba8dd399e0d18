/** Plain data lies at most 50 levels deep, of two lists each: more is no answer, and could overflow the stack of what writes it. */
const MOST_DEPTH = 128;

/** What a transcript may hold: written as JSON for the next round, each character may become six. */
const MOST_CHARACTERS = 64 * 2 ** 20;

/** What the solution's program printed; the solution itself may have forged any of it. */
export interface SolutionOutput {
  /** What the names are that tests ask for; undefined where the solution did not get to its first line, or forged it. */
  readonly kinds: object | undefined;
  readonly error: string | undefined;
  /** One a call, as text: only the judge's program reads them. */
  readonly answers: readonly string[];
}

/** Never throws. */
export function readSolutionOutput(stdout: string): SolutionOutput {
  if (stdout.length > MOST_CHARACTERS) return { kinds: undefined, error: 'it printed too much', answers: [] };
  const [first = '', ...answers] = answeredLines(stdout);
  const loaded = isShallow(first) ? parsed(first) : undefined;
  const { kinds, error } = isRecord(loaded) ? loaded : {};
  return {
    kinds: isRecord(kinds) && Object.values(kinds).every(isKind) ? kinds : undefined,
    error: typeof error === 'string' ? error.slice(0, 300) : undefined,
    answers,
  };
}

/** @returns What stands behind U+001E on the lines that start with it. */
export function answeredLines(stdout: string): readonly string[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('\u001e'))
    .map((line) => line.slice(1));
}

/** @returns The value of a line of JSON; undefined if it is not JSON. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKind(value: unknown): boolean {
  return isRecord(value) && typeof value['k'] === 'string';
}

/** Looks at the text, since a parsed value of any depth takes memory for each level. */
function isShallow(json: string): boolean {
  let [depth, isText] = [0, false];
  for (let at = 0; at < json.length; at++) {
    const mark = json[at];
    if (isText && mark === '\\') at++;
    else if (mark === '"') isText = !isText;
    else if (!isText && (mark === '[' || mark === '{')) depth++;
    else if (!isText && (mark === ']' || mark === '}')) depth--;
    if (depth > MOST_DEPTH) return false;
  }
  return true;
}
