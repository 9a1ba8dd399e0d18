import type { ParsedToolCall, TemplateTool } from '../../../../base/index.js';
import { jsonEnd } from '../formats/scan.js';
import { JsonDepth } from './json-depth.js';
import { MarkSearch } from './mark-search.js';
import { callPieces, contradicted, type SpeechPiece } from './speech-reader.js';

/** Longest head of a call that is looked for; a call with a longer one comes whole. */
const LONGEST_HEAD = 300;

interface DrawnCallOptions {
  /** Sticky: from the start of a call to the brace that begins its arguments. The first group that matches is the name. */
  readonly head: RegExp;
  /** Where the arguments hold one, it may be that the call ends there, unparsed: what follows waits. */
  readonly breaks: readonly string[];
  readonly tools: readonly TemplateTool[];
  /** Where in its block the call starts. */
  readonly start: number;
}

/**
 * One call of a block, while it is drawn. It begins when its tool's name and the first brace of its arguments are there: then it is a call of this
 * tool, whether it parses or not.
 */
export class DrawnCall {
  readonly #breaks: MarkSearch;
  readonly #depth = new JsonDepth();
  #state: 'head' | 'arguments' | 'closed' = 'head';
  #head = '';
  #name: string | undefined;
  #argumentsAt = 0;
  #sent = '';

  constructor(private readonly options: DrawnCallOptions) {
    this.#breaks = new MarkSearch(options.breaks);
  }

  get hasBegun(): boolean {
    return this.#name !== undefined;
  }

  /** @returns What is certain of the call. */
  add(text: string): readonly SpeechPiece[] {
    if (this.#state === 'arguments') return this.#give(text);
    if (this.#state === 'closed') return [];
    this.#head += text;
    const { head, tools, start } = this.options;
    head.lastIndex = 0;
    const found = head.exec(this.#head);
    const name = found?.slice(1).find((group) => group !== undefined);
    const isOver = found === null ? this.#head.length > LONGEST_HEAD : found[0].length > LONGEST_HEAD;
    if (isOver || (found !== null && !tools.some((tool) => tool.name === name))) this.#state = 'closed';
    if (found === null || this.#state === 'closed') return [];
    this.#name = name!;
    this.#argumentsAt = start + found[0].length;
    this.#state = 'arguments';
    return [{ kind: 'call', name: name! }, ...this.#give(this.#head.slice(found[0].length))];
  }

  #give(text: string): readonly SpeechPiece[] {
    const { before, mark } = this.#breaks.add(text);
    const end = this.#depth.add(before);
    if (end >= 0 || mark !== undefined) this.#state = 'closed';
    const given = end < 0 ? before : before.slice(0, end);
    this.#sent += given;
    return given === '' ? [] : [{ kind: 'arguments', text: given }];
  }

  /**
   * Ends a call that has begun.
   *
   * @param read - What the format reads; undefined where it reads none.
   * @param block - The text of the block.
   * @returns The rest of its arguments. What was given is kept where the format reads something else: the call is invalid then.
   */
  end(read: ParsedToolCall | undefined, block: string): readonly SpeechPiece[] {
    const written = block.slice(this.#argumentsAt, jsonEnd(block, this.#argumentsAt));
    const isSame = read?.kind === 'call' && read.name === this.#name && isJsonOf(written, read.arguments);
    const call = isSame || read?.kind === 'invalid' ? read : contradicted(block.slice(this.options.start).trim());
    const args = isSame ? written : this.#unparsed(call.kind === 'invalid' ? call.raw : '', block);
    return callPieces(this.#name!, args.slice(this.#sent.length), call).slice(1);
  }

  /** @returns What stands in the place of arguments in a call that does not parse. */
  #unparsed(raw: string, block: string): string {
    const at = raw === '' ? -1 : block.indexOf(raw);
    const rest = at < 0 ? '' : block.slice(this.#argumentsAt, at + raw.length);
    return rest.length > this.#sent.length ? rest : this.#sent;
  }
}

function isJsonOf(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
