import type { SandboxLimits } from '../../base/index.js';
import { MIB } from '../../base/internal/index.js';

/** What a call may use where neither it nor the sandbox's options say otherwise. */
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
