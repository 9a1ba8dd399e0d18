import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { didYouMean } from './closest.js';
import { UsageError } from './command.js';

/** @throws UsageError for a flag that is not known, one that lacks its value, or an argument where none is taken. */
export function parseFlags<C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> {
  const { args, options = {}, allowPositionals = false } = config;
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals)
      throw new UsageError(`unexpected argument ${JSON.stringify(token.value)}`);
    if (token.kind === 'option') checkFlag(token, options);
  }
  return parseArgs(config);
}

interface FlagToken {
  readonly name: string;
  /** As it was typed: `--quiet`, `-q`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkFlag(
  { name, rawName, value, inlineValue }: FlagToken,
  options: NonNullable<ParseArgsConfig['options']>,
): void {
  const type = Object.hasOwn(options, name) ? options[name]!.type : undefined;
  if (type === undefined)
    throw new UsageError(`unknown option ${rawName}${didYouMean(name, Object.keys(options), '--')}`);
  if (type === 'boolean' && value !== undefined) throw new UsageError(`${rawName}: expected no value, got ${value}`);
  if (type === 'string' && value === undefined) throw new UsageError(`${rawName}: expected a value`);
  // What looks like a flag is one whose predecessor lacks its value.
  if (type === 'string' && inlineValue === false && value!.length > 1 && value!.startsWith('-'))
    throw new UsageError(`${rawName}: expected a value, got ${value}; write ${rawName}=${value} if that is the value`);
}
