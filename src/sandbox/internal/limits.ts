import type { SandboxLimits, SandboxCall } from '../../base/index.js';
import { MIB } from '../../base/internal/index.js';

/** The limits of a call if neither it nor the sandbox's options set them. */
export const DEFAULT_LIMITS: SandboxLimits = Object.freeze({
  wallMs: 10_000,
  cpuMs: 10_000,
  memoryBytes: 1024 * MIB,
  outputBytes: MIB,
  processes: 32,
  fileSizeBytes: 64 * MIB,
});

/** @returns All limits of a call: its own over the sandbox's over the defaults. */
export function mergeLimits(...overrides: readonly (Partial<SandboxLimits> | undefined)[]): SandboxLimits {
  return Object.assign({}, DEFAULT_LIMITS, ...overrides) as SandboxLimits;
}

/** @returns The smaller of a requested limit and its ceiling. */
export function withinCeiling(asked: Partial<SandboxLimits>, ceiling: SandboxLimits): Partial<SandboxLimits> {
  const entries = Object.entries(asked) as [keyof SandboxLimits, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, Math.min(value, ceiling[name])]));
}

/** @returns The call with its limits lowered to the ceiling; a call without limits stays without. */
export function limitedCall(call: SandboxCall, ceiling: SandboxLimits): SandboxCall {
  return call.limits === undefined ? call : { ...call, limits: withinCeiling(call.limits, ceiling) };
}
