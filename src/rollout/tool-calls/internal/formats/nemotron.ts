import { jsonFormat } from './json-calls.js';

/** Nemotron Nano v2's calls: a list of JSON between `<TOOLCALL>` and `</TOOLCALL>`. @remarks Source: the chat template of NVIDIA-Nemotron-Nano-9B-v2. */
export const NEMOTRON = jsonFormat({
  name: 'nemotron',
  open: '<TOOLCALL>',
  close: '</TOOLCALL>',
  members: { name: 'name', arguments: 'arguments' },
  inArray: true,
});
