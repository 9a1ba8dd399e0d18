/** Lost time of a step compared with full engines, by cause: milliseconds, the mean of all engines. */
export interface ScheduleLosses {
  /** Idle engines and free cache before a cache was nine tenths full for the first time. */
  readonly rampUpMs: number;
  /** The same from then on, while rollouts waited for an engine. */
  readonly roomMs: number;
  /** The same after the last rollout was sent. */
  readonly tailMs: number;
  /** Contexts that were computed again because a cache had dropped them. */
  readonly recomputedMs: number;
}

/** The state of an engine that is read. */
interface LosingEngine {
  readonly curve: { readonly capacityTokens: number; readonly prefillMsPerToken: number };
  heldTokens(): number;
  readonly prefilledTokens: number;
  lostUntil(now: number): number;
}

const FULL = 0.9;

/** Splits what engines lose by the part of the step in which they lose it. */
export class StepLosses {
  readonly #rampUp: (number | undefined)[] = [];
  #sent: number[] | undefined;

  constructor(readonly engines: readonly LosingEngine[]) {}

  /** Something happened on an engine. */
  observe(index: number, now: number): void {
    const engine = this.engines[index]!;
    if (engine.heldTokens() >= FULL * engine.curve.capacityTokens) this.#rampUp[index] ??= engine.lostUntil(now);
  }

  /** The last rollout was sent. */
  allSent(now: number): void {
    this.#sent = this.engines.map((engine) => engine.lostUntil(now));
  }

  /** @param neededTokens - Tokens of context that had to be computed. */
  until(now: number, neededTokens: number): ScheduleLosses {
    const { engines } = this;
    let [rampUpMs, roomMs, tailMs, computedMs, prefilled] = [0, 0, 0, 0, 0];
    engines.forEach((engine, index) => {
      const lost = engine.lostUntil(now);
      const sent = this.#sent?.[index] ?? lost;
      const rampUp = Math.min(sent, this.#rampUp[index] ?? sent);
      rampUpMs += rampUp;
      roomMs += sent - rampUp;
      tailMs += lost - sent;
      computedMs += engine.prefilledTokens * engine.curve.prefillMsPerToken;
      prefilled += engine.prefilledTokens;
    });
    const recomputedMs = (computedMs * Math.max(0, prefilled - neededTokens)) / Math.max(1, prefilled);
    const mean = (ms: number) => ms / engines.length;
    return {
      rampUpMs: mean(rampUpMs),
      roomMs: mean(roomMs),
      tailMs: mean(tailMs),
      recomputedMs: mean(recomputedMs),
    };
  }
}
