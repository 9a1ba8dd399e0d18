import type { Sandbox, SandboxResult } from '../../../src/base/index.js';
import { printedHarm } from './attacks.js';
import type { Attack } from './attacks.js';
import { makeCanary } from './canary.js';
import { UNTIL_SEEN } from './scene.js';

/** What came of an attack. */
export interface Attempt {
  readonly result: SandboxResult;
  readonly harmed: boolean;
}

/**
 * Runs an attack against things of our own.
 *
 * @param isolated - Where nothing stops it, it goes on until it has what it wants.
 */
export async function attempt(sandbox: Sandbox, attack: Attack, isolated: boolean): Promise<Attempt> {
  const canary = await makeCanary(
    isolated ? { patienceSeconds: 2, untilSeenSeconds: UNTIL_SEEN } : { patienceSeconds: 100 },
  );
  const over = new AbortController();
  try {
    let victim: SandboxResult | undefined;
    const beside =
      attack.victim &&
      sandbox.run({ code: attack.victim(canary), limits: { wallMs: 240_000 } }, { signal: over.signal }).then(
        (result) => (victim = result),
        () => {},
      );
    const limits = isolated ? attack.limits : attack.loose;
    const result = await sandbox.run({ code: attack.code(canary), ...(limits && { limits }) });
    const later = attack.later && (await sandbox.run({ code: attack.later(canary) }));
    const harmed = () => attack.harmed?.(canary, result, later, victim) ?? (printedHarm(result) || printedHarm(later));
    // The canary may see it a little later than the program ends.
    for (let waited = 0; !harmed() && waited < (isolated ? 100 : 20_000); waited += 25) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const seen = harmed();
    over.abort();
    await beside;
    return { result, harmed: seen };
  } finally {
    over.abort();
    await canary.close();
  }
}
