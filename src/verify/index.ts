export * from './prime/index.js';
export { extractAnswer, type ExtractedAnswer } from './extract/extract-answer.js';
export { verifyMath } from './verify-math.js';
