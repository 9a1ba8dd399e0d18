/** Other programs' habits, by their names: what reproduces verl, the release, the prime grader and Math-Verify. */
export { primeGrade } from './prime/index.js';
export type { GradeStage, PrimeGrade } from './prime/index.js';
