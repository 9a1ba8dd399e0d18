import type {
  FailureCause,
  FinishReason,
  JsonValue,
  Rollout,
  RolloutOutcome,
  TokenTrace,
} from '../../../base/index.js';
import { pathTo, turnsOf, type TurnNode } from './turn-node.js';

/** A session to open. */
export interface SessionPlan {
  readonly id: string;
  readonly groupId: string;
  readonly seed: string;
  readonly maxTurns: number;
  readonly maxTokens: number;
  /** Most tokens that are drawn, over all paths. Default: no limit. */
  readonly maxGeneratedTokens?: number | undefined;
  /** How long the session may take, in milliseconds. Default: no limit. */
  readonly timeLimitMs?: number | undefined;
  readonly metadata: { readonly [key: string]: JsonValue } | undefined;
  /** Begins the names of the policy's sessions; unique in the process. */
  readonly sessionId: string;
}

/** A limit of a session. */
export type SessionLimit = Exclude<FinishReason, 'stop'>;

interface Ending {
  readonly plan: SessionPlan;
  /** The limit that ended the session. */
  readonly limit: SessionLimit | undefined;
  readonly broken: FailureCause | undefined;
  readonly reward: number | undefined;
  /** How many requests there were, those that were refused included. */
  readonly requests: number;
  /** Why requests were refused for good. */
  readonly refused: readonly string[];
  /** What the agent threw; it is the failure's message where the rollout has no turn. */
  readonly agentError: string | undefined;
}

/**
 * Lays out a session's tree of turns as paths: the one that ended last, then the others by their names. A token that two paths share is counted in
 * the first of them. Turns that their clients left before they had them are in no path, unless a later request goes on from them: no counted
 * token would be in it, and a batch would compute it for nothing.
 *
 * @param nodes - Those that are trained on, in the order in which they ended.
 */
export function outcomeOf(
  nodes: readonly TurnNode[],
  { plan, limit, broken, reward, requests, refused, agentError }: Ending,
): RolloutOutcome {
  const { id, groupId, metadata } = plan;
  const paths = pathsOf(withoutAbandoned(nodes));
  const [main, ...others] = paths;
  if (broken !== undefined || main === undefined) {
    const why =
      nodes.length > 0
        ? 'the agent disconnected before it received any answer'
        : requests === 0
          ? 'the agent sent no request to the model'
          : `none of the agent's requests to the trained model was answered (it sent ${requests})${refused[0] === undefined ? '' : `; the first was refused: ${refused[0]}`}`;
    const message = agentError === undefined ? why : `the agent threw: ${agentError}`;
    const cause = broken ?? { source: 'agent', message, retryable: false };
    const generatedTokens = nodes.reduce((sum, { start, end }) => sum + end - start, 0);
    return {
      kind: 'failed',
      id,
      groupId,
      cause,
      turns: main === undefined ? [] : turnsOf(main, () => true),
      generatedTokens,
    };
  }
  const counted = new Set<TurnNode>();
  const layOut = (path: readonly TurnNode[]) => {
    const isNew = (node: TurnNode) => !counted.has(node);
    const laidOut = { turns: turnsOf(path, isNew), tokens: traceOf(path, isNew) };
    for (const node of path) counted.add(node);
    return laidOut;
  };
  const branches = [main, ...others].map((path) => {
    const leaf = path.at(-1)!;
    const finishReason: FinishReason = leaf.isCut ? 'length' : path === main && limit !== undefined ? limit : 'stop';
    return { prompt: leaf.root.prompt, agent: leaf.agent, finishReason, ...layOut(path) };
  });
  const { prompt, finishReason, turns, tokens } = branches[0]!;
  const rollout: Rollout = {
    id,
    groupId,
    prompt,
    turns,
    finishReason,
    tokens,
    ...(others.length === 0
      ? {}
      : {
          branches: branches
            .slice(1)
            .map(({ agent, ...branch }) => (agent === undefined ? branch : { ...branch, agent })),
        }),
    ...(reward === undefined ? {} : { reward }),
    ...(refused.length === 0 ? {} : { refusedRequests: [...refused] }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(agentError === undefined ? {} : { agentError }),
  };
  return { kind: 'completed', rollout };
}

/** @returns Turns without those that their clients left and from which nothing goes on. */
function withoutAbandoned(nodes: readonly TurnNode[]): TurnNode[] {
  const read = new Set<TurnNode>();
  for (const node of nodes.toReversed()) {
    if (node.draw.isAbandoned && !read.has(node)) continue;
    read.add(node);
    if (node.parent !== undefined) read.add(node.parent);
  }
  return nodes.filter((node) => read.has(node));
}

/**
 * @returns The paths to the turns from which nothing goes on: the one that ended last, then by name. If other final turns were under way at the same
 *   time as the last one, the one with the smallest key comes first, because timing alone decides which of them ends last.
 */
function pathsOf(nodes: readonly TurnNode[]): TurnNode[][] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  const leaves = nodes.filter((node) => !parents.has(node));
  const last = leaves.reduce<TurnNode | undefined>(
    (a, b) => (a === undefined || b.endOrder > a.endOrder ? b : a),
    undefined,
  );
  const named = leaves.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const main = named.find(({ endOrder }) => endOrder >= last!.endedBefore);
  return (main === undefined ? [] : [main, ...named.filter((leaf) => leaf !== main)]).map(pathTo);
}

/** @returns The tokens of a path; those of turns that are not new have mask 0. */
function traceOf(path: readonly TurnNode[], isNew: (node: TurnNode) => boolean): TokenTrace {
  const leaf = path.at(-1)!;
  const trace = leaf.recorder.trace(leaf.conversation.drift);
  for (const node of path) {
    if (isNew(node)) continue;
    trace.responseMask.fill(0, node.start, node.end);
    trace.logprobs.fill(0, node.start, node.end);
    trace.entropies?.fill(0, node.start, node.end);
  }
  return trace;
}
