import type { FailureCause } from '../../../base/index.js';
import type { SessionAccount, TurnAccount } from '../../gateway-account.js';
import type { RunningCounts } from './counts.js';
import type { SessionLimit, SessionPlan } from './session-rollout.js';
import { resultOf, type TurnNode } from './turn-node.js';

interface SessionState {
  readonly plan: Pick<SessionPlan, 'id' | 'groupId'>;
  readonly counts: RunningCounts;
  readonly limit: SessionLimit | undefined;
  readonly failure: FailureCause | undefined;
}

/** What a session did so far. @param drawn - Its turns. */
export function sessionAccount(
  drawn: readonly TurnAccount[],
  { plan: { id, groupId }, counts, limit, failure }: SessionState,
): SessionAccount {
  return {
    ...{ id, groupId },
    ...counts,
    ignored: { ...counts.ignored },
    abandoned: drawn.filter(({ state }) => state === 'left').length,
    ...(limit === undefined ? {} : { limit }),
    ...(failure === undefined ? {} : { failure }),
    warnings: warningsOf(counts),
    drawn,
  };
}

/** @param nodes - All turns of the session: the results of a turn's calls are in the turns that go on from it. */
export function turnAccounts(nodes: readonly TurnNode[]): TurnAccount[] {
  const next = new Map<TurnNode, TurnNode>();
  for (const node of nodes) if (node.parent !== undefined) next.set(node.parent, node);
  return nodes.map((node) => {
    const { answer, parent, agent, draw, isTrained, sampled, read } = node;
    return {
      id: answer.id,
      ...(parent === undefined ? {} : { parent: parent.answer.id }),
      ...(agent === undefined ? {} : { agent }),
      draw: draw.ordinal,
      state: draw.isDelivered ? 'delivered' : draw.isAbandoned ? 'left' : 'open',
      isTrained,
      promptTokens: answer.usage.promptTokens,
      cachedTokens: answer.usage.cachedTokens,
      completionTokens: answer.usage.completionTokens,
      text: sampled.text,
      calls: read.calls.map(({ name }, index) => ({
        name,
        isError: read.parsed.calls[index]?.kind === 'invalid' || resultOf(node, next.get(node), index)?.isError,
      })),
    };
  });
}

/** Fewer requests whose history is not recognised may be compactions. */
const FEW = 3;

/** @returns What looks wrong in a session's counts, in words. */
function warningsOf({ unmatched, requests }: RunningCounts): string[] {
  if (unmatched < FEW || unmatched * 2 < requests) return [];
  return [
    `${unmatched} of ${requests} requests carry assistant messages that this session never sent. Each started a new path. If the start of the conversation changes with every request (a clock, for example), remove it with the option normalize.`,
  ];
}
