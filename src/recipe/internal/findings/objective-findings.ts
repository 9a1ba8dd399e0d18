import type { PolicyLoss } from '../../../base/index.js';
import type { RlStage } from '../../stages/recipe.js';
import { objectiveOf } from '../../stages/stage-rules.js';
import type { Finding } from './finding.js';

export function objectiveFindings(stage: RlStage, at: string): Finding[] {
  const { kl, entropy } = objectiveOf(stage);
  return [
    [
      `${at}.start.reference`,
      kl === undefined && stage.start?.reference !== undefined,
      'the objective has no KL term, so the reference is used for nothing; add kl to the objective, or leave the reference out',
    ],
    [
      `${at}.objective.kl.coefficient`,
      kl !== undefined && kl.coefficient === 0,
      'the KL term is weighted by 0: the reference is computed for nothing; leave kl out',
    ],
    [
      `${at}.objective.kl.coefficient`,
      (kl?.coefficient ?? 0) > 10,
      `${kl?.coefficient} outweighs every reward: the policy stays where the reference is; usual are 0.001 to 0.1`,
    ],
    [
      `${at}.objective.kl.coefficient`,
      (kl?.coefficient ?? 0) < 0,
      `${kl?.coefficient} rewards being far from the reference; usual are 0.001 to 0.1`,
    ],
    [
      `${at}.objective.entropy.coefficient`,
      Math.abs(entropy?.coefficient ?? 0) > 1,
      `${entropy?.coefficient} outweighs every reward: what is trained is the entropy; usual is 0.001 to 0.01`,
    ],
    ...lossFindings(stage, at),
  ];
}

/** Where a loss clips the ratio itself, 1 − ε and 1 + ε; CISPO's upper bound may be far above 1. */
const RATIO_CLIPS: readonly PolicyLoss['kind'][] = ['clip', 'gspo', 'clip-cov', 'gmpo'];

function lossFindings(stage: RlStage, at: string): Finding[] {
  const { objective } = stage;
  if (objective === undefined || typeof objective === 'string') return [];
  const { loss } = objective;
  const path = `${at}.objective.loss`;
  const clip = (
    name: 'clipLow' | 'clipHigh' | 'limitLow' | 'limitHigh',
    kinds: readonly string[],
    usual: string,
  ): Finding => {
    const value = Object.entries(loss).find(([key]) => key === name)?.[1] as unknown;
    const isFound = kinds.includes(loss.kind) && typeof value === 'number' && value > 1;
    return [
      `${path}.${name}`,
      isFound,
      `${String(value)} clips next to nothing: it is a distance from 1; usual is ${usual}`,
    ];
  };
  const usual = loss.kind === 'gspo' ? '3e-4' : '0.2 to 0.4';
  return [
    clip('clipLow', [...RATIO_CLIPS, 'cispo'], usual),
    clip('clipHigh', RATIO_CLIPS, usual),
    // A total variation is at most 1.
    ...(loss.kind === 'dppo' && loss.divergence !== 'kl'
      ? [clip('limitLow', ['dppo'], '0.2'), clip('limitHigh', ['dppo'], '0.2')]
      : []),
  ];
}
