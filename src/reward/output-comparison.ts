import { checkArgument } from '../base/internal/index.js';
/**
 * How a program's output is compared with the expected one.
 *
 * - `exact`: character by character;
 * - `lines`: whitespace at the end of a line and blank lines at both ends do not count;
 * - `tokens`: only the words between whitespace count, and numbers may differ by `tolerance`.
 */
export interface OutputComparison {
  readonly by: 'exact' | 'lines' | 'tokens';
  /** For `tokens`: |got − expected| ≤ tolerance · max(1, |expected|). 0 compares text. */
  readonly tolerance: number;
}

/**
 * @returns Whether an output is the expected one.
 *
 * @example
 * outputMatches('0.3333333', '0.33333334', { by: 'tokens', tolerance: 1e-6 }); // true
 */
export function outputMatches(got: string, expected: string, comparison: OutputComparison): boolean {
  checkArgument(got, 'got', 'a string');
  checkArgument(expected, 'expected', 'a string');
  checkArgument(comparison, 'comparison', { by: 'a string', tolerance: 'a number' });
  const { by, tolerance } = comparison;
  switch (by) {
    case 'exact':
      return got === expected;
    case 'lines':
      return lines(got) === lines(expected);
    case 'tokens': {
      const [gots, wants] = [tokens(got), tokens(expected)];
      return gots.length === wants.length && gots.every((token, i) => tokenMatches(token, wants[i]!, tolerance));
    }
  }
}

function lines(text: string): string {
  const trimmed = text.split(/\r?\n/).map((line) => line.trimEnd());
  const first = trimmed.findIndex((line) => line !== '');
  const last = trimmed.findLastIndex((line) => line !== '');
  return trimmed.slice(Math.max(first, 0), last + 1).join('\n');
}

function tokens(text: string): readonly string[] {
  return text.split(/\s+/).filter((token) => token !== '');
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function tokenMatches(got: string, expected: string, tolerance: number): boolean {
  if (got === expected) return true;
  if (tolerance === 0 || !NUMBER.test(got) || !NUMBER.test(expected)) return false;
  const want = Number(expected);
  return Math.abs(Number(got) - want) <= tolerance * Math.max(1, Math.abs(want));
}
