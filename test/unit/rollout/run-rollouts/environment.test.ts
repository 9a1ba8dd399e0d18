import { describe, expect, it } from 'vitest';
import {
  PolicyError,
  parseRollout,
  stringifyRollout,
  type RolloutOutcome,
  type Turn,
} from '../../../../src/base/index.js';
import {
  BrokenEnvironmentError,
  runRollouts,
  type Environment,
  type EnvironmentResponse,
  type RolloutOptions,
} from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { callText, completed, okTool, prompt, tokenizer } from '../conversation.js';

async function run(
  script: readonly string[],
  respond: (turn: Turn, at: number) => EnvironmentResponse | Promise<EnvironmentResponse>,
  options: Partial<RolloutOptions> = {},
): Promise<RolloutOutcome> {
  const environment: Environment = {
    respond: (turn, { turns }) => Promise.resolve(respond(turn, turns.length - 1)),
  };
  const policy = createScriptedPolicy({ tokenizer, script });
  const [outcome] = await runRollouts([{ groupId: 'g', prompt, samples: 1, metadata: { goal: 7 } }], {
    ...{ policy, tokenizer, environment, tools: [okTool()], maxTokens: 2000, seed: 1, retry: { delayMs: 1 } },
    ...options,
  });
  return outcome!;
}

describe('runRollouts with an environment', () => {
  it('lets the policy read its answers as messages of the user until it ends the rollout with a reward', async () => {
    const secret = 7;
    const rollout = completed(
      await run(['5', '9', '7', 'never'], ({ text }) => {
        const guess = Number(text);
        if (guess === secret) return { kind: 'end', reward: 1 };
        return { kind: 'message', text: guess < secret ? 'higher' : 'lower' };
      }),
    );
    expect(rollout.turns).toEqual([
      { text: '5', toolCalls: [], reply: 'higher' },
      { text: '9', toolCalls: [], reply: 'lower' },
      { text: '7', toolCalls: [] },
    ]);
    expect([rollout.finishReason, rollout.reward]).toEqual(['stop', 1]);
    const { ids, responseMask } = rollout.tokens!;
    const masked = (mask: number) => tokenizer.decode([...ids].filter((_, i) => responseMask[i] === mask));
    expect(masked(1)).toBe('5<|im_end|>9<|im_end|>7<|im_end|>');
    expect(masked(0)).toContain('<|im_start|>user\nhigher<|im_end|>');
    expect(parseRollout(stringifyRollout(rollout))).toEqual(rollout);
  });

  it('speaks after what the calls of a turn came to, and may end a rollout that called tools', async () => {
    const script = [callText('python', { code: '1' }), callText('python', { code: '2' }), 'never'];
    const rollout = completed(
      await run(script, ({ toolCalls }, at) =>
        at === 0 ? { kind: 'message', text: `read ${toolCalls[0]!.response.text}` } : { kind: 'end' },
      ),
    );
    expect(tokenizer.decode(rollout.tokens!.ids)).toContain(
      '</tool_response><|im_end|>\n<|im_start|>user\nread 42<|im_end|>\n<|im_start|>assistant\n',
    );
    expect([rollout.turns.length, rollout.finishReason, rollout.reward]).toEqual([2, 'stop', undefined]);
  });

  it('changes nothing where it has nothing to say', async () => {
    const script = [callText('python', { code: '1' }), 'done'];
    const rollout = completed(await run(script, () => ({ kind: 'nothing' })));
    expect(rollout.turns.map(({ text }) => text)).toEqual(script);
    expect(rollout.finishReason).toBe('stop');
  });

  it('is not told of a turn that was cut off, and of no more turns than there may be', async () => {
    const told: string[] = [];
    const talk = ({ text }: Turn): EnvironmentResponse => {
      told.push(text);
      return { kind: 'message', text: 'and?' };
    };
    const last = completed(await run(['a', 'b', 'c'], talk, { maxTurns: 2 }));
    expect([last.finishReason, told]).toEqual(['max-turns', ['a', 'b']]);
    told.length = 0;
    expect(completed(await run(['a long story'], talk, { maxTokens: 5 })).finishReason).toBe('length');
    expect(told).toEqual([]);
  });

  it('is told what the rollout is, and that it is over', async () => {
    const contexts: unknown[] = [];
    const ended: string[] = [];
    const environment: Environment = {
      respond: (_, { rolloutId, groupId, metadata, sessionId, prompt: asked }) => {
        contexts.push([rolloutId, groupId, metadata, asked]);
        ended.push(`asked ${sessionId}`);
        return Promise.resolve({ kind: 'nothing' });
      },
      endSession: (sessionId) => Promise.resolve(void ended.push(`ended ${sessionId}`)),
    };
    await run(['a'], () => ({ kind: 'nothing' }), { environment });
    expect(contexts).toEqual([['g/0', 'g', { goal: 7 }, prompt]]);
    expect(ended[1]).toBe(ended[0]!.replace('asked', 'ended'));
  });

  it('is asked again where it was broken, and the rollout is set apart where that does not help', async () => {
    let asked = 0;
    const cause = { source: 'environment', message: 'the game is down', retryable: true } as const;
    const mended = await run(['a'], () =>
      asked++ === 0 ? { kind: 'unavailable', cause } : { kind: 'end', reward: 2 },
    );
    expect([completed(mended).reward, asked]).toEqual([2, 2]);
    const down = await run(['a'], () => ({ kind: 'unavailable', cause }));
    expect(down).toMatchObject({ kind: 'failed', cause, turns: [{ text: 'a' }] });
    const thrown = await run(['a'], () => Promise.reject(new PolicyError('the user simulator reset')));
    expect(thrown).toMatchObject({
      kind: 'failed',
      cause: { source: 'environment', message: 'the user simulator reset' },
    });
    const hung = await run(['a'], () => new Promise(() => undefined), { turnTimeoutMs: 20 });
    expect(hung).toMatchObject({ kind: 'failed', cause: { source: 'environment', retryable: true } });
  });

  it.each([undefined, { kind: 'message' }, { kind: 'end', reward: NaN }, { kind: 'end', rewrd: 1 }, { kind: 'dance' }])(
    'ends the run for %j, which is no answer',
    async (answer) => {
      await expect(run(['a'], () => answer as never)).rejects.toThrow(
        'environment in rollout g/0 (prompt "What is 6 * 7?"): expected an EnvironmentResponse, got ',
      );
    },
  );

  it('ends the run with an error that names the rollout, where the environment has a bug', async () => {
    const bug = new TypeError('undefined is not a function');
    for (const respond of [
      () => Promise.reject(bug),
      () => {
        throw bug;
      },
    ]) {
      const error: unknown = await run(['a'], respond).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BrokenEnvironmentError);
      expect(error).toMatchObject({
        message: 'environment in rollout g/0 (prompt "What is 6 * 7?"): threw undefined is not a function',
        rolloutId: 'g/0',
        prompt,
        turns: [{ text: 'a' }],
        cause: bug,
      });
    }
  });
});
