import type { MetricRecord } from 'rstar2-agent/report';
import { byId, el } from './dom.js';

const WORDS: { readonly [stage: string]: string } = {
  sft: 'Copy demonstrations (SFT)',
  rl: 'Learn from attempts (RL)',
  'rl-hard': 'Learn from what is still hard',
};

/** Steps of a stage before the rest of it is estimated. */
const MEASURED_STEPS = 3;

/** How far a run is: its stages, a bar, and what it does now. */
export class Progress {
  readonly #list = byId('stages');
  readonly #bar = byId<HTMLProgressElement>('bar');
  readonly #note = byId('note');
  #stages: readonly { readonly name: string; readonly steps: number }[] = [];
  /** The first step of a stage since training was started or resumed, and when it was done. */
  #measured: { readonly stage: string; readonly step: number; readonly at: number } | undefined;
  #isRunning = false;
  /** What the last step was, in words. */
  #done = '';

  setStages(stages: readonly { readonly name: string; readonly steps: number }[]): void {
    this.#stages = stages;
    this.show([], undefined);
  }

  /** Training begins, or goes on: time is measured from here on. */
  start(): void {
    this.#isRunning = true;
    this.#measured = undefined;
    if (this.#done === '') this.#note.textContent = 'Starting …';
  }

  stop(): void {
    this.#isRunning = false;
  }

  /** @param text - What happens on the way to the next step. */
  note(text: string): void {
    this.#note.textContent = this.#done === '' ? `${text} …` : `${this.#done}; now ${text} …`;
  }

  /** @param result - What a run that has finished learnt, in words; undefined for one that has not. */
  show(records: readonly MetricRecord[], result: string | undefined): void {
    const last = records.findLast(({ stage }) => stage !== 'eval');
    const at = result !== undefined ? this.#stages.length : this.#stages.findIndex(({ name }) => name === last?.stage);
    const items = this.#stages.map(({ name, steps }, i) => {
      const done = i < at ? 'done' : i === at ? 'current' : 'open';
      const left = i === at ? this.#left(last!, steps) : '';
      const count = i === at ? `step ${last!.step} of at most ${steps}${left}` : i < at ? 'done' : `${steps} steps`;
      const item = el('li', { class: done }, el('strong', { text: WORDS[name] ?? name }), el('span', { text: count }));
      if (i === at) item.setAttribute('aria-current', 'step');
      return item;
    });
    this.#list.replaceChildren(...items);
    // SFT takes about a fifth of the time.
    const share = (i: number) => (i === at ? last!.step / this.#stages[i]!.steps : i < at ? 1 : 0);
    const weights = this.#stages.map((_, i) => (i === 0 ? 0.2 : i === 1 ? 0.65 : 0.15));
    this.#bar.value = weights.reduce((sum, weight, i) => sum + weight * share(i), 0);
    this.#done = last === undefined ? '' : `${WORDS[last.stage] ?? last.stage}: step ${last.step} is done`;
    this.#note.textContent = result ?? this.#done;
  }

  /** @returns How long the rest of a stage takes at most, by its steps so far. */
  #left({ stage, step }: MetricRecord, steps: number): string {
    const at = performance.now();
    if (!this.#isRunning) return '';
    if (this.#measured?.stage !== stage) this.#measured = { stage, step, at };
    const { step: first, at: start } = this.#measured;
    const taken = step - first;
    if (taken < MEASURED_STEPS) return '';
    const seconds = ((steps - step) * (at - start)) / taken / 1000;
    return seconds < 60 ? ', less than a minute left' : `, ${Math.ceil(seconds / 60)} minutes left at most`;
  }
}
