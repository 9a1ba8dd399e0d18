/** Exports for the other rooms of this package only. */
export { aggregationSchema, aggregationWeights } from '../aggregation.js';
export { scheduleSchema } from '../learning-rate.js';
export { messageSchema, rolloutSchema } from '../rollout-jsonl.js';
export { toolCallBlockAt } from '../tool-call-parser.js';
export { NO_OUTPUT } from '../tool-response.js';

export {
  argumentError,
  checkArgument,
  checkFinite,
  checkLength,
  checkMask,
  checkRollouts,
  LAYOUT,
  renamedArgument,
  renamingArguments,
  underPath,
} from './arguments/check-arguments.js';
export { checkMembers, closest, didYouMean, misspeltMember } from './arguments/closest.js';
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
export { checkValue, parseOptions, show, parseRecord } from './arguments/options.js';

export {
  callArguments,
  exactNumberText,
  floatText,
  isJsonObject,
  numberOf,
  plainValue,
  stringifyWritten,
  writtenArguments,
  WrittenNumber,
} from './json/written-numbers.js';
export { stringifyJson, typedArraysAsLists } from './json/stringify-json.js';
export { invalidCall, namedCall, parseJson, toCall } from './json/tool-call-json.js';

export { integerSeed } from '../random.js';

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
  readAmong,
  type Reading,
  readRewards,
  readRollout,
  readRollouts,
  type RewardColumns,
  rewardReading,
} from './rollouts/accessors.js';
export { allTraces, allTurns } from '../rollout.js';
export { generatedLength, responseLength } from './rollouts/paths.js';
export { groupByLabel, sortByLabel, type Group } from './rollouts/grouping.js';

export {
  checkCapabilities,
  type LearnerRequest,
  logprobOptionsSchema,
  wholeObjective,
} from './seams/check-capabilities.js';
export {
  checkedGeneration,
  checkGenerateRequest,
  isLogprob,
  isTokenId,
  LARGEST_LOGPROB,
  requireEntropies,
} from './seams/checked-generation.js';
export {
  checkSandboxCall,
  ISOLATION_LEVELS,
  MECHANISM_NAMES,
  MIB,
  runCalls,
  sandboxLimitsSchema,
} from './seams/sandbox-call.js';

export { callInOrder } from './seams/pending-calls.js';
export { maskedCount, maskedSum, mean, quantile, standardDeviation } from './statistics/statistics.js';
export { shareError, shareInterval, shareSpread, type ShareTotal } from './statistics/share-interval.js';

export { sha256Base64, sha256Hex } from './sha256.js';
export {
  createPaint,
  errorMessage,
  formatDuration,
  isPythonSpace,
  type Paint,
  plainText,
  pythonStrip,
  terminalJson,
  visibleText,
} from './text.js';

export { countedTokens, OPTIONAL_OF_BATCH, PACKED_BATCH, type CountedTokens } from './tokens/counted-tokens.js';
export {
  checkOffsets,
  checkSegments,
  checkTokenLayout,
  countedLengths,
  countedPositions,
  refuseSegments,
  sequenceCount,
  sequenceLengths,
} from './tokens/token-layout.js';
