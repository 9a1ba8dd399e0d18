import type { z } from 'zod';
import { checkValue } from '../../../../base/internal/index.js';
import { WireError } from '../wire-error.js';

/** @returns A body of JSON as its schema says. @throws WireError for what does not fit; it says where and what was expected. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const checked = checkValue(schema, body);
  if (checked.kind === 'valid') return checked.value;
  throw new WireError(checked.path.reduce(under, ''), checked.message);
}

/** `data`, `3`, `weights` become `data[3].weights`. */
function under(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  return path === '' ? part : `${path}.${part}`;
}
