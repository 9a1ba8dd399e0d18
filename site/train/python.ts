import type { JsonValue, Tool, ToolResult } from 'rstar2-agent';
import { createPythonTool, createWasmSandbox } from 'rstar2-agent/sandbox/wasm';
import type { ToolDescription } from './messages.js';

/** A program that solves a problem takes milliseconds; a model that learns also writes loops. */
const LIMITS = { wallMs: 2000 };

/** Python of the page, which is loading at first. */
export interface Python {
  readonly description: ToolDescription;
  /** Resolves when Python has started. */
  readonly started: Promise<void>;
  /** Runs a call. It is unavailable where Python does not start. */
  run(args: JsonValue): Promise<ToolResult>;
}

/** Starts Python as WebAssembly in a worker of a frame that has no origin and no network. */
export function startPython(): Python {
  const tool: Promise<Tool> = createWasmSandbox({
    fresh: 'globals',
    concurrency: 1,
    limits: LIMITS,
    preload: ['math'],
  }).then((sandbox) => createPythonTool(sandbox, { name: 'python' }));
  // The description is the same for every sandbox.
  const { name, description, parameters } = createPythonTool({ run: () => Promise.reject(new Error()) } as never, {
    name: 'python',
  });
  return {
    description: { name, description, parameters },
    started: tool.then(() => undefined),
    run: async (args) => {
      try {
        return await (await tool).execute(args, { sessionId: 'page' });
      } catch (error) {
        return { kind: 'unavailable', cause: { source: 'tool', message: (error as Error).message, retryable: false } };
      }
    },
  };
}
