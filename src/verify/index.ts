/**
 * Grades mathematical answers of a model against a ground truth: text in, verdict out.
 *
 * The folders of `internal/`, in the order in which an answer passes through them: `extract` (which part of a response is its
 * answer), `read` (what the text of an answer is: a choice, words, several values, a formula), `parse` (LaTeX or plain
 * text as a tree, `ast.ts`), `compute` (values of trees, exact or to as many bits as are needed, on the numbers in
 * `value`), `judge` (whether two trees say the same).
 */
export { extractAnswer, type ExtractAnswerOptions, type ExtractedAnswer } from './extract-answer.js';
export type { AnswerSearch, VerifyMathOptions } from './options.js';
export { parseMath, type MathNode, type ParsedMath } from './parse-math.js';
export { verifyMath } from './verify-math.js';
