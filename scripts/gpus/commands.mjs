import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What a command printed at last, for the reader of a failure. */
const LAST_LINES = 40;

/** @returns The blocks of a guide that have a name (```sh NAME), by it. */
export function namedBlocks(guide) {
  return Object.fromEntries([...guide.matchAll(/^```sh (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]));
}

/**
 * A command in a shell, as a user types it; its processes are a group of their own.
 *
 * @param {{ env: object, onLine?: (line: string) => void }} options - `onLine` receives each line of both outputs.
 */
export function startCommand(text, { env, onLine = () => {} }) {
  const child = spawn('bash', ['-ec', text], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const [printed, last] = [[], []];
  const read = (stream, kept) =>
    createInterface({ input: stream }).on('line', (line) => {
      kept?.push(line);
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
      onLine(line);
    });
  read(child.stdout, printed);
  read(child.stderr);
  const command = {
    /** The exit code or the signal; undefined while it runs. */
    code: undefined,
    async kill() {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
      await command.ended;
    },
    /** What it wrote to its standard output. */
    output: () => printed.join('\n'),
    /** What it printed at last. */
    last: () => last.join('\n'),
  };
  command.ended = once(child, 'close').then(([code, signal]) => void (command.code = code ?? signal));
  return command;
}
