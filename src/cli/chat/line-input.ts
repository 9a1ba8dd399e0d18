import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CommandIo } from '../command.js';

/** What the user did when asked for a line. */
export type Entry =
  | { readonly kind: 'line'; readonly line: string }
  /** Ctrl-C; `isEmpty` where nothing had been typed. */
  | { readonly kind: 'interrupt'; readonly isEmpty: boolean }
  /** Ctrl-D, or the end of a file. */
  | { readonly kind: 'end' };

interface LineInputOptions {
  /** Whether lines are edited on a terminal, in its raw mode; else they come as they are. */
  readonly isEdited: boolean;
  /** Called for an interrupt while no line is awaited. */
  readonly onInterrupt: () => void;
}

/**
 * The user's lines, one at a time. What is typed or pasted while no prompt waits for it is kept for the next time, and not
 * echoed into what is being shown.
 */
export class LineInput {
  readonly #io: Pick<CommandIo, 'stdin' | 'stdout' | 'stderr'>;
  readonly #options: LineInputOptions;
  readonly #reader: Interface;
  readonly #screen: Screen;
  readonly #giveBack: () => void;
  readonly #ahead: string[] = [];
  #waiting: ((entry: Entry) => void) | undefined;
  #isEnded = false;

  constructor(io: CommandIo, options: LineInputOptions) {
    this.#io = io;
    this.#options = options;
    this.#screen = new Screen(io.stdout);
    const { isEdited } = options;
    this.#reader = createInterface({
      input: io.stdin,
      terminal: isEdited,
      ...(isEdited ? { output: this.#screen } : {}),
    });
    this.#reader.on('line', (line) => this.#line(line));
    this.#reader.on('close', () => this.#end());
    this.#reader.on('SIGINT', () => this.#interrupt());
    this.#giveBack = io.onInterrupt(() => this.#interrupt());
  }

  /** @param prompt - Shown on a terminal. */
  async next(prompt: string): Promise<Entry> {
    const line = this.#ahead.shift();
    if (line !== undefined) {
      if (this.#options.isEdited) this.#io.stdout.write(`${prompt}${line}\n`);
      return { kind: 'line', line };
    }
    if (this.#isEnded) return { kind: 'end' };
    const entry = new Promise<Entry>((resolve) => {
      this.#waiting = resolve;
    });
    if (this.#options.isEdited) {
      this.#screen.isShown = true;
      this.#reader.setPrompt(prompt);
      this.#reader.prompt(true);
    } else if (this.#io.stdin.isTTY === true) this.#io.stderr.write(prompt);
    return entry;
  }

  close(): void {
    this.#giveBack();
    this.#reader.close();
  }

  #line(line: string): void {
    if (this.#waiting === undefined) this.#ahead.push(line);
    else this.#give({ kind: 'line', line });
  }

  #end(): void {
    this.#isEnded = true;
    if (this.#options.isEdited && this.#waiting !== undefined) this.#io.stdout.write('\n');
    this.#give({ kind: 'end' });
  }

  #interrupt(): void {
    if (this.#waiting === undefined) {
      this.#options.onInterrupt();
      return;
    }
    const isEmpty = this.#reader.line === '';
    // To the end of the line, and all before it away.
    if (this.#options.isEdited) for (const name of ['e', 'u']) this.#reader.write(null, { ctrl: true, name });
    this.#io.stderr.write('\n');
    this.#give({ kind: 'interrupt', isEmpty });
  }

  #give(entry: Entry): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#screen.isShown = false;
    waiting?.(entry);
  }
}

/** The terminal as the line editor sees it: output is hidden while no line is read. */
class Screen extends Writable {
  isShown = false;
  readonly #terminal: CommandIo['stdout'] & { readonly columns?: number };

  constructor(terminal: CommandIo['stdout']) {
    super({ decodeStrings: false });
    this.#terminal = terminal;
    terminal.on('resize', () => this.emit('resize'));
  }

  get columns(): number | undefined {
    return this.#terminal.columns;
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    if (this.isShown) this.#terminal.write(text);
    done();
  }
}
