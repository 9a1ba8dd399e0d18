import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PolicyError, type GenerateRequest, type Policy, type Rollout } from '../../src/base/index.js';
import type { AnswerStart, ModelAnswer } from '../../src/gateway/internal/model-answer.js';
import type { ModelRequest, RequestMessage } from '../../src/gateway/model-request.js';
import type { Session } from '../../src/gateway/internal/session/session.js';
import { request, said, sessionOver, settle, TOOL, user } from '../unit/gateway/internal/session/hand-session.js';
import { callText, completed, tokenizer } from '../unit/rollout/conversation.js';

/** A stretch of tokens that was drawn, with what it was drawn after. */
interface Draw {
  readonly context: readonly number[];
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
}

/** A policy whose turns follow from their seeds alone, each with logprobs of its own, so that every draw can be found again. */
class DrawingPolicy implements Policy {
  /** Whole turns, by the ids of their answers. */
  readonly draws = new Map<string, Draw>();
  /** How many of the next requests the engine breaks. */
  breaks = 0;
  #drawn = 0;

  async generate({ tokens, sampling }: GenerateRequest, { signal, onTokens }: Parameters<Policy['generate']>[1] = {}) {
    const seed = String(sampling.seed);
    const ids = [...tokenizer.encode(textOf(seed)), sampling.stopTokens[0]!].slice(0, sampling.maxTokens);
    const half = ids.length >> 1;
    onTokens?.(Int32Array.from(ids.slice(0, half)));
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.breaks > 0) {
      this.breaks--;
      throw new PolicyError('the engine is down');
    }
    onTokens?.(Int32Array.from(ids.slice(half)));
    const logprobs = ids.map(() => -++this.#drawn / 65536);
    this.draws.set(seed.slice(0, 24), { context: [...tokens], tokens: ids, logprobs });
    return {
      tokens: Int32Array.from(ids),
      logprobs: Float32Array.from(logprobs),
      finishReason: ids.at(-1) === sampling.stopTokens[0] ? ('stop' as const) : ('length' as const),
    };
  }
}

const textOf = (seed: string) =>
  [
    'Yes.',
    `Calling ${callText('python', { a: 1.5, b: 'x' })}`,
    `${callText('python', {})}${callText('python', { b: [] })}`,
    '<tool_call>{"name": "python", "arguments": {oops}}</tool_call>',
    '<think>\nHm.\n</think>\n\nNo.',
  ][parseInt(seed.slice(0, 4), 16) % 5]!;

const STEPS = [
  ...['go on', 'go on', 'edit', 'drop', 'compact', 'go back', 'new system', 'other reasoning', 'two at once'],
  ...['sub-agent', 'not trained', 'named response', 'retry', 'retry under way', 'leave', 'leave and retry'],
  ...['leave late', 'leave late and go on', 'broken'],
] as const;

type Step = (typeof STEPS)[number];

/** An agent that keeps its history as clients do, and now and then changes it, asks again, or goes away. */
class Agent {
  /** The ids of answers that it had whole, or sent back. */
  readonly had = new Set<string>();
  #history: readonly RequestMessage[] = [user('Go.')];
  #last: ModelAnswer | undefined;
  readonly #pasts: (readonly RequestMessage[])[] = [];

  constructor(
    private readonly session: Session,
    private readonly policy: DrawingPolicy,
  ) {}

  async take(step: Step): Promise<void> {
    this.#change(step);
    this.#pasts.push(this.#history);
    const asked = this.#request();
    if (step === 'sub-agent') await this.#had(request([user('Help.')], { agent: { id: 'b', parentId: 'a' } }));
    if (step === 'not trained') await this.session.ask(asked, { isTrained: false });
    if (step === 'two at once') {
      const [first] = await Promise.all([this.#had(asked), this.#had(asked)]);
      return this.#goOn(first);
    }
    if (step === 'named response' && this.#last !== undefined) {
      const more = { previousResponseId: this.#last.id, instructions: 'Be brief.' };
      await this.#had(this.#request([user('And?')], more));
    }
    if (step === 'leave') await this.#leave(asked);
    if (step === 'leave late' || step === 'leave late and go on') {
      const left = new AbortController();
      const { answer } = await this.session.ask(asked, { signal: left.signal });
      left.abort();
      if (step === 'leave late') return;
      this.#goOn(answer);
      const next = await this.#had(this.#request());
      return this.#goOn(next);
    }
    if (step === 'broken') {
      this.policy.breaks = 1;
      await expect(this.session.ask(asked)).rejects.toMatchObject({ code: 'unavailable' });
    }
    this.#goOn(await (step.includes('retry') ? this.#again(step) : this.#had(this.#request())));
  }

  #change(step: Step): void {
    const history = this.#history;
    const turns = history.flatMap(({ role }, i) => (role === 'assistant' ? [i] : []));
    const first = turns[0];
    if (step === 'go back') this.#history = this.#pasts[0] ?? history;
    if (step === 'compact') this.#history = [user('So far: nothing.')];
    if (step === 'new system') this.#history = [{ role: 'system', content: 'Be kind.' }, ...history];
    if (first === undefined) return;
    // The results of a turn's calls go with it.
    const end = turns[1] ?? history.length;
    if (step === 'edit') this.#history = history.toSpliced(first, end - first, said('Edited.'), user('Go on.'));
    if (step === 'drop' && turns.length > 1) this.#history = history.toSpliced(first, end - first);
    if (step === 'other reasoning')
      this.#history = history.with(first, { ...history[first]!, reasoning: 'Other.' } as RequestMessage);
  }

  #request(messages = this.#history, more: Partial<ModelRequest> = {}): ModelRequest {
    return request(messages, { tools: [TOOL], ...more });
  }

  async #had(asked: ModelRequest): Promise<ModelAnswer> {
    const { answer, delivered } = await this.session.ask(asked);
    delivered();
    this.had.add(answer.id);
    // What it goes on from it had as well.
    const { parent } = this.session.account().drawn.find(({ id }) => id === answer.id)!;
    if (parent !== undefined) this.had.add(parent);
    return answer;
  }

  /** Goes away before, while or after the turn is drawn. */
  async #leave(asked: ModelRequest): Promise<void> {
    const left = new AbortController();
    const listener = { start: () => {}, piece: () => {} };
    const answered = this.session.ask(asked, { signal: left.signal, listener });
    left.abort(new Error('gone'));
    await expect(answered).rejects.toThrow('gone');
    await settle();
  }

  /** Asks, does not get the answer whole, and asks again: the same answer. */
  async #again(step: Step): Promise<ModelAnswer> {
    const left = new AbortController();
    const starts: AnswerStart[] = [];
    const listener = { start: (start: AnswerStart) => void starts.push(start), piece: () => {} };
    const counted = this.#request(this.#history, { retry: { count: 0, isCounted: true } });
    const first = this.session.ask(counted, { signal: left.signal, listener });
    if (step === 'retry') await first;
    if (step === 'leave and retry') left.abort(new Error('timed out'));
    const again = await this.#had({ ...counted, retry: { count: 1, isCounted: true } });
    await first.catch(() => undefined);
    expect(starts.map(({ id }) => id)).toEqual([again.id]);
    return again;
  }

  #goOn(answer: ModelAnswer): void {
    this.#last = answer;
    const { content, reasoning } = answer;
    // Some clients send objects for arguments, some leave reasoning out.
    const calls = answer.calls.map((call) => ({ ...call, arguments: isJson(call.arguments) ? call.arguments : '{}' }));
    const sent = said(content, { calls, ...(answer.id < '8' ? { reasoning, keys: [`msg_${answer.id}`] } : {}) });
    const results = calls.map(({ id }): RequestMessage => ({ role: 'tool', callId: id, content: '7' }));
    this.#history = [...this.#history, sent, ...(results.length > 0 ? results : [user('Go on.')])];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The stretches of a rollout's paths that count, with everything before each. */
function counted(rollout: Rollout): Draw[] {
  return [rollout, ...(rollout.branches ?? [])].flatMap(({ tokens }) => {
    const { ids, responseMask, logprobs } = tokens!;
    const found: Draw[] = [];
    for (let t = 0; t < ids.length; t++) {
      if (responseMask[t] === 0) continue;
      let end = t;
      while (end < ids.length && responseMask[end] === 1) end++;
      found.push({
        context: [...ids.subarray(0, t)],
        tokens: [...ids.subarray(t, end)],
        logprobs: [...logprobs.subarray(t, end)],
      });
      t = end;
    }
    return found;
  });
}

const named = ({ context, tokens, logprobs }: Draw) => JSON.stringify([context, tokens, logprobs]);

describe('agents of every habit', () => {
  it('train on every drawn token that they had once, with its logprob, after the context that it was drawn after', async () => {
    const steps = fc.array(fc.constantFrom<Step>(...STEPS), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer(), async (taken, seed) => {
        const policy = new DrawingPolicy();
        const session = sessionOver(policy, { seed: String(seed), maxTokens: 8000 });
        const agent = new Agent(session, policy);
        for (const step of [...taken, 'go on'] as const) await agent.take(step);
        const rollout = completed(await session.close());
        const had = [...policy.draws].flatMap(([id, draw]) => (agent.had.has(id) ? [named(draw)] : []));
        expect(counted(rollout).map(named).sort()).toEqual(had.sort());
      }),
      { numRuns: Number(process.env['GATEWAY_CONVERSATIONS'] ?? 500) },
    );
  });
});
