/** Exports that need the package `fast-check`: arbitraries of this package's types, and assertions that use them. */
export { assertRocInvariants } from './assert-roc-invariants.js';
export { rolloutArbitrary, rolloutBatchArbitrary } from './rollout-arbitraries.js';
