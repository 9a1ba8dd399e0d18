import type * as ChildProcess from 'node:child_process';
import type * as Fs from 'node:fs';
import { ExternalError } from '../../../base/index.js';
import { builtInModule } from '../../../io/index.js';

/** What programs are started and ended with. */
export interface NodeModules {
  readonly processes: typeof ChildProcess;
  readonly files: typeof Fs;
}

/** @throws ExternalError where there are no processes: a browser, or Windows, which has no process groups. */
export function nodeModules(): NodeModules {
  const processes = builtInModule('node:child_process') as typeof ChildProcess | undefined;
  const files = builtInModule('node:fs') as typeof Fs | undefined;
  if (processes === undefined || files === undefined || process.platform === 'win32')
    throw new ExternalError('commandAgent: needs Node, Bun or Deno on a system with process groups (Linux, macOS)');
  return { processes, files };
}
