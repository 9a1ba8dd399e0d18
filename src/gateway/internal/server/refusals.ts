import { HttpError } from '../../../io/index.js';
import { Refusal, type RefusalCode } from '../refusal.js';
import type { Dialect } from '../dialects/dialect.js';

const CODES: Readonly<Record<number, RefusalCode>> = {
  401: 'unauthorized',
  404: 'not-found',
  413: 'too-large',
  429: 'busy',
  500: 'internal',
  503: 'unavailable',
};

/** @returns Why a request is not answered; whatever is no refusal is a bug. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof HttpError)) return new Refusal('internal', 'internal error', { cause: error });
  return new Refusal(CODES[error.status] ?? 'invalid-request', wordsOf(error), { cause: error });
}

/** @returns The error over HTTP, in the dialect's form. */
export function httpErrorOf(error: unknown, dialect: Dialect): HttpError {
  const refusal = refusalOf(error);
  const { status, headers, body } = dialect.refuse(refusal);
  const sent = error instanceof HttpError ? error : undefined;
  // Malformed JSON has no status of its own in the dialects.
  const kept = sent?.status === 422 ? undefined : sent?.status;
  return new HttpError(kept ?? status, refusal.message, { ...sent?.headers, ...headers }, body);
}

function wordsOf({ detail, message }: HttpError): string {
  const [first] = Array.isArray(detail) ? (detail as readonly { readonly msg?: unknown }[]) : [];
  return typeof first?.msg === 'string' ? first.msg : message;
}
