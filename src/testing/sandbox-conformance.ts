import { casesWithout } from './internal/conformance.js';
import { CALL_CASES } from './internal/sandbox-call-cases.js';
import { PROGRAM_CASES } from './internal/sandbox-program-cases.js';
import { SESSION_CASES } from './internal/sandbox-session-cases.js';
import { SANDBOX_FEATURES, type SandboxConformanceCase, type SandboxFeature } from './internal/sandbox-under-test.js';

export type { SandboxConformanceCase, SandboxFeature };

/**
 * The contract of the `Sandbox` interface as test cases for any test runner.
 *
 * @param without - Features that the backend under test does not have.
 * @throws RangeError for an unknown feature; the message lists all features.
 * @example
 * for (const { name, run } of sandboxConformanceCases()) it(name, () => run(sandbox));
 */
export function sandboxConformanceCases(without: readonly SandboxFeature[] = []): readonly SandboxConformanceCase[] {
  return casesWithout([...CALL_CASES, ...PROGRAM_CASES, ...SESSION_CASES], SANDBOX_FEATURES, without);
}
