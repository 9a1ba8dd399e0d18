/** What the rooms share and no user needs: the second door of base, for this package alone. */
export { aggregationSchema, aggregationWeights } from '../aggregation.js';
export { scheduleSchema } from '../learning-rate.js';
export { messageSchema, rolloutSchema } from '../rollout-jsonl.js';
export { toolCallBlockAt } from '../tool-call-parser.js';
export { NO_OUTPUT } from '../tool-response.js';

export { argumentError, renamedArgument, renamingArguments, underPath } from './arguments/argument-error.js';
export { checkArgument, checkFinite, checkLength, checkRollouts, LAYOUT } from './arguments/check-arguments.js';
export {
  accessorSchema,
  functionOption,
  functionSchema,
  numbersSchema,
  seam,
  seedSchema,
  tokenizerSchema,
  typed,
} from './arguments/option-schemas.js';
export { checkValue, parseOptions, show } from './arguments/options.js';

export { exactNumberText } from './json/exact-number.js';
export { parseRecord } from './json/parse-record.js';
export { stringifyJson, typedArraysAsLists } from './json/stringify-json.js';
export { invalidCall, namedCall, parseJson, toCall } from './json/tool-call-json.js';
export {
  WrittenNumber,
  callArguments,
  floatText,
  isJsonObject,
  numberOf,
  plainValue,
  stringifyWritten,
  writtenArguments,
} from './json/written-numbers.js';

export { integerSeed } from './random/integer-seed.js';

export type {
  MissingAccessor,
  PackableTokens,
  RewardedRollout,
  WithAccessors,
  WithoutAccessors,
} from './rollouts/accessor-types.js';
export {
  generatedLengthReading,
  groupReading,
  readRollout,
  readRollouts,
  rewardReading,
  type Reading,
} from './rollouts/accessors.js';
export { readAmong } from './rollouts/among.js';
export { groupByLabel, sortByLabel, type Group } from './rollouts/grouping.js';
export { readRewards, type RewardColumns } from './rollouts/read-rewards.js';

export {
  checkCapabilities,
  logprobOptionsSchema,
  wholeObjective,
  type LearnerRequest,
} from './seams/check-capabilities.js';
export { checkGenerateRequest, requireEntropies } from './seams/check-generate-request.js';
export { checkedGeneration, isLogprob, isTokenId, LARGEST_LOGPROB } from './seams/checked-generation.js';
export { ISOLATION_LEVELS, MECHANISM_NAMES } from './seams/isolation.js';
export { runCalls } from './seams/run-calls.js';
export { checkSandboxCall, MIB, sandboxLimitsSchema } from './seams/sandbox-call.js';

export { maskedCount, maskedMean, maskedSum, maskedVariance } from './statistics/masked-statistics.js';
export { shareError, shareInterval, shareSpread, type ShareTotal } from './statistics/share-interval.js';
export { mean, quantile, standardDeviation } from './statistics/statistics.js';

export { errorMessage } from './text/error-message.js';
export { formatDuration } from './text/format-duration.js';
export { isPythonSpace, pythonStrip } from './text/python-strip.js';
export { createPaint, plainText, terminalJson, visibleText, type Paint } from './text/terminal-text.js';

export { countedTokens, type CountedTokens } from './tokens/counted-tokens.js';
export {
  checkOffsets,
  checkTokenLayout,
  countedLengths,
  countedPositions,
  sequenceCount,
  sequenceLengths,
} from './tokens/token-layout.js';
