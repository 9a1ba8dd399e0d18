import { describe, expect, it } from 'vitest';
import { restoreCalls } from '../../../../../src/gateway/internal/session/restore-calls.js';

const unparsed = new Map([['broken', { arguments: '{"a": oops', error: 'not JSON' }]]);

/** What a conversation becomes whose assistant made a call and got a result. */
function restored(id: string, sent: string) {
  const [turn, result] = restoreCalls(
    [
      { role: 'assistant', content: '', calls: [{ id, name: 'f', arguments: sent }] },
      { role: 'tool', callId: id, content: '7' },
    ],
    unparsed,
  );
  return [turn?.role === 'assistant' && turn.calls[0]!.arguments, result?.content];
}

describe('restoreCalls', () => {
  it('gives a call that came back as {} what the model wrote, and its result the error of the parser', () => {
    expect(restored('broken', '{}')).toEqual(['{"a": oops', 'not JSON\n7']);
  });

  it('gives a call whose arguments a client wrapped what the model wrote; the client knows of the error', () => {
    expect(restored('broken', '{"rawInvalidInput":"{\\"a\\": oops"}')).toEqual(['{"a": oops', '7']);
    expect(restored('broken', '{"INVALID_JSON":"{"}')).toEqual(['{"a": oops', '7']);
  });

  it('leaves a call that did parse as it is, whatever its argument is called', () => {
    for (const sent of ['{"INVALID_JSON":"x"}', '{"rawInvalidInput":[1]}', '{}'])
      expect(restored('whole', sent)).toEqual([sent, '7']);
  });
});
