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
  readonly metadata: { readonly [key: string]: JsonValue } | undefined;
  /** Begins the names of the policy's sessions; unique in the process. */
  readonly sessionId: string;
}

interface Ending {
  readonly plan: SessionPlan;
  /** The limit that a request was refused for. */
  readonly limit: 'max-turns' | 'length' | undefined;
  readonly broken: FailureCause | undefined;
  readonly reward: number | undefined;
}

/**
 * Lays out a session's tree of turns as paths: the one that ended last, then the others by their names. A token that two paths share is counted in
 * the first of them.
 */
export function outcomeOf(nodes: readonly TurnNode[], { plan, limit, broken, reward }: Ending): RolloutOutcome {
  const { id, groupId, metadata } = plan;
  const paths = pathsOf(nodes);
  const [main, ...others] = paths;
  if (broken !== undefined || main === undefined) {
    const cause = broken ?? { source: 'agent', message: 'the agent asked the model nothing', retryable: false };
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
    ...(metadata === undefined ? {} : { metadata }),
  };
  return { kind: 'completed', rollout };
}

/** @returns The paths to the turns from which nothing goes on: the one that ended last, then by name. */
function pathsOf(nodes: readonly TurnNode[]): TurnNode[][] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  const leaves = nodes.filter((node) => !parents.has(node));
  const last = leaves.reduce<TurnNode | undefined>((a, b) => (a === undefined || b.ended > a.ended ? b : a), undefined);
  const others = leaves.filter((leaf) => leaf !== last).sort((a, b) => (a.key < b.key ? -1 : 1));
  return (last === undefined ? [] : [last, ...others]).map(pathTo);
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
