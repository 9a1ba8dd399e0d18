export * from './assert-roc-invariants.js';
export * from './assert-roc-probabilities.js';
export * from './draw-probabilities.js';
export * from './roc-invariants.js';
export * from './roc-sampler.js';
export * from './rollout-arbitraries.js';
export * from './scripted-policy.js';
