export * from './prime/index.js';
export { extractAnswer, type ExtractedAnswer, type ExtractOptions, type Search } from './extract/extract-answer.js';
export type { ExtractionTarget, VerifyMathOptions } from './options.js';
export { verifyMath } from './verify-math.js';
export * from './reward/index.js';
