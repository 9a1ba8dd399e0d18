/** What the fork server says when it is ready. */
export interface ServerReady {
  readonly python: string;
  readonly missing: readonly string[];
  readonly loaded: readonly string[];
}

/** Why a program was ended from outside. */
export type StopReason = 'timeout' | 'output-limit' | 'cancelled';

/** What all processes of a program together are ended for; `hidden`: they could not be looked at. */
export const ENDED_FOR = ['memory', 'cpu', 'processes', 'hidden'] as const;

/** What a program was ended for. */
export type EndedFor = (typeof ENDED_FOR)[number];

/** One program's end as the fork server saw it. */
export interface RunOutcome {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly value: Buffer;
  /** As wait(2) gives it. */
  readonly status: number;
  readonly cpuMs: number;
  readonly endedFor: EndedFor | undefined;
  readonly durationMs: number;
  readonly stopped: StopReason | undefined;
  /** A session's interpreter that has run the cell and waits for the next; `status` is then no process's. */
  readonly alive: boolean;
}

/** What one run may use. */
export interface RunLimits {
  readonly wallMs: number;
  readonly outputBytes: number;
  readonly processes: number;
  /** Of all its processes together. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** In a session: what the interpreter, which lives on, writes at the end of each stream. */
  readonly endMark?: Buffer;
  readonly signal?: AbortSignal | undefined;
}
