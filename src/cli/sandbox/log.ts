import type { Writable } from 'node:stream';
import type { LogEntry } from '../../sandbox/internal/index.js';

/** What is logged: everything, all but successful requests, or nothing. */
export const LOG_LEVELS = ['all', 'events', 'none'] as const;

export type Log = (entry: LogEntry) => void;

/** @returns A function that writes each entry as a line of JSON. */
export function jsonLog(stream: Writable, level: (typeof LOG_LEVELS)[number]): Log {
  return (entry) => {
    if (level === 'none') return;
    if (level === 'events' && entry.event === 'request' && Number(entry['status']) < 400) return;
    stream.write(`${JSON.stringify(entry)}\n`);
  };
}

/** Logs a warning unless the isolation is full. */
export function logIsolation(
  log: Log,
  isolation: { readonly level: string; readonly missing: readonly string[] },
): void {
  if (isolation.level === 'full') return;
  const help = 'run rstar2-agent sandbox doctor to see what is missing';
  log({ time: new Date().toISOString(), level: 'warn', event: 'weak-isolation', isolation, help });
}
