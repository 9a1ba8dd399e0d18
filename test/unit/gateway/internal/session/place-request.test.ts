import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChatTemplate } from '../../../../../src/rollout/index.js';
import { rolloutOptionsSchema } from '../../../../../src/rollout/rollout-options.js';
import { createScriptedPolicy } from '../../../../../src/testing/scripted-policy.js';
import { completed, tokenizer } from '../../../rollout/conversation.js';
import { request, said, sessionOver, take, TOOL, user } from './hand-session.js';

const source = readFileSync(
  join(import.meta.dirname, '../../../../recordings/chat-templates/mistral-nemo.jinja'),
  'utf8',
);
const call = '[TOOL_CALLS][{"name": "python", "arguments": {"a": 1}, "id": "000000000"}]';

/** Mistral's templates take ids of nine letters and digits alone; clients have longer ones. */
describe('calls that are laid out again, on a branch or a new path', () => {
  it.each([
    ['edited arguments', { arguments: '{"a": 2}' }, []],
    ['a new system message', {}, [{ role: 'system', content: 'Be brief.' } as const]],
  ])('have ids that the template takes: %s', async (_, edit, before) => {
    const specialTokens = { bos_token: '<s>', eos_token: '</s>' };
    const chatTemplate = await createChatTemplate({ source, endTokens: ['<|im_end|>'], specialTokens });
    const policy = createScriptedPolicy({ tokenizer, script: [call, 'Done.'] });
    const options = rolloutOptionsSchema.parse({ policy, tokenizer, chatTemplate, maxTokens: 4000, seed: 's' });
    const session = sessionOver(policy, { maxTokens: 4000 }, { options });
    const tools = [TOOL];
    const answer = await take(session, request([user('Hi')], { tools }));
    const calls = [{ ...answer.calls[0]!, ...edit }];
    const result = { role: 'tool', callId: calls[0]!.id, content: '1' } as const;
    await take(session, request([...before, user('Hi'), said('', { calls }), result], { tools }));
    expect(completed(await session.close()).branches).toHaveLength(1);
  });
});
