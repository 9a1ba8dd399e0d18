import { HttpError } from '../../../io/index.js';

/** One page of a list, the newest first. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: { readonly offset: number; readonly limit: number; readonly total_count: number };
}

/** @throws HttpError 400 for what is no number. */
export function paged<T>(all: readonly T[], query: URLSearchParams): Page<T> {
  const [limit, offset] = [query.get('limit') ?? '20', query.get('offset') ?? '0'].map(Number) as [number, number];
  if (!Number.isSafeInteger(limit) || !Number.isSafeInteger(offset) || limit < 0 || offset < 0)
    throw new HttpError(400, 'limit and offset: expected whole numbers of at least 0');
  const items = [...all].reverse().slice(offset, offset + limit);
  return { items, cursor: { offset, limit, total_count: all.length } };
}
