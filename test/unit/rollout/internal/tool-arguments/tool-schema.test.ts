import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../../../src/rollout/internal/tool-arguments/tool-schema.js';

describe('checkSchema', () => {
  it.each<[unknown, string]>([
    [{ type: 'objekt' }, 'p.type: expected one of '],
    [{ type: ['string', 'nil'] }, 'p.type: expected one of '],
    [{ properties: { n: { type: 'int' } } }, 'p.properties.n.type: expected one of '],
    [{ items: [{ type: 'string' }, { type: 'text' }] }, 'p.items.1.type: expected one of '],
    [{ anyOf: { type: 'string' } }, 'p.anyOf: expected an array of JSON schemas'],
    [{ properties: ['a'] }, 'p.properties: expected an object of JSON schemas'],
    [{ required: 'a' }, 'p.required: expected an array of names, got "a"'],
    [{ enum: 'a' }, 'p.enum: expected an array, got "a"'],
    [{ not: 3 }, 'p.not: expected a JSON schema, got 3'],
  ])('refuses %j', (schema, message) => {
    expect(() => checkSchema(schema, 'p')).toThrow(message);
  });

  it('takes every form that a draft has', () => {
    const items = { items: [true, { type: ['string', 'null'] }], additionalItems: false };
    const schema = { type: 'object', properties: { type: items }, required: ['type'], 'x-hint': { type: 'any' } };
    expect(() => checkSchema(schema, 'p')).not.toThrow();
  });
});
