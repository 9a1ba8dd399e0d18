import { checkArgument } from '../../base/internal/index.js';

/**
 * Whether SimpleTIR regards a turn as void: it has neither a whole code block (Python, or without a language) nor `\boxed{`.
 * A `Rollout` already says which turns called tools: `selectRollouts` filters by that.
 *
 * @param text - What the policy wrote in the turn.
 * @remarks Source: arXiv 2509.02479; `execute_predictions` of SimpleTIR's `recipe/simpletir/agent_utils.py` (e7b5b44).
 * @example
 * const hasVoidTurn = ({ turns }: Rollout) => turns.some(({ text }) => simpleTirVoidTurn(text));
 * selectRollouts(rollouts, { keep: 16, seed: 'step-12', voidTurns: 'reject', hasVoidTurn });
 */
export function simpleTirVoidTurn(text: string): boolean {
  checkArgument(text, 'text', 'a string');
  if (text.includes('\\boxed{')) return false;
  const start = /```(?:py|python)?\n/.exec(text);
  // Where the first block has no end, no later one has.
  return start === null || !text.includes('\n```', start.index + start[0].length);
}
