import { describe, expect, it } from 'vitest';
import type { PolicyCapabilities } from '../../../../../src/base/index.js';
import type { Demands } from '../../../../../src/gateway/model-request.js';
import { constraintOf } from '../../../../../src/gateway/internal/session/demands.js';
import { toolCallFormat } from '../../../../../src/rollout/index.js';
import { QWEN_CHAT } from '../../../../../src/rollout/internal/index.js';
import { TOOL_CALL_FORMATS } from '../../../../../src/rollout/tool-calls/tool-call-formats.js';
import { createScriptedPolicy } from '../../../../../src/testing/index.js';
import { completed, tokenizer } from '../../../rollout/conversation.js';
import { collecting, request, said, sessionOver, take, user } from './hand-session.js';

const parameters = { type: 'object', properties: { code: { type: 'string' } } };
const python = { name: 'python', description: 'Runs Python.', parameters };
const search = { name: 'search', description: 'Searches.', parameters: {} };
const all = { stopTexts: true, forms: true };

function constraint(demands: Demands, { capabilities = all, format = 'hermes', tools = [python, search] } = {}) {
  const policy = { generate: () => Promise.reject(new Error()), capabilities: capabilities as PolicyCapabilities };
  const chatTemplate = { ...QWEN_CHAT, toolCallFormat: toolCallFormat(format) };
  return constraintOf({ demands, tools }, { policy, chatTemplate }, '</think>');
}

const pythonForm = {
  begin: '<tool_call>\n{"name": "python", "arguments": ',
  schema: parameters,
  end: '}\n</tool_call>',
};

describe('what a request asks of the policy', () => {
  it('is nothing for a turn that is drawn freely', () => {
    expect(constraint({})).toBeUndefined();
    expect(constraint({ stop: [] })).toBeUndefined();
  });

  it('may be stop texts, which hold in the thinking too', () => {
    expect(constraint({ stop: ['END'] })).toEqual({ stopTexts: ['END'] });
  });

  it("may be one call, of any tool or a named one, in the template's format and behind the thinking", () => {
    expect(constraint({ toolChoice: { name: 'python' } })).toEqual({ forms: [pythonForm], formAfter: '</think>' });
    expect(constraint({ toolChoice: 'required', stop: ['END'] })).toMatchObject({
      stopTexts: ['END'],
      forms: [pythonForm, { schema: { type: 'object' } }],
    });
  });

  it('may be JSON, or JSON and calls where there are tools', () => {
    const schema = { type: 'array' };
    const json = { begin: '', schema, end: '' };
    expect(constraint({ json: { schema } }, { tools: [] })?.forms).toEqual([json]);
    expect(constraint({ json: {} }, { tools: [] })?.forms).toEqual([{ ...json, schema: { type: 'object' } }]);
    expect(constraint({ json: { schema } }, { tools: [python] })?.forms).toEqual([json, pythonForm]);
  });

  it.each<[Demands, object, string, string]>([
    [{ stop: ['x'] }, { capabilities: { forms: true } }, 'stop', 'stop texts: this policy does not support it'],
    [{ stop: [''] }, {}, 'stop', 'stop texts: expected non-empty texts'],
    [{ json: {} }, { capabilities: {} }, 'json', 'JSON output: this policy does not support it'],
    [{ toolChoice: 'required' }, { capabilities: {} }, 'toolChoice', 'tool choice: this policy does not support it'],
    [{ toolChoice: 'required' }, { tools: [] }, 'toolChoice', 'tool choice: there is no such tool'],
    [{ toolChoice: { name: 'f' } }, {}, 'toolChoice', 'tool choice: there is no such tool'],
    [
      { toolChoice: 'required' },
      { format: 'qwen3-coder' },
      'toolChoice',
      'tool choice: calls in the format qwen3-coder cannot be forced: their arguments are not JSON',
    ],
  ])('is refused by name where it cannot be done: %j', (demands, options, param, message) => {
    const ask = () => constraint(demands, options);
    expect(ask).toThrow(message);
    expect(ask).toThrow(expect.objectContaining({ code: 'invalid-request', details: { param } }));
  });

  const read = TOOL_CALL_FORMATS.filter(({ writesJson }) => writesJson === true);
  it.each(read.map((format) => [format.name, format] as const))(
    'gives calls that the format %s reads',
    (name, format) => {
      const [form] = constraint({ toolChoice: { name: 'python' } }, { format: name })!.forms!;
      const call = { kind: 'call', name: 'python', arguments: { code: '1' } };
      expect(format.parse(`${form!.begin}{"code": "1"}${form!.end}`).calls).toMatchObject([call]);
    },
  );

  it('cannot be calls in the formats whose arguments are not JSON', () => {
    expect(read).toHaveLength(14);
  });
});

describe('a turn with a constraint', () => {
  it('ends before its stop text; its tokens are all recorded, and the conversation goes on behind them', async () => {
    const policy = createScriptedPolicy({ tokenizer, script: ['One. STOP it', 'Two.'], capabilities: all });
    const session = sessionOver(policy);
    const listener = collecting();
    const answer = await take(session, request([user('Hi')], { demands: { stop: ['STOP'] } }), { listener });
    expect(answer).toMatchObject({ content: 'One. ', finish: 'stop', stopText: 'STOP' });
    expect(listener.text).toBe('One. ');
    await take(session, request([user('Hi'), said('One.'), user('Go on.')]));
    expect(tokenizer.decode(policy.requests[1]!.tokens)).toContain('One. STOP<|im_end|>\n<|im_start|>user\nGo on.');
    const { turns, tokens, branches } = completed(await session.close());
    expect(branches).toBeUndefined();
    expect(turns.map(({ text }) => text)).toEqual(['One. STOP', 'Two.']);
    const drawn = tokens!.ids.filter((_, i) => tokens!.responseMask[i] === 1);
    expect(tokenizer.decode(drawn)).toBe('One. STOPTwo.<|im_end|>');
  });

  it('is a call that the policy was made to draw', async () => {
    const line = '<tool_call>\n{"name": "python", "arguments": {"code": "1"}}\n</tool_call>';
    const policy = createScriptedPolicy({ tokenizer, script: [line], capabilities: all });
    const session = sessionOver(policy);
    const asked = request([user('Hi')], { tools: [python], demands: { toolChoice: 'required' } });
    expect(await take(session, asked)).toMatchObject({
      finish: 'tool-calls',
      calls: [{ name: 'python', arguments: '{"code": "1"}' }],
    });
    expect(policy.requests[0]!.constraint).toEqual({ forms: [pythonForm] });
  });
});
