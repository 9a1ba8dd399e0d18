/** What other rooms need of compat and no user does. */
export { primeVerdict } from '../prime/prime-grade.js';
