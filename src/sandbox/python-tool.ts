import * as z from 'zod';
import type {
  JsonValue,
  Sandbox,
  SandboxLimits,
  SandboxSession,
  Tool,
  ToolContext,
  ToolResult,
} from '../base/index.js';
import { toToolResponse } from '../base/index.js';
import { checkArgument, parseOptions, sandboxLimitsSchema } from '../base/internal/index.js';
import { unavailable } from './internal/unavailable.js';

/** Options of {@link createPythonTool}. */
export interface PythonToolOptions {
  /** The tool's name; default the release's `python_code_with_standard_io`. */
  readonly name?: string;
  readonly description?: string;
  /** Limits of every call. Default: those of the sandbox. */
  readonly limits?: Partial<SandboxLimits>;
  /**
   * Whether the calls of a conversation are cells of one interpreter, which ends with the conversation. Default false: every call starts a
   * new one.
   */
  readonly session?: boolean;
}

const optionsSchema = z.strictObject({
  name: z.string().min(1).default('python_code_with_standard_io'),
  description: z
    .string()
    .default(
      'Execute Python code with standard input. Returns what the code prints, the value of its last expression, or ' +
        'the error with its traceback.',
    ),
  session: z.boolean().default(false),
  limits: z.optional(sandboxLimitsSchema),
});

const argumentsSchema = z.object({ code: z.string(), input: z.string().default('') });

/**
 * @returns The Python tool of the rollout protocol on any sandbox. Its arguments are `{code, input}`; `input` is standard input and may be
 * absent.
 * @throws TypeError or RangeError for bad options, also for sessions of a sandbox without sessions.
 * @remarks Source: arXiv 2508.20722 on its rollout protocol.
 *
 * @example
 * const tools = [createPythonTool(await createLocalSandbox())];
 */
export function createPythonTool(sandbox: Sandbox, options: PythonToolOptions = {}): Tool {
  checkArgument(sandbox, 'sandbox', { run: 'a function' });
  const { name, description, limits, session } = parseOptions(optionsSchema, options);
  if (session && sandbox.session === undefined) {
    throw new RangeError('options.session: expected false for a sandbox that has no sessions, got true');
  }
  const sessions = session ? new ConversationSessions(sandbox) : undefined;
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'The Python code to execute.' },
        input: { type: 'string', description: 'What the code reads from standard input.' },
      },
      // A missing input is an empty one.
      required: ['code'],
    },
    async execute(args: JsonValue, { signal, sessionId }: ToolContext): Promise<ToolResult> {
      const parsed = argumentsSchema.safeParse(args);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        const path = issue.path.length === 0 ? 'arguments' : `arguments.${issue.path.join('.')}`;
        return { kind: 'error', text: `Invalid arguments for ${name}: ${path}: ${issue.message}` };
      }
      const { code, input } = parsed.data;
      const call = { code, stdin: input, ...(limits === undefined ? {} : { limits }) };
      let runner: Pick<Sandbox, 'run'> = sandbox;
      try {
        if (sessions !== undefined) runner = await sessions.of(sessionId);
      } catch (error) {
        return toToolResponse(unavailable(error));
      }
      return toToolResponse(await runner.run(call, { signal }));
    },
    ...(sessions === undefined ? {} : { endSession: (sessionId: string) => sessions.end(sessionId) }),
  };
}

/** One interpreter for each conversation, from its first call to its end. */
class ConversationSessions {
  readonly #open = new Map<string, Promise<SandboxSession>>();

  constructor(private readonly sandbox: Sandbox) {}

  of(sessionId: string): Promise<SandboxSession> {
    let session = this.#open.get(sessionId);
    if (session === undefined) {
      session = this.sandbox.session!();
      this.#open.set(sessionId, session);
      // A later call may be able to open it.
      session.catch(() => this.#open.delete(sessionId));
    }
    return session;
  }

  async end(sessionId: string): Promise<void> {
    const session = this.#open.get(sessionId);
    this.#open.delete(sessionId);
    await (await session)?.close();
  }
}
