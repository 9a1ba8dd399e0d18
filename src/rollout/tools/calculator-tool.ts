import * as z from 'zod';
import { failureCause, type JsonValue, type Tool, type ToolContext, type ToolResult } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { availableThreads } from '../../io/index.js';
import { CalculatorPool } from './internal/calculator/pool.js';
import { startCalculatorProcess, type StartProcess } from './internal/calculator/process.js';

/** Options of `createCalculatorTool`. */
export interface CalculatorToolOptions {
  /** The tool's name for the policy; default `calculator`. */
  readonly name?: string | undefined;
  /**
   * Its numbers: doubles, 64 decimal digits, or exact fractions. Default `number`. An expression that fractions
   * fail at (roots, logarithms, factorials, pi, `1e3`) is evaluated in doubles as a whole.
   */
  readonly number?: 'number' | 'BigNumber' | 'Fraction' | undefined;
  /** Longest time for one expression, in milliseconds, from the start of its evaluation; default 2000. */
  readonly timeoutMs?: number | undefined;
  /** Largest heap of a process, in MiB; default 128. */
  readonly memoryMiB?: number | undefined;
  /** Most processes, for all rollouts that share the tool; a process is started when all others are busy. Default: the number of cores, at most 4. */
  readonly processes?: number | undefined;
  /** Most characters of an expression; default 10000. */
  readonly maxLength?: number | undefined;
}

/** A calculator; its processes end with `close`, or with the program. */
export interface CalculatorTool extends Tool {
  /** Ends the processes. Running and later calls are `unavailable`. */
  close(): Promise<void>;
}

const schema = z.strictObject({
  name: z.string().min(1).default('calculator'),
  number: z.enum(['number', 'BigNumber', 'Fraction']).default('number'),
  timeoutMs: z.int().min(1).max(3_600_000).default(2000),
  memoryMiB: z.int().min(32).max(16_384).default(128),
  processes: z
    .int()
    .min(1)
    .max(1024)
    .default(() => Math.min(4, availableThreads())),
  maxLength: z.int().min(1).max(1_000_000).default(10_000),
});

/** The sentences about numbers in the tool's description. */
const REMARKS = {
  number: '',
  BigNumber: ' Numbers have 64 digits.',
  Fraction:
    ' Fractions are exact; an expression with roots, logarithms, factorials, trigonometry or constants is evaluated in decimals.',
} as const;

const argumentsSchema = z.object({ expression: z.string() });

/**
 * A calculator for agents without Python: arithmetic, fractions, units, statistics and matrices, with the optional peer mathjs. Only
 * expressions are allowed: the policy cannot define functions, use text, or access names.
 *
 * Expressions are evaluated in separate processes, one at a time in each. A process is ended if an expression exceeds its time or memory,
 * or its call is aborted; another is started when needed. All errors of an expression are tool errors.
 *
 * @throws TypeError or RangeError for bad options; SandboxError (rejecting) if mathjs is not installed, or no process can be started
 *   (browsers).
 * @example
 * const calculator = await createCalculatorTool({ number: 'Fraction' });
 * await calculator.execute({ expression: '1/3 + 1/6' }, { sessionId: 's' }); // { kind: 'ok', text: '1/2' }
 */
export function createCalculatorTool(options: CalculatorToolOptions = {}): Promise<CalculatorTool> {
  return createCalculatorToolOn(startCalculatorProcess, options);
}

/** `createCalculatorTool` over processes of any kind. */
export async function createCalculatorToolOn(
  start: StartProcess,
  options: CalculatorToolOptions,
): Promise<CalculatorTool> {
  const { name, maxLength, processes, ...limits } = parseOptions(schema, options);
  const pool = new CalculatorPool(() => start(limits), await start(limits), processes);
  return {
    name,
    description:
      'Evaluates a mathematical expression and returns its value, such as "sqrt(3^2 + 4^2)", "5 inch to cm", ' +
      `"det([1, 2; 3, 4])" or "x = 7; x^2 - 1".${REMARKS[limits.number]}`,
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string', description: 'The expression.' } },
      required: ['expression'],
      additionalProperties: false,
    },
    async execute(args: JsonValue, { signal }: ToolContext): Promise<ToolResult> {
      const read = argumentsSchema.safeParse(args);
      if (!read.success) return { kind: 'error', text: 'CalculatorError: expected an expression, {"expression": "…"}' };
      const { expression } = read.data;
      if (expression.length > maxLength) {
        return { kind: 'error', text: `CalculatorError: the expression has more than ${maxLength} characters` };
      }
      try {
        return await pool.evaluate(expression, signal);
      } catch (error) {
        signal?.throwIfAborted();
        return { kind: 'unavailable', cause: failureCause('tool', error) };
      }
    },
    close: () => pool.close(),
  };
}
