import { TAGS } from '../../../../base/index.js';
import { toolCallBlockAt } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { asJson, objectHead } from './json-call.js';

/** Hermes-style JSON between `<tool_call>` and `</tool_call>`, as Qwen writes it: what `parseToolCalls` reads. */
export const HERMES = callFormat({
  name: 'hermes',
  marks: [TAGS.toolCallStart],
  starts: [TAGS.toolCallStart],
  read(text, at) {
    const { call, end, isCertain } = toolCallBlockAt(text, at);
    return { calls: [call], end, certain: Number(isCertain), isOver: isCertain };
  },
  stream: { close: TAGS.toolCallEnd, head: objectHead('name', 'arguments'), firsts: '{["' },
  before: '\n',
  between: '\n',
  writeCall: (call) => `${TAGS.toolCallStart}\n${asJson(call)}\n${TAGS.toolCallEnd}`,
});
