import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { listOf, parseBody, recordOf } from '../../../../../../src/tinker/wire/internal/json/schemas.js';

const schema = z.strictObject({ list: listOf(z.strictObject({ id: z.int() }), 3) });

describe('lists in JSON', () => {
  it('are read item by item', () => {
    expect(parseBody(schema, { list: [{ id: 1 }, { id: 2 }] })).toEqual({ list: [{ id: 1 }, { id: 2 }] });
  });

  it('are refused with the first bad item, and where it stands', () => {
    expect(() => parseBody(schema, { list: [{ id: 1 }, { id: 'x' }, {}] })).toThrow('list[1].id: expected number');
    expect(() => parseBody(schema, { list: [{ id: 1, ghost: 2 }] })).toThrow('list[0]: unknown option "ghost"');
    const { error } = schema.safeParse({ list: [{}, {}, {}] });
    expect(error!.issues).toHaveLength(1);
  });

  it('are refused unread where they are too long, or none', () => {
    expect(() => parseBody(schema, { list: [1, 1, 1, 1] })).toThrow('list: expected an array of at most 3 items');
    expect(() => parseBody(schema, { list: { length: 1 } })).toThrow('list: expected an array');
  });

  it('stand for records as well: of few names', () => {
    const record = z.strictObject({ of: recordOf(z.number()) });
    expect(parseBody(record, { of: { a: 1 } })).toEqual({ of: { a: 1 } });
    expect(() => parseBody(record, { of: { a: 'x' } })).toThrow('of.a: expected number');
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, 1]));
    expect(() => parseBody(record, { of: many })).toThrow('of: expected at most 64 names');
    expect(() => parseBody(record, { of: 3 })).toThrow('of: expected');
  });
});
