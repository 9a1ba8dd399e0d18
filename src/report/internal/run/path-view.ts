import type { FinishReason, Message, Rollout, RolloutBranch, Tokenizer, TokenTrace } from '../../../base/index.js';
import { maskedCount } from '../../../base/internal/index.js';
import type { TextBudget } from './text-budget.js';
import { tokenPieces, type TokenPiece } from './token-pieces.js';
import { turnParts, type TurnPart } from './turn-parts.js';

/** One path of a rollout as the report's page holds it. */
export interface PathView {
  /** `Main path`, `Branch 1`, … */
  readonly name: string;
  /** The sub-agent that took it, where the client names it. */
  readonly agent: string | null;
  readonly parentAgent: string | null;
  readonly finishReason: FinishReason;
  readonly prompt: readonly Message[];
  /** Whether the prompt is the main path's. */
  readonly hasMainPrompt: boolean;
  /** Whether turns of an earlier path come between the prompt and its own. */
  readonly goesOn: boolean;
  /** Generated tokens that this path counts: those of its own turns. Null without tokens. */
  readonly counted: number | null;
  /** The turns that no earlier path has. */
  readonly turns: readonly {
    readonly text: string;
    readonly parts: readonly TurnPart[];
    /** What the environment answered. */
    readonly reply: string | null;
  }[];
  /** Null where probabilities are not shown. */
  readonly pieces: readonly TokenPiece[] | null;
}

/** @returns The paths of a rollout, the main one first. Their texts and token pieces stay within the limits together. */
export function pathViews(
  rollout: Rollout,
  budget: TextBudget,
  maxTokens: number,
  tokenizer: Pick<Tokenizer, 'decode'> | undefined,
): PathView[] {
  let left = maxTokens;
  const piecesOf = (trace: TokenTrace | undefined) => {
    if (trace === undefined || tokenizer === undefined || trace.ids.length > left) return null;
    left -= trace.ids.length;
    return tokenPieces(trace, tokenizer);
  };
  const paths: readonly RolloutBranch[] = [rollout, ...(rollout.branches ?? [])];
  const mainPrompt = JSON.stringify(rollout.prompt);
  return paths.map(({ prompt, turns, finishReason, tokens, agent }, i) => {
    const hasMainPrompt = i === 0 || JSON.stringify(prompt) === mainPrompt;
    return {
      name: i === 0 ? 'Main path' : `Branch ${i}`,
      agent: agent === undefined ? null : budget.take(agent.id),
      parentAgent: agent?.parentId === undefined ? null : budget.take(agent.parentId),
      finishReason,
      hasMainPrompt,
      goesOn: i > 0 && tokens !== undefined && tokens.responseMask.indexOf(1) > tokens.promptLength,
      prompt:
        i > 0 && hasMainPrompt ? [] : prompt.map(({ role, content }) => ({ role, content: budget.take(content) })),
      counted: tokens === undefined ? null : maskedCount(tokens.responseMask),
      turns: turns.map((turn) => ({
        parts: turnParts(turn).map((part) => boundPart(part, budget)),
        text: budget.take(turn.text),
        reply: turn.reply === undefined ? null : budget.take(turn.reply),
      })),
      pieces: piecesOf(tokens),
    };
  });
}

function boundPart(part: TurnPart, budget: TextBudget): TurnPart {
  if (part.kind !== 'call') return { ...part, text: budget.take(part.text) };
  return {
    ...part,
    code: budget.take(part.code),
    ...(part.input === undefined ? {} : { input: budget.take(part.input) }),
    ...(part.response === undefined ? {} : { response: budget.take(part.response) }),
  };
}
