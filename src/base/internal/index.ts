/** What the rooms share and no user needs: the second door of base, for this package alone. */
export { functionOption, functionSchema } from './function-option.js';
export { maskedCount, maskedMean, maskedSum, maskedVariance } from './masked-statistics.js';
export { parseOptions } from './options.js';
export { runCalls } from './run-calls.js';
export { checkSandboxCall, sandboxLimitsSchema } from './sandbox-call.js';
export { mean, quantile, standardDeviation } from './statistics.js';
export { aggregationSchema, aggregationWeights, countedTokens } from '../aggregation.js';
