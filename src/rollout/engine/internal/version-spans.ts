import * as z from 'zod';
import { PolicyError, type Generation, type WeightVersionSpan } from '../../../base/index.js';

/** Runs of tokens and the weights that generated them, as vLLM and SGLang write them. */
export const versionSpansSchema = z
  .array(
    z.object({ version: z.union([z.string(), z.int()]), start: z.int().nonnegative(), end: z.int().nonnegative() }),
  )
  .nullish();

/**
 * @param length - Tokens of the generation.
 * @returns What a `Generation` says of its weights: nothing where the server says nothing.
 * @throws PolicyError for spans that are out of order, overlap, or reach beyond the tokens.
 */
export function readVersionSpans(
  spans: z.output<typeof versionSpansSchema>,
  length: number,
): Pick<Generation, 'weightVersions'> {
  if (!spans || length === 0) return {};
  const read: WeightVersionSpan[] = [];
  let at = 0;
  for (const { version, start, end } of spans) {
    if (start < at || end < start || end > length)
      throw new PolicyError(
        `completion: weight_versions: expected spans of ${length} tokens in order, got ${JSON.stringify(spans).slice(0, 200)}`,
        { retryable: true },
      );
    if (end > start) read.push({ version: String(version), start, end });
    at = end;
  }
  return read.length === 0 ? {} : { weightVersions: read };
}

/** @returns That one version of the weights generated all tokens, where it is known. */
export function oneVersion(version: string | null | undefined, length: number): Pick<Generation, 'weightVersions'> {
  return version ? readVersionSpans([{ version, start: 0, end: length }], length) : {};
}
