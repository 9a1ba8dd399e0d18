import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IsolationReport, TemplateTool, Tool } from '../base/index.js';
import { didYouMean, errorMessage } from '../base/internal/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';
import { readRunFolder } from './run-folder.js';
import { checkThere } from './paths.js';
import { allowedMissing } from './sandbox/options.js';

/** Tools, and how well their Python is contained, where there is some. */
export interface OpenTools {
  readonly tools: readonly Tool[];
  readonly isolation: IsolationReport['level'] | undefined;
}

export const TOOL_HELP = `
  --tools python   lets the model run Python in the local sandbox
  --allow-missing NAME  what need not be denied to that Python where it is WebAssembly: nothing or network, which
                   Node below 25 does not deny (default nothing)
  --tools FILE.mjs  lets the model call the tools of a module: its export tools, or its default export, is a list of tools
                   or a function that gives one; may be repeated
  --tool-name NAME  what the model calls Python (default python_code_with_standard_io, the release's name; with --run
                   the name that the run was trained with)
`.replace(/^\n|\n$/g, '');

/** What the flags say of tools. */
export interface ToolOptions {
  readonly python: boolean;
  /** Of the user's modules. */
  readonly tools: readonly Tool[];
}

/** The Python tool's name in runs without `environment.json`. */
const PYTHON_OF_RUNS = 'python';

/** @throws UsageError for tools that there are not, Error for a module that gives none. */
export async function readTools(flags: Flags): Promise<ToolOptions> {
  const asked = flags.texts('tools');
  for (const name of asked)
    if (name !== 'none' && name !== 'python' && !isModule(name))
      throw new UsageError(
        `--tools: expected none, python or the path of a module, got ${name}${didYouMean(name, ['none', 'python'])}`,
      );
  if (asked.includes('none') && asked.length > 1) throw new UsageError('--tools: use none alone, or leave it out');
  const modules = await Promise.all(asked.filter(isModule).map(toolsOf));
  return { python: asked.includes('python'), tools: modules.flat() };
}

/** Gives the tools that were asked for, and closes the Python tool's sandbox at the end. */
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

/** @returns What the model calls Python: as the flag says, else as the run has it. */
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

/** @returns What to say of tools that a run was trained with and is not offered; undefined where there are none. */
export async function missingTools(flags: Flags, offered: readonly Tool[]): Promise<string | undefined> {
  const { tools = [] } = (await readRunFolder(flags)) ?? {};
  const missing = tools.map(({ name }) => name).filter((name) => !offered.some((tool) => tool.name === name));
  if (missing.length === 0) return undefined;
  return `warning: the run was trained with ${missing.join(', ')}, and the model is not offered it (--tools python, or --tools FILE.mjs)`;
}

/** A path: a name with a slash, or of a script. */
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
      `--tools: ${path}: expected an export tools, or a default export, that is a list of tools {name, description, parameters, execute}`,
    );
  return given;
}

function isTool(value: unknown): value is Tool {
  const { name, description, parameters, execute } = (value ?? {}) as { readonly [K in keyof Tool]?: unknown };
  const isDescribed = typeof name === 'string' && typeof description === 'string';
  return isDescribed && typeof parameters === 'object' && typeof execute === 'function';
}
