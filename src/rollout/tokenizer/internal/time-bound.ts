import type * as Vm from 'node:vm';
import { ModelFileError } from '../../../base/index.js';
import { builtInModule } from '../../../io/index.js';

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
