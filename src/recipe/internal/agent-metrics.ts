import { toolCallsOf, type ErrorEvidence, type Rollout } from '../../base/index.js';
import type { FailedRollout } from '../steps/roll-out.js';
import { share } from './rollout-metrics.js';

/** What is counted of rollouts that an agent made, beside `RolloutMetrics`. */
export interface AgentMetrics {
  /** Rollouts that are not among the others: the agent threw, or found a service of its own down. */
  readonly 'agent/set_apart': number;
  /** Why the first of them was, in a line; null without one. */
  readonly 'agent/set_apart_because': string | null;
  /** Rollouts whose agent threw, those that were kept with a reward of 0 included. */
  readonly 'agent/errors': number;
  /** Requests of agents that were refused as malformed or not supported, at most eight a rollout. */
  readonly 'agent/refused': number;
  /** Why the first of them was; null without one. */
  readonly 'agent/refused_because': string | null;
  /** Paths a rollout, mean. */
  readonly 'agent/paths': number | null;
  /** Failed calls by who said that they failed: the client, the user's function, the rule for texts; or the parser, for none could be made. */
  readonly 'agent/failed_calls/client': number;
  readonly 'agent/failed_calls/function': number;
  readonly 'agent/failed_calls/text': number;
  readonly 'agent/failed_calls/parser': number;
}

/** Longest reason in a record, in characters. */
const LONGEST_REASON = 200;

export function agentMetrics(rollouts: readonly Rollout[], setApart: readonly FailedRollout[]): AgentMetrics {
  const failed = rollouts.flatMap(toolCallsOf).filter(({ response }) => response.isError);
  const by = (evidence: ErrorEvidence | undefined) =>
    failed.filter(({ response }) => response.errorEvidence === evidence).length;
  const refused = rollouts.flatMap(({ refusedRequests = [] }) => refusedRequests);
  const threw = setApart.filter(({ cause }) => cause.source === 'agent').length;
  return {
    'agent/set_apart': setApart.length,
    'agent/set_apart_because': setApart[0]?.cause.message.split('\n')[0]!.slice(0, LONGEST_REASON) ?? null,
    'agent/errors': threw + rollouts.filter(({ agentError }) => agentError !== undefined).length,
    'agent/refused': refused.length,
    'agent/refused_because': refused[0]?.slice(0, LONGEST_REASON) ?? null,
    'agent/paths': share(rollouts.map(({ branches = [] }) => branches.length + 1)),
    'agent/failed_calls/client': by('client'),
    'agent/failed_calls/function': by('function'),
    'agent/failed_calls/text': by('text'),
    'agent/failed_calls/parser': by(undefined),
  };
}
