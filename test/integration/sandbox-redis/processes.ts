import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A process of ours that has said that it is ready. */
export interface Started {
  readonly process: ChildProcess;
  readonly log: () => string;
  /** Ends it and waits until it is gone. */
  readonly stop: (signal: NodeJS.Signals) => Promise<void>;
}

/** Starts one of the scripts beside this file and waits for a line that holds `ready`. */
export async function startScript(name: string, args: readonly string[], ready: string): Promise<Started> {
  const script = join(import.meta.dirname, name);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes(ready)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void gone.then(() => reject(new Error(`${name} ended: ${log}`)));
  });
  return {
    process: child,
    log: () => log,
    stop: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}

export const startWorker = (url: string, concurrency = 2, visibilityMs = 1000): Promise<Started> =>
  startScript('worker-process.ts', [url, String(concurrency), String(visibilityMs)], 'worker-started');
