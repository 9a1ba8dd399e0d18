import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';

/** Cases without those that need what an engine lacks. */
export function casesWithout<F extends string, C extends { readonly needs: readonly F[] }>(
  cases: readonly C[],
  features: readonly F[],
  without: readonly F[],
): readonly C[] {
  const lacks = parseOptions(z.array(z.enum(features)), without, 'without');
  return cases.filter(({ needs }) => !needs.some((feature) => lacks.includes(feature)));
}
