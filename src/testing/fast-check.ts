/** What needs the package `fast-check`: arbitraries of our types, and assertions that try them. */
export { assertRocInvariants } from './assert-roc-invariants.js';
export { rolloutArbitrary, rolloutBatchArbitrary } from './rollout-arbitraries.js';
