import { parseArgs } from 'node:util';

/** A flag that was mistyped, misses its value or has a wrong one: said before any work. */
export class UsageError extends Error {}

/** As a flag was typed: text, or true for one that takes no value; undefined where it was not given. */
type Given = string | true | undefined;

/** One flag: its value, its default, and its help text. */
interface Flag<T> {
  /** The name of its value in the help; undefined for a flag without value. */
  readonly value?: string;
  readonly help: string;
  /** @returns What was meant. @throws UsageError saying what was expected. */
  readonly read: (given: Given) => T;
}

export function text(value: string, help: string): Flag<string | undefined> {
  return { value, help, read: (given) => given as string | undefined };
}

export function textOr(otherwise: string, value: string, help: string): Flag<string> {
  return { value, help: `${help} (default ${otherwise})`, read: (given) => (given ?? otherwise) as string };
}

export function required(value: string, help: string): Flag<string> {
  const read = (given: Given) => {
    if (typeof given === 'string' && given !== '') return given;
    throw new UsageError(`expected ${value}, got none`);
  };
  return { value, help: `${help} (required)`, read };
}

export function onOff(help: string): Flag<boolean> {
  return { help, read: (given) => given === true };
}

export function integer(otherwise: number, min: number, help: string): Flag<number> {
  return number(otherwise, { min, whole: true }, help, 'N');
}

/** A whole number that may be left out. */
export function maybeInteger(min: number, help: string): Flag<number | undefined> {
  const { read } = integer(min, min, help);
  return { value: 'N', help, read: (given) => (given === undefined ? undefined : read(given)) };
}

export function number(
  otherwise: number,
  { min, max = Infinity, whole = false }: { readonly min: number; readonly max?: number; readonly whole?: boolean },
  help: string,
  value = 'X',
): Flag<number> {
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
  const read = (given: Given) => {
    if (given === undefined) return otherwise;
    const parsed = String(given).trim() === '' ? NaN : Number(given);
    if (parsed >= min && parsed <= max && Number.isFinite(parsed) && (!whole || Number.isSafeInteger(parsed)))
      return parsed;
    throw new UsageError(`expected a ${whole ? 'whole ' : ''}number ${range}, got ${String(given)}`);
  };
  return { value, help: `${help} (default ${otherwise})`, read };
}

export function choice<C extends string>(choices: readonly C[], otherwise: C, help: string): Flag<C> {
  const read = (given: Given) => {
    const chosen = (given ?? otherwise) as C;
    if (choices.includes(chosen)) return chosen;
    throw new UsageError(`expected ${choices.join(', ')}, got ${chosen}`);
  };
  return { value: 'NAME', help: `${help}: ${choices.join(', ')} (default ${otherwise})`, read };
}

/** Some of the choices, with commas between them. */
export function choices<C extends string>(all: readonly C[], otherwise: C, help: string): Flag<C[]> {
  const read = (given: Given) => {
    const chosen = String(given ?? otherwise)
      .split(',')
      .map((name) => name.trim() as C);
    const unknown = chosen.find((name) => !all.includes(name));
    if (unknown === undefined) return chosen;
    throw new UsageError(`expected some of ${all.join(', ')}, got ${unknown}`);
  };
  return { value: 'A,B,…', help: `${help}: ${all.join(', ')} (default ${otherwise})`, read };
}

type Flags = Readonly<Record<string, Flag<unknown>>>;
/** The values of flags, by name. */
export type Values<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/**
 * Reads a command line.
 *
 * @throws UsageError that names the flag: an unknown flag, a flag without its value, or an invalid value.
 */
export function parseFlags<F extends Flags>(flags: F, args: readonly string[]): Values<F> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  ) as Record<string, { type: 'boolean' | 'string' }>;
  const given = parse(args, options);
  const values = Object.entries(flags).map(([name, flag]) => {
    try {
      return [name, flag.read(given[name])];
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`--${name}: ${error.message}`) : error;
    }
  });
  return Object.fromEntries(values) as Values<F>;
}

function parse(args: readonly string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args: [...args], options }).values as Record<string, Given>;
  } catch (error) {
    // The rest of Node's message is about positional arguments.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** @returns A line a flag, under the names of the sections. */
export function describeFlags(sections: Readonly<Record<string, Flags>>): string {
  const names = (flags: Flags) =>
    Object.entries(flags).map(
      ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
    );
  const width = Math.max(
    ...Object.values(sections)
      .flatMap(names)
      .map(([name]) => name.length),
  );
  return Object.entries(sections)
    .map(([title, flags]) => {
      const lines = names(flags).map(([name, help]) => `  ${name.padEnd(width)}  ${help}`);
      return `${title}\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
