import type { Objective } from '../../../base/index.js';
import {
  bnpo,
  cispo,
  clipCov,
  dapo,
  drGrpo,
  gmpo,
  gpg,
  grpo,
  grpoRoc,
  gspo,
  klCov,
  luspo,
  sapo,
  vespo,
} from '../../../objective/index.js';

/** The objectives that a recipe may name: the presets of `rstar2-agent`. */
export const NAMED_OBJECTIVES = {
  'grpo-roc': () => grpoRoc(),
  dapo: () => dapo(),
  grpo: () => grpo(),
  'dr-grpo': (maxTokens) => drGrpo({ maxTokens }),
  bnpo: () => bnpo(),
  gspo: () => gspo(),
  sapo: () => sapo(),
  cispo: () => cispo(),
  gmpo: () => gmpo(),
  vespo: () => vespo(),
  'clip-cov': () => clipCov(),
  'kl-cov': () => klCov(),
  gpg: () => gpg(),
  luspo: () => luspo(),
} as const satisfies { readonly [name: string]: (maxTokens: number) => Objective };

/** One of their names. */
export type ObjectiveName = keyof typeof NAMED_OBJECTIVES;
