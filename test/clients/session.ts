import { expect } from 'vitest';
import type { Rollout, RolloutOutcome, TokenTrace } from '../../src/base/index.js';
import { createGateway, runAgents, type GatewaySession, type LanguageModel } from '../../src/gateway/index.js';
import { createToldPolicy, tokenizer, type ToldPolicy, type ToldPolicyOptions } from './told-policy.js';

/** What a client is given: the addresses of a session, and a `fetch` that tells which statuses came. */
export interface Served extends Pick<GatewaySession, 'openai' | 'anthropic'> {
  readonly fetch: typeof fetch;
  /** In an agent: the model in this process. */
  readonly model?: LanguageModel;
}

export interface SessionOptions extends ToldPolicyOptions {
  /** Most requests at once; default 32. */
  readonly maxConcurrent?: number;
  /** Called with each answer before the client has it. */
  readonly onResponse?: (response: Response) => void;
}

/** What a client saw, and what was recorded of it. */
export interface Recorded<T> {
  readonly seen: T;
  readonly rollout: Rollout;
  readonly policy: ToldPolicy;
}

const LIMITS = { maxTokens: 100_000, maxTurns: 100 } as const;

/** Serves a session of a gateway over HTTP while a client uses it. */
export async function inSession<T>(
  { maxConcurrent, onResponse, ...told }: SessionOptions,
  use: (served: Served) => Promise<T>,
): Promise<Recorded<T>> {
  const policy = createToldPolicy(told);
  const gateway = await createGateway({ policy, tokenizer, seed: 's', limits: { ...LIMITS, maxConcurrent } });
  const telling: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    onResponse?.(response);
    return response;
  };
  try {
    const session = gateway.open({ groupId: 'g' });
    const seen = await use({ openai: session.openai, anthropic: session.anthropic, fetch: telling });
    return { seen, policy, rollout: recorded(await session.close({ reward: 1 }), policy) };
  } finally {
    await gateway.close();
  }
}

/** Serves one rollout of an agent: `agent` is given to `runAgents`, and uses its model in this process or its addresses. */
export async function inAgent<T>(told: ToldPolicyOptions, use: (served: Served) => Promise<T>): Promise<Recorded<T>> {
  const policy = createToldPolicy(told);
  const seen: T[] = [];
  const [outcome] = await runAgents([{ groupId: 'g', prompt: [{ role: 'user', content: 'Go.' }], samples: 1 }], {
    ...LIMITS,
    seed: 's',
    policy,
    tokenizer,
    agent: async ({ model }) => {
      seen.push(await use({ model, fetch } as Served));
    },
  });
  return { seen: seen[0]!, policy, rollout: recorded(outcome!, policy) };
}

function recorded(outcome: RolloutOutcome, policy: ToldPolicy): Rollout {
  if (outcome.kind !== 'completed') throw new Error(`expected a rollout, got ${JSON.stringify(outcome)}`);
  expectRecorded(outcome.rollout, policy);
  return outcome.rollout;
}

/** Every turn that was drawn whole is trained on once: its tokens, their logprobs, after what the policy read. Nothing else is. */
export function expectRecorded(rollout: Rollout, { draws }: Pick<ToldPolicy, 'draws'>): void {
  const traces = [rollout, ...(rollout.branches ?? [])].map(({ tokens }) => tokens!);
  const trained = traces.reduce((sum, { responseMask }) => sum + responseMask.filter((mask) => mask === 1).length, 0);
  expect(trained).toBe(draws.reduce((sum, { tokens }) => sum + tokens.length, 0));
  for (const { before, tokens, logprobs } of draws) {
    const found = traces.filter(
      (trace) => startsWith(trace, [...before, ...tokens]) && trains(trace, before.length, logprobs),
    );
    expect(found, `paths that train on ${JSON.stringify(tokenizer.decode(tokens))}`).toHaveLength(1);
  }
}

function startsWith({ ids }: TokenTrace, tokens: readonly number[]): boolean {
  return tokens.every((token, i) => ids[i] === token);
}

function trains({ responseMask, logprobs }: TokenTrace, start: number, drawn: readonly number[]): boolean {
  return drawn.every((logprob, i) => responseMask[start + i] === 1 && logprobs[start + i] === logprob);
}
