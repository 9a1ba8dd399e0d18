import { describe, expect, it } from 'vitest';
import { PolicyError, type Generation, type Policy } from '../../../src/base/index.js';
import { runRollouts } from '../../../src/rollout/index.js';
import type { RolloutEvent } from '../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { callText, completed, okTool, prompt, tokenizer } from './conversation.js';

const CALL = callText('python', { code: '6 * 7' });

async function follow(policy: Policy) {
  const events: RolloutEvent[] = [];
  const [outcome] = await runRollouts([{ groupId: 'g', prompt, samples: 1 }], {
    ...{ policy, tokenizer, tools: [okTool()], maxTokens: 2000, seed: 's', retry: { delayMs: 1 } },
    onEvent: (event) => events.push(event),
  });
  return { events, rollout: completed(outcome) };
}

/** Events with neighbouring texts put together. */
function told(events: readonly RolloutEvent[]): unknown[] {
  const lines: unknown[] = [];
  for (const event of events) {
    if (event.kind === 'turn') lines.push(`turn ${event.turn}, attempt ${event.attempt}`, '');
    else if (event.kind === 'text') lines.push(String(lines.pop()) + event.text);
    else lines.push([event.kind, event.turn, event.index]);
  }
  return lines;
}

/** A policy that tells these tokens while it draws, and then gives the turn. */
function telling(tells: string, text: string, tries: () => void = () => undefined): Policy {
  return {
    generate: (_request, options) => {
      options?.onTokens?.(tokenizer.encode(tells));
      tries();
      const tokens = tokenizer.encode(`${text}<|im_end|>`);
      const generation: Generation = { tokens, logprobs: new Float32Array(tokens.length), finishReason: 'stop' };
      return Promise.resolve(generation);
    },
  };
}

describe('what is told of a rollout', () => {
  it('is its turns with their text as it is drawn, its calls and what they came to', async () => {
    const { events, rollout } = await follow(createScriptedPolicy({ tokenizer, script: [CALL, 'It is 42 – fine.'] }));
    expect(told(events)).toEqual([
      ...['turn 0, attempt 0', CALL, ['tool-call', 0, 0], ['tool-result', 0, 0]],
      ...['turn 1, attempt 0', 'It is 42 – fine.'],
    ]);
    expect(events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(20);
    expect(events.every(({ rolloutId }) => rolloutId === 'g/0')).toBe(true);
    const [call, result] = events.filter(({ kind }) => kind.startsWith('tool-'));
    expect(call).toMatchObject({ name: 'python', arguments: { code: '6 * 7' } });
    expect(result).toMatchObject({ call: rollout.turns[0]!.toolCalls[0] });
  });

  it('has no start of a call that is none, and its answer', async () => {
    const broken = '<tool_call>\nnot JSON\n</tool_call>';
    const { events } = await follow(createScriptedPolicy({ tokenizer, script: [broken, 'Well.'] }));
    expect(events.flatMap((event) => (event.kind === 'tool-result' ? [event.call.response.isError] : []))).toEqual([
      true,
    ]);
    expect(events.some(({ kind }) => kind === 'tool-call')).toBe(false);
  });

  it('has the turn again where the engine broke', async () => {
    let tries = 0;
    const policy = telling('It', 'It is 42.', () => {
      if (tries++ === 0) throw new PolicyError('reset', { retryable: true });
    });
    expect(told((await follow(policy)).events)).toEqual([
      ...['turn 0, attempt 0', 'It'],
      ...['turn 0, attempt 1', 'It is 42.'],
    ]);
  });

  it('has the turn again where the policy told something else than it gave', async () => {
    expect(told((await follow(telling('No', 'It is 42.'))).events)).toEqual([
      ...['turn 0, attempt 0', 'No'],
      ...['turn 0, attempt 1', 'It is 42.'],
    ]);
  });

  it('has the whole text at once of a policy that tells nothing', async () => {
    const { events } = await follow({
      ...telling('', ''),
      generate: (request) => telling('', 'It is 42.').generate(request),
    });
    expect(events).toEqual([
      { kind: 'turn', rolloutId: 'g/0', turn: 0, attempt: 0 },
      { kind: 'text', rolloutId: 'g/0', turn: 0, text: 'It is 42.' },
    ]);
  });
});
