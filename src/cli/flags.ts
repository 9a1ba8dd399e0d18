import { readFileSync } from 'node:fs';
import type { ParseArgsConfig } from 'node:util';
import type { JsonValue } from '../base/index.js';
import { errorMessage, isJsonObject } from '../base/internal/index.js';
import { didYouMean } from './closest.js';
import { UsageError } from './command.js';
import { parseFlags } from './parse-flags.js';
import { checkThere } from './there.js';

type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A command's flags as they were typed: text, or true for one that takes no value. */
export class Flags {
  private constructor(private readonly values: FlagValues) {}

  /** @throws UsageError for a flag that is not known, one that lacks its value, or an argument that is no flag. */
  static parse(argv: readonly string[], options: NonNullable<ParseArgsConfig['options']>): Flags {
    const { values } = parseFlags({ args: [...argv], options, allowPositionals: false });
    return new Flags(values as FlagValues);
  }

  /** @returns A flag's text, else that of the environment variable, so that secrets need not be seen in `ps`. */
  text(name: string, variable?: string): string | undefined {
    const value = this.values[name];
    if (typeof value === 'string') return value;
    const fallback = variable === undefined ? undefined : process.env[variable];
    return fallback === '' ? undefined : fallback;
  }

  /** @throws UsageError for a flag that is missing. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new UsageError(`--${name} is missing`);
    return value;
  }

  /** @throws UsageError for what is no http or https URL. */
  url(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
    throw new UsageError(`--${name}: expected an http or https URL, got ${text}`);
  }

  /** @returns Every text of a flag that may be given several times (`multiple`). */
  texts(name: string): readonly string[] {
    const values = this.values[name];
    return Array.isArray(values) ? (values as readonly string[]) : [];
  }

  has(name: string): boolean {
    return this.values[name] === true;
  }

  /** @throws UsageError for anything but a whole number in the range. */
  integer(name: string, min: number, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`--${name}: expected a whole number from ${min} to ${max}, got ${text}`);
  }

  /** @throws UsageError for anything but a number in the range. */
  number(name: string, min: number, max: number): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : toNumber(name, text, min, max);
  }

  /** @returns Every number of a flag that may be given several times. @throws UsageError for one that is not in the range. */
  numbers(name: string, min: number, max: number): readonly number[] {
    return this.texts(name).map((text) => toNumber(name, text, min, max));
  }

  /** @returns By their names the numbers that flags say, `flag: name`; one that was not given is absent. @throws UsageError for one that is not in the range. */
  numbersBy<N extends string>(
    names: { readonly [flag: string]: N },
    min: number,
    max: number,
  ): { readonly [name in N]?: number } {
    const said = Object.entries(names).map(([flag, name]) => [name, this.number(flag, min, max)]);
    return Object.fromEntries(said.filter(([, value]) => value !== undefined)) as { [name in N]?: number };
  }

  /** @throws UsageError for anything but one of the choices. */
  choice<C extends string>(name: string, choices: readonly C[], otherwise: C): C {
    return chosen(name, choices, this.text(name) ?? otherwise);
  }

  /** @returns Each once, in the order in which they were first given. */
  choices<C extends string>(name: string, choices: readonly C[], otherwise: readonly C[]): readonly C[] {
    const texts = new Set(this.texts(name));
    return texts.size === 0 ? otherwise : Array.from(texts, (text) => chosen(name, choices, text));
  }

  /** @throws UsageError for anything but an object of JSON. */
  json(name: string): { readonly [name: string]: JsonValue } | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = this.given(name, () => JSON.parse(text) as JsonValue);
    if (isJsonObject(value)) return value;
    throw new UsageError(`--${name}: expected an object of JSON, got ${text}`);
  }

  /** @returns What is read of a flag. @throws UsageError, naming it, for what cannot be. */
  given<T>(name: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new UsageError(`--${name}: ${errorMessage(error)}`);
    }
  }

  /** @returns What is in the file that a flag names. */
  file(name: string): string | undefined {
    const path = this.text(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new Error(`--${name}: cannot read ${path}: ${errorMessage(error)}`, { cause: error });
    }
  }
}

/** What a command is to compare, and the flags that are left. */
export interface Compared {
  readonly first: string;
  readonly second: string;
  readonly rest: readonly string[];
}

/**
 * Reads `--compare FIRST SECOND`, a flag of two values.
 *
 * @returns undefined where it is not there.
 * @throws UsageError for fewer than two values, or one at which nothing is.
 */
export function comparedPaths(argv: readonly string[]): Compared | undefined {
  const at = argv.indexOf('--compare');
  if (at < 0) return undefined;
  const [first, second, ...rest] = argv.slice(at + 1);
  if (first === undefined || second === undefined || first.startsWith('--') || second.startsWith('--'))
    throw new UsageError('--compare: expected two paths');
  for (const path of [first, second]) checkThere('compare', path);
  return { first, second, rest: [...argv.slice(0, at), ...rest] };
}

function chosen<C extends string>(name: string, choices: readonly C[], text: string): C {
  if ((choices as readonly string[]).includes(text)) return text as C;
  throw new UsageError(`--${name}: expected ${choices.join(', ')}, got ${text}${didYouMean(text, choices)}`);
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name}: expected a number from ${min} to ${max}, got ${text}`);
}

/** Runs what checks its options at the door; what it complains of was said on the command line. */
export async function withUsageErrors<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
