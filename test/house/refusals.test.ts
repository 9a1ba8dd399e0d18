import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError, LearnerError, ModelFileError, PolicyError, SandboxError } from '../../src/base/index.js';
import * as compat from '../../src/compat/index.js';
import * as evaluate from '../../src/evaluate/index.js';
import * as root from '../../src/index.js';
import * as report from '../../src/report/index.js';
import * as reward from '../../src/reward/index.js';
import * as rollout from '../../src/rollout/index.js';
import * as fastCheck from '../../src/testing/fast-check.js';
import * as testing from '../../src/testing/index.js';
import * as tfjs from '../../src/tfjs/index.js';

const DOORS = { root, compat, evaluate, report, reward, rollout, testing, fastCheck, tfjs };

/** They look for engines on this machine. */
const EXPENSIVE = ['selectBackend'];

type Call = (...args: readonly unknown[]) => unknown;

const functions = Object.entries(DOORS).flatMap(([door, names]) =>
  Object.entries(names)
    .filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name) && !EXPENSIVE.includes(name))
    .map(([name, value]) => [`${door}.${name}`, value as Call] as const),
);

/** What a caller without types, or with a value that never came, passes. */
const ARGUMENTS: readonly (readonly unknown[])[] = [[], [null], [{}], ['x'], [[]], [{}, {}], ['x', 'x'], [[], {}]];

/** What a call comes to; what it gives is closed again. */
async function errorOf(call: Call, args: readonly unknown[]): Promise<unknown> {
  try {
    const made = await call(...args);
    if (typeof made === 'object' && made !== null && 'close' in made) await (made as { close: Call }).close();
    return undefined;
  } catch (error) {
    return error;
  }
}

const OURS = [TypeError, RangeError, DatasetError, LearnerError, ModelFileError, PolicyError, SandboxError];
/** In the engine's words the line that stumbled is wrong, in ours the argument is. */
const OF_THE_ENGINE =
  /Cannot \w+ |is(n't| not) (a function|iterable|a constructor|defined)|^Invalid |Reduce of empty|^First argument|^The "/;

function isOurs(error: unknown): boolean {
  return (
    error instanceof Error &&
    OURS.some((kind) => error instanceof kind) &&
    /^\S.*: /s.test(error.message) &&
    !OF_THE_ENGINE.test(error.message)
  );
}

describe('a public function that is given nothing, or the wrong thing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-refusals-'));
  const before = process.cwd();
  // A path that is 'x' is one of a folder, where no other function has left a file of that name.
  beforeEach(() => process.chdir(mkdtempSync(join(folder, 'case-'))));
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it('is found', () => {
    expect(functions.length).toBeGreaterThan(100);
  });

  it.each(functions)('%s says which argument is wrong, if it minds', async (_name, call) => {
    const raw: string[] = [];
    for (const args of ARGUMENTS) {
      const error = await errorOf(call, args);
      if (error !== undefined && !isOurs(error))
        raw.push(
          `(${args.map((arg) => JSON.stringify(arg)).join()}) ${error instanceof Error ? error.message : typeof error}`,
        );
    }
    expect(raw).toEqual([]);
  });
});
