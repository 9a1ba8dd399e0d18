import { jsonFormat } from './json-calls.js';

/** The calls of Command-R7B and later: a list of JSON between `<|START_ACTION|>` and `<|END_ACTION|>`. @remarks Source: the chat template of c4ai-command-r7b-12-2024. */
export const COMMAND_R = jsonFormat({
  name: 'command-r',
  open: '<|START_ACTION|>',
  close: '<|END_ACTION|>',
  members: { name: 'tool_name', arguments: 'parameters' },
  inArray: true,
});
