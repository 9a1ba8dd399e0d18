import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandAgent, runAgents, type AgentFunction } from '../../../../src/gateway/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { ROOT } from '../../../integration/node-process.js';
import { completed, prompt, tokenizer } from '../../rollout/conversation.js';

const AGENT = join(ROOT, 'test/unit/gateway/command-agent/agent.py');
const CALL = '<tool_call>\n{"name": "add", "arguments": {"a": 40, "b": 2}}\n</tool_call>';

async function runOne(agent: AgentFunction, onError?: 'zero') {
  const policy = createScriptedPolicy({
    tokenizer,
    script: ({ context }) => (context.includes('tool_response') ? 'It is 42.' : CALL),
  });
  const tasks = [{ groupId: 'g', prompt, samples: 1, metadata: { answer: 42 } }];
  const [outcome] = await runAgents(tasks, { agent, policy, tokenizer, maxTokens: 2000, seed: 's', onError });
  return outcome!;
}

describe('a program as the agent of a run', { timeout: 30_000 }, () => {
  it('may be Python without any package: every token that it caused is in the rollout', async () => {
    const agent = commandAgent({
      command: ['python3', AGENT],
      outcome: ({ exitCode, stdout, task }) => ({
        reward: exitCode === 0 && stdout.includes(JSON.stringify(task.metadata['answer'])) ? 1 : 0,
      }),
    });
    const rollout = completed(await runOne(agent));
    expect(rollout).toMatchObject({ reward: 1, finishReason: 'stop', turns: [{ text: CALL }, { text: 'It is 42.' }] });
    expect(rollout.turns[0]!.toolCalls.map(({ response }) => response.text)).toEqual(['42']);
    expect(rollout.branches).toBeUndefined();
    const { ids, responseMask } = rollout.tokens!;
    expect(tokenizer.decode(ids.filter((_, i) => responseMask[i] === 1))).toBe(`${CALL}<|im_end|>It is 42.<|im_end|>`);
  });

  it('fails its rollout with the end of its standard error, or has a reward of 0', async () => {
    const script = `require('fs').readFileSync(0); throw new Error('out of ideas')`;
    const broken: AgentFunction = async (context) => {
      await commandAgent({ command: ['python3', AGENT] })(context);
      return commandAgent({ command: [process.execPath, '-e', script] })(context);
    };
    expect(await runOne(broken)).toMatchObject({
      kind: 'failed',
      cause: { source: 'agent', message: expect.stringMatching(/exit code 1: .*Error: out of ideas/s) as string },
    });
    expect(completed(await runOne(broken, 'zero'))).toMatchObject({ reward: 0, turns: [{}, {}] });
  });

  it('has no reward of 0 where it cannot be started', async () => {
    const missing = commandAgent({ command: ['./no-such-program'], cwd: () => '/' });
    expect(await runOne(missing, 'zero')).toMatchObject({
      kind: 'failed',
      cause: { message: expect.stringContaining('cannot start ./no-such-program') as string },
    });
  });
});
