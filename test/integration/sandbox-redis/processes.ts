import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };

/** A process of ours that has said that it is ready. */
export interface Started {
  readonly process: ChildProcess;
  readonly log: () => string;
  /** Ends it and waits until it is gone. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts the built `rstar2-agent` and waits for a line of its log that holds `ready`. */
export async function startCommand(
  args: readonly string[],
  ready: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const child = spawn(process.execPath, [bin['rstar2-agent'], ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let log = '';
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes(ready)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void gone.then(() => reject(new Error(`${args.join(' ')} ended: ${log}`)));
  });
  return {
    process: child,
    log: () => log,
    stop: (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}

/** `rstar2-agent sandbox worker` in a process of its own, to be killed. */
export const startWorker = (url: string, ...more: string[]): Promise<Started> =>
  startCommand(
    ['sandbox', 'worker', '--redis', url, '--workers', '2', '--visibility-ms', '1000', ...more],
    'worker-started',
  );

/** `rstar2-agent sandbox serve` in a process of its own. */
export const startServer = (port: number, ...more: string[]): Promise<Started> =>
  startCommand(['sandbox', 'serve', '--port', String(port), ...more], 'listening');
