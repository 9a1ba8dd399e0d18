import type { LogEntry } from '../options.js';

/** Writes one line of the server's log. */
export type Log = (level: LogEntry['level'], event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** @returns What writes entries with the time; what the user's function throws must not end the server. */
export function timestamped(write: (entry: LogEntry) => void): Log {
  return (level, event, fields = {}) => {
    try {
      write({ time: new Date().toISOString(), level, event, ...fields });
    } catch {
      return;
    }
  };
}
