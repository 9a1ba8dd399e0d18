import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean } from '../base/internal/index.js';
import { UsageError } from './command.js';

export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

type FlagTypes = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command line by the command's own help, so that the two cannot differ.
 *
 * @param positional - The flag that one argument without a flag stands for.
 * @throws UsageError for a flag that the help does not list, one that lacks its value, or an argument where none is taken.
 */
export function parseFlags(argv: readonly string[], help: string, positional?: string): FlagValues {
  const options = flagsOf(help);
  const args = [...argv];
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && positional === undefined)
      throw new UsageError(`unexpected argument ${JSON.stringify(token.value)}`);
    if (token.kind === 'option') checkFlag(token, options);
  }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positional === undefined || positionals.length === 0) return values as FlagValues;
  if (positionals.length > 1) throw new UsageError(`expected one ${positional}, got ${positionals.length}`);
  if (values[positional] !== undefined)
    throw new UsageError(`two ${positional}s: ${String(values[positional])} and ${positionals[0]!}`);
  return { ...values, [positional]: positionals[0] } as FlagValues;
}

/**
 * The flags in a help text: each begins a line, indented by two spaces, and its description comes after two spaces.
 *
 *     --port P         takes a value
 *     --tools NAME     takes a value; may be repeated
 *     -q, --quiet      takes none, and has a short form
 */
function flagsOf(help: string): FlagTypes {
  const flags: FlagTypes = {};
  for (const entry of help.split(/\n\n|\n(?= {2}\S)/).map((lines) => lines.trim())) {
    const [heads] = entry.split(/ {2,}|\n/, 1) as [string];
    if (!/^(?:\w+, )?-/.test(heads)) continue;
    for (const [, short, name, value] of heads.matchAll(/(?:-(\w), )?--([a-z][\w-]*)(?: ([^-\s]\S*)(?= --|$))?/g))
      flags[name!] = {
        type: value === undefined ? 'boolean' : 'string',
        ...(/may be (?:repeated|given again)/.test(entry) ? { multiple: true } : {}),
        ...(short === undefined ? {} : { short }),
      };
  }
  return flags;
}

interface FlagToken {
  readonly name: string;
  /** As it was typed: `--quiet`, `-q`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkFlag({ name, rawName, value, inlineValue }: FlagToken, options: FlagTypes): void {
  const type = Object.hasOwn(options, name) ? options[name]!.type : undefined;
  if (type === undefined)
    throw new UsageError(`unknown option ${rawName}${didYouMean(name, Object.keys(options), '--')}`);
  if (type === 'boolean' && value !== undefined) throw new UsageError(`${rawName}: expected no value, got ${value}`);
  if (type === 'string' && value === undefined) throw new UsageError(`${rawName}: expected a value`);
  // What looks like a flag is one whose predecessor lacks its value.
  if (type === 'string' && inlineValue === false && value!.length > 1 && value!.startsWith('-'))
    throw new UsageError(`${rawName}: expected a value, got ${value}; write ${rawName}=${value} if that is the value`);
}
