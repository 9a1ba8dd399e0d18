import { randomBytes } from 'node:crypto';
import type { SandboxCall, SandboxLimits } from '../../../base/index.js';
import type { CellOutcome } from '../../internal/live-sessions.js';
import { toCellResult, toResult } from './outcome.js';
import { encodeFrame, END_MARK_BYTES } from './server/frame.js';
import type { ForkServer } from './server/fork-server.js';

const MOST_CPU_MS = 0x7fffffff;

/** Runs a cell of a session, whose interpreter is then paused. */
export async function sendCell(
  server: ForkServer,
  call: SandboxCall,
  limits: SandboxLimits,
  signal: AbortSignal | undefined,
): Promise<CellOutcome> {
  const endMark = randomBytes(END_MARK_BYTES);
  const frame = encodeFrame({
    program: call.code,
    stdin: call.stdin ?? '',
    // CPU time is limited by cell, which the fork server counts; the kernel would count the whole session.
    limits: { ...limits, cpuMs: MOST_CPU_MS },
    deterministic: call.deterministic === true,
    value: call.mode !== 'script',
    endMark,
  });
  const outcome = await server.run(frame, { ...limits, signal, endMark });
  server.pause();
  const { alive, stopped } = outcome;
  return { alive, stopped, result: alive ? toCellResult(outcome) : toResult(outcome, limits) };
}
