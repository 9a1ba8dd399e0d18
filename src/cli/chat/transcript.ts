import type { Writable } from 'node:stream';
import type { JsonValue, ToolCall } from '../../base/index.js';
import { createPaint, isJsonObject, visibleText, type Paint } from '../../base/internal/index.js';
import type { RolloutEvent } from '../../rollout/internal/index.js';

/** The model's text goes to `stdout`, everything else to `stderr`. Both may be the same terminal. */
interface TranscriptStreams {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

interface TranscriptOptions {
  readonly hasColors: boolean;
  /** Whether what the model writes is shown. */
  readonly hasText: boolean;
  /** Whether tools and notes are shown; failures are in any case. */
  readonly hasDetails: boolean;
}

/**
 * Shows a conversation as it happens. Standard output gets exactly what the model writes; standard error gets tool calls, their
 * responses, and notes. Control characters are shown as text.
 */
export class Transcript {
  readonly #streams: TranscriptStreams;
  readonly #options: TranscriptOptions;
  readonly #paint: Paint;
  #isLineBegun = false;

  constructor(streams: TranscriptStreams, options: TranscriptOptions) {
    this.#streams = streams;
    this.#options = options;
    this.#paint = createPaint(options.hasColors);
  }

  show(event: RolloutEvent): void {
    if (event.kind === 'turn') this.#turn(event.attempt);
    else if (event.kind === 'text') this.#say(event.text);
    else if (event.kind === 'tool-call') this.#call(event.index, event.name, event.arguments);
    else if (event.kind === 'tool-result') this.#result(event.index, event.call);
  }

  #turn(attempt: number): void {
    this.endLine();
    if (attempt > 0) this.note('the turn is generated again; ignore its text above');
  }

  /** Ends the line that the model has begun. */
  endLine(): void {
    if (this.#isLineBegun) this.#streams.stdout.write('\n');
    this.#isLineBegun = false;
  }

  note(text: string): void {
    this.#detail('dim', `(${text})`);
  }

  help(text: string): void {
    this.#detail('dim', text);
  }

  failure(text: string): void {
    this.#tell('red', `(${text})`);
  }

  #say(text: string): void {
    if (!this.#options.hasText) return;
    this.#streams.stdout.write(visibleText(text));
    this.#isLineBegun = !text.endsWith('\n');
  }

  #call(index: number, name: string, args: JsonValue): void {
    const members = isJsonObject(args) ? Object.entries(args) : [['arguments', args] as const];
    const lines = members.flatMap(([member, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text.includes('\n') ? [`${member}:`, ...indented(text, '  ')] : [`${member}: ${text}`];
    });
    this.#detail('cyan', [`[${index + 1}] ${name}`, ...lines.map((line) => `    ${line}`)].join('\n'));
  }

  #result(index: number, { response: { text, isError, durationMs } }: ToolCall): void {
    const time = durationMs === undefined ? '' : `, ${(durationMs / 1000).toFixed(2)} s`;
    this.#detail(isError ? 'red' : 'green', `[${index + 1}] ${isError ? 'error' : 'ok'}${time}`);
    this.#detail('dim', indented(text, '    ').join('\n'));
  }

  #detail(style: Parameters<Paint>[0], text: string): void {
    if (this.#options.hasDetails) this.#tell(style, text);
  }

  #tell(style: Parameters<Paint>[0], text: string): void {
    this.endLine();
    const lines = visibleText(text).split('\n');
    this.#streams.stderr.write(`${lines.map((line) => (line === '' ? '' : this.#paint(style, line))).join('\n')}\n`);
  }
}

function indented(text: string, by: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : by + line));
}
