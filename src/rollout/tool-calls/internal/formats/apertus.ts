import { jsonFormat } from './json-calls.js';

/** Apertus' calls: a list of `{"NAME": {…}}` between its own tokens. @remarks Source: the chat template of Apertus-8B-Instruct. */
export const APERTUS = jsonFormat({
  name: 'apertus',
  open: '<|tools_prefix|>',
  close: '<|tools_suffix|>',
  inArray: true,
});
