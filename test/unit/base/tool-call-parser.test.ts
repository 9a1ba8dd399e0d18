import { describe, expect, it } from 'vitest';
import { TOOL_CALL_ERRORS, parseToolCalls } from '../../../src/base/index.js';

const call = (body: string) => `<tool_call>\n${body}\n</tool_call>`;
const good = call('{"name": "python", "arguments": {"code": "print(1)"}}');
const parsedGood = { kind: 'call', name: 'python', arguments: { code: 'print(1)' } };

describe('parseToolCalls', () => {
  it('finds no call in a turn without one', () => {
    expect(parseToolCalls('<reason>easy</reason><answer>\\boxed{4}</answer>')).toEqual([]);
    expect(parseToolCalls('')).toEqual([]);
  });

  it('reads a call with its name and arguments', () => {
    expect(parseToolCalls(`<reason>compute</reason>${good}`)).toEqual([parsedGood]);
  });

  it('reads a call without white space around the JSON', () => {
    expect(parseToolCalls('<tool_call>{"name":"f","arguments":{}}</tool_call>')).toEqual([
      { kind: 'call', name: 'f', arguments: {} },
    ]);
  });

  it('reads several calls of a turn in order, whatever stands between them', () => {
    const calls = parseToolCalls(`${good} and then ${call('{"name": "sum", "arguments": {"of": [1, 2]}}')}`);
    expect(calls).toEqual([parsedGood, { kind: 'call', name: 'sum', arguments: { of: [1, 2] } }]);
  });

  it('keeps further fields of a call out of what it returns', () => {
    expect(parseToolCalls(call('{"id": 3, "name": "f", "arguments": {}}'))).toEqual([
      { kind: 'call', name: 'f', arguments: {} },
    ]);
  });

  it.each([
    ['{"name": "python", "arguments": {', TOOL_CALL_ERRORS.notJson],
    ["{'name': 'python', 'arguments': {}}", TOOL_CALL_ERRORS.notJson],
    ['{"name": "python", "arguments": {"code": "a\nb"}}', TOOL_CALL_ERRORS.notJson],
    ['', TOOL_CALL_ERRORS.notJson],
    ['[1, 2]', TOOL_CALL_ERRORS.notObject],
    ['null', TOOL_CALL_ERRORS.notObject],
    ['"python"', TOOL_CALL_ERRORS.notObject],
    ['{"arguments": {}}', TOOL_CALL_ERRORS.missingName],
    ['{"name": 3, "arguments": {}}', TOOL_CALL_ERRORS.nameType],
    ['{"name": "", "arguments": {}}', TOOL_CALL_ERRORS.nameType],
    ['{"name": null, "arguments": {}}', TOOL_CALL_ERRORS.nameType],
    ['{"name": "python"}', TOOL_CALL_ERRORS.missingArguments],
    ['{"name": "python", "arguments": "{}"}', TOOL_CALL_ERRORS.argumentsType],
    ['{"name": "python", "arguments": [1]}', TOOL_CALL_ERRORS.argumentsType],
    ['{"name": "python", "arguments": null}', TOOL_CALL_ERRORS.argumentsType],
  ])('answers %j with the error that names what is wrong', (body, error) => {
    expect(parseToolCalls(call(body))).toEqual([{ kind: 'invalid', raw: body, error }]);
  });

  it('refuses arguments nested so deeply that reading them would fill the stack', () => {
    const nested = (depth: number) =>
      call(`{"name": "f", "arguments": {"a": ${'['.repeat(depth)}${']'.repeat(depth)}}}`);
    expect(parseToolCalls(nested(63))[0]!.kind).toBe('call');
    expect(parseToolCalls(nested(64))[0]).toMatchObject({ kind: 'invalid', error: TOOL_CALL_ERRORS.tooDeep });
    expect(parseToolCalls(nested(100_000))[0]).toMatchObject({ kind: 'invalid', error: TOOL_CALL_ERRORS.tooDeep });
  });

  it('reports a call that was never closed', () => {
    expect(parseToolCalls('<tool_call>{"name": "python", "arguments": {}}')).toEqual([
      { kind: 'invalid', raw: '{"name": "python", "arguments": {}}', error: TOOL_CALL_ERRORS.unclosed },
    ]);
  });

  it('does not let a call that was never closed swallow the next one', () => {
    expect(parseToolCalls(`<tool_call>{"name": "python"\n${good}`)).toEqual([
      { kind: 'invalid', raw: '{"name": "python"', error: TOOL_CALL_ERRORS.unclosed },
      parsedGood,
    ]);
  });

  it('reads calls after a malformed one', () => {
    expect(parseToolCalls(`${call('nonsense')}${good}`)).toEqual([
      { kind: 'invalid', raw: 'nonsense', error: TOOL_CALL_ERRORS.notJson },
      parsedGood,
    ]);
  });

  it('does not end a call at a closing tag that its code prints', () => {
    const code = 'print("</tool_call>", "<tool_call>")';
    const text = call(JSON.stringify({ name: 'python', arguments: { code } }));
    expect(parseToolCalls(text)).toEqual([{ kind: 'call', name: 'python', arguments: { code } }]);
  });

  it('tells two malformed calls apart although a quote spans them', () => {
    expect(parseToolCalls('<tool_call>{"a</tool_call><tool_call>b"}</tool_call>')).toEqual([
      { kind: 'invalid', raw: '{"a', error: TOOL_CALL_ERRORS.notJson },
      { kind: 'invalid', raw: 'b"}', error: TOOL_CALL_ERRORS.notJson },
    ]);
  });

  it('ignores a closing tag that nothing opened', () => {
    expect(parseToolCalls(`</tool_call>${good}</tool_call>`)).toEqual([parsedGood]);
  });

  it('writes no protocol tag into an error, where a tokenizer would make a control token of it', () => {
    for (const error of Object.values(TOOL_CALL_ERRORS)) {
      expect(error).not.toMatch(/[<>]/);
      expect(error.length).toBeLessThan(80);
      expect(error.toLowerCase()).toContain('error');
    }
  });
});
