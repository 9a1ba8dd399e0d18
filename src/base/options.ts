import type { z } from 'zod';

/**
 * Checks an options object at the door.
 *
 * @param name - How the caller knows the value; it starts every message (`options.keep: expected …, got 40`).
 * @returns The value with the schema's defaults filled in.
 * @throws TypeError for a value of the wrong type; RangeError for one outside its range. The message names the path,
 *   what was expected and what came.
 */
export function parseOptions<S extends z.ZodType>(schema: S, value: unknown, name = 'options'): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = deepestIssue(parsed.error.issues[0]!);
  const path = [name, ...issue.path.map(String)].join('.');
  const message = `${path}: ${describe(issue)}`;
  throw issue.code === 'invalid_type' || issue.code === 'unrecognized_keys'
    ? new TypeError(message)
    : new RangeError(message);
}

function deepestIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat()[0];
  return inner === undefined ? issue : { ...deepestIssue(inner), path: [...issue.path, ...inner.path] };
}

function describe(issue: z.core.$ZodIssue): string {
  const got = 'input' in issue ? `, got ${show(issue.input)}` : '';
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}${got}`;
    case 'too_small':
      return `expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${got}`;
    case 'too_big':
      return `expected ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${got}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map((v) => show(v)).join(', ')}${got}`;
    case 'unrecognized_keys':
      return `unknown option ${issue.keys.map((key) => show(key)).join(', ')}`;
    default:
      return `${issue.message}${got}`;
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
