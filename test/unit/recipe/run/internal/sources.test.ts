import { describe, expect, it } from 'vitest';
import { sizesOf } from '../../../../../src/recipe/run/internal/sources.js';

const problem = (id: string, content: string) => ({ id, prompt: [{ role: 'user' as const, content }] });
const train = [problem('a', 'What is 1 + 1?'), problem('b', 'What is 2 + 2?')];
const test = [problem('x', 'What is 2 + 2?'), problem('y', 'What is 3 + 3?')];
const evaluation = { everySteps: 1, samples: 1 };

describe('what is known of the lists of a run', () => {
  it('is how long they are, and which prompts of the held-out problems they have, whatever their ids', () => {
    expect(sizesOf({ problems: { train, test, other: [problem('z', 'Hi')] } }, { evaluation })).toEqual({
      problems: { train: 2, test: 2, other: 1 },
      demonstrations: {},
      alsoHeldOut: { train: 1, test: 2, other: 0 },
    });
  });

  it('is nothing of lists that are yet to be made, nor of held-out problems where nothing is evaluated', () => {
    expect(sizesOf({ problems: { train, test: () => test } }, { evaluation })).toEqual({
      problems: { train: 2 },
      demonstrations: {},
    });
    expect(sizesOf({ problems: { train, test } }, {})).not.toHaveProperty('alsoHeldOut');
  });
});
