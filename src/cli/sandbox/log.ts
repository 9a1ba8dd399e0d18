import type { Writable } from 'node:stream';
import type { LogEntry } from '../../sandbox/internal/index.js';

/** How much is logged: everything, all but requests that went well, or nothing. */
export const LOG_LEVELS = ['all', 'events', 'none'] as const;

export type Log = (entry: LogEntry) => void;

/** @returns What writes a JSON object a line. */
export function jsonLog(stream: Writable, level: (typeof LOG_LEVELS)[number]): Log {
  return (entry) => {
    if (level === 'none') return;
    if (level === 'events' && entry.event === 'request' && Number(entry['status']) < 400) return;
    stream.write(`${JSON.stringify(entry)}\n`);
  };
}

/** Says it loudly when programs are contained by less than everything. */
export function logIsolation(
  log: Log,
  isolation: { readonly level: string; readonly missing: readonly string[] },
): void {
  if (isolation.level === 'full') return;
  const help = 'rstar2-agent sandbox doctor says what is missing';
  log({ time: new Date().toISOString(), level: 'warn', event: 'weak-isolation', isolation, help });
}
