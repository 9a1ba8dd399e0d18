import type { CallOptions, Sandbox, SandboxCall, SandboxResult } from '../../../src/base/index.js';
import { createFakeSandbox } from '../../../src/testing/index.js';

/** A sandbox whose sessions know which of their cells they are at: each answers with its number there. */
export interface CountingSandbox extends Sandbox {
  session(): Promise<{ run: Sandbox['run']; close: () => Promise<void> }>;
  /** Interpreters that are alive, and how many there ever were. */
  readonly alive: number;
  readonly started: number;
  /** Cells that were begun, in order. */
  readonly cells: readonly string[];
  /** Ends the cells that say `wait`. */
  letGo(): void;
}

/** A cell `wait` is answered when it is let go or aborted; `down` is the machine's failure. */
export function createCountingSandbox(): CountingSandbox {
  const cells: string[] = [];
  const waiting: (() => void)[] = [];
  let alive = 0;
  let started = 0;
  return {
    ...createFakeSandbox(({ code }) => ({ stdout: code })),
    get alive() {
      return alive;
    },
    get started() {
      return started;
    },
    cells,
    letGo: () => waiting.splice(0).forEach((go) => go()),
    session: () => {
      alive++;
      started++;
      let count = 0;
      let isClosed = false;
      const run = async ({ code }: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> => {
        cells.push(code);
        if (code === 'down') {
          return {
            kind: 'unavailable',
            cause: { source: 'sandbox', message: 'no disk', retryable: true },
            durationMs: 0,
          };
        }
        count++;
        if (code === 'wait') {
          await new Promise<void>((resolve, reject) => {
            waiting.push(resolve);
            signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
          });
        }
        return { kind: 'ok', stdout: '', stderr: '', value: String(count), exitCode: 0, durationMs: 1 };
      };
      const close = () => {
        if (!isClosed) alive--;
        isClosed = true;
        return Promise.resolve();
      };
      return Promise.resolve({ run, close });
    },
  };
}

/** What a cell showed, else why not. */
export const valueOf = (result: SandboxResult): string | undefined =>
  result.kind === 'unavailable' ? `unavailable: ${result.cause.message}` : result.value;
