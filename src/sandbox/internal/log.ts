/** Writes one line of a log. */
export type Log = (level: LogEntry['level'], event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** @returns What writes entries with the time; what the user's function throws must not end the server or the worker. */
export function timestamped(write: (entry: LogEntry) => void): Log {
  return (level, event, fields = {}) => {
    try {
      write({ time: new Date().toISOString(), level, event, ...fields });
    } catch {
      return;
    }
  };
}

/** One line of a server's or a worker's log. */
export interface LogEntry {
  readonly time: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [field: string]: unknown;
}
