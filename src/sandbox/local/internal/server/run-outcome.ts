import { SandboxError } from '../../../../base/index.js';

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
  /** Total of all its processes. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** In a session: what the interpreter, which lives on, writes at the end of each stream. */
  readonly endMark?: Buffer;
  readonly signal?: AbortSignal | undefined;
}

/** The server broke while it ran a program that it had begun: its doing, if it happens again and again. */
export class ServerBroken extends SandboxError {}

/** A program under which a server breaks is tried on another one, so many times in all. */
export const ATTEMPTS = 3;

/** Servers that start as ever and die again and again under one program die of it. */
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

/** Runs a program on a server, on another one where that breaks under it, and calls it killed where each of them does. */
export async function untilKilled(run: () => Promise<RunOutcome>): Promise<RunOutcome> {
  for (let broken = 0; broken < ATTEMPTS; broken++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ServerBroken)) throw error;
    }
  }
  return KILLED;
}
