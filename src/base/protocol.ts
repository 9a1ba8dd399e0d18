/**
 * The tags of the rollout protocol (arXiv 2508.20722 on its rollout protocol; Qwen chat format around the messages).
 */
export const TAGS = {
  messageStart: '<|im_start|>',
  messageEnd: '<|im_end|>',
  reasonStart: '<reason>',
  reasonEnd: '</reason>',
  answerStart: '<answer>',
  answerEnd: '</answer>',
  toolCallStart: '<tool_call>',
  toolCallEnd: '</tool_call>',
  toolResponseStart: '<tool_response>',
  toolResponseEnd: '</tool_response>',
} as const;

/** @returns One message in Qwen's chat format: `<|im_start|>role\ncontent<|im_end|>\n`. */
export function renderMessage(role: string, content: string): string {
  return `${TAGS.messageStart}${role}\n${content}${TAGS.messageEnd}\n`;
}

/** The text before each turn of the policy. */
export const GENERATION_PROMPT = `${TAGS.messageStart}assistant\n`;

/** @returns The message that answers a turn's tool calls: one `<tool_response>` each, in a user message as Qwen does it. */
export function renderToolResponses(texts: readonly string[]): string {
  const blocks = texts.map((text) => `${TAGS.toolResponseStart}\n${text}\n${TAGS.toolResponseEnd}`);
  return renderMessage('user', blocks.join('\n'));
}
