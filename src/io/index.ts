/** Input and output for all parts above: aborts, retries, JSON over HTTP, atomic file writes, JSON lines, model folders. Private. */
export {
  LONGEST_TIMER_MS,
  TimeLimitError,
  delay,
  followSignal,
  giveUpOnAbort,
  waitForAbort,
  withTimeLimit,
  type FollowingController,
  type PausableTimer,
} from './aborts.js';
export { ByteBudget, type ByteReservation } from './http/byte-budget.js';
export { availableMemory, availableThreads, builtInModule, allowManyListeners, importPeer } from './built-in.js';
export { checkKey, refuseForeignPages, requireJson, requireKey, isLoopback } from './http/callers.js';
export { concatBytes } from './concat-bytes.js';
export { csvRows, type TableRow } from './files/csv.js';
export {
  findDataFiles,
  openDataFile,
  readPieces,
  type DataFile,
  type FindDataFilesOptions,
  type OpenFile,
} from './files/data-files.js';
export {
  existsSync,
  openAppendFile,
  placeDirectory,
  readBytes,
  readTextFile,
  standingDirectory,
  writeDirectoryWhole,
  writeFileWhole,
  type AppendFile,
  type FileContent,
  checkReplacedWhole,
  WriteError,
} from './files/files.js';
export { writeStoredFolder } from './files/stored-folder.js';
export { tarFiles, type TarFile } from './files/tar-files.js';
export { unpackFiles } from './files/unpack-files.js';
export { tensorHeaderOf, type TensorEntry } from './model-files/tensor-header.js';
export { widen } from './model-files/widen.js';
export { parseExactJson } from './files/exact-json.js';
export { MessageWriter } from './message-writer.js';
export { parseJsonBody, sendJson, HttpError, whenOver } from './http/http-answers.js';
export { HttpRequests, whileConnected, listenHttp, type HttpAddress } from './http/http-server.js';
export { openDownload, type Download } from './http/open-download.js';
export { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from './http/http-client.js';
export { fetchSnapshot, hubOptionsSchema, readHubId, type DownloadProgress, type HubOptions } from './hub/hub-cache.js';
export { limitConcurrency, type Limiter } from './limiter.js';
export { lines, type Line } from './files/lines.js';
export { packageEntry, type PackageEntry } from './internal/package-entry.js';
export {
  parseJsonFile,
  parseJsonl,
  readJsonFile,
  openJsonl,
  readJsonl,
  type JsonlContents,
  type OpenJsonl,
} from './files/json-file.js';
export { scanJson, type JsonMark } from './http/json-marks.js';
export {
  checkReplaceable,
  companionFiles,
  openModelDirectory,
  readModelJson,
  readModelText,
  type ModelDirectory,
  type ModelSource,
} from './model-files/model-directory.js';
export { floatingType, openTensorFiles, type TensorFiles } from './model-files/tensor-files.js';
export {
  encodeTensorHeader,
  tensorFiles,
  type TensorFileOptions,
  type TensorToWrite,
} from './model-files/tensor-writer.js';
export {
  retryDelayMs,
  retrySchema,
  withRetries,
  type Attempt,
  type ResolvedRetryOptions,
  type RetryOptions,
} from './retries.js';
export { join, mkdtempSync, readdir, resolve, rm, rmSync, tmpdir } from './internal/file-system.js';
export { textHash } from './internal/text-hash.js';
export { lockFolder, type FolderLock } from './files/lock-folder.js';
export { receiveFailure, sendFailure, type SentFailure } from './sent-failure.js';
export { RequestBodies } from './http/request-bodies.js';
