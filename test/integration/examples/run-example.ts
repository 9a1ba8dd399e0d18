import * as tf from '@tensorflow/tfjs-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import { vi } from 'vitest';
import { publicDoors } from '../../../scripts/layout.mjs';
import type { PublicName } from '../../house/examples.js';
import { writeFiles } from './files.js';
import * as given from './given.js';
import { readPromises } from './promises.js';
import { withStandIns, type StandIn } from './stand-ins.js';

/** What came of an example. */
export interface ExampleRun {
  /** How many comments were compared with what they stand behind. */
  readonly checked: number;
  /** What they say, and what is. */
  readonly broken: readonly string[];
}

type Door = Readonly<Record<string, unknown>>;
const DOORS = new Map<string, Door>();
for (const [subpath, door] of Object.entries<string>(publicDoors()))
  DOORS.set(door, (await import(/* @vite-ignore */ `rstar2-agent${subpath.slice(1)}`)) as Door);

/**
 * Runs an example as a program of its own: with the public names and the given values that it mentions, in an empty folder that has the files it
 * names. What it opens is closed when it is over.
 *
 * @param mentioned - The public names that it mentions, each of one door.
 * @throws What the example throws.
 */
export async function runExample(
  { name, door, example }: Pick<PublicName, 'name' | 'door'> & { readonly example: string },
  mentioned: readonly PublicName[],
): Promise<ExampleRun> {
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'rstar2-example-'))];
  process.chdir(folder);
  const printed = capture();
  const opened: unknown[] = [];
  const standIns: StandIn[] = [];
  try {
    writeFiles(example, folder);
    const { code, promises } = readPromises(await withStandIns(example, door, standIns));
    const broken: string[] = [];
    const check = (i: number, value: unknown) => {
      const { text, comment, matches } = promises[i]!;
      if (!matches!(value)) broken.push(`${text} says ${comment}, but is ${inspect(value, { breakLength: Infinity })}`);
      return value;
    };
    const scope: Record<string, unknown> = { ...given, check };
    for (const of of mentioned) {
      const value = DOORS.get(of.door)![of.name];
      if (value !== undefined) scope[of.name] = of.isFunction ? watched(value as AnyFunction, opened) : value;
    }
    await programOf(code, Object.keys(scope), name)(scope);
    for (const { run } of given.it.cases.splice(0)) await run();
    for (const { text, comment, matches } of promises)
      if (matches === undefined && !printed.text().includes(comment))
        broken.push(`${text} says ${comment}, but printed ${JSON.stringify(printed.text())}`);
    return { checked: promises.length, broken };
  } finally {
    for (const result of opened.reverse()) await close(result);
    for (const standIn of standIns.reverse()) await standIn.close?.();
    printed.end();
    await tf.setBackend('wasm');
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

/** An example may declare a name again that it takes: its block is inside that of the names. */
function programOf(code: string, names: readonly string[], name: string): (scope: object) => Promise<void> {
  const program = `(async ({ ${names.join(', ')} }) => {\n{\n${code}}\n})`;
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  return runInThisContext(outputText, { filename: `example of ${name}` }) as (scope: object) => Promise<void>;
}

type AnyFunction = (...args: unknown[]) => unknown;

/** @returns The same function; its results are kept in `opened`. */
function watched(call: AnyFunction, opened: unknown[]): AnyFunction {
  return (...args) => {
    const result = call(...args);
    opened.push(result);
    return result;
  };
}

/** Closes a result that can be closed. A call that failed has said so to the example. */
async function close(result: unknown): Promise<void> {
  const value = await Promise.resolve(result).catch(() => undefined);
  if (typeof value !== 'object' || value === null || !('close' in value)) return;
  if (typeof value.close === 'function') await (value.close as AnyFunction)();
}

/** Keeps what is printed off the console. */
function capture() {
  const pieces: string[] = [];
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((piece) => pieces.push(String(piece)) > 0),
  );
  const console = (['log', 'info', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(globalThis.console, name).mockImplementation((...values: unknown[]) => {
      pieces.push(`${values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')}\n`);
    }),
  );
  return {
    text: () => pieces.join(''),
    end: () => [...streams, ...console].forEach((spy) => spy.mockRestore()),
  };
}
