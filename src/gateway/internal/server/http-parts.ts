import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../../io/index.js';
import { Refusal } from '../refusal.js';

/** @throws HttpError 405 */
export function requireMethod({ method }: IncomingMessage, expected: 'GET' | 'POST'): void {
  if (method !== expected) throw new HttpError(405, `expected a ${expected} request`, { allow: expected });
}

/** @returns A segment of a path, decoded. @throws Refusal where it is not percent-encoded. */
export function decodedSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal('not-found', 'expected a percent-encoded path segment');
  }
}
