import { jsonFormat } from './json-calls.js';

/** Calls as JSON between `<tool_calls>` and `</tool_calls>`: MiniMax M1 and Apriel. @remarks Source: their chat templates. */
export const TOOL_CALLS_JSON = jsonFormat({
  name: 'tool-calls-json',
  open: '<tool_calls>',
  close: '</tool_calls>',
  members: { name: 'name', arguments: 'arguments' },
  inArray: false,
});
