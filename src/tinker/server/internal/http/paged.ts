import { HttpError } from '../../../../io/index.js';

/** One page of a list, the newest first. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: { readonly offset: number; readonly limit: number; readonly total_count: number };
}

/** Which part of a list: from `offset` on, `limit` at most. */
interface PageOf {
  readonly limit: number;
  readonly offset: number;
}

/** @returns The part that a query asks for; the newest 20 where it says nothing. @throws HttpError 400 for what is no number. */
export function pageOf(query: URLSearchParams): PageOf {
  const page = { limit: Number(query.get('limit') ?? 20), offset: Number(query.get('offset') ?? 0) };
  if (Object.values(page).every((value) => Number.isSafeInteger(value) && value >= 0)) return page;
  throw new HttpError(400, 'limit and offset: expected whole numbers of at least 0');
}

/** More than there is of anything. */
const ALL: PageOf = { limit: 1_000_000, offset: 0 };

/** @returns A part of a list, all of it by default. */
export function paged<T>(all: readonly T[], { limit, offset }: PageOf = ALL): Page<T> {
  const items = [...all].reverse().slice(offset, offset + limit);
  return { items, cursor: { offset, limit, total_count: all.length } };
}
