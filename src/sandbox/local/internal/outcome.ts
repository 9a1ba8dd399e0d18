import type { SandboxLimits, SandboxResult } from '../../../base/index.js';
import type { RunOutcome } from './server/run-outcome.js';

const SIGABRT = 6;
const SIGKILL = 9;
const SIGXCPU = 24;
const VALUE_MARK = '='.charCodeAt(0);
const MEMORY_MARK = '!'.charCodeAt(0);

/** @returns The result of a program. */
export function toResult(outcome: RunOutcome, limits: SandboxLimits): SandboxResult {
  const signal = outcome.status & 0x7f;
  const exitCode = signal === 0 ? (outcome.status >> 8) & 0xff : null;
  return result(outcome, outcome.value, exitCode, kindOf(outcome, signal, exitCode, limits));
}

/**
 * @returns The result of a cell whose interpreter lives on. The interpreter writes the exit code before the value. Any other text there was
 *   written by the program, and counts as exit code 1.
 */
export function toCellResult(outcome: RunOutcome): SandboxResult {
  const end = outcome.value.indexOf(';');
  const said = outcome.value.subarray(0, end).toString('latin1');
  const exitCode = /^\d{1,3}$/.test(said) && Number(said) <= 255 ? Number(said) : 1;
  const value = outcome.value.subarray(end + 1);
  return result(outcome, value, exitCode, stoppedKind(outcome) ?? endKind(value, exitCode));
}

function result(outcome: RunOutcome, value: Buffer, exitCode: number | null, kind: RanKind): SandboxResult {
  return {
    kind,
    stdout: outcome.stdout.toString('utf8'),
    stderr: outcome.stderr.toString('utf8'),
    ...(value[0] === VALUE_MARK ? { value: value.subarray(1).toString('utf8') } : {}),
    exitCode,
    durationMs: outcome.durationMs,
  };
}

/** Result kinds by the limit that ended all processes of a program. */
const ENDED_KINDS = { memory: 'memory', cpu: 'timeout', processes: 'killed', hidden: 'killed' } as const;

type RanKind = Exclude<SandboxResult['kind'], 'unavailable'>;

function kindOf(outcome: RunOutcome, signal: number, exitCode: number | null, limits: SandboxLimits): RanKind {
  const stopped = stoppedKind(outcome);
  if (stopped !== undefined) return stopped;
  if (outcome.endedFor !== undefined) return ENDED_KINDS[outcome.endedFor];
  if (signal === SIGXCPU || (signal === SIGKILL && outcome.cpuMs >= limits.cpuMs)) return 'timeout';
  if (signal === SIGABRT && outcome.stderr.includes('std::bad_alloc')) return 'memory';
  return signal === 0 ? endKind(outcome.value, exitCode) : 'killed';
}

function stoppedKind({ stopped }: RunOutcome): RanKind | undefined {
  return stopped === 'timeout' || stopped === 'output-limit' ? stopped : undefined;
}

function endKind(value: Buffer, exitCode: number | null): RanKind {
  if (exitCode === 0) return 'ok';
  return value[0] === MEMORY_MARK ? 'memory' : 'error';
}
