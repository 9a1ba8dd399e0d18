import { TOOL_CALL_ERRORS, type ParsedToolCall, type TemplateTool } from '../../../../base/index.js';
import type { ParsedTurn } from '../../tool-call-format.js';

/** Most calls that are read in a turn. Each call may search the whole text for its end, so time is quadratic in their number. */
export const MOST_CALLS = 128;

/** A call that does not parse. */
export type InvalidCall = Extract<ParsedToolCall, { kind: 'invalid' }>;

/** A piece of what a turn says after its thinking. */
export type SpeechPiece =
  | { readonly kind: 'reasoning' | 'content'; readonly text: string }
  /** The next call begins: whatever follows, it is a call of this tool. */
  | { readonly kind: 'call'; readonly name: string }
  /** Of the call that began last: JSON where the call parses, else what the model wrote. */
  | { readonly kind: 'arguments'; readonly text: string }
  /** The call that began last is whole. */
  | { readonly kind: 'call-end'; readonly call: ParsedToolCall }
  /** A call without a name: its text is part of the content. */
  | { readonly kind: 'nameless'; readonly call: InvalidCall };

/**
 * Reads what a turn says after its thinking, while it is drawn. The pieces do not depend on how the text was cut: joined, those of one
 * kind are always the same.
 */
export interface SpeechReader {
  /** @returns What is certain by now. */
  add(text: string): readonly SpeechPiece[];
  /**
   * @param isCut - The turn was cut off: what began no call is text. A call that had begun ends as it is.
   * @returns The rest.
   */
  end(isCut: boolean): readonly SpeechPiece[];
}

/** All is content. */
export class PlainReader implements SpeechReader {
  add(text: string): readonly SpeechPiece[] {
    return text === '' ? [] : [{ kind: 'content', text }];
  }

  end(): readonly SpeechPiece[] {
    return [];
  }
}

/** Waits for the whole turn: for formats that are a function of it. */
export class WholeReader implements SpeechReader {
  readonly #parts: string[] = [];

  constructor(
    private readonly parse: (speech: string) => ParsedTurn,
    private readonly tools: readonly TemplateTool[],
  ) {}

  add(text: string): readonly SpeechPiece[] {
    this.#parts.push(text);
    return [];
  }

  end(isCut: boolean): readonly SpeechPiece[] {
    const text = this.#parts.join('');
    const { content, calls } = isCut ? { content: text, calls: [] } : this.parse(text);
    const whole = calls.map((call) => wholeCall(call, this.tools));
    const nameless = calls.filter((_, i) => whole[i] === undefined) as InvalidCall[];
    const made = whole.flatMap((pieces) => pieces ?? []);
    const words = made.length === 0 ? text : [content, ...nameless.map(({ raw }) => raw)].filter(Boolean).join('\n');
    return [
      ...(words === '' ? [] : [{ kind: 'content', text: words } as const]),
      ...made,
      ...nameless.map((call) => ({ kind: 'nameless', call }) as const),
    ];
  }
}

const NAME = /"name"\s*:\s*"([^"\\]{1,128})"/;
const ARGUMENTS = /"(?:arguments|parameters)"\s*:\s*/;

/** @returns The pieces of a call that comes whole; undefined where it has no name, or does not parse and there is no such tool. */
export function wholeCall(
  call: ParsedToolCall,
  tools: readonly TemplateTool[],
): readonly [SpeechPiece, ...SpeechPiece[]] | undefined {
  if (call.kind === 'call') return callPieces(call.name, call.argumentsText ?? JSON.stringify(call.arguments), call);
  const name = NAME.exec(call.raw)?.[1];
  if (name === undefined || !tools.some((tool) => tool.name === name)) return undefined;
  const found = ARGUMENTS.exec(call.raw);
  return callPieces(name, found === null ? call.raw : call.raw.slice(found.index + found[0].length), call);
}

export function callPieces(name: string, args: string, call: ParsedToolCall): [SpeechPiece, ...SpeechPiece[]] {
  return [
    { kind: 'call', name },
    ...(args === '' ? [] : [{ kind: 'arguments', text: args } as const]),
    { kind: 'call-end', call },
  ];
}

/** A call whose arguments or name a later member of its JSON changes, after they were given. */
export function contradicted(raw: string): InvalidCall {
  return { kind: 'invalid', raw, error: TOOL_CALL_ERRORS.notJson };
}
