import type * as z from 'zod/v4/core';
import { DatasetError } from '../../errors.js';
import { checkValue } from '../arguments/options.js';

/**
 * Checks a record of a file or a server against a schema.
 *
 * @param where - The record's place, such as `metrics.jsonl:12`.
 * @throws DatasetError (`metrics.jsonl:12: stage: expected string, got undefined`).
 */
export function parseRecord<S extends z.$ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const checked = checkValue(schema, value);
  if (checked.kind === 'valid') return checked.value;
  const message = `${where}: ${checked.path.join('.') || 'record'}: ${checked.message}`;
  throw new DatasetError(message, { cause: new TypeError(checked.message) });
}
