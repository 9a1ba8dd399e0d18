/** What the rooms share and no user needs: the second door of base, for this package alone. */
export {
  generatedLengthReading,
  groupReading,
  readRollout,
  readRollouts,
  rewardReading,
  unlessFinite,
  type Reading,
} from './accessors.js';
export { numbersSchema, readAmong } from './among.js';
export { argumentError, renamedArgument, renamingArguments, underPath, withPrefix } from './argument-error.js';
export { checkCapabilities, wholeObjective, type LearnerRequest } from './check-capabilities.js';
export { checkArgument, checkFinite, checkLength, LAYOUT } from './check-arguments.js';
export { checkGenerateRequest } from './check-request.js';
export { checkedGeneration, isLogprob, isTokenId, LARGEST_LOGPROB } from './checked-generation.js';
export { checkRollouts } from './check-rollouts.js';
export { concatBytes } from './concat-bytes.js';
export { countedTokens, inPlace, type CountedTokens } from './counted-tokens.js';
export { errorMessage } from './error-message.js';
export { formatDuration } from './duration-text.js';
export { exactNumberText } from './exact-number.js';
export { accessorSchema, functionOption, functionSchema } from './function-option.js';
export { groupByLabel, sortByLabel, type Group } from './grouping.js';
export {
  WrittenNumber,
  callArguments,
  floatText,
  isJsonObject,
  numberOf,
  plainValue,
  stringifyWritten,
  writtenArguments,
} from './written-numbers.js';
export { stringifyJson, typedArraysAsLists } from './json-text.js';
export { scheduleSchema } from '../learning-rate.js';
export { logprobOptionsSchema } from './logprob-options.js';
export { maskedCount, maskedMean, maskedSum, maskedVariance } from './masked-statistics.js';
export { integerSeed } from './integer-seed.js';
export { ISOLATION_LEVELS, MECHANISM_NAMES } from './isolation.js';
export { checkValue, parseOptions, show } from './options.js';
export { MessageWriter } from './message-writer.js';
export { parseRecord } from './parse-record.js';
export { isPythonSpace, pythonStrip } from './python-strip.js';
export { readRewards } from './read-rewards.js';
export type {
  DefaultAccessor,
  MissingAccessor,
  PackableTokens,
  RewardedRollout,
  WithAccessors,
  WithoutAccessors,
} from './rollout-options.js';
export { requireEntropies } from './require-entropies.js';
export { runCalls } from './run-calls.js';
export { NO_OUTPUT } from '../tool-response.js';
export { checkSandboxCall, MIB, sandboxLimitsSchema } from './sandbox-call.js';
export { createPaint, plainText, terminalJson, visibleText, type Paint } from './terminal-text.js';
export { seam, tokenizerSchema, typed } from './seam-option.js';
export { seedSchema } from './seed-option.js';
export { shareError, shareInterval, shareSpread, type ShareTotal } from './share-interval.js';
export { mean, quantile, standardDeviation } from './statistics.js';
export {
  checkOffsets,
  checkTokenLayout,
  countedLengths,
  countedPositions,
  sequenceCount,
  sequenceLengths,
} from './token-layout.js';
export { toolCallBlockAt } from '../tool-call-parser.js';
export { invalidCall, namedCall, parseJson, toCall } from './tool-call-json.js';
export { aggregationSchema, aggregationWeights } from '../aggregation.js';
export { messageSchema, rolloutSchema } from '../rollout-jsonl.js';
