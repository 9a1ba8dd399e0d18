import { execFile } from 'node:child_process';
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The two ends of a pipe, as descriptors. */
export interface Pipe {
  readonly readFd: number;
  readonly writeFd: number;
}

/**
 * Real pipes (Node itself would make sockets, which cannot be opened through /dev/stdout): named ones that lose their
 * names at once.
 */
export async function makePipes(count: number): Promise<Pipe[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-pipes-'));
  try {
    const paths = Array.from({ length: count }, (_, i) => join(folder, String(i)));
    await promisify(execFile)('mkfifo', ['-m', '666', ...paths]);
    return paths.map((path) => ({
      readFd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
      writeFd: openSync(path, constants.O_WRONLY),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
