import { OFFSET, MODULUS, OPERATIONS, reduce } from '../../examples/trainer/task/operations.js';
import { LETTERS, wordProblem } from '../../examples/trainer/task/problems.js';
import { byId, el } from './dom.js';
import { transcript, verdict, verdictView } from './transcript.js';
import type { Attempt, Weights } from './messages.js';
import { NAMES } from './names.js';

/** The shortest way to say what a step does. */
const SHORT_NAMES: readonly string[] = OPERATIONS.map(({ functionName }) => functionName);

/** A problem of the user's own: built from steps that the model can learn, or free text. */
export class AskForm {
  readonly #text = byId<HTMLTextAreaElement>('ask-text');
  readonly #start = byId<HTMLInputElement>('ask-start');
  readonly #steps = ['ask-step-1', 'ask-step-2', 'ask-step-3'].map((id) => byId<HTMLSelectElement>(id));
  readonly #answer = byId('ask-answer');
  /** The text that was built from the steps last, and its answer. */
  #built = { text: '', answer: '' };

  /** @param ask - Sends the problem to the model. */
  constructor(ask: (text: string, groundTruth: string | undefined) => void) {
    this.#start.min = String(OFFSET);
    this.#start.max = String(OFFSET + MODULUS - 1);
    for (const [i, select] of this.#steps.entries()) {
      if (i === 2) select.append(el('option', { value: '', text: 'no third step' }));
      select.append(...SHORT_NAMES.map((name, at) => el('option', { value: at, text: name })));
      select.selectedIndex = i === 2 ? 0 : i + 1;
      select.onchange = () => this.#build();
    }
    this.#start.oninput = () => this.#build();
    this.#build();
    byId('ask-form').onsubmit = (event) => {
      event.preventDefault();
      const text = this.#text.value.trim();
      if (text === '') return this.#answer.replaceChildren(el('p', { text: 'Write a problem first.' }));
      this.#answer.replaceChildren(el('p', { text: 'The model is working on it …' }));
      ask(text, text === this.#built.text ? this.#built.answer : undefined);
    };
  }

  show({ rollout, groundTruth, weights }: Attempt): void {
    this.#answer.replaceChildren(
      verdictView(verdict(rollout, groundTruth)),
      el('p', { class: 'quiet', text: `Answered by ${weightsText(weights)}.` }),
      transcript(rollout),
    );
  }

  showFailure(message: string): void {
    this.#answer.replaceChildren(el('p', { class: 'verdict wrong', text: `The model could not answer: ${message}` }));
  }

  #build(): void {
    const start = Number(this.#start.value);
    if (!this.#start.checkValidity() || !Number.isInteger(start)) return;
    const steps = this.#steps.flatMap(({ value }) => (value === '' ? [] : [OPERATIONS[Number(value)]!]));
    const answer = steps.reduce((result, { compute }) => reduce(compute(result)), BigInt(start));
    this.#built = { text: wordProblem(start, steps.slice(0, LETTERS.length - 1)), answer: String(answer) };
    this.#text.value = this.#built.text;
  }
}

function weightsText(weights: Weights | undefined): string {
  return weights === undefined
    ? 'the untrained model'
    : `the model of ${NAMES[weights.algorithm]} after ${weights.after}`;
}
