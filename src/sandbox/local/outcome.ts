import type { SandboxLimits, SandboxResult } from '../../base/index.js';
import type { SlotOutcome } from './slot.js';

const SIGKILL = 9;
const SIGXCPU = 24;
const VALUE_MARK = '='.charCodeAt(0);
const MEMORY_MARK = '!'.charCodeAt(0);

/** @returns What a program came to, from how it ended. */
export function toResult(outcome: SlotOutcome, limits: SandboxLimits): SandboxResult {
  const signal = outcome.status & 0x7f;
  const exitCode = signal === 0 ? (outcome.status >> 8) & 0xff : null;
  const value = outcome.value[0] === VALUE_MARK ? outcome.value.subarray(1).toString('utf8') : undefined;
  return {
    kind: kindOf(outcome, signal, exitCode, limits),
    stdout: outcome.stdout.toString('utf8'),
    stderr: outcome.stderr.toString('utf8'),
    ...(value === undefined ? {} : { value }),
    exitCode,
    durationMs: outcome.durationMs,
  };
}

function kindOf(outcome: SlotOutcome, signal: number, exitCode: number | null, limits: SandboxLimits) {
  if (outcome.stopped === 'timeout' || outcome.stopped === 'output-limit') return outcome.stopped;
  if (signal === SIGXCPU || (signal === SIGKILL && outcome.cpuMs >= limits.cpuMs)) return 'timeout';
  if (signal !== 0) return 'killed';
  if (exitCode === 0) return 'ok';
  return outcome.value[0] === MEMORY_MARK ? 'memory' : 'error';
}
