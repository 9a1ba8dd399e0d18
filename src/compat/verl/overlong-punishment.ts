import { checkArgument } from '../../base/internal/index.js';
import type { OverlongOptions } from '../../objective/index.js';

/**
 * The soft overlong punishment of verl's DAPO reward manager: `softOverlongPunishment`, but it goes on growing beyond L_max.
 *
 * @param length - Response tokens.
 *
 * @example
 * verlOverlongPunishment(9216, { maxLength: 10240, cacheLength: 2048, factor: 1 }); // -0.5
 */
export function verlOverlongPunishment(length: number, options: OverlongOptions): number {
  checkArgument(length, 'length', 'a number');
  checkArgument(options, 'options', { maxLength: 'a number', cacheLength: 'a number' });
  const { maxLength, cacheLength, factor = 1 } = options;
  return -factor * Math.max(0, (length - (maxLength - cacheLength)) / cacheLength);
}
