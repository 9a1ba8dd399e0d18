import { invokeFormat } from './invoke-format.js';

const style = { prefix: '｜DSML｜', saysText: true, before: '\n\n' };

/**
 * DeepSeek-V3.2's calls: `invoke` tags whose parameters say if they are text or JSON.
 *
 * @remarks Source: the encoding that DeepSeek-V3.2 was published with, and its chat template.
 */
export const DEEPSEEK_V32 = invokeFormat({ ...style, name: 'deepseek-v3.2', block: '｜DSML｜function_calls' });

/** DeepSeek-V4's calls: those of V3.2 in a block of another name. @remarks Source: the chat template of DeepSeek-V4. */
export const DEEPSEEK_V4 = invokeFormat({ ...style, name: 'deepseek-v4', block: '｜DSML｜tool_calls' });
