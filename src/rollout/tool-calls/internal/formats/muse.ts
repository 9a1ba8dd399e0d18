import { invokeFormat } from './invoke-format.js';

/** The calls of Muse Glimmer: `invoke` tags in an `atem:function_calls`. @remarks Source: its chat template. */
export const MUSE = invokeFormat({
  name: 'muse',
  block: 'atem:function_calls',
  prefix: 'atem:',
  saysText: false,
  before: '',
});
