import { fromMathVerify } from '../../src/compat/index.js';
import type { MathVerifyExtraction, MathVerifyOptions } from '../../src/compat/math-verify.js';
import { extractAnswer, parseMath, verifyMath } from '../../src/verify/index.js';
import type { GoldenCheck, GoldenRecord } from './record.js';

/** The fields of a record of Math-Verify's suite that the check reads. */
interface SuiteRecord extends GoldenRecord {
  readonly kind: 'verify' | 'parse';
  readonly gold: string | null;
  readonly pred: string;
  readonly expected: boolean;
  readonly goldExtraction: readonly MathVerifyExtraction[];
  readonly predExtraction: readonly MathVerifyExtraction[];
  readonly options: MathVerifyOptions;
  readonly expectedParse?: readonly string[];
  readonly expectedCount?: number;
  readonly suspect?: string;
  readonly policy?: string;
}

/** Cases of huggingface/Math-Verify's test-suite, under the options each names. */
export const checkMathVerifyCase: GoldenCheck = (golden) => {
  const record = golden as SuiteRecord;
  if (record.kind === 'parse') return checkParse(record);
  if (record.gold === null) throw new Error('expected a ground truth');
  const { goldExtraction, predExtraction, expected } = record;
  const options = {
    ...record.options,
    ...(goldExtraction.length > 0 ? { goldExtraction } : {}),
    ...(predExtraction.length > 0 ? { predExtraction } : {}),
  };
  const verdict = verifyMath(record.pred, record.gold, fromMathVerify(options));
  if ((verdict.kind === 'correct') === expected) return undefined;
  const remark = record.suspect ?? record.policy;
  return `expected ${expected}, got ${JSON.stringify(verdict)}${remark === undefined ? '' : ` (the label: ${remark})`}`;
};

function checkParse({ pred, predExtraction, expectedParse, expectedCount }: SuiteRecord): string | undefined {
  const { search, missingBraces } = fromMathVerify({ predExtraction });
  const found = extractAnswer(pred, { search });
  const parsed = found === undefined ? { kind: 'unparsed' as const } : parseMath(found.text, { missingBraces });
  if (expectedParse !== undefined) {
    const text = found?.text ?? '';
    return expectedParse.includes(text) ? undefined : `expected one of ${expectedParse.join(', ')}, got ${text}`;
  }
  const count = parsed.kind === 'unparsed' ? 0 : 1;
  return count === expectedCount ? undefined : `expected ${expectedCount} answers, got ${count}`;
}
