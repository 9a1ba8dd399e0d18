import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  checkRollouts,
  argumentError,
  parseOptions,
  renamingArguments,
  underPath,
} from '../../../../../src/base/internal/index.js';
import { groupAdvantages } from '../../../../../src/advantage/index.js';
import { packRollouts } from '../../../../../src/batch/index.js';
import { rejectEqualRewards, rocDownsample, rocPenalties } from '../../../../../src/downsample/index.js';
import { selectRollouts } from '../../../../../src/select-rollouts.js';

describe('checkRollouts', () => {
  it.each([
    [Promise.resolve([]), 'a Promise'],
    [new Set(), 'a Set'],
    [new Map(), 'a Map'],
    [{}, 'an object'],
    [{ length: 1.5 }, 'an object'],
    [{ length: -1 }, 'an object'],
    [Object.create(null), 'an object'],
    ['rollouts', 'a string'],
    [() => [], 'a function'],
    [5, '5'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('refuses %o', (value, got) => {
    expect(() => {
      checkRollouts(value);
    }).toThrow(new TypeError(`rollouts: expected an array, got ${got}`));
  });

  it.each([[[]], [[1]], [{ length: 0 }], [new Float64Array(2)]])('takes %o', (value) => {
    expect(() => {
      checkRollouts(value);
    }).not.toThrow();
  });

  const roc = { keep: 1, seed: 'a' };
  it.each<[string, (rollouts: never) => unknown]>([
    ['rejectEqualRewards', (rollouts) => rejectEqualRewards(rollouts)],
    ['rocDownsample', (rollouts) => rocDownsample(rollouts, roc)],
    ['rocPenalties', (rollouts) => rocPenalties(rollouts)],
    ['selectRollouts', (rollouts) => selectRollouts(rollouts, roc)],
    ['groupAdvantages', (rollouts) => groupAdvantages(rollouts)],
    ['packRollouts', (rollouts) => packRollouts(rollouts, { advantages: 1 })],
  ])('is what %s starts with', (_, call) => {
    expect(() => call(Promise.resolve([]) as never)).toThrow('rollouts: expected an array, got a Promise');
    expect(() => call(undefined as never)).toThrow('rollouts: expected an array, got undefined');
  });
});

const throwing = (error: Error) => () => {
  throw error;
};

describe('underPath', () => {
  it('names options by the path that they were given at and keeps the kind of the error', () => {
    const refuse = (path: string) =>
      underPath('options.advantage', throwing(argumentError(RangeError, path, 'expected options that fit')));
    expect(() => refuse('options.epsilon')).toThrow(
      new RangeError('options.advantage.epsilon: expected options that fit'),
    );
    expect(() => refuse('options')).toThrow(new RangeError('options.advantage: expected options that fit'));
    expect(() => refuse('options.reward(rollouts[0])')).toThrow(
      /^options\.advantage\.reward\(rollouts\[0\]\): expected/,
    );
    expect(() => underPath('options.advantage', () => parseOptions(z.strictObject({}), { x: 1 }))).toThrow(
      new TypeError('options.advantage: unknown option "x"'),
    );
  });

  it('can be nested', () => {
    const refuse = throwing(argumentError(TypeError, 'options.seed', 'expected a string, got 1'));
    expect(() => underPath('options.outer', () => underPath('options.inner', refuse))).toThrow(
      new TypeError('options.outer.inner.seed: expected a string, got 1'),
    );
  });

  it('leaves paths that begin with another name', () => {
    const refuse = throwing(argumentError(RangeError, 'optionsOf.seed', 'expected a string, got 1'));
    expect(() => underPath('options.inner', refuse)).toThrow(
      new RangeError('optionsOf.seed: expected a string, got 1'),
    );
  });

  it("passes a user's own error through, whatever its message says", () => {
    for (const error of [
      new RangeError('options.epsilon: mine'),
      new TypeError('options: mine'),
      new Error('options.x: mine'),
    ]) {
      let thrown: unknown;
      try {
        underPath('options.advantage', throwing(error));
      } catch (caught) {
        thrown = caught;
      }
      expect(thrown).toBe(error);
    }
  });

  it('returns what the work returns', () => expect(underPath('options.advantage', () => 3)).toBe(3));
});

describe('renamingArguments', () => {
  it('renames the path alone, not what the problem says', () => {
    expect(() =>
      renamingArguments(
        (path) => path.replace('input', 'batch'),
        throwing(argumentError(RangeError, 'input.logprobs[3]', 'expected a value for each input.tokens, got none')),
      ),
    ).toThrow(new RangeError('batch.logprobs[3]: expected a value for each input.tokens, got none'));
  });
});

describe("an accessor's own error", () => {
  it('reaches the caller of selectRollouts unchanged, though its message speaks of options', () => {
    const own = new RangeError('options.epsilon: our service refused it');
    const reward = throwing(own) as () => number;
    const options = { keep: 1, seed: 's', groupBy: () => 'g', penalty: () => 0, reward };
    let thrown: unknown;
    try {
      selectRollouts([{}, {}], options);
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).toBe(own);
  });
});

describe('an error that names other arguments', () => {
  it('names them as the caller knows them, too', () => {
    const refuse = throwing(
      argumentError(
        TypeError,
        'rollouts[0].reward',
        (at) => `expected a number, got none; pass ${at('options.reward')}`,
      ),
    );
    expect(() => underPath('options.outer', () => underPath('options.inner', refuse))).toThrow(
      new TypeError('rollouts[0].reward: expected a number, got none; pass options.outer.inner.reward'),
    );
  });
});
