/** For the package's other folders; not part of the public API. */
export { primeVerdict } from '../prime/prime-grade.js';
