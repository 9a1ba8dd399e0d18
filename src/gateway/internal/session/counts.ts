import type { SessionCounts } from '../../gateway-account.js';
import type { ReadRequest } from './read-request.js';

/** What a session counts while it runs; how many turns were abandoned follows from the turns. */
export type RunningCounts = Omit<SessionCounts, 'abandoned'>;

export function newCounts(): RunningCounts {
  return {
    ...{ requests: 0, turns: 0, untrained: 0, generatedTokens: 0, roots: 0, unmatched: 0, branches: 0 },
    ...{ ties: 0, retries: 0, refused: 0, ignored: {} },
  };
}

/** Counts a turn that is to be drawn. @returns Its number. */
export function countTurn(counts: RunningCounts, { tree, match, messages }: ReadRequest): number {
  const turn = counts.turns + counts.untrained;
  if (tree.isTrained) counts.turns++;
  else counts.untrained++;
  if (match.isTie) counts.ties++;
  if (match.node === undefined) {
    counts.roots++;
    if (messages.some(({ role }) => role === 'assistant')) counts.unmatched++;
  } else if (match.node.isContinued) counts.branches++;
  return turn;
}
