/** What the rest of rollout needs of tool-call formats and thinking, and no user does. */
export { HERMES } from './formats/hermes.js';
export { type InnerFormat, innerFormat } from './inner-format.js';
export { THINKING, Thinking, type ThinkingMarks } from './thinking.js';
export { writeCalls } from './write-calls.js';
