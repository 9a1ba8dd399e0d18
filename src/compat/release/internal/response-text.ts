import { checkArgument } from '../../../base/internal/index.js';
import { GENERATION_PROMPT, TAGS, renderToolResponses, type Rollout } from '../../../base/index.js';

/**
 * Everything after the generation prompt as one text: what the release decodes from the response tokens and counts
 * tags in. The first turn's header is part of the prompt, so it is not here; a turn that was cut off has no
 * `<|im_end|>`.
 */
export function responseText(rollout: Pick<Rollout, 'turns' | 'finishReason'>): string {
  checkArgument(rollout, 'rollout', { turns: 'an array' });
  const last = rollout.turns.length - 1;
  return rollout.turns
    .map(({ text, toolCalls }, index) => {
      const ended = index < last || rollout.finishReason !== 'length' || toolCalls.length > 0;
      const header = index === 0 ? '' : GENERATION_PROMPT;
      const message = header + text + (ended ? `${TAGS.messageEnd}\n` : '');
      return toolCalls.length === 0 ? message : message + renderToolResponses(toolCalls.map((c) => c.response.text));
    })
    .join('');
}
