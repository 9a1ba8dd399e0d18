import { ServerBroken } from './fork-server.js';
import type { RunOutcome } from './run-outcome.js';

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
