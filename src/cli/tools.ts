import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IsolationReport, TemplateTool, Tool } from '../base/index.js';
import { didYouMean, errorMessage } from '../base/internal/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';
import { readRunFolder } from './run-folder.js';
import { checkThere } from './paths.js';
import { allowedMissing } from './sandbox/options.js';

/** Tools, and the isolation of their Python if there is any. */
export interface OpenTools {
  readonly tools: readonly Tool[];
  readonly isolation: IsolationReport['level'] | undefined;
}

export const TOOL_HELP = `
  --tools python   lets the model run Python in the local sandbox
  --allow-missing NAME  protection that this Python may lack if it runs as WebAssembly: nothing (default), or network: Node
                   below 25 cannot block the network
  --tools FILE.mjs  lets the model call the tools of a module. Its export tools, or its default export, is a list of tools, or
                   a function that returns one; may be repeated
  --tool-name NAME  the name of Python for the model (default: the run's name for it with --run, else
                   python_code_with_standard_io as in the release)
`.replace(/^\n|\n$/g, '');

/** The tools that the flags ask for. */
export interface ToolOptions {
  readonly python: boolean;
  /** Tools of the user's modules. */
  readonly tools: readonly Tool[];
}

/** The Python tool's name in runs without `environment.json`. */
const PYTHON_OF_RUNS = 'python';

/** @throws UsageError for unknown tools, Error for a module without tools. */
export async function readTools(flags: Flags): Promise<ToolOptions> {
  const asked = flags.texts('tools');
  for (const name of asked)
    if (name !== 'none' && name !== 'python' && !isModule(name))
      throw new UsageError(
        `--tools: expected none, python or the path of a module, got ${name}${didYouMean(name, ['none', 'python'])}`,
      );
  if (asked.includes('none') && asked.length > 1)
    throw new UsageError('--tools: none cannot be combined with other tools');
  const modules = await Promise.all(asked.filter(isModule).map(toolsOf));
  return { python: asked.includes('python'), tools: modules.flat() };
}

/** Calls `run` with the tools, and closes the Python tool's sandbox at the end. */
export async function withTools<T>(
  { python, tools }: ToolOptions,
  flags: Flags,
  run: (open: OpenTools) => Promise<T>,
): Promise<T> {
  if (!python) return run({ tools, isolation: undefined });
  const { createLocalSandbox, createPythonTool } = await import('../sandbox/index.js');
  const sandbox = await createLocalSandbox({ allowMissing: allowedMissing(flags) });
  try {
    const name = await pythonName(flags);
    const tool = createPythonTool(sandbox, name === undefined ? {} : { name });
    return await run({ tools: [tool, ...tools], isolation: sandbox.isolation.level });
  } finally {
    await sandbox.close();
  }
}

/** @returns The name of Python for the model: that of the flag, else of the run. */
async function pythonName(flags: Flags): Promise<string | undefined> {
  const run = await readRunFolder(flags);
  const named = flags.text('tool-name');
  if (named !== undefined || run === undefined) return named;
  return run.tools === undefined ? PYTHON_OF_RUNS : run.tools.find(takesCode)?.name;
}

/** The arguments of `createPythonTool`. */
function takesCode({ parameters }: TemplateTool): boolean {
  const { properties } = parameters;
  return typeof properties === 'object' && properties !== null && 'code' in properties;
}

/** @returns A warning if tools of the run's training are not offered to the model; else undefined. */
export async function missingTools(flags: Flags, offered: readonly Tool[]): Promise<string | undefined> {
  const { tools = [] } = (await readRunFolder(flags)) ?? {};
  const missing = tools.map(({ name }) => name).filter((name) => !offered.some((tool) => tool.name === name));
  if (missing.length === 0) return undefined;
  return `warning: the run was trained with tools that the model does not have now: ${missing.join(', ')} (add --tools python or --tools FILE.mjs)`;
}

/** Whether a name is a path: it has a slash, or the extension of a script. */
function isModule(name: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(name);
}

async function toolsOf(path: string): Promise<readonly Tool[]> {
  checkThere('tools', path);
  let given: unknown;
  try {
    const { tools, default: fallback } = (await import(pathToFileURL(resolve(path)).href)) as {
      readonly tools?: unknown;
      readonly default?: unknown;
    };
    given = tools ?? fallback;
    if (typeof given === 'function') given = await (given as () => unknown)();
  } catch (cause) {
    throw new Error(`--tools: ${path}: ${errorMessage(cause)}`, { cause });
  }
  if (!Array.isArray(given) || !given.every(isTool))
    throw new Error(
      `--tools: ${path}: expected an export named tools, or a default export, that is a list of tools {name, description, parameters, execute}`,
    );
  return given;
}

function isTool(value: unknown): value is Tool {
  const { name, description, parameters, execute } = (value ?? {}) as { readonly [K in keyof Tool]?: unknown };
  const isDescribed = typeof name === 'string' && typeof description === 'string';
  return isDescribed && typeof parameters === 'object' && typeof execute === 'function';
}
