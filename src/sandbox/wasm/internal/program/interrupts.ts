import type { CallOrder, ProgramEnd } from '../protocol.js';
import type { Host } from './host.js';

/** The number by which Python knows the interrupt of a notebook's stop button. */
const SIGINT = 2;
const LOOK_MS = 20;
/** A program that goes on after an interrupt gets another one so much later. */
const AGAIN_MS = 400;

/**
 * Interrupts programs at their limits. Python reads element 0 of an object between its instructions; reading it looks at
 * the clock, so that no second thread is needed. A call into C is not interrupted.
 */
export class Interrupts {
  #call: CallOrder | undefined;
  #startedAt = 0;
  #cpuAtStart = 0;
  #nextLook = 0;
  #reason: ProgramEnd['interrupted'];

  constructor(private readonly host: Host) {}

  /** What Python reads in place of a shared array. */
  readonly buffer = Object.defineProperty({}, '0', { get: () => this.#look(), set: () => {} }) as Uint8Array;

  start(call: CallOrder): void {
    this.#call = call;
    this.#reason = undefined;
    this.#startedAt = performance.now();
    this.#cpuAtStart = this.host.cpuMs();
    this.#nextLook = 0;
  }

  /** @returns Why the program was interrupted, if it was. */
  stop(): ProgramEnd['interrupted'] {
    this.#call = undefined;
    return this.#reason;
  }

  #look(): number {
    const call = this.#call;
    const now = performance.now();
    if (call === undefined || now < this.#nextLook) return 0;
    this.#nextLook = now + LOOK_MS;
    if (this.host.isOrphan()) this.host.exit(1);
    const reason = this.#reasonFor(call, now - this.#startedAt);
    if (reason === undefined) return 0;
    this.#reason ??= reason;
    this.#nextLook = now + AGAIN_MS;
    return SIGINT;
  }

  #reasonFor(call: CallOrder, wallMs: number): ProgramEnd['interrupted'] {
    if (wallMs >= call.interruptMs) return 'wall';
    if (this.host.cpuMs() - this.#cpuAtStart >= call.cpuMs) return 'cpu';
    return this.host.isCancelled(call.id) ? 'cancelled' : undefined;
  }
}
