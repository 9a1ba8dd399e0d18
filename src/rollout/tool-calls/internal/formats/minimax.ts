import { invokeFormat } from './invoke-format.js';

/**
 * MiniMax M2's calls: `invoke` tags in a `minimax:tool_call`. Text stands as it is and all else as JSON.
 *
 * @remarks Source: the chat template of MiniMax-M2, and the tool calling guide beside it.
 */
export const MINIMAX = invokeFormat({
  name: 'minimax',
  block: 'minimax:tool_call',
  prefix: '',
  saysText: false,
  before: '\n',
});
