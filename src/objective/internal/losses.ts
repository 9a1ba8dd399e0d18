import type { PolicyLoss } from '../../base/index.js';
import type { Loss } from './loss.js';
import { cispo } from './losses/cispo.js';
import { clipCov } from './losses/clip-cov.js';
import { clip } from './losses/clip.js';
import { dppo } from './losses/dppo.js';
import { dro } from './losses/dro.js';
import { gmpo } from './losses/gmpo.js';
import { gspo } from './losses/gspo.js';
import { klCov } from './losses/kl-cov.js';
import { sapo } from './losses/sapo.js';
import { scoreFunction } from './losses/score-function.js';
import { vespo } from './losses/vespo.js';

/** Every policy loss by its `kind`. To add a loss, add a file to `losses/` and a row here. */
export const LOSSES = {
  clip,
  gspo,
  sapo,
  cispo,
  dppo,
  dro,
  gmpo,
  vespo,
  'clip-cov': clipCov,
  'kl-cov': klCov,
  gpg: scoreFunction,
  reinforce: scoreFunction,
  'cross-entropy': scoreFunction,
} as const satisfies { readonly [K in PolicyLoss['kind']]: Loss };

/** The names of the losses. */
export const POLICY_LOSS_KINDS = Object.keys(LOSSES) as readonly PolicyLoss['kind'][];
