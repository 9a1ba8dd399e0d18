import type { Loss } from '../../../objective/compat.js';
import { LOSSES } from '../../../objective/compat.js';
import { VERL_COUNT_EPSILON } from '../version.js';
import type { Operations } from '../../../objective/compat.js';

const { gmpo } = LOSSES;

/** verl's `geo_mean`: GMPO with 1e-8 added to the number of tokens in every mean over a sequence. */
export const geoMean: Loss = {
  ...gmpo,
  terms: (m, tokens, options, selected) => gmpo.terms(withVerlMean(m), tokens, options as never, selected),
  importance: (m, weights, options) => gmpo.importance!(withVerlMean(m), weights, options as never),
};

function withVerlMean<X, C>(m: Operations<X, C>): Operations<X, C> {
  const sequenceMean = (x: X): X => {
    const ones = m.add(m.mul(m.detach(x), 0), 1);
    return m.div(m.sequenceSum(x), m.add(m.sequenceSum(ones), VERL_COUNT_EPSILON));
  };
  return { ...m, sequenceMean };
}
