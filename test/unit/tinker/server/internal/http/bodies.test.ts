import { describe, expect, it } from 'vitest';
import { readExactJson, readJson } from '../../../../../../src/tinker/server/internal/http/bodies.js';

const refused = (status: number) => expect.objectContaining({ status }) as Error;

describe('the JSON of a body', () => {
  it('is read as it says, and exactly where that is asked for', () => {
    const body = Buffer.from('{"seq_id": 12345678901234567890, "list": [1, "2", null]}');
    expect(readJson(body)).toEqual({ seq_id: 12345678901234567000, list: [1, '2', null] });
    expect(readExactJson(body)).toEqual({ seq_id: '12345678901234567890', list: [1, '2', null] });
  });

  it.each([readJson, readExactJson])(
    'is refused where it is none, lies too deep, or would take much memory',
    (read) => {
      expect(() => read(Buffer.from('{"a":'))).toThrow(refused(422));
      expect(() => read(Buffer.from('['.repeat(70)))).toThrow(refused(422));
      expect(() => read(Buffer.from(`[${'{},'.repeat(2 ** 20)}{}]`))).toThrow(refused(413));
      expect(() => read(Buffer.from(`[${'1,'.repeat(2 ** 22 + 1)}1]`))).toThrow(refused(413));
    },
  );
});
