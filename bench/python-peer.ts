import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startPeer, type Peer } from './peer.js';

/** A Python process that goes through its input once for every call. */
export type PythonPeer = Peer;

/**
 * Starts a script of this folder as a peer.
 *
 * @param input - Written to a file as JSON, whose name is the script's only argument.
 * @returns undefined where there is no Python: `python3`, or what the environment variable PYTHON names.
 */
export function startPythonPeer(script: string, input: unknown): PythonPeer | undefined {
  const python = process.env['PYTHON'] ?? 'python3';
  if (spawnSync(python, ['--version']).status !== 0) return undefined;
  return startPeer(python, [fileURLToPath(new URL(script, import.meta.url))], input);
}
