import { readFileSync } from 'node:fs';
import type { JsonValue } from '../base/index.js';
import { didYouMean, errorMessage, isJsonObject, renamedArgument } from '../base/internal/index.js';
import { UsageError } from './command.js';
import { parseFlags, type FlagValues } from './parse-flags.js';
import { checkFile, checkThere } from './paths.js';

/** A command's flags as they were typed: text, or true for one that takes no value. */
export class Flags {
  private constructor(private readonly values: FlagValues) {}

  /**
   * @param help - The command's help text; it lists all flags.
   * @param positional - The flag that may be left out before its value: `verify FILE` is `verify --input FILE`.
   * @throws UsageError for an unknown flag, a flag without its value, or an argument that is not a flag.
   */
  static parse(argv: readonly string[], help: string, positional?: string): Flags {
    return new Flags(parseFlags(argv, help, positional));
  }

  /** @returns A flag's text, else that of the environment variable, which `ps` does not show. */
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

  /** @throws UsageError for anything but an http or https URL. */
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

  /**
   * @returns Every number of a flag that may be given several times.
   * @throws UsageError for a number outside the range, or given twice.
   */
  numbers(name: string, min: number, max: number): readonly number[] {
    const numbers = this.texts(name).map((text) => toNumber(name, text, min, max));
    const twice = numbers.find((number, i) => numbers.indexOf(number) < i);
    if (twice !== undefined) throw new UsageError(`--${name}: expected each number once, got ${twice} twice`);
    return numbers;
  }

  /** @returns The numbers that were given, by the names of their options: `names` has `flag: option`. @throws UsageError for one that is not in the range. */
  numbersBy<N extends string>(
    names: { readonly [flag: string]: N },
    min: number,
    max: number,
  ): { readonly [name in N]?: number } {
    const typed = Object.entries(names).map(([flag, name]) => [name, this.number(flag, min, max)]);
    return defined(Object.fromEntries(typed) as { [name in N]: number | undefined });
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

  /** @throws UsageError if the value is not a JSON object. */
  json(name: string): { readonly [name: string]: JsonValue } | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      const value = JSON.parse(text) as JsonValue;
      if (isJsonObject(value)) return value;
    } catch {
      // Refused below.
    }
    throw new UsageError(`--${name}: expected a JSON object, got ${text}`);
  }

  /**
   * Calls a function that checks its options. Its errors name the flag that was typed: `--mean-tokens` instead of
   * `options.meanTokens`.
   *
   * @param names - The flags of options with another name.
   * @throws UsageError for an option that the function refuses.
   */
  async check<T>(start: () => T | Promise<T>, names: FlagNames = {}): Promise<T> {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      throw new UsageError(errorMessage(renamedArgument(error, (path) => this.#flagOf(path, names) ?? path)));
    }
  }

  /** @returns The flag of an option, and the part of its value that is meant; undefined if no such flag was typed. */
  #flagOf(path: string, names: FlagNames): string | undefined {
    const [root, ...rest] = path.split('.');
    const parts = root === 'options' ? rest : [root!, ...rest];
    for (let length = parts.length; length > 0; length--) {
      const named = names[parts.slice(0, length).join('.')] ?? [flagName(parts[length - 1]!)];
      const typed = named.find((flag) => this.#isTyped(flag));
      if (typed === undefined) continue;
      const within = parts.slice(length).join('.');
      return /^\d*$/.test(within) ? `--${typed}` : `--${typed}: ${within}`;
    }
    return undefined;
  }

  #isTyped(flag: string): boolean {
    return Object.hasOwn(this.values, flag) && this.values[flag] !== undefined;
  }

  /** @returns The text of the file that a flag names. */
  file(name: string): string | undefined {
    const path = this.text(name);
    return path === undefined ? undefined : readFlagFile(name, path);
  }
}

/** @returns The text of a file that a flag names. */
export function readFlagFile(flag: string, path: string): string {
  checkFile(flag, path);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`--${flag}: cannot read ${path}: ${errorMessage(error)}`, { cause: error });
  }
}

/** @returns The members that are not undefined, for options that must be left out rather than be undefined. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Flags by the path of their option, without `options.`. Errors name the first flag that was typed. */
export type FlagNames = { readonly [option: string]: readonly string[] };

/** The two paths of `--compare`, and the other flags. */
export interface Compared {
  readonly first: string;
  readonly second: string;
  readonly rest: readonly string[];
}

/**
 * Reads `--compare FIRST SECOND`, a flag of two values.
 *
 * @returns undefined without the flag.
 * @throws UsageError for fewer than two values; Error for a path that does not exist.
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

/** `meanTokens` is `mean-tokens`. */
function flagName(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
