import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.js';
import { parseFlags } from '../../../src/cli/parse-flags.js';

const options = { input: { type: 'string' } } as const;

describe('a command line', () => {
  it('is read by the flags of its command', () => {
    expect(parseFlags({ args: ['--input', 'a'], options }).values.input).toBe('a');
  });

  it('is wrong usage where it has what the command does not know, without advice on positional arguments', () => {
    expect(() => parseFlags({ args: ['--output'], options })).toThrow(new UsageError('unknown option --output'));
    expect(() => parseFlags({ args: ['a'], options })).toThrow(new UsageError('unexpected argument "a"'));
  });

  it('is wrong usage where a flag lacks its value, or has one that it does not take', () => {
    const flags = { ...options, quiet: { type: 'boolean' } } as const;
    const parse = (...args: string[]) => parseFlags({ args, options: flags });
    expect(() => parse('--input')).toThrow(new UsageError('--input: expected a value'));
    expect(() => parse('--input', '--quiet')).toThrow(
      new UsageError('--input: expected a value, got --quiet; write --input=--quiet if that is the value'),
    );
    expect(() => parse('--quiet=yes')).toThrow(new UsageError('--quiet: expected no value, got yes'));
    expect(parse('--input=-3', '--quiet').values).toEqual({ input: '-3', quiet: true });
    expect(parse('--input', '-').values.input).toBe('-');
  });

  it.each([
    ['--inptu', '--input'],
    ['--INPUT', '--input'],
    ['--inpu', '--input'],
    ['--imput', '--input'],
  ])('names the flag that %s was meant to be', (typed, meant) => {
    expect(() => parseFlags({ args: [typed], options })).toThrow(
      new UsageError(`unknown option ${typed}; did you mean ${meant}?`),
    );
  });
});
