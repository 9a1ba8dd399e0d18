/**
 * Runs every attack twice, without isolation and with it, and prints what came of each as a line of JSON.
 *
 * Arguments: the mechanism, and the user to become (root's tests also run as an ordinary user).
 */
import type { Sandbox, SandboxResult } from '../../../src/base/index.js';
import { createLocalSandbox } from '../../../src/sandbox/index.js';
import type { LocalSandboxOptions } from '../../../src/sandbox/index.js';
import { ATTACKS, DEFAULT_KINDS } from './attacks.js';
import type { Attack } from './attacks.js';
import { attempt } from './attempt.js';
import { Outside } from './remains.js';
import { AMPLE } from './scene.js';

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
  /** What was left of it, as seen from outside. */
  readonly left: readonly string[];
}

async function report(attack: Attack, open: Sandbox, closed: Sandbox): Promise<AttackReport> {
  const possible = attack.rootOnly !== true || process.getuid?.() === 0;
  const without = possible ? await attempt(open, attack, false) : undefined;
  const { result, harmed } = await attempt(closed, attack, true);
  const look = 'import os\nprint(os.listdir("."), sorted(os.environ)[:1])\n6 * 7';
  const next = await closed.run({ code: look });
  return {
    name: attack.name,
    harmedWithout: without?.harmed ?? null,
    harmedWithin: harmed,
    kind: result.kind,
    expectedKinds: attack.kinds ?? DEFAULT_KINDS,
    detail: [without?.result, result].map((one) => JSON.stringify(one)?.slice(0, 600)).join('\n'),
    healthyAfter: next.kind === 'ok' && next.value === '42' && next.stdout.startsWith('[] '),
    left: await outside.leftByCalls(2),
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
const outside = new Outside();
const options: LocalSandboxOptions = { concurrency: 2, python, limits: AMPLE };
const closed = await createLocalSandbox({
  ...options,
  isolation: 'full',
  mechanisms: [mechanism as 'bubblewrap' | 'unshare'],
});
const open = await createLocalSandbox({ ...options, isolation: 'none' });
outside.settle();
try {
  for (const attack of ATTACKS.filter(({ name }) => only === undefined || name.includes(only))) {
    console.log(JSON.stringify(await report(attack, open, closed)));
  }
} finally {
  await Promise.all([closed.close(), open.close()]);
}
console.log(JSON.stringify({ name: 'left', left: await outside.leftBySandboxes() } satisfies Partial<AttackReport>));
