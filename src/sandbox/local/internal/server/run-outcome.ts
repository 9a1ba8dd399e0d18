import type { StopReason } from '../../../internal/live-sessions.js';

/** The fork server's message when it is ready. */
export interface ServerReady {
  readonly python: string;
  readonly missing: readonly string[];
  readonly loaded: readonly string[];
}

/** The limit for all processes of a program together that ended it; `hidden`: they could not be measured. */
export const ENDED_FOR = ['memory', 'cpu', 'processes', 'hidden'] as const;

/** The limit that ended a program. */
export type EndedFor = (typeof ENDED_FOR)[number];

/** The end of a program as the fork server reports it. */
export interface RunOutcome {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly value: Buffer;
  /** The status of wait(2). */
  readonly status: number;
  readonly cpuMs: number;
  readonly endedFor: EndedFor | undefined;
  readonly durationMs: number;
  readonly stopped: StopReason | undefined;
  /** Whether a session's interpreter is alive and waits for the next cell; `status` is then not that of a process. */
  readonly alive: boolean;
}

/** The limits of one run. */
export interface RunLimits {
  readonly wallMs: number;
  readonly outputBytes: number;
  readonly processes: number;
  /** Total of all its processes. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** In a session: the mark that the interpreter writes at the end of each stream. */
  readonly endMark?: Buffer;
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of a program under which several servers broke. */
export const KILLED: RunOutcome = {
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  value: Buffer.alloc(0),
  status: 9,
  cpuMs: 0,
  endedFor: 'hidden',
  durationMs: 0,
  stopped: undefined,
  alive: false,
};
