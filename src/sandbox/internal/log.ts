/** Writes one line of a log. */
export type Log = (level: LogEntry['level'], event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** @returns A function that writes entries with the time. It ignores errors of the user's function, which must not end the server. */
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
