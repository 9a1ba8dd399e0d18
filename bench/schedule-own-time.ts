/**
 * What the scheduler itself takes: `npx tsx bench/schedule-own-time.ts`. Rollouts of ten turns, all at once, over 16 engines that are scripts in the same
 * process, without HTTP and JSON; beside them the same turns straight to the engines, which is what remains without a scheduler. Then 20,000 turns under
 * way at once, of 4,000 tokens each that are reported as they come.
 */
import type { Generation, Policy } from '../src/base/index.js';
import { createScheduledPolicy, QWEN3_14B_H100 } from '../src/rollout/index.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

benchOptions();

const ENGINES = 16;
const TURNS = 10;
const TURN_TOKENS = 50;
const CHUNK = 100;
const LONG_TOKENS = 4000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function generationOf(tokens: number): Generation {
  return { tokens: new Int32Array(tokens).fill(7), logprobs: new Float32Array(tokens).fill(-1), finishReason: 'stop' };
}

const short: Policy = {
  async generate(_, { onTokens } = {}) {
    await pause(5);
    const generation = generationOf(TURN_TOKENS);
    onTokens?.(generation.tokens, generation.logprobs);
    return generation;
  },
};
const long: Policy = {
  async generate(_, { onTokens } = {}) {
    for (let told = 0; told < LONG_TOKENS; told += CHUNK) {
      await pause(500);
      const { tokens, logprobs } = generationOf(CHUNK);
      onTokens?.(tokens, logprobs);
    }
    return generationOf(LONG_TOKENS);
  },
};

async function runRollout(policy: Policy, sessionId: string): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const context = 200 + turn * (TURN_TOKENS + 20);
    const sampling = { maxTokens: 1200 - context, stopTokens: [], seed: turn };
    await policy.generate({ tokens: new Int32Array(context), sampling, sessionId });
  }
  policy.endSession?.(sessionId);
}

/** @returns Milliseconds of CPU a turn. */
async function cpuMsOf(policyOf: (rollout: number) => Policy, count: number): Promise<number> {
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: count }, (_, i) => runRollout(policyOf(i), `${i >> 5}/${i}`)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (count * TURNS);
}

const engines = (policy: Policy) => Array.from({ length: ENGINES }, (_, i) => ({ name: `${i}`, policy }));
const rows: string[][] = [];
const data: object[] = [];
await cpuMsOf(() => short, 500);
for (const count of [500, 1000, 2000, 4000]) {
  const alone = await cpuMsOf(() => short, count);
  const scheduled = createScheduledPolicy(engines(short));
  const ours = await cpuMsOf(() => scheduled, count);
  await scheduled.close();
  rows.push([`${count}`, ours.toFixed(2), alone.toFixed(2), (ours - alone).toFixed(2)]);
  data.push({ count, ours, alone });
  console.error(rows.at(-1)!.join(' '));
}

const roomy = { ...QWEN3_14B_H100, capacityTokens: 1e9, maxRequests: 100_000 };
const many = createScheduledPolicy(engines(long), { curve: roomy });
await Promise.all(
  Array.from({ length: 20_000 }, async (_, i) => {
    const sampling = { maxTokens: LONG_TOKENS, stopTokens: [], seed: i };
    await many.generate({ tokens: new Int32Array(250), sampling, sessionId: `${i >> 5}/${i}` });
    many.endSession?.(`${i >> 5}/${i}`);
  }),
);
await many.close();
const gigabytes = process.resourceUsage().maxRSS / 2 ** 20;
console.error(`20,000 turns of ${LONG_TOKENS} tokens at once: ${gigabytes.toFixed(2)} GiB at most, the whole process`);
writeTable({
  name: 'schedule-own-time',
  guide: 'docs/scheduling.md',
  head: ['rollouts at once', 'CPU a turn, ms', 'engines alone', 'of the scheduler'],
  rows,
  data: { rows: data, twentyThousandTurnsGiB: gigabytes },
});
