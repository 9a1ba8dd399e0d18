export * from './estimators.js';
export * from './group-advantages.js';
export * from './groups.js';
