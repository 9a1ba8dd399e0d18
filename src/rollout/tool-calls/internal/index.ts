/** What the rest of rollout needs of tool-call formats and thinking, and no user does. */
export { type InnerFormat, innerFormat } from './call-format.js';
export { HERMES } from './formats/json-calls.js';
export { THINKING, Thinking, type ThinkingMarks } from './thinking.js';
export { TOOL_CALL_FORMATS, formatNames, toolCallFormatSchema, writeCalls } from '../tool-call-formats.js';
