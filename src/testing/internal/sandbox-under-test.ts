import type { Sandbox, SandboxCall, SandboxResult } from '../../base/index.js';

const FEATURES = ['programs', 'limits', 'sessions', 'cpp', 'deterministic', 'exit-codes', 'long-output'] as const;

/** What not every backend has. Without `programs` nothing is really run, and only the contract of calls is left. */
export type SandboxFeature = (typeof FEATURES)[number];

/** Every feature that a case may need. */
export const SANDBOX_FEATURES: readonly SandboxFeature[] = FEATURES;

/** One thing that every sandbox does alike. */
export interface SandboxConformanceCase {
  readonly name: string;
  /** What the case needs; a backend without it leaves the case out. */
  readonly needs: readonly SandboxFeature[];
  /** Rejects with an Error that says what was expected and what came. Leaves the sandbox open. */
  readonly run: (sandbox: Sandbox) => Promise<void>;
}

type Ran = Exclude<SandboxResult, { kind: 'unavailable' }>;

/** @returns The result of a call. @throws Error if the sandbox could not run it. */
export async function ran(sandbox: Pick<Sandbox, 'run'>, call: SandboxCall): Promise<Ran> {
  const result = await sandbox.run(call);
  if (result.kind === 'unavailable') throw new Error(`expected a result, got unavailable: ${result.cause.message}`);
  return result;
}

export const byIndex = (a: number, b: number) => a - b;
