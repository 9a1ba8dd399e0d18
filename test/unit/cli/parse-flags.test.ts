import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.js';
import { parseFlags } from '../../../src/cli/parse-flags.js';

const HELP = `
Usage: rstar2-agent words FILE [OPTIONS]

  $ rstar2-agent words --shown a

Options:
  FILE, --input FILE  what is read
  --words N --letters N  of each
  --not-word TEXT  leave it out: --other is none of the flags;
                   may be repeated
  -q, --quiet      no progress

This may be repeated: --later is none either.
`;

const parse = (...argv: string[]) => ({ ...parseFlags(argv, HELP) });

describe('a command line', () => {
  it('is read by the flags that the help lists', () => {
    const argv = ['--input', 'a', '--words=1', '--letters=2', '--not-word', 'b', '--not-word', 'c', '-q'];
    expect(parse(...argv)).toEqual({ input: 'a', words: '1', letters: '2', 'not-word': ['b', 'c'], quiet: true });
  });

  it.each(['--output', '--shown', '--other', '--later'])(
    'is wrong usage with %s, which the help does not list',
    (flag) => {
      expect(() => parse(flag)).toThrow(new UsageError(`unknown option ${flag}`));
    },
  );

  it('has an argument without a flag where the command takes one, and then only one', () => {
    expect(() => parse('a')).toThrow(new UsageError('unexpected argument "a"'));
    expect({ ...parseFlags(['a', '-q'], HELP, 'input') }).toEqual({ input: 'a', quiet: true });
    expect(() => parseFlags(['a', 'b'], HELP, 'input')).toThrow(new UsageError('expected one input, got 2'));
    expect(() => parseFlags(['a', '--input', 'b'], HELP, 'input')).toThrow(new UsageError('two inputs: b and a'));
  });

  it('is wrong usage where a flag lacks its value, or has one that it does not take', () => {
    expect(() => parse('--input')).toThrow(new UsageError('--input: expected a value'));
    expect(() => parse('--input', '--quiet')).toThrow(
      new UsageError('--input: expected a value, got --quiet; write --input=--quiet if that is the value'),
    );
    expect(() => parse('--quiet=yes')).toThrow(new UsageError('--quiet: expected no value, got yes'));
    expect(parse('--input=-3', '--quiet')).toEqual({ input: '-3', quiet: true });
    expect(parse('--input', '-')).toEqual({ input: '-' });
  });

  it.each([
    ['--inptu', '--input'],
    ['--INPUT', '--input'],
    ['--inpu', '--input'],
    ['--imput', '--input'],
  ])('names the flag that %s was meant to be', (typed, meant) => {
    expect(() => parse(typed)).toThrow(new UsageError(`unknown option ${typed}; did you mean ${meant}?`));
  });
});
