import { describe, expect, it } from 'vitest';
import { MessageWriter } from '../../../../../../src/io/index.js';
import { readFields } from '../../../../../../src/tinker/wire/internal/protobuf/fields.js';
import { readSpan, sampledPlaces } from '../../../../../../src/tinker/wire/internal/protobuf/provenance.js';

/** A span as the SDK writes it: the kind's number, and as many places. */
function span(kind: number, length: number) {
  const writer = new MessageWriter();
  writer.message(1, (value) =>
    value.message(kind, (part) => {
      part.text(1, 'sequence');
      part.integer(2, 3);
      part.integer(3, length);
    }),
  );
  const [field] = readFields(writer.finish(), '');
  return readSpan(field!, 'spans[0]');
}

describe('the spans of a datum', () => {
  it('say which places were sampled', () => {
    const spans = [span(1, 2), span(2, 3), span(1, 1)];
    expect([...sampledPlaces(spans, 6, 'spans')]).toEqual([0, 0, 1, 1, 1, 0]);
  });

  it('are refused where they cover another number of places, or are of another kind', () => {
    expect(() => sampledPlaces([span(2, 3)], 4, 'spans')).toThrow('spans: expected spans of 4 places, got 3');
    expect(() => span(3, 1)).toThrow('expected prompt_tokens or sampled_tokens, got neither');
  });
});
