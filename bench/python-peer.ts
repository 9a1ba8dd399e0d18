import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A Python process that goes through its input once for every call. */
export interface PythonPeer {
  /** @returns The number the script answered with. */
  run(): Promise<number>;
  /** @returns What the script answered with, of any shape. */
  ask(): Promise<unknown>;
  close(): void;
}

/**
 * Starts a script of this folder as a peer.
 *
 * @param input - Written to a file as JSON, whose name is the script's only argument.
 * @returns undefined where there is no Python: `python3`, or what the environment variable PYTHON names.
 */
export function startPythonPeer(script: string, input: unknown): PythonPeer | undefined {
  const python = process.env['PYTHON'] ?? 'python3';
  if (spawnSync(python, ['--version']).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'input.json');
  writeFileSync(file, JSON.stringify(input));
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(python, [path, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then((): [undefined] => [undefined]);
  const ask = async (): Promise<unknown> => {
    const answered = once(lines, 'line') as Promise<[string]>;
    child.stdin.write('\n');
    const [line] = await Promise.race([answered, ended]);
    if (line === undefined) throw new Error(`${script}: ended without an answer`);
    return JSON.parse(line);
  };
  return {
    ask,
    run: async () => Number(await ask()),
    close() {
      child.stdin.end();
      rmSync(folder, { recursive: true });
    },
  };
}
