import type * as Vm from 'node:vm';
import { ModelFileError } from '../../../base/index.js';
import { builtInModule } from '../../../io/index.js';

/** How many times as long as a text its normalizer and the like may make it: honest ones stay below 32. */
const MOST_GROWTH = 256;

type Step = { readonly [field: string]: unknown };

const PARTS = ['normalizer', 'pre_tokenizer', 'decoder'] as const;

/**
 * Refuses steps that make a text much longer: thirty that write each `a` twice make a gigabyte of one word.
 *
 * @throws RangeError naming the part.
 */
export function checkGrowth(tokenizerJson: { readonly [part in (typeof PARTS)[number]]?: unknown }): void {
  for (const part of PARTS) {
    const growth = growthOf(tokenizerJson[part]);
    if (!(growth <= MOST_GROWTH))
      throw new RangeError(
        `tokenizerJson.${part}: expected steps that make a text at most ${MOST_GROWTH} times as long, got ones of ${growth}`,
      );
  }
}

/** @returns How many times as long one step, or all of a sequence, makes a text at most. */
function growthOf(step: unknown): number {
  if (typeof step !== 'object' || step === null) return 1;
  const { normalizers, pretokenizers, decoders, pattern, content, prepend, replacement, prefix } = step as Step;
  const inner = [normalizers, pretokenizers, decoders].find(Array.isArray) as unknown[] | undefined;
  if (inner !== undefined) return inner.reduce<number>((product, one) => product * growthOf(one), 1);
  const { String: replaced } = (pattern ?? {}) as Step;
  // An expression may find nothing at every place, and so does a text without characters.
  const found = lengthOf(replaced);
  const written = found === 0 ? 1 + lengthOf(content) : lengthOf(content) / found;
  return Math.max(1, written) * (1 + lengthOf(prepend)) * (1 + lengthOf(prefix)) * Math.max(1, lengthOf(replacement));
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}

/** A text takes a second a megabyte, on a slow machine. */
const LEAST_MS = 5000;
const CHARACTERS_A_MS = 100;
/** Too short for an expression to go back over in more than some thousand million ways. */
const SHORT = 32;

/** Runs work on so many characters or tokens. @throws ModelFileError where it takes many times as long as any honest tokenizer does. */
export type TimeBound = <T>(what: string, size: number, work: () => T) => T;

/**
 * Ends what a tokenizer's own regular expressions would never end: the engine that runs them has no bound but this. Where the
 * runtime cannot end it (browsers) there is none.
 */
export function timeBound(): TimeBound {
  const vm = builtInModule('node:vm') as typeof Vm | undefined;
  if (vm === undefined) return (_what, _size, work) => work();
  const box: { work?: () => unknown } = {};
  const context = vm.createContext(box);
  const script = new vm.Script('work()');
  return <T>(what: string, size: number, work: () => T): T => {
    if (size <= SHORT) return work();
    const timeout = LEAST_MS + Math.ceil(size / CHARACTERS_A_MS);
    box.work = work;
    try {
      return script.runInContext(context, { timeout }) as T;
    } catch (cause) {
      if ((cause as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
      throw new ModelFileError(
        `tokenizer.json: ${what} a text of ${size} took more than ${timeout} ms: its steps go over a text again and again`,
        { cause },
      );
    } finally {
      delete box.work;
    }
  };
}
