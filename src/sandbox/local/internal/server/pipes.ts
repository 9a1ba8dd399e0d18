import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../scratch.js';

/** The ends of a pipe, as descriptors. */
export interface Pipe {
  /** Non-blocking, for reading in one go. */
  readonly readFd: number;
  /** Another one of the same, for listening: a program may own the pipe, so that later it could not be opened. */
  readonly listenFd: number;
  readonly writeFd: number;
}

/**
 * Real pipes (Node itself would make sockets, which cannot be opened through /dev/stdout): named ones that lose their
 * names at once.
 *
 * @throws SandboxError where there is no folder for temporary files.
 */
export async function makePipes(count: number): Promise<Pipe[]> {
  const folder = makeTemporaryFolder('pipes');
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const fd = openSync(path, flags);
    opened.push(fd);
    return fd;
  };
  try {
    const paths = Array.from({ length: count }, (_, i) => join(folder, String(i)));
    await promisify(execFile)('mkfifo', ['-m', '666', ...paths]);
    const reading = constants.O_RDONLY | constants.O_NONBLOCK;
    return paths.map((path) => ({
      readFd: open(path, reading),
      listenFd: open(path, reading),
      writeFd: open(path, constants.O_WRONLY),
    }));
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
