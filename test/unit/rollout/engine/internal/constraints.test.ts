import { describe, expect, it } from 'vitest';
import type { GenerateRequest, TurnConstraint } from '../../../../../src/base/index.js';
import { sglangConstraint, vllmConstraint } from '../../../../../src/rollout/engine/internal/constraints.js';

const asked = (constraint?: TurnConstraint): GenerateRequest => ({
  tokens: Int32Array.of(1),
  sampling: { maxTokens: 9, stopTokens: [] },
  ...(constraint && { constraint }),
});
const schema = { type: 'object', properties: { a: { type: 'integer' } } };
const json = { begin: '', schema, end: '' };
const call = { begin: '<tool_call>{"name": "f", "arguments": ', schema, end: '}</tool_call>' };
const content = { type: 'json_schema', json_schema: schema };

/** The format of the structural tag that both engines are given. */
function formatOf(constraint: TurnConstraint): unknown {
  const { structured_outputs: vllm } = vllmConstraint(asked(constraint)) as {
    structured_outputs: { structural_tag: string };
  };
  expect(sglangConstraint(asked(constraint))).toEqual({ structural_tag: vllm.structural_tag });
  const { type, format } = JSON.parse(vllm.structural_tag) as { type: string; format: unknown };
  expect(type).toBe('structural_tag');
  return format;
}

describe('constraints as engines have them', () => {
  it('are nothing where there are none', () => {
    expect(vllmConstraint(asked())).toEqual({});
    expect(sglangConstraint(asked())).toEqual({});
  });

  it('are stop texts, which stay in the answer', () => {
    const stopTexts = ['END', '\n\n'];
    expect(vllmConstraint(asked({ stopTexts }))).toEqual({ stop: stopTexts, include_stop_str_in_output: true });
    expect(sglangConstraint(asked({ stopTexts }))).toEqual({ stop: stopTexts });
  });

  it('are a schema by its name, where the whole turn is JSON', () => {
    expect(vllmConstraint(asked({ forms: [json] }))).toEqual({ structured_outputs: { json: schema } });
    expect(sglangConstraint(asked({ forms: [json] }))).toEqual({ json_schema: JSON.stringify(schema) });
  });

  it("are XGrammar's structural tags, where text stands around it or before it", () => {
    const tag = { type: 'tag', begin: call.begin, content, end: call.end };
    expect(formatOf({ forms: [call] })).toEqual(tag);
    expect(formatOf({ forms: [json, call] })).toEqual({ type: 'or', elements: [content, tag] });
    expect(formatOf({ forms: [json], formAfter: '</think>' })).toEqual({
      type: 'sequence',
      elements: [{ type: 'tag', begin: '', content: { type: 'any_text' }, end: '</think>' }, content],
    });
  });
});
