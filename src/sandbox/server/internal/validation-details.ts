import type { z } from 'zod';
import { HttpError } from '../../../io/index.js';

/** One error of a 422 response. */
export interface ValidationDetail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
}

const MOST_DETAILS = 100;
const MOST_CHARACTERS = 200;
const MOST_ITEMS = 10;
const MOST_DEPTH = 3;

/**
 * @returns The errors of a request body in FastAPI's format. The input is shown up to a size and a depth, so that a response does not grow
 *   with its request.
 */
export function validationDetails(error: z.ZodError): ValidationDetail[] {
  return error.issues.slice(0, MOST_DETAILS).map((issue) => ({
    ...describe(issue),
    loc: ['body', ...issue.path.map((part) => (typeof part === 'number' ? part : cut(String(part))))],
    ...('input' in issue && issue.input !== undefined ? { input: excerpt(issue.input, MOST_DEPTH) } : {}),
  }));
}

/** @returns The parsed value. @throws HttpError 422 with the errors. */
export function checked<T>(result: z.ZodSafeParseResult<T>): T {
  if (result.success) return result.data;
  throw new HttpError(422, validationDetails(result.error));
}

function describe(issue: z.core.$ZodIssue): { type: string; msg: string } {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
      return { type: `${issue.expected}_type`, msg: `Input should be a valid ${issue.expected}` };
    case 'invalid_value':
      if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
      return {
        type: 'literal_error',
        msg: `Input should be ${issue.values.map((v) => `'${String(v)}'`).join(' or ')}`,
      };
    case 'too_small':
      return { type: 'too_short', msg: `List should have at least ${issue.minimum} item after validation` };
    default:
      return { type: 'value_error', msg: cut(issue.message) };
  }
}

/** @returns The value with `…` in place of parts that are not shown. */
function excerpt(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => excerpt(item, depth - 1));
    return value.length > MOST_ITEMS ? [...items, '…'] : items;
  }
  const shown: [string, unknown][] = [];
  for (const name in value) {
    if (shown.length === MOST_ITEMS) return Object.fromEntries([...shown, ['…', '…']]);
    shown.push([cut(name), excerpt((value as Record<string, unknown>)[name], depth - 1)]);
  }
  return Object.fromEntries(shown);
}

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
