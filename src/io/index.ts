/** The outside world, once, for all rooms above: aborts, retries, JSON over HTTP, files written whole, JSON lines, models' folders. Private. */
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
export { ByteBudget, type ByteHold } from './byte-budget.js';
export { builtInModule } from './built-in.js';
export { refuseForeignPages, requireJson, requireKey } from './callers.js';
export { csvRows, type TableRow } from './csv.js';
export {
  findDataFiles,
  openDataFile,
  readPieces,
  type DataFile,
  type FindDataFilesOptions,
  type OpenFile,
} from './data-files.js';
export {
  existsSync,
  openAppendFile,
  placeDirectory,
  readTextFile,
  standingDirectory,
  writeDirectoryWhole,
  writeFileWhole,
  type AppendFile,
  type FileContent,
  checkReplacedWhole,
  WriteError,
} from './files.js';
export { allowManyListeners } from './internal/many-listeners.js';
export { tensorHeaderOf, type TensorEntry } from './internal/tensor-header.js';
export { widen } from './internal/widen.js';
export { parseExactJson } from './exact-json.js';
export { importPeer } from './import-peer.js';
export { parseJsonBody, sendJson } from './http-answers.js';
export { HttpRequests, whileConnected } from './http-requests.js';
export { listenHttp, type HttpAddress } from './http-server.js';
export { HttpError } from './http-error.js';
export { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from './http-client.js';
export { fetchSnapshot, hubOptionsSchema, readHubId, type DownloadProgress, type HubOptions } from './hub-cache.js';
export { limitConcurrency, type Limiter } from './limiter.js';
export { lines, type Line } from './lines.js';
export { readJsonFile } from './json-file.js';
export { scanJson } from './json-marks.js';
export { openJsonl, readJsonl, type JsonlContents, type OpenJsonl } from './jsonl-file.js';
export { isLoopback } from './loopback.js';
export {
  checkReplaceable,
  companionFiles,
  openModelDirectory,
  readModelJson,
  readModelText,
  type ModelDirectory,
  type ModelSource,
} from './model-directory.js';
export { floatingType, openTensorFiles, type TensorFiles } from './tensor-files.js';
export { encodeTensorHeader, tensorFiles, type TensorFileOptions, type TensorToWrite } from './tensor-writer.js';
export {
  retryDelayMs,
  retrySchema,
  withRetries,
  type Attempt,
  type ResolvedRetryOptions,
  type RetryOptions,
} from './retries.js';
export { join, mkdtempSync, rmSync, tmpdir } from './internal/file-system.js';
export { lockFolder, type FolderLock } from './lock-folder.js';
export { RequestBodies } from './request-bodies.js';
export { whenOver } from './when-over.js';
