import * as z from 'zod';
import { ExternalError } from '../base/index.js';
import { argumentError, functionSchema, parseOptions } from '../base/internal/index.js';
import type { AgentFunction, AgentResult, AgentTask } from './agent.js';
import { programEnvironment } from './internal/command-agent/environment.js';
import { nodeModules, type NodeModules } from './internal/command-agent/node-modules.js';
import { runProgram, type ProgramEnd } from './internal/command-agent/run-program.js';

/**
 * How the program of a rollout ended, and what it wrote. If a signal ended the program, `exitCode` is null and `signal` is set. Of each output the
 * first and the last MiB are kept; a note replaces the text between them.
 */
export interface CommandResult extends ProgramEnd {
  readonly task: AgentTask;
}

/** Options of {@link commandAgent}. */
export interface CommandAgentOptions {
  /** The program and its arguments. No shell reads them; `['sh', '-c', '…']` is one. */
  readonly command: readonly string[];
  /**
   * More environment variables; `undefined` removes one. Of this process's environment the program inherits only PATH, HOME, USER, LOGNAME, SHELL, TERM, TMPDIR, TZ
   * and the language (LANG, LANGUAGE, LC_ALL, LC_CTYPE), so that it does not get your keys. It also gets CLAUDE_CODE_ATTRIBUTION_HEADER=0, and
   * NO_PROXY and no_proxy with the loopback addresses.
   */
  readonly env?: { readonly [name: string]: string | undefined } | undefined;
  /** The program's folder, or a function of the task. Default: that of this process. */
  readonly cwd?: string | ((task: AgentTask) => string | Promise<string>) | undefined;
  /** Text for the program's standard input. Default: the task as one line of JSON, metadata included. */
  readonly input?: ((task: AgentTask) => string) | undefined;
  /**
   * Reads the reward from how the program ended. Default: no reward; an exit code other than 0 throws. The default reads no reward from the program's
   * output, because a model may have written it. If this function throws an ExternalError (a sandbox is down, for example), the rollout is set apart.
   */
  readonly outcome?:
    ((result: CommandResult) => AgentResult | undefined | void | Promise<AgentResult | undefined | void>) | undefined;
}

const optionsSchema = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  env: z.optional(z.record(z.string(), z.optional(z.string()))),
  cwd: z.optional(z.union([z.string().min(1), functionSchema<(task: AgentTask) => string | Promise<string>>()])),
  input: z.optional(functionSchema<NonNullable<CommandAgentOptions['input']>>()),
  outcome: z.optional(functionSchema<NonNullable<CommandAgentOptions['outcome']>>()),
});

/** Characters of a program's standard error that its error quotes. */
const QUOTED_LENGTH = 2_000;

/**
 * An agent that is a program, in any language: it runs once for each rollout, with `OPENAI_BASE_URL`, `OPENAI_API_KEY`, `ANTHROPIC_BASE_URL` and
 * `ANTHROPIC_AUTH_TOKEN` set and its task as JSON on standard input.
 *
 * The program has its own process group. When the program exits, the other processes of the group get SIGTERM, and SIGKILL 0.25 s later. When
 * the rollout is cut, the whole group gets SIGTERM, and SIGKILL 2 s later. On Linux this includes processes that left the group but kept the
 * environment variable `OPENAI_API_KEY`. When this process ends, the group gets SIGKILL at once. This is not a sandbox: the program has your rights.
 *
 * @throws TypeError, RangeError for bad options, and for a program that does not exist; ExternalError on a platform without process groups. If
 *   the system cannot start the program, the rollout is set apart.
 *
 * @example
 * const agent = commandAgent({ command: ['python3', 'agent.py'], cwd: '/home/me/agent' });
 * const outcomes = await runAgents(tasks, { agent, policy, tokenizer, maxTokens: 4096, seed: 'step-12' });
 */
export function commandAgent(options: CommandAgentOptions): AgentFunction {
  const { command, env = {}, cwd, input = asJson, outcome = failed } = parseOptions(optionsSchema, options);
  const modules = nodeModules();
  if (typeof cwd !== 'function') checkProgram(command[0]!, env['PATH'] ?? process.env['PATH'], cwd, modules);
  return async ({ task, openai, anthropic, signal, setApart }) => {
    const addresses = {
      OPENAI_BASE_URL: openai.baseURL,
      OPENAI_API_KEY: openai.apiKey,
      ANTHROPIC_BASE_URL: anthropic.baseURL,
      ANTHROPIC_AUTH_TOKEN: anthropic.apiKey,
    };
    const program = {
      command,
      env: programEnvironment(process.env, env, addresses),
      cwd: typeof cwd === 'function' ? await cwd(task) : cwd,
      input: input(task),
      mark: `OPENAI_API_KEY=${openai.apiKey}`,
    };
    try {
      return (await outcome({ ...(await runProgram(program, signal, modules)), task })) ?? undefined;
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      return setApart(error.message);
    }
  };
}

function asJson(task: AgentTask): string {
  return `${JSON.stringify(task)}\n`;
}

function failed({ exitCode, signal, stderr }: CommandResult): undefined {
  if (exitCode === 0) return;
  const end = stderr.trimEnd().slice(-QUOTED_LENGTH);
  throw new Error(`the program ended with ${signal ?? `exit code ${exitCode}`}${end === '' ? '' : `: ${end}`}`);
}

/** @throws RangeError for a program that does not exist. A name without a slash is searched in `path`. */
function checkProgram(name: string, path: string | undefined, cwd: string | undefined, { files }: NodeModules): void {
  const folders = name.includes('/')
    ? [name.startsWith('/') ? '' : `${cwd ?? '.'}/`]
    : (path ?? '').split(':').map((folder) => `${folder || '.'}/`);
  const canRun = (file: string) => {
    try {
      files.accessSync(file, files.constants.X_OK);
      return files.statSync(file).isFile();
    } catch {
      return false;
    }
  };
  if (folders.some((folder) => canRun(folder + name))) return;
  const where = name.includes('/') ? '' : ' in PATH';
  throw argumentError(
    RangeError,
    'options.command.0',
    `expected a program that can be run${where}, got ${JSON.stringify(name)}`,
  );
}
