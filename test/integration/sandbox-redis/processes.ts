import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };

/** A process of ours that has said that it is ready. */
export interface Started {
  readonly process: ChildProcess;
  readonly log: () => string;
  /** Ends it and waits until it is gone. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/**
 * Starts the built `rstar2-agent` and waits for a line of its log that holds `ready`.
 *
 * It has a temporary directory of its own, which is removed when it is gone: one that is ended by SIGKILL cannot clean up.
 */
export async function startCommand(
  args: readonly string[],
  ready: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'c-'));
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, [bin['rstar2-agent'], ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder, ...env },
  });
  let log = '';
  const gone = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      // Its fork servers end when they hear of it, and may write until then.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      resolve(code);
    }),
  );
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
