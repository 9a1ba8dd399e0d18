import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A process that goes through its input once for every call. */
export interface Peer {
  /** @returns The number the process answered with. */
  run(): Promise<number>;
  /** @returns What the process answered with, of any shape. */
  ask(): Promise<unknown>;
  close(): void;
  /** Ends the process at once, whatever it is doing. */
  kill(): void;
}

/**
 * Starts a process that reads its input, then answers every line with a line of JSON.
 *
 * @param args - Arguments of the command; the last one is added: the name of a file with the input as JSON.
 */
export function startPeer(command: string, args: readonly string[], input: unknown): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'input.json');
  writeFileSync(file, JSON.stringify(input));
  const child = spawn(command, [...args, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that has ended says so in its answer.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then((): [undefined] => [undefined]);
  const ask = async (): Promise<unknown> => {
    const answered = once(lines, 'line') as Promise<[string]>;
    child.stdin.write('\n');
    const [line] = await Promise.race([answered, ended]);
    if (line === undefined) throw new Error(`${args.at(-1)}: ended without an answer`);
    return JSON.parse(line);
  };
  const removeInput = () => rmSync(folder, { recursive: true, force: true });
  return {
    ask,
    run: async () => Number(await ask()),
    close() {
      child.stdin.end();
      removeInput();
    },
    kill() {
      child.kill('SIGKILL');
      removeInput();
    },
  };
}
