import type { IsolationReport, Sandbox, SandboxResult } from '../../base/index.js';
import { errorMessage, MECHANISM_NAMES } from '../../base/internal/index.js';
import type { LocalSandboxOptions } from '../../sandbox/index.js';
import type { MechanismName } from '../../sandbox/internal/index.js';

/** Whether one isolation mechanism works on this machine. */
export interface MechanismFinding extends IsolationReport {
  readonly name: MechanismName;
  /** The mechanism is not available at all. */
  readonly failed: boolean;
}

/** What this machine can do. */
export interface Findings {
  /** What `isolation: 'auto'` gives. */
  readonly isolation: IsolationReport;
  readonly mechanisms: readonly MechanismFinding[];
  readonly python: string;
  /** Libraries that programs often import, and whether they are installed. */
  readonly libraries: Readonly<Record<string, boolean>>;
  /** The compiler for C++ programs, or why there is none. */
  readonly cpp: string;
  /** Median time of a call that does nothing. */
  readonly callMs: number;
}

const LIBRARIES = ['numpy', 'scipy', 'sympy', 'pandas', 'networkx', 'matplotlib', 'sklearn'];
const LOOK_AROUND = `
import importlib.util, json, sys
json.dumps({'python': sys.version.split()[0], 'libraries': {name: importlib.util.find_spec(name) is not None for name in ${JSON.stringify(LIBRARIES)}}})
`;
const CPP = '#include <cstdio>\nint main() { std::printf("%d.%d", __GNUC__, __GNUC_MINOR__); }';
const CALLS = 21;

/**
 * Runs test programs with every isolation mechanism.
 *
 * @throws SandboxError if no program can be run at all.
 */
export async function examine(options: LocalSandboxOptions): Promise<Findings> {
  const { createLocalSandbox } = await import('../../sandbox/index.js');
  const mechanisms: MechanismFinding[] = [];
  for (const name of MECHANISM_NAMES) {
    mechanisms.push(await tryMechanism(name, (more) => createLocalSandbox({ ...options, ...more })));
  }
  const sandbox = await createLocalSandbox({ ...options, concurrency: 1 });
  try {
    const around = valueOf(await sandbox.run({ code: LOOK_AROUND }));
    const { python, libraries } = JSON.parse(around.slice(1, -1)) as Pick<Findings, 'python' | 'libraries'>;
    const compiled = await sandbox.run({ language: 'cpp', code: CPP });
    const times: number[] = [];
    for (let i = 0; i < CALLS; i++) {
      const start = performance.now();
      await sandbox.run({ code: '1' });
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const cpp = compiled.kind === 'ok' ? `g++ ${compiled.stdout}` : describe(compiled);
    return { isolation: sandbox.isolation, mechanisms, python, libraries, cpp, callMs: times[CALLS >> 1]! };
  } finally {
    await sandbox.close();
  }
}

async function tryMechanism(
  name: MechanismName,
  create: (more: LocalSandboxOptions) => Promise<Sandbox>,
): Promise<MechanismFinding> {
  try {
    const sandbox = await create({ isolation: 'auto', mechanisms: [name], concurrency: 1 });
    const { isolation } = sandbox;
    await sandbox.close();
    const missing = isolation.missing.map((what) => what.replace(`${name}: `, ''));
    return { name, ...isolation, missing, failed: false };
  } catch (error) {
    const why = errorMessage(error);
    const missing = [lastLine(why.replace(/^.*is not available here: /s, '').replace(`${name}: `, ''))];
    return { name, level: 'none', mechanism: name, missing, failed: true };
  }
}

/** The last line of a traceback, which has the message. */
const lastLine = (text: string): string =>
  text
    .trim()
    .split('\n')
    .at(-1)!
    .replace(/(?<!\([^)]*)\)$/, '');

function valueOf(result: SandboxResult): string {
  if (result.kind === 'ok' && result.value !== undefined) return result.value;
  throw new Error(`the test program that lists Python's libraries failed: ${describe(result)}`);
}

function describe(result: SandboxResult): string {
  return result.kind === 'unavailable' ? result.cause.message : `${result.kind}: ${lastLine(result.stderr)}`;
}
