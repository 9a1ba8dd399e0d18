/**
 * Runs every attack twice, without isolation and with it, and prints what came of each as a line of JSON.
 *
 * Arguments: the mechanism, and the user to become (root's tests also run as an ordinary user).
 */
import type { Sandbox, SandboxLimits, SandboxResult } from '../../../src/base/index.js';
import { createLocalSandbox } from '../../../src/sandbox/index.js';
import type { LocalSandboxOptions } from '../../../src/sandbox/index.js';
import { ATTACKS, DEFAULT_KINDS, printedHarm } from './attacks.js';
import type { Attack } from './attacks.js';
import { makeCanary } from './canary.js';

/** What one attack came to. */
export interface AttackReport {
  readonly name: string;
  /** It did its harm without isolation; null where only root could and we are not. */
  readonly harmedWithout: boolean | null;
  readonly harmedWithin: boolean;
  readonly kind: SandboxResult['kind'];
  readonly expectedKinds: readonly string[];
  readonly detail: string;
  /** The sandbox answered the next call as if nothing had been. */
  readonly healthyAfter: boolean;
}

/** A busy machine makes nobody late. */
const AMPLE: Partial<SandboxLimits> = { wallMs: 120_000, cpuMs: 60_000 };

async function attempt(sandbox: Sandbox, attack: Attack, isolated: boolean) {
  // Where nothing stops it, it goes on until it has what it wants.
  const canary = await makeCanary(isolated ? 2 : 100);
  const over = new AbortController();
  try {
    let victim: SandboxResult | undefined;
    const beside =
      attack.victim &&
      sandbox.run({ code: attack.victim(canary), limits: { wallMs: 240_000 } }, { signal: over.signal }).then(
        (result) => (victim = result),
        () => {},
      );
    const limits = { ...AMPLE, ...(isolated ? attack.limits : attack.loose) };
    const result = await sandbox.run({ code: attack.code(canary), limits });
    const later = attack.later && (await sandbox.run({ code: attack.later(canary), limits: AMPLE }));
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

async function report(attack: Attack, open: Sandbox, closed: Sandbox): Promise<AttackReport> {
  const possible = attack.rootOnly !== true || process.getuid?.() === 0;
  const without = possible ? await attempt(open, attack, false) : undefined;
  const { result, harmed } = await attempt(closed, attack, true);
  const look = 'import os\nprint(os.listdir("."), sorted(os.environ)[:1])\n6 * 7';
  const next = await closed.run({ code: look, limits: AMPLE });
  return {
    name: attack.name,
    harmedWithout: without?.harmed ?? null,
    harmedWithin: harmed,
    kind: result.kind,
    expectedKinds: attack.kinds ?? DEFAULT_KINDS,
    detail: [without?.result, result].map((one) => JSON.stringify(one)?.slice(0, 600)).join('\n'),
    healthyAfter: next.kind === 'ok' && next.value === '42' && next.stdout.startsWith('[] '),
  };
}

const [mechanism, uid, python = 'python3'] = process.argv.slice(2);
const only = process.env['ATTACK'];
// Everything is loaded: from here on we are who we are told to be.
if (uid !== undefined && uid !== '') {
  process.setgroups!([]);
  process.setgid!(Number(uid));
  process.setuid!(Number(uid));
}
const options: LocalSandboxOptions = { concurrency: 2, python };
const closed = await createLocalSandbox({
  ...options,
  isolation: 'full',
  mechanisms: [mechanism as 'bubblewrap' | 'unshare'],
});
const open = await createLocalSandbox({ ...options, isolation: 'none' });
try {
  for (const attack of ATTACKS.filter(({ name }) => only === undefined || name.includes(only))) {
    console.log(JSON.stringify(await report(attack, open, closed)));
  }
} finally {
  await Promise.all([closed.close(), open.close()]);
}
