import type { MetricRecord } from 'rstar2-agent/report';
import { byId, el } from './dom.js';

const WORDS: { readonly [stage: string]: string } = {
  sft: 'Copy demonstrations (SFT)',
  rl: 'Learn from attempts (RL)',
  'rl-hard': 'Learn from what is still hard',
};

/** How far a run is: its stages, a bar, and what it does now. */
export class Progress {
  readonly #list = byId('stages');
  readonly #bar = byId<HTMLProgressElement>('bar');
  readonly #note = byId('note');
  #stages: readonly { readonly name: string; readonly steps: number }[] = [];

  setStages(stages: readonly { readonly name: string; readonly steps: number }[]): void {
    this.#stages = stages;
    this.show([], false);
  }

  note(text: string): void {
    this.#note.textContent = text;
  }

  show(records: readonly MetricRecord[], isFinished: boolean): void {
    const last = records.findLast(({ stage }) => stage !== 'eval');
    const at = isFinished ? this.#stages.length : this.#stages.findIndex(({ name }) => name === last?.stage);
    const items = this.#stages.map(({ name, steps }, i) => {
      const done = i < at ? 'done' : i === at ? 'current' : 'open';
      const count = i === at ? `step ${last!.step} of at most ${steps}` : i < at ? 'done' : `${steps} steps`;
      const item = el('li', { class: done }, el('strong', { text: WORDS[name] ?? name }), el('span', { text: count }));
      if (i === at) item.setAttribute('aria-current', 'step');
      return item;
    });
    this.#list.replaceChildren(...items);
    // SFT takes about a fifth of the time.
    const share = (i: number) => (i === at ? last!.step / this.#stages[i]!.steps : i < at ? 1 : 0);
    const weights = this.#stages.map((_, i) => (i === 0 ? 0.2 : i === 1 ? 0.65 : 0.15));
    this.#bar.value = weights.reduce((sum, weight, i) => sum + weight * share(i), 0);
    if (last !== undefined && !isFinished) this.note(`${WORDS[last.stage] ?? last.stage}: step ${last.step}`);
  }
}
