import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.js';
import { parseFlags } from '../../../src/cli/parse-flags.js';

const options = { input: { type: 'string' } } as const;

describe('a command line', () => {
  it('is read by the flags of its command', () => {
    expect(parseFlags({ args: ['--input', 'a'], options }).values.input).toBe('a');
  });

  it('is wrong usage where it has what the command does not know, without advice on positional arguments', () => {
    expect(() => parseFlags({ args: ['--output'], options })).toThrow(new UsageError("Unknown option '--output'"));
    expect(() => parseFlags({ args: ['a'], options })).toThrow(UsageError);
  });
});
