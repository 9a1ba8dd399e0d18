import type { JsonValue, Tool, ToolResult } from 'rstar2-agent';
import type { ToolDescription } from './messages.js';

/** A tool whose calls are run elsewhere. */
export interface RemoteTool extends Tool {
  /** The result of a call has come. */
  settle(id: number, result: ToolResult): void;
}

/** @param call - Sends a call; its result comes to `settle`. */
export function remoteTool(description: ToolDescription, call: (id: number, args: JsonValue) => void): RemoteTool {
  const pending = new Map<number, (result: ToolResult) => void>();
  let next = 0;
  return {
    ...description,
    execute: (args) =>
      new Promise((resolve) => {
        const id = next++;
        pending.set(id, resolve);
        call(id, args);
      }),
    settle(id, result) {
      pending.get(id)?.(result);
      pending.delete(id);
    },
  };
}
