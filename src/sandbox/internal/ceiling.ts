import type { SandboxCall, SandboxLimits } from '../../base/index.js';

/** @returns What was asked for, where it is no more than may be. */
export function withinCeiling(asked: Partial<SandboxLimits>, ceiling: SandboxLimits): Partial<SandboxLimits> {
  const entries = Object.entries(asked) as [keyof SandboxLimits, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, Math.min(value, ceiling[name])]));
}

/** @returns The call with limits that are no higher than the ceiling; one that asks for none has none. */
export function limitedCall(call: SandboxCall, ceiling: SandboxLimits): SandboxCall {
  return call.limits === undefined ? call : { ...call, limits: withinCeiling(call.limits, ceiling) };
}
