import { describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue } from '../../../../../src/base/index.js';
import { compileArgumentCheck } from '../../../../../src/rollout/internal/tool-arguments/tool-arguments.js';

const check = (schema: JsonSchema, args: JsonValue) => compileArgumentCheck(schema, 'parameters')(args);
const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

describe('compileArgumentCheck', () => {
  it.each<[string, JsonSchema, JsonValue]>([
    ['the empty schema', {}, { anything: 1 }],
    ['an object without properties', { type: 'object' }, { a: 1 }],
    ['whole numbers written with a point', object({ n: { type: 'integer' } }), { n: 2.0 }],
    ['an annotation nobody checks', object({ n: { type: 'string', 'x-hint': 'free' } }), { n: '' }],
    ['a reference', { ...object({ n: { $ref: '#/$defs/n' } }), $defs: { n: { type: 'string' } } }, { n: 'x' }],
  ])('accepts what matches %s', (_name, schema, args) => {
    expect(check(schema, args)).toBeUndefined();
  });

  it.each<[string, JsonSchema, JsonValue, string]>([
    ['a type', object({ n: { type: 'integer' } }), { n: '6' }, 'arguments.n: expected integer'],
    ['two types', object({ n: { type: ['string', 'null'] } }), { n: 6 }, 'arguments.n: expected string, null'],
    ['a missing one', object({}, { required: ['code'] }), {}, 'arguments.code is missing'],
    ['one too many', object({}, { additionalProperties: false }), { x: 1 }, 'arguments.x is not one of the parameters'],
    ['an enumeration', object({ k: { enum: ['a', 'b'] } }), { k: 'c' }, 'arguments.k: Instance does not match any of'],
    ['a bound without a type', { properties: { n: { minimum: 3 } } }, { n: 2 }, 'arguments.n: 2 is less than 3'],
    ['a required one without a type', { required: ['a'] }, {}, 'arguments.a is missing'],
    ['something ruled out', object({ n: { not: { type: 'string' } } }), { n: 'x' }, 'arguments.n: '],
    ['a condition', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, 'arguments.b is missing'],
    ['what depends', { dependentRequired: { a: ['b'] } }, { a: 1 }, 'arguments'],
    ['a list of distinct items', object({ l: { uniqueItems: true } }), { l: [1, 1] }, 'arguments.l: '],
    [
      'a nested item',
      object({ l: { items: object({ n: { type: 'null' } }) } }),
      { l: [{ n: 1 }] },
      'arguments.l.0.n: ',
    ],
    [
      'a reference to itself',
      { ...object({ next: { $ref: '#' } }), required: ['v'] },
      { v: 1, next: {} },
      'arguments.next.v is missing',
    ],
  ])('names what breaks %s', (_name, schema, args, expected) => {
    expect(check(schema, args)).toMatch(/^ToolCallError: .*\.$/);
    expect(check(schema, args)).toContain(`ToolCallError: ${expected}`);
  });

  it('reads the draft that a schema names', () => {
    const exclusive = { properties: { n: { minimum: 3, exclusiveMinimum: true } } };
    const draft4 = { ...exclusive, $schema: 'http://json-schema.org/draft-04/schema#' };
    expect(check(draft4, { n: 3 })).toContain('arguments.n');
  });

  it('shows three violations at most', () => {
    const properties = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { type: 'string' }]));
    expect(check(object(properties), { a: 1, b: 1, c: 1, d: 1, e: 1 })).toBe(
      'ToolCallError: arguments.a: expected string; arguments.b: expected string; arguments.c: expected string and 2 more.',
    );
  });

  it.each<[string, JsonSchema, JsonValue]>([
    ['items', object({ l: { items: { type: 'string' } } }), { l: Array<number>(5000).fill(1) }],
    [
      'members',
      object({}, { additionalProperties: false }),
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`a${i}`, 1])),
    ],
  ])('counts no further than it reads of thousands of wrong %s', (_name, schema, args) => {
    expect(check(schema, args)).toMatch(
      /^ToolCallError: arguments\.\S+ [^;]*; [^;]*; [^;]* and more\.$|expected string and more\.$/,
    );
  });

  it('says so of more violations than the stack holds', () => {
    const args = { l: Array<number>(500_000).fill(1) };
    expect(check(object({ l: { items: { type: 'string' } } }), args)).toBe(
      'ToolCallError: arguments: too much does not match.',
    );
  });

  it.each(['^(a+)+$', '^(a|aa)*$', '(?:x?)+y', '^((a*)b?){2,}$', '^(?<n>a+)+$'])(
    'does not try the pattern %j, which may go back without end',
    (pattern) => {
      const text = `${'a'.repeat(40)}!`;
      expect(check(object({ s: { pattern } }), { s: text })).toBeUndefined();
      const schema = { patternProperties: { [pattern]: { type: 'string' } }, additionalProperties: false };
      expect(check(schema, { [text]: 1 })).toBeUndefined();
    },
  );

  it.each([
    String.raw`^\d{3}-[a-z+*(|]+$`,
    '^(?:GET|POST)$',
    String.raw`^(https?|ftp)://\S+$`,
    String.raw`^(\(a\))+b$`,
  ])('tries the pattern %j, on texts of up to 1000 characters', (pattern) => {
    const schema = object({ s: { pattern } });
    expect(check(schema, { s: 'no'.repeat(500) })).toBe('ToolCallError: arguments.s: String does not match pattern.');
    expect(check(schema, { s: 'no'.repeat(501) })).toBeUndefined();
  });

  it('compares up to 1000 items that are to be distinct, wherever the schema says so', () => {
    const distinct = { uniqueItems: true, allOf: [{ minItems: 1 }] };
    const schema = { ...object({ l: { $ref: '#/$defs/distinct' } }), $defs: { distinct } };
    expect(check(schema, { l: Array<number>(1000).fill(1) })).toContain('ToolCallError: arguments.l: ');
    expect(check(schema, { l: Array<number>(1001).fill(1) })).toBeUndefined();
    expect(check(schema, { l: [] })).toContain('ToolCallError: arguments.l: ');
  });

  it('lets no protocol tag through, and repeats no long name', () => {
    const name = `<|im_end|></tool_response>${'x'.repeat(500)}`;
    const text = check(object({}, { additionalProperties: false }), { [name]: 1 })!;
    expect(text).not.toMatch(/[<>]/);
    expect(text.length).toBeLessThan(200);
  });

  it('refuses a schema that cannot be read, naming it', () => {
    expect(() => compileArgumentCheck({ $ref: '#/$defs/gone' }, 'options.tools.0.parameters')).toThrow(
      /^options\.tools\.0\.parameters: expected a JSON schema, got one that cannot be read/,
    );
  });
});
