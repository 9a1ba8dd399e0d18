import { z } from 'zod';
import type { JsonValue, Sandbox, SandboxLimits, Tool, ToolContext, ToolResult } from '../base/index.js';
import { toToolResponse } from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { limitsSchema } from './limits.js';

/** Options of {@link createPythonTool}. */
export interface PythonToolOptions {
  /** What the policy calls it; default the release's `python_code_with_standard_io`. */
  readonly name?: string;
  readonly description?: string;
  /** Limits of every call; the sandbox's own where absent. */
  readonly limits?: Partial<SandboxLimits>;
}

const optionsSchema = z.strictObject({
  name: z.string().min(1).default('python_code_with_standard_io'),
  description: z
    .string()
    .default(
      'Execute Python code with standard input. Returns what the code prints, the value of its last expression, or ' +
        'the error with its traceback.',
    ),
  limits: z.optional(limitsSchema),
});

const argumentsSchema = z.object({ code: z.string(), input: z.string().default('') });

/**
 * @returns The Python tool of the rollout protocol over any sandbox: arguments `{code, input}`, `input` being
 *   standard input; a missing `input` is an empty one.
 * @throws TypeError or RangeError for bad options.
 * @remarks Source: PAPER "Rollout protocol".
 */
export function createPythonTool(sandbox: Sandbox, options: PythonToolOptions = {}): Tool {
  const { name, description, limits } = parseOptions(optionsSchema, options);
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
    async execute(args: JsonValue, { signal }: ToolContext): Promise<ToolResult> {
      const parsed = argumentsSchema.safeParse(args);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        const path = issue.path.length === 0 ? 'arguments' : `arguments.${issue.path.join('.')}`;
        return { kind: 'error', text: `Invalid arguments for ${name}: ${path}: ${issue.message}` };
      }
      const { code, input } = parsed.data;
      const call = { code, stdin: input, ...(limits === undefined ? {} : { limits }) };
      return toToolResponse(await sandbox.run(call, { signal }));
    },
  };
}
