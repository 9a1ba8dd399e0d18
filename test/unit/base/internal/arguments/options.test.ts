import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { functionOption, parseOptions } from '../../../../../src/base/internal/index.js';

const schema = z.strictObject({
  keep: z.int().positive().max(32).default(16),
  ratio: z.number().gt(0).lt(1).optional(),
  mode: z.enum(['paper', 'release']).default('paper'),
  name: z.string().min(2).max(4).optional(),
  seed: z.union([z.string(), z.number()]).optional(),
  ddof: z.union([z.literal(0), z.literal(1)]).optional(),
  weights: z.array(z.number()).min(1).max(2).optional(),
  retry: z.strictObject({ times: z.int().nonnegative().default(3) }).prefault({}),
  schedule: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('constant') }),
      z.strictObject({ kind: z.literal('cosine'), steps: z.int().positive() }),
    ])
    .optional(),
  level: z.union([z.enum(['low', 'high']), z.strictObject({ percent: z.number().max(100) })]).optional(),
  score: functionOption(() => 0),
  url: z.url({ error: 'expected a URL' }).optional(),
  version: z.literal(1).optional(),
});

function failure(value: unknown, name?: string): Error {
  try {
    parseOptions(schema, value, name);
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected parseOptions to refuse it');
}

describe('parseOptions', () => {
  it('fills in defaults, nested ones too', () => {
    expect(parseOptions(schema, {})).toMatchObject({ keep: 16, mode: 'paper', retry: { times: 3 } });
  });

  it('gives back what it was given where it is valid', () => {
    const options = {
      keep: 2,
      seed: 's',
      schedule: { kind: 'cosine', steps: 3 },
      level: { percent: 50 },
      score: () => 1,
    };
    expect(parseOptions(schema, options)).toMatchObject(options);
  });

  it.each([
    [{ keep: 40 }, 'options.keep: expected at most 32, got 40'],
    [{ keep: 0 }, 'options.keep: expected more than 0, got 0'],
    [{ keep: 1.5 }, 'options.keep: expected an integer, got 1.5'],
    [{ keep: NaN }, 'options.keep: expected a finite number, got NaN'],
    [{ ratio: Infinity }, 'options.ratio: expected a finite number, got Infinity'],
    [{ ratio: 1 }, 'options.ratio: expected less than 1, got 1'],
    [{ ratio: 0 }, 'options.ratio: expected more than 0, got 0'],
    [{ retry: { times: -1 } }, 'options.retry.times: expected at least 0, got -1'],
    [{ mode: 'papre' }, 'options.mode: expected one of "paper", "release", got "papre"'],
    [{ mode: 3 }, 'options.mode: expected one of "paper", "release", got 3'],
    [{ name: 'a' }, 'options.name: expected at least 2 characters, got "a"'],
    [{ name: 'abcde' }, 'options.name: expected at most 4 characters, got "abcde"'],
    [{ weights: [] }, 'options.weights: expected at least 1, got an array of 0'],
    [{ weights: [1, 2, 3] }, 'options.weights: expected at most 2, got an array of 3'],
    [{ ddof: 2 }, 'options.ddof: expected 0 or 1, got 2'],
    [{ schedule: { kind: 'linear' } }, 'options.schedule.kind: expected one of "constant", "cosine", got "linear"'],
    [{ schedule: {} }, 'options.schedule.kind: expected one of "constant", "cosine", got undefined'],
    [{ schedule: { kind: 'cosine', steps: 0 } }, 'options.schedule.steps: expected more than 0, got 0'],
    [{ level: 'middle' }, 'options.level: expected one of "low", "high" or object, got "middle"'],
    [{ level: { percent: 101 } }, 'options.level.percent: expected at most 100, got 101'],
    [{ url: 'nowhere' }, 'options.url: expected a URL, got "nowhere"'],
    [{ version: 2 }, 'options.version: expected 1, got 2'],
  ])('refuses the value in %j with a RangeError', (value, message) => {
    const error = failure(value);
    expect(error.message).toBe(message);
    expect(error).toBeInstanceOf(RangeError);
  });

  it.each([
    [{ keep: '3' }, 'options.keep: expected number, got "3"'],
    [{ keep: null }, 'options.keep: expected number, got null'],
    [{ weights: 3 }, 'options.weights: expected array, got 3'],
    [{ weights: [1, 'x'] }, 'options.weights.1: expected number, got "x"'],
    [{ seed: true }, 'options.seed: expected string or number, got true'],
    [{ seed: [1] }, 'options.seed: expected string or number, got an array of 1'],
    [{ score: {} }, 'options.score: expected function, got an object'],
    [{ name: () => 'x' }, 'options.name: expected string, got a function'],
    [{ schedule: 'cosine' }, 'options.schedule: expected object, got "cosine"'],
    [{ keap: 3 }, 'options: unknown option "keap"'],
    [{ a: 1, b: 2 }, 'options: unknown option "a", "b"'],
    [{ retry: { time: 1 } }, 'options.retry: unknown option "time"'],
    [3, 'options: expected object, got 3'],
    [undefined, 'options: expected object, got undefined'],
  ])('refuses the type in %j with a TypeError', (value, message) => {
    const error = failure(value);
    expect(error.message).toBe(message);
    expect(error).toBeInstanceOf(TypeError);
  });

  it('tells of the name that nobody knows where another is missing beside it', () => {
    const stage = z.strictObject({ until: z.strictObject({ steps: z.int() }) });
    const refused = (value: unknown) => () => parseOptions(stage, value);
    expect(refused({ until: { step: 3 } })).toThrow('options.until: unknown option "step"');
    expect(refused({ until: {} })).toThrow('options.until.steps: expected');
    expect(refused({ until: { steps: 'many', step: 3 } })).toThrow('options.until.steps: expected');
  });

  it('starts the message with the name the caller knows', () => {
    expect(failure({ keep: 40 }, 'tasks.3').message).toBe('tasks.3.keep: expected at most 32, got 40');
  });

  it('cuts long text in messages', () => {
    expect(failure({ mode: 'x'.repeat(100) }).message).toBe(
      `options.mode: expected one of "paper", "release", got "${'x'.repeat(57)}..."`,
    );
  });
});
