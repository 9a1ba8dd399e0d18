export { extractAnswer, type ExtractAnswerOptions, type ExtractedAnswer } from './extract-answer.js';
export type { AnswerSearch, VerifyMathOptions } from './options.js';
export { parseMath, type MathNode, type ParsedMath } from './parse-math.js';
export { verifyMath } from './verify-math.js';
