/** The outside world, once, for all rooms above: aborts, retries, JSON over HTTP, files written whole. Private. */
export {
  LONGEST_TIMER_MS,
  TimeLimitError,
  delay,
  followSignal,
  giveUpOnAbort,
  waitForAbort,
  withTimeLimit,
  type FollowingController,
} from './aborts.js';
export {
  openAppendFile,
  readFromDirectory,
  readTextFile,
  writeDirectoryWhole,
  writeFileWhole,
  type AppendFile,
} from './files.js';
export { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from './http-client.js';
export { isLoopback } from './loopback.js';
export { retrySchema, withRetries, type Attempt, type ResolvedRetryOptions, type RetryOptions } from './retries.js';
