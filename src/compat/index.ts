/** Other programs' habits, by their names: what reproduces verl, the release, the prime grader and Math-Verify. */
export { fromMathVerify } from './math-verify.js';
export type { MathVerifyExtraction, MathVerifyOptions } from './math-verify.js';
export { primeGrade, primeVerdict } from './prime-grade.js';
export type { PrimeGrade } from './prime-grade.js';
export type { GradeStage } from './internal/prime/grade-answer.js';
