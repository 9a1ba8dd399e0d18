import { createHash } from 'node:crypto';

/** @returns The SHA-256 of a text, 64 hex digits. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
