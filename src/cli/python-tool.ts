import type { IsolationReport, Tool } from '../base/index.js';
import type { Flags } from './flags.js';
import { TOOL_OF_RUNS } from './run-folder.js';

/** The Python tool, and how well it is contained. */
export interface PythonTool {
  readonly tools: readonly Tool[];
  readonly isolation: IsolationReport['level'] | undefined;
}

/** Flags of the commands whose models may run Python. */
export const PYTHON_FLAGS = { tools: { type: 'string' }, 'tool-name': { type: 'string' } } as const;

export const PYTHON_HELP = `
  --tools python   lets the model run Python in the local sandbox
  --tool-name NAME what the model calls that (default python_code_with_standard_io, the release's name; with --run
                   python, as examples/finetune has it)
`.replace(/^\n|\n$/g, '');

/** What the flags say of Python. */
export interface PythonOptions {
  readonly isWanted: boolean;
  readonly name: string | undefined;
}

/** @throws UsageError for tools that there are not. */
export function pythonOptions(flags: Flags): PythonOptions {
  const name = flags.text('tool-name') ?? (flags.text('run') === undefined ? undefined : TOOL_OF_RUNS);
  return { isWanted: flags.choice('tools', ['none', 'python'], 'none') === 'python', name };
}

/** Gives the Python tool where it is asked for, and closes its sandbox at the end. */
export async function withPython<T>(
  { isWanted, name }: PythonOptions,
  run: (python: PythonTool) => Promise<T>,
): Promise<T> {
  if (!isWanted) return run({ tools: [], isolation: undefined });
  const { createLocalSandbox, createPythonTool } = await import('../sandbox/index.js');
  const sandbox = await createLocalSandbox();
  try {
    const tool = createPythonTool(sandbox, name === undefined ? {} : { name });
    return await run({ tools: [tool], isolation: sandbox.isolation.level });
  } finally {
    await sandbox.close();
  }
}
