import { z } from 'zod';
import { failureCause, type JsonValue, type Tool, type ToolContext, type ToolResult } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import {
  startCalculatorProcess,
  type CalculatorProcess,
  type ProcessLimits,
  type StartProcess,
} from './internal/calculator/process.js';

/** Options of `createCalculatorTool`. */
export interface CalculatorToolOptions {
  /** What the policy calls it; default `calculator`. */
  readonly name?: string | undefined;
  /** With which numbers it reckons: doubles, 64 decimal digits, or exact fractions. Default `number`. */
  readonly number?: 'number' | 'BigNumber' | 'Fraction' | undefined;
  /** Of one expression, in milliseconds; default 2000. */
  readonly timeoutMs?: number | undefined;
  /** Of the process's heap, in MiB; default 128. */
  readonly memoryMiB?: number | undefined;
  /** Characters of an expression; default 10000. */
  readonly maxLength?: number | undefined;
}

/** A calculator; its process is ended by `close`, or with the program. */
export interface CalculatorTool extends Tool {
  /** Ends the process. A call that runs, and any later, is `unavailable`. */
  close(): Promise<void>;
}

const schema = z.strictObject({
  name: z.string().min(1).default('calculator'),
  number: z.enum(['number', 'BigNumber', 'Fraction']).default('number'),
  timeoutMs: z.int().min(1).max(3_600_000).default(2000),
  memoryMiB: z.int().min(32).max(16_384).default(128),
  maxLength: z.int().min(1).max(1_000_000).default(10_000),
});

/**
 * A calculator for agent loops that have no Python: arithmetic, fractions, units, statistics and matrices, by the optional
 * peer mathjs. Expressions only: no functions of the policy's own, no text, no access by name.
 *
 * Expressions are evaluated one after the other in a process of its own, which is ended where one exceeds its time or
 * memory, and started again for the next. Whatever an expression does comes back as a tool error.
 *
 * @throws TypeError or RangeError for bad options; SandboxError (rejecting) where mathjs is not installed or no process can
 *   be started (browsers).
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
  const { name, maxLength, ...limits } = parseOptions(schema, options);
  const calculator = new Calculator(start, limits, await start(limits));
  return {
    name,
    description:
      'Evaluates a mathematical expression and returns its value, such as "sqrt(3^2 + 4^2)", "5 inch to cm", ' +
      '"det([1, 2; 3, 4])" or "x = 7; x^2 - 1".',
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string', description: 'The expression.' } },
      required: ['expression'],
      additionalProperties: false,
    },
    async execute(args: JsonValue, { signal }: ToolContext): Promise<ToolResult> {
      const { expression } = args as { readonly expression: string };
      if (expression.length > maxLength) {
        return { kind: 'error', text: `CalculatorError: the expression has more than ${maxLength} characters` };
      }
      try {
        return await calculator.evaluate(expression, signal);
      } catch (error) {
        signal?.throwIfAborted();
        return { kind: 'unavailable', cause: failureCause('tool', error) };
      }
    },
    close: () => calculator.close(),
  };
}

/** One process at a time, and those who wait for it. */
class Calculator {
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(
    private readonly start: StartProcess,
    private readonly limits: ProcessLimits,
    private process: CalculatorProcess,
  ) {}

  evaluate(expression: string, signal: AbortSignal | undefined) {
    const answer = this.#last.then(async () => {
      signal?.throwIfAborted();
      if (!this.process.alive && !this.#closed) this.process = await this.start(this.limits);
      if (this.#closed) throw new Error('the calculator is closed');
      return this.process.evaluate(expression);
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.process.end();
    // One that was being started meanwhile.
    await this.#last;
    await this.process.end();
  }
}
