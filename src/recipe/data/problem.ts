import type { JsonValue, Message } from '../../base/index.js';

/** One problem to roll out. `{ groupId: id, prompt, metadata }` is the task of its rollouts. */
export interface Problem {
  /** Unique within a data set. */
  readonly id: string;
  /** Where it comes from: a path, an id of the hub, or the name of one of `NAMED_DATASETS`. */
  readonly source: string;
  readonly prompt: readonly Message[];
  readonly metadata: {
    /** What an answer is held against. */
    readonly groundTruth: string;
    readonly [key: string]: JsonValue;
  };
}

/** @returns What a problem asks: all that its prompt's user says. */
export function questionOf({ prompt }: Pick<Problem, 'prompt'>): string {
  const asked = prompt.filter(({ role }) => role === 'user');
  return asked.map(({ content }) => content).join('\n\n');
}
