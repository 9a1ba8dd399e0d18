export { primeGrade } from './prime-grade.js';
export type { PrimeGrade } from './prime-grade.js';
export type { GradeStage } from './grade-answer.js';
