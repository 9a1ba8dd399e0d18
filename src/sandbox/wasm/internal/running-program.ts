import type { SandboxResult } from '../../../base/index.js';
import type { CellOutcome, StopReason } from '../../internal/live-sessions.js';
import type { ProgramEnd } from './protocol.js';

const SIGNALLED = 128;
const MOST_SIGNAL = 31;
const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { ignoreBOM: true });

type Ran = Exclude<SandboxResult, { kind: 'unavailable' }>;

/** How a program ended, and whether its interpreter can run another one. */
export type ProgramOutcome = CellOutcome;

/** What is known of a program while it runs. */
export class RunningProgram {
  readonly outcome: Promise<ProgramOutcome>;
  /** Why it was ended from outside, if it was. */
  stopped: StopReason | 'memory' | undefined;
  readonly #startedAt = performance.now();
  readonly #output = { 1: '', 2: '' };
  #outputBytes = 0;
  #timers: NodeJS.Timeout[] = [];
  #resolve!: (outcome: ProgramOutcome) => void;
  #reject!: (error: Error) => void;

  constructor(
    readonly id: string,
    readonly outputBytes: number,
    /** Whether other programs run in its interpreter later. */
    readonly keepsInterpreter: boolean,
    private readonly onEnd: () => void,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  after(ms: number, action: () => void): void {
    this.#timers.push(setTimeout(action, ms));
  }

  /** @returns Whether the output is within its limit. */
  print(to: 1 | 2, printed: string): boolean {
    const bytes = utf8.encode(printed);
    const left = this.outputBytes - this.#outputBytes;
    this.#outputBytes += bytes.length;
    this.#output[to] += bytes.length <= left ? printed : text.decode(bytes.subarray(0, Math.max(left, 0)));
    return bytes.length <= left;
  }

  /** The program ended by itself, or listened to an interrupt. */
  end({ exitCode, value, outOfMemory, interrupted, alive }: ProgramEnd): void {
    const isWithin = value === null || this.#outputBytes + utf8.encode(value).length <= this.outputBytes;
    if (!isWithin) this.stopped ??= 'output-limit';
    // Our clock may be late because our thread was busy: a program that ended by itself is not.
    if (this.stopped === 'timeout' && interrupted === undefined) this.stopped = undefined;
    if (interrupted !== undefined && interrupted !== 'cancelled') this.stopped ??= 'timeout';
    // Emscripten ends an interpreter that is sent a signal as a shell reports it.
    const isSignal = !alive && exitCode > SIGNALLED && exitCode <= SIGNALLED + MOST_SIGNAL;
    const ended = exitCode === 0 ? 'ok' : outOfMemory ? 'memory' : isSignal ? 'killed' : 'error';
    const kind = this.stopped === undefined || this.stopped === 'cancelled' ? ended : this.stopped;
    this.#settle(kind, isSignal ? null : exitCode, {
      ...(value === null || !isWithin ? {} : { value }),
      alive,
    });
  }

  /** Its interpreter ended. @param exitCode - null if a signal ended it. */
  die(exitCode: number | null, log: string): void {
    if (this.stopped === 'cancelled') return this.#settle('killed', null, { alive: false });
    if (this.stopped !== undefined) return this.#settle(this.stopped, null, { alive: false });
    const isFull = log.includes('heap out of memory');
    const ended = exitCode === null ? 'killed' : exitCode === 0 ? 'ok' : 'error';
    this.#settle(isFull ? 'memory' : ended, exitCode, { alive: false });
  }

  /** Rejects the outcome, because the sandbox failed and not the program. */
  reject(error: Error): void {
    this.#timers.forEach(clearTimeout);
    this.onEnd();
    this.#reject(error);
  }

  #settle(
    kind: Ran['kind'],
    exitCode: number | null,
    more: { readonly value?: string; readonly alive: boolean },
  ): void {
    this.#timers.forEach(clearTimeout);
    const { alive, ...value } = more;
    const [stdout, stderr] = [this.#output[1], this.#output[2]];
    const durationMs = performance.now() - this.#startedAt;
    this.onEnd();
    this.#resolve({
      alive,
      stopped: this.stopped === 'memory' ? undefined : this.stopped,
      result: { kind, stdout, stderr, ...value, exitCode, durationMs },
    });
  }
}
