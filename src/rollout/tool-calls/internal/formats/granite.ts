import { jsonFormat } from './json-calls.js';

/** Granite 3's calls: a list of JSON behind `<|tool_call|>`, which its templates ask for and write none of themselves. @remarks Source: IBM's prompt guide for Granite 3. */
export const GRANITE = jsonFormat({
  name: 'granite',
  open: '<|tool_call|>',
  close: '',
  members: { name: 'name', arguments: 'arguments' },
  inArray: true,
});
