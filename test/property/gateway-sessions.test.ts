import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GenerateRequest, Generation, Policy, Rollout } from '../../src/base/index.js';
import { runAgents, type AgentContext } from '../../src/gateway/index.js';
import { callText, completed, tokenizer } from '../unit/rollout/conversation.js';

/** Every token that was drawn, with what it was drawn after. */
interface Draw {
  readonly context: readonly number[];
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
}

/** A policy whose turns and logprobs follow from its request alone, so that every draw can be found again. */
function drawingPolicy(draws: Draw[]): Policy {
  let drawn = 0;
  return {
    generate(request: GenerateRequest): Promise<Generation> {
      const seed = String(request.sampling.seed);
      const kind = parseInt(seed.slice(0, 4), 16) % 4;
      const text = [
        'Yes.',
        `Calling ${callText('f', { a: 1.5 })}`,
        `${callText('f', {})}${callText('f', { b: [] })}`,
        '<tool_call>{"name": "f", oops</tool_call>',
      ][kind]!;
      const ids = [...tokenizer.encode(text), request.sampling.stopTokens[0]!].slice(0, request.sampling.maxTokens);
      const logprobs = ids.map(() => -++drawn / 65536);
      draws.push({ context: [...request.tokens], tokens: ids, logprobs });
      return Promise.resolve({
        tokens: Int32Array.from(ids),
        logprobs: Float32Array.from(logprobs),
        finishReason: ids.at(-1) === request.sampling.stopTokens[0] ? 'stop' : 'length',
      });
    },
  };
}

interface Part {
  readonly type: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
  readonly text: string;
}

type Step = 'go on' | 'edit' | 'drop' | 'compact' | 'two at once' | 'sub-agent' | 'new system' | 'go back';

const TOOL = { type: 'function', name: 'f', description: '', inputSchema: { type: 'object' } };

/** An agent that keeps its history as SDKs do, and now and then changes it. */
async function act({ task, model }: AgentContext, steps: readonly Step[]): Promise<void> {
  let history: object[] = [{ role: 'user', content: [{ type: 'text', text: task.text }] }];
  const pasts: object[][] = [];
  const ask = async (prompt: readonly object[]): Promise<object[]> => {
    const { content } = (await model.doGenerate({ prompt, tools: [TOOL] })) as { content: Part[] };
    const calls = content.filter(({ type }) => type === 'tool-call');
    const parsed = content.map((part) => {
      if (part.type !== 'tool-call') return part;
      try {
        return { ...part, input: JSON.parse(part.input) as object };
      } catch {
        return part;
      }
    });
    const results = calls.map(({ toolCallId, toolName }) => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'text', value: '7' },
    }));
    return [
      { role: 'assistant', content: parsed },
      results.length > 0
        ? { role: 'tool', content: results }
        : { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
    ];
  };
  for (const step of steps) {
    pasts.push(history);
    const turns = history.flatMap((message, i) => ((message as { role: string }).role === 'assistant' ? [i] : []));
    const text = (role: string, words: string) => ({ role, content: [{ type: 'text', text: words }] });
    if (step === 'edit' && turns.length > 0)
      history = history.with(turns[0]!, text('assistant', 'Edited.')).with(turns[0]! + 1, text('user', 'Go on.'));
    if (step === 'drop' && turns.length > 1) history = history.toSpliced(turns[0]!, 2);
    if (step === 'compact') history = [{ role: 'user', content: [{ type: 'text', text: 'So far: nothing.' }] }];
    if (step === 'new system')
      history = [
        { role: 'system', content: 'Be brief.' },
        ...history.filter((m) => (m as { role: string }).role !== 'system'),
      ];
    if (step === 'go back') history = pasts[0]!;
    if (step === 'two at once') {
      const [first] = await Promise.all([ask(history), ask(history)]);
      history = [...history, ...first];
      continue;
    }
    if (step === 'sub-agent')
      await ask([
        { role: 'system', content: 'You help.' },
        { role: 'user', content: [{ type: 'text', text: 'Help.' }] },
      ]);
    history = [...history, ...(await ask(history))];
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
  it('train on every drawn token once, with its logprob, after the context that it was drawn after', async () => {
    const steps = fc.array(
      fc.constantFrom<Step>(
        'go on',
        'go on',
        'edit',
        'drop',
        'compact',
        'two at once',
        'sub-agent',
        'new system',
        'go back',
      ),
      { minLength: 1, maxLength: 7 },
    );
    let conversations = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.integer(), async (taken, seed) => {
        const draws: Draw[] = [];
        const tasks = [{ groupId: 'g', prompt: [{ role: 'user' as const, content: 'Go.' }], samples: 1 }];
        const options = { policy: drawingPolicy(draws), tokenizer, maxTokens: 4000, maxTurns: 100, seed };
        const [outcome] = await runAgents(tasks, { ...options, agent: (context) => act(context, taken) });
        expect(counted(completed(outcome)).map(named).sort()).toEqual(draws.map(named).sort());
        conversations++;
      }),
      { numRuns: Number(process.env['GATEWAY_CONVERSATIONS'] ?? 500) },
    );
    expect(conversations).toBeGreaterThan(0);
  });
});
