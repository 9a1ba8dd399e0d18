import * as z from 'zod';
import { MAX_CHUNKS } from '../limits.js';
import { WireError } from '../wire-error.js';
import { listOf } from './list.js';
import { integersFromJson, numbers } from './tensor-json.js';

/** A prompt in chunks; those that are no tokens (images, sound) are refused. */
export const modelInputSchema = z.strictObject({
  chunks: listOf(z.strictObject({ type: z.literal('encoded_text').optional(), tokens: numbers }), MAX_CHUNKS),
});

export function modelInputToJson(tokens: Int32Array): z.input<typeof modelInputSchema> {
  return { chunks: [{ type: 'encoded_text', tokens: Array.from(tokens) }] };
}

/** @returns The tokens of all chunks. @throws WireError for none, and for what is no token. */
export function modelInputFromJson({ chunks }: z.output<typeof modelInputSchema>, path: string): Int32Array {
  const tokens = integersFromJson(
    chunks.flatMap((chunk) => chunk.tokens),
    `${path}.tokens`,
  );
  if (tokens.length === 0) throw new WireError(path, 'expected at least one token, got none');
  return tokens;
}
