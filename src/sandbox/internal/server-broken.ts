import { SandboxError } from '../../base/index.js';

/** The server broke while it ran a program. If that happens several times, the program is the cause. */
export class ServerBroken extends SandboxError {}

/** Most servers on which a program is tried, if they break while it runs. */
export const ATTEMPTS = 3;

/** Runs a program; tries another server if one breaks while it runs. @returns `killed` if all of them break. */
export async function untilKilled<T>(run: () => Promise<T>, killed: T): Promise<T> {
  for (let broken = 0; broken < ATTEMPTS; broken++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ServerBroken)) throw error;
    }
  }
  return killed;
}
