/** What the rooms share and no user needs: the second door of base, for this package alone. */
export { aggregationSchema, aggregationWeights } from '../aggregation.js';
export { scheduleSchema } from '../learning-rate.js';
export { messageSchema, rolloutSchema } from '../rollout-jsonl.js';
export { toolCallBlockAt } from '../tool-call-parser.js';
export { NO_OUTPUT } from '../tool-response.js';

export { argumentError, renamedArgument, renamingArguments, underPath } from './arguments/check-arguments.js';
export {
  checkArgument,
  checkFinite,
  checkLength,
  checkMask,
  checkRollouts,
  LAYOUT,
} from './arguments/check-arguments.js';
export { accessorSchema, functionOption, functionSchema, numbersSchema, seam } from './arguments/option-schemas.js';
export { seedSchema, tokenizerSchema, typed } from './arguments/option-schemas.js';
export { checkValue, parseOptions, show, parseRecord } from './arguments/options.js';

export { exactNumberText, WrittenNumber, callArguments, floatText, isJsonObject } from './json/written-numbers.js';
export { numberOf, plainValue, stringifyWritten, writtenArguments } from './json/written-numbers.js';
export { stringifyJson, typedArraysAsLists } from './json/stringify-json.js';
export { invalidCall, namedCall, parseJson, toCall } from './json/tool-call-json.js';

export { integerSeed } from '../random.js';

export type { MissingAccessor, PackableTokens, RewardedRollout, WithAccessors } from './rollouts/accessor-types.js';
export type { WithoutAccessors } from './rollouts/accessor-types.js';
export { generatedLengthReading, groupReading, readRollout, readRollouts } from './rollouts/accessors.js';
export { rewardReading, readAmong, readRewards } from './rollouts/accessors.js';
export type { Reading, RewardColumns } from './rollouts/accessors.js';
export { groupByLabel, sortByLabel, type Group } from './rollouts/grouping.js';

export { checkCapabilities, logprobOptionsSchema, wholeObjective } from './seams/check-capabilities.js';
export type { LearnerRequest } from './seams/check-capabilities.js';
export { checkGenerateRequest, requireEntropies, checkedGeneration, isLogprob } from './seams/checked-generation.js';
export { isTokenId, LARGEST_LOGPROB } from './seams/checked-generation.js';
export { ISOLATION_LEVELS, MECHANISM_NAMES, runCalls, checkSandboxCall, MIB } from './seams/sandbox-call.js';
export { sandboxLimitsSchema } from './seams/sandbox-call.js';

export { maskedCount, maskedMean, maskedSum, maskedVariance, mean, quantile } from './statistics/statistics.js';
export { standardDeviation } from './statistics/statistics.js';
export { shareError, shareInterval, shareSpread, type ShareTotal } from './statistics/share-interval.js';

export { errorMessage, formatDuration, isPythonSpace, pythonStrip, createPaint } from './text.js';
export { plainText, terminalJson, visibleText } from './text.js';
export type { Paint } from './text.js';

export { countedTokens, type CountedTokens } from './tokens/counted-tokens.js';
export { checkOffsets, checkTokenLayout, countedLengths, countedPositions } from './tokens/token-layout.js';
export { sequenceCount, sequenceLengths } from './tokens/token-layout.js';
