import { openSync, readdirSync, readFileSync } from 'node:fs';
import type { StdioOptions } from 'node:child_process';

const FOLDER = '/proc/self/fdinfo';
/** `O_CLOEXEC`: the descriptor is closed where another program starts. */
const CLOSED_LATER = 0o2000000;
const MOST = 65_536;

/**
 * Streams for a new process that must not inherit descriptors which a shell left open: each of these is /dev/null in it. macOS and Windows
 * let a process inherit only its standard streams.
 */
export function onlyPipes(): StdioOptions {
  const streams: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe'];
  for (const fd of inheritedDescriptors()) {
    while (streams.length < fd) streams.push('ignore');
    streams[fd] = nothing();
  }
  return streams;
}

/** @returns Descriptors after the standard three that a process would inherit, in order. */
function inheritedDescriptors(): number[] {
  const inherited = (fd: number) => fd > 2 && fd < MOST && (flagsOf(fd) & CLOSED_LATER) === 0;
  try {
    const all = readdirSync(FOLDER).map(Number);
    return all.filter(inherited).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

/** @returns Its flags; those of one that is not inherited where it is closed already. */
function flagsOf(fd: number): number {
  try {
    return parseInt(/^flags:\s*(\d+)/m.exec(readFileSync(`${FOLDER}/${fd}`, 'utf8'))![1]!, 8);
  } catch {
    return CLOSED_LATER;
  }
}

let opened: number | undefined;

function nothing(): number {
  return (opened ??= openSync('/dev/null', 'r+'));
}
