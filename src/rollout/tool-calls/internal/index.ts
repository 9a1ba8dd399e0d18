/** Tool-call formats and thinking marks, for the rest of this room only. */
export { type InnerFormat, innerFormat } from './call-format.js';
export { callForm } from './call-form.js';
export { HERMES } from './formats/hermes.js';
export { MarkSearch } from './speech/mark-search.js';
export { PlainReader, WholeReader, type SpeechPiece, type SpeechReader } from './speech/speech-reader.js';
export { THINKING, Thinking, type ThinkingMarks } from './thinking.js';
export { TOOL_CALL_FORMATS, formatNames, toolCallFormatSchema, writeCalls } from '../tool-call-formats.js';
