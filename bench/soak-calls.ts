import type { Sandbox, SandboxCall, SandboxResult } from '../src/base/index.js';

/** A number in [0, 1). */
export type Random = () => number;

/** A call whose right answer is known. */
export interface HonestCall {
  readonly call: SandboxCall;
  readonly right: (result: SandboxResult) => boolean;
}

/** On a busy machine no call is late. */
const limits = { wallMs: 120_000, cpuMs: 60_000 };
const below = (random: Random, most: number) => Math.floor(random() * most);

const ok = (result: SandboxResult, expected: { readonly stdout?: string; readonly value?: string }): boolean =>
  result.kind === 'ok' && result.stdout === (expected.stdout ?? '') && result.value === expected.value;

/** Programs as a policy writes them, by name; each is different every time. */
const KINDS: Readonly<Record<string, (random: Random) => HonestCall>> = {
  value(random) {
    const [a, b] = [below(random, 1e6), below(random, 1e6)];
    const code = `a = ${a}\nprint(a)\na * ${b}`;
    return { call: { code }, right: (result) => ok(result, { stdout: `${a}\n`, value: String(a * b) }) };
  },
  input(random) {
    const numbers = Array.from({ length: 1 + below(random, 200) }, () => below(random, 1000));
    const sum = numbers.reduce((total, number) => total + number, 0);
    const call = { code: 'print(sum(map(int, input().split())))', stdin: `${numbers.join(' ')}\n` };
    return { call, right: (result) => ok(result, { stdout: `${sum}\n` }) };
  },
  script(random) {
    const text = random().toString(36);
    const call = { code: `import os\nopen('own', 'w').write('${text}')\nprint(open('own').read(), os.listdir('.'))` };
    const right = (result: SandboxResult) => ok(result, { stdout: `${text} ['own']\n` });
    return { call: { ...call, mode: 'script' }, right };
  },
  long(random) {
    const letter = 'abcdefgh'[below(random, 8)]!;
    const count = 1 + below(random, 300_000);
    const right = (result: SandboxResult) => ok(result, { stdout: `${letter.repeat(count)}\n` });
    return { call: { code: `print('${letter}' * ${count})` }, right };
  },
  children(random) {
    const count = 1 + below(random, 6);
    const code = `
import os
read, write = os.pipe()
for i in range(${count}):
    if os.fork() == 0: os.write(write, b'x'); os._exit(0)
for i in range(${count}): os.wait()
len(os.read(read, 100))`;
    return { call: { code }, right: (result) => ok(result, { value: String(count) }) };
  },
  error(random) {
    const number = below(random, 1e6);
    const right = (result: SandboxResult) =>
      result.kind === 'error' && result.exitCode === 1 && result.stderr.endsWith(`KeyError: ${number}\n`);
    return { call: { code: `{}[${number}]` }, right };
  },
  exit(random) {
    const code = 1 + below(random, 100);
    const right = (result: SandboxResult) => result.kind === 'error' && result.exitCode === code;
    return { call: { code: `import sys\nsys.exit(${code})` }, right };
  },
  endless(random) {
    const wallMs = 20 + below(random, 300);
    const call = { code: 'print("on", flush=True)\nwhile True: pass', limits: { ...limits, wallMs } };
    // What it had printed by then is kept; that may be nothing.
    const right = (result: SandboxResult) => result.kind === 'timeout' && ['', 'on\n'].includes(result.stdout);
    return { call, right };
  },
  greedy() {
    const call = { code: 'x = bytes(3 << 30)', limits: { ...limits, memoryBytes: 256 << 20 } };
    return { call, right: ({ kind }) => kind === 'memory' };
  },
  sympy(random) {
    const number = 2 + below(random, 1e6);
    const right = (result: SandboxResult) => ok(result, { value: String(number) });
    return { call: { code: `import sympy\nsympy.integer_nthroot(${number} ** 2, 2)[0]` }, right };
  },
};

/** How often each is drawn, of all. */
const SHARES: Readonly<Record<string, number>> = { greedy: 1, sympy: 2, endless: 2, long: 3 };
const DRAWN = Object.keys(KINDS).flatMap((name) => Array.from({ length: SHARES[name] ?? 6 }, () => name));

export function honestCall(random: Random): HonestCall {
  const { call, right } = KINDS[DRAWN[below(random, DRAWN.length)]!]!(random);
  return { call: { limits, ...call }, right };
}

/** A few cells in one interpreter; gives the answers that were not right. */
export async function honestSession(sandbox: Sandbox, random: Random): Promise<SandboxResult[]> {
  const session = await sandbox.session!();
  const wrong: SandboxResult[] = [];
  let expected = 0;
  try {
    await session.run({ code: 'total = 0', limits });
    for (let cell = 0; cell < 4; cell++) {
      const more = below(random, 1000);
      expected += more;
      const result = await session.run({ code: `total += ${more}\ntotal`, limits });
      if (!ok(result, { value: String(expected) })) wrong.push(result);
    }
  } finally {
    await session.close();
  }
  return wrong;
}
