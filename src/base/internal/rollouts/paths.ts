import { allTraces, type Rollout } from '../../rollout.js';
import { maskedCount } from '../statistics/statistics.js';

type Paths = Pick<Rollout, 'tokens' | 'branches'>;

/** @returns How many tokens the policy generated, over all paths; undefined without tokens. */
export function generatedLength(rollout: Paths): number | undefined {
  if (rollout.tokens === undefined) return undefined;
  return allTraces(rollout).reduce((sum, { responseMask }) => sum + maskedCount(responseMask), 0);
}

/**
 * @returns The tokens of the response: those of the main path after its prompt, and those of each branch from the first that it
 *   trains on, for the tokens before are its prompt or an earlier path's; undefined without tokens.
 */
export function responseLength({ tokens, branches = [] }: Paths): number | undefined {
  if (tokens === undefined) return undefined;
  return branches.reduce((sum, branch) => {
    const first = branch.tokens?.responseMask.indexOf(1) ?? -1;
    return first < 0 ? sum : sum + branch.tokens!.ids.length - first;
  }, tokens.ids.length - tokens.promptLength);
}
