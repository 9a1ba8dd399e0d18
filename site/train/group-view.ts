import type { RolloutSample } from 'rstar2-agent/report';
import type { Algorithm } from '../../examples/training/algorithms.js';
import { byId, el } from './dom.js';
import { NAMES } from './names.js';
import { choiceOf, choose, groupSentence } from './selection.js';
import { transcript, verdict, verdictView, visible } from './transcript.js';

/** The rollouts of a problem side by side, with what is kept and why; a rollout opens to be read. */
export class GroupView {
  readonly #list = byId('group');
  readonly #title = byId('group-title');
  readonly #sentence = byId('group-sentence');
  readonly #problem = byId('group-problem');
  readonly #dialog = byId<HTMLDialogElement>('reader');
  #groups: readonly (readonly RolloutSample[])[] = [];
  #algorithm: Algorithm = 'grpo-roc';
  #at = 0;
  /** Whether the newest group is shown as it comes. */
  #follows = true;

  constructor() {
    byId('group-before').onclick = () => this.#go(this.#at - 1);
    byId('group-after').onclick = () => this.#go(this.#at + 1);
    byId('reader-close').onclick = () => this.#dialog.close();
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=selection]'))
      radio.onchange = () => this.#draw();
  }

  /**
   * @param samples - Of a run, in the order in which they were kept.
   * @param algorithm - Of the run: its own decisions are shown as they were made.
   */
  show(samples: readonly RolloutSample[], algorithm: Algorithm): void {
    if (algorithm !== this.#algorithm) {
      this.#follows = true;
      document.querySelector<HTMLInputElement>(`input[name=selection][value=${algorithm}]`)!.checked = true;
    }
    this.#algorithm = algorithm;
    this.#groups = groupsOf(samples);
    if (this.#follows || this.#at >= this.#groups.length) this.#at = this.#newest();
    this.#draw();
  }

  #go(to: number): void {
    this.#at = Math.min(Math.max(0, to), this.#groups.length - 1);
    this.#follows = this.#at === this.#newest();
    this.#draw();
  }

  /** The newest group that the model learns from: in one whose rewards are equal there is nothing to see. */
  #newest(): number {
    const teaches = this.#groups.findLastIndex((group) => group.some(({ kept }) => kept));
    return teaches >= 0 ? teaches : Math.max(0, this.#groups.length - 1);
  }

  #draw(): void {
    const group = this.#groups[this.#at];
    byId('group-section').hidden = group === undefined;
    if (group === undefined) return this.#list.replaceChildren();
    const algorithm = document.querySelector<HTMLInputElement>('input[name=selection]:checked')!.value as Algorithm;
    const choices =
      algorithm === this.#algorithm ? group.map(choiceOf) : choose(algorithm, group, Math.ceil(group.length / 2));
    this.#title.textContent = `Group ${this.#at + 1} of ${this.#groups.length}`;
    this.#problem.textContent = visible(String(group[0]!.rollout.prompt.at(-1)?.content ?? ''));
    this.#sentence.textContent = groupSentence(NAMES[algorithm], group, choices);
    const focused = [...this.#list.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    this.#list.replaceChildren(...group.map((sample, i) => this.#card(sample, i, choices[i]!)));
    if (focused >= 0) this.#list.querySelectorAll('button')[focused]?.focus();
    byId<HTMLButtonElement>('group-before').disabled = this.#at === 0;
    byId<HTMLButtonElement>('group-after').disabled = this.#at === this.#groups.length - 1;
  }

  #card(
    sample: RolloutSample,
    index: number,
    { kept, reason }: { readonly kept: boolean; readonly reason: string },
  ): HTMLElement {
    const { rollout } = sample;
    const isRight = (rollout.reward ?? 0) > 0;
    const calls = rollout.turns.flatMap(({ toolCalls }) => toolCalls);
    const failed = calls.filter(({ response }) => response.isError).length;
    const marks = calls.map(({ response }) =>
      el('span', { class: response.isError ? 'call bad' : 'call', text: response.isError ? '✗' : '✓' }),
    );
    const counted = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}, ${failed} failed`;
    const button = el(
      'button',
      { type: 'button', class: `rollout ${kept ? 'kept' : 'dropped'}` },
      el('span', { class: `result ${isRight ? 'right' : 'wrong'}`, text: isRight ? 'Right' : 'Wrong' }),
      el('span', { class: 'state', text: kept ? 'kept' : 'dropped' }),
      el('span', { class: 'calls', 'aria-hidden': 'true' }, ...marks),
      el('span', { class: 'counted', text: counted }),
      el('span', { class: 'reason', text: reason }),
    );
    button.onclick = () => this.#read(sample, index, `${kept ? 'Kept' : 'Dropped'}: ${reason}`);
    return el('li', {}, button);
  }

  #read({ rollout, groundTruth }: RolloutSample, index: number, reason: string): void {
    byId('reader-title').textContent = `Attempt ${index + 1}`;
    byId('reader-body').replaceChildren(
      verdictView(verdict(rollout, groundTruth)),
      el('p', { class: 'reason', text: reason }),
      transcript(rollout),
    );
    this.#dialog.showModal();
  }
}

/** Samples of one problem in one step follow each other; the steps of a second stage count from 1 again. */
function groupsOf(samples: readonly RolloutSample[]): RolloutSample[][] {
  const groups: RolloutSample[][] = [];
  for (const sample of samples) {
    const first = groups.at(-1)?.[0];
    const isSame = first?.step === sample.step && first.rollout.groupId === sample.rollout.groupId;
    if (isSame) groups.at(-1)!.push(sample);
    else groups.push([sample]);
  }
  return groups;
}
