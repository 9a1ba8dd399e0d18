import type { JinjaPeer, JinjaValue } from './jinja-peer.js';
import { meteredInterpreter, shownStatements } from './metered-interpreter.js';
import { restoreNumbers } from './python-text.js';
import { StepBudget } from './step-budget.js';

/** No template of the hub is a tenth as long, in characters. */
const LONGEST_TEMPLATE = 2 ** 20;
/** The peer's parser takes quadratic time for a run of blanks. */
const LONGEST_BLANK = 1000;

/** Renders variables. Default budget: that of one rendering. */
export type JinjaProgram = (variables: { readonly [name: string]: unknown }, budget?: StepBudget) => string;

/**
 * Parses a template, which may come from an untrusted source: a rendering has a budget of steps, and reaches only its variables.
 *
 * @param now - The time that `strftime_now` writes; the peer's own function always writes the present time.
 * @throws Error if the template does not parse.
 */
export function jinjaProgram(peer: JinjaPeer, source: string, now: Date): JinjaProgram {
  if (source.length > LONGEST_TEMPLATE)
    throw new Error(`expected at most ${LONGEST_TEMPLATE} characters, got ${source.length}`);
  if (new RegExp(`\\s{${LONGEST_BLANK + 1}}`).test(source))
    throw new Error(`expected at most ${LONGEST_BLANK} blanks in a row, got more`);
  const { parsed } = new peer.Template(source);
  const shown = shownStatements(parsed);
  const valueOf = (value: unknown) => new peer.Environment().set('value', value);
  const Float = valueOf(0.5).constructor as new (value: unknown) => JinjaValue;
  const Integer = valueOf(1).constructor as new (value: unknown) => JinjaValue;
  const Text = valueOf('').constructor as new (text: string) => JinjaValue;
  const List = valueOf([]).constructor as new (items: readonly JinjaValue[]) => JinjaValue;
  return (variables, budget = StepBudget.for(variables)) => {
    const environment = new peer.Environment();
    const globals = { ...CONSTANTS, ...functions(budget, now), ...variables };
    for (const [name, value] of Object.entries(globals)) {
      const given = environment.set(name, value);
      if (name === 'messages') restoreNumbers(given, value, { Float, Integer });
    }
    const interpreter = meteredInterpreter(peer, environment, budget, { source: source.length, shown, Text, List });
    return String(interpreter.run(parsed).value);
  };
}

const CONSTANTS = { true: true, false: false, none: null, True: true, False: false, None: null };

/** The functions that a template may call besides its own macros. Their arguments are plain values, but items of lists are values of the peer. */
function functions(budget: StepBudget, now: Date): { readonly [name: string]: (...given: unknown[]) => unknown } {
  return {
    raise_exception: (words) => {
      throw new Error(typeof words === 'string' ? words : 'raise_exception');
    },
    strftime_now: (format) => {
      if (typeof format !== 'string') throw new Error('strftime_now: expected a text');
      // A month's name is up to five times as long as its directive.
      budget.spendCharacters(5 * format.length);
      return formatTime(now, format);
    },
    range: (first, second, step = 1) => {
      const [start, stop] = second === undefined ? [0, first] : [first, second];
      if (typeof start !== 'number' || typeof stop !== 'number' || typeof step !== 'number')
        throw new Error('range: expected numbers');
      const count = Math.max(0, Math.ceil((stop - start) / step));
      budget.spend(4 * count);
      return Array.from({ length: count }, (_, i) => start + i * step);
    },
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const two = (value: number) => String(value).padStart(2, '0');

const FIELDS: { readonly [directive: string]: (time: Date) => string } = {
  Y: (time) => String(time.getFullYear()),
  y: (time) => two(time.getFullYear() % 100),
  m: (time) => two(time.getMonth() + 1),
  d: (time) => two(time.getDate()),
  B: (time) => MONTHS[time.getMonth()]!,
  b: (time) => MONTHS[time.getMonth()]!.slice(0, 3),
  A: (time) => DAYS[time.getDay()]!,
  a: (time) => DAYS[time.getDay()]!.slice(0, 3),
  H: (time) => two(time.getHours()),
  I: (time) => two(time.getHours() % 12 || 12),
  M: (time) => two(time.getMinutes()),
  S: (time) => two(time.getSeconds()),
  p: (time) => (time.getHours() < 12 ? 'AM' : 'PM'),
  '%': () => '%',
};

/** @returns The time as Python's `strftime` writes it in the C locale. Directives that no template uses are left unchanged. */
function formatTime(time: Date, format: string): string {
  return format.replace(/%(.)/g, (directive, letter: string) => FIELDS[letter]?.(time) ?? directive);
}
