import { afterEach, describe, expect, it, vi } from 'vitest';
import { ModelFileError } from '../../../../../src/base/index.js';
import { parseModelJson } from '../../../../../src/io/model-files/internal/parse-model-json.js';

afterEach(() => vi.restoreAllMocks());

describe('parseModelJson', () => {
  it('gives what JSON.parse gives, whatever stands in its strings', () => {
    const value = {
      brackets: '['.repeat(1000),
      quotes: 'a "[" b \\',
      '\\"[{': ['\\', '\\\\', '"', { deep: [[[1, 2.5, null, true]]] }],
    };
    expect(parseModelJson(JSON.stringify(value), 'config.json')).toEqual(value);
    expect(parseModelJson(JSON.stringify(value, null, 2), 'config.json')).toEqual(value);
  });

  it('takes what is as large as the largest tokenizers', () => {
    const merges = Array.from({ length: 600_000 }, () => ['a', 'b']);
    const vocab = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`t${i}`, i]));
    const { model } = parseModelJson(JSON.stringify({ model: { vocab, merges } }), 'tokenizer.json');
    expect((model as { readonly merges: unknown[] }).merges).toHaveLength(600_000);
  });

  it.each([
    ['lists in lists', '['.repeat(10_000_000), /^config\.json: expected JSON of at most 64 levels, got more$/],
    ['objects in objects', '{"a":'.repeat(65), /at most 64 levels/],
    ['lists beside lists', `[${'[],'.repeat(2_000_000)}[]]`, /at most 2000000 lists and objects and 10000000 values/],
    ['numbers beside numbers', `[${'1,'.repeat(10_000_001)}1]`, /at most 2000000 lists/],
  ])('refuses %s before it parses them', (_name, text, message) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(() => parseModelJson(text, 'config.json')).toThrow(message);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each(['', '{', '{"a": "b', '[1]', '3', 'null', '"\\', ']]]]'])('refuses %j by the name of its file', (text) => {
    expect(() => parseModelJson(text, 'config.json')).toThrow(ModelFileError);
    expect(() => parseModelJson(text, 'config.json')).toThrow(/^config\.json: /);
  });
});
