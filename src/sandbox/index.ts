/** Running model-written code: backends of the `Sandbox` seam and the tools over it. */
export { createLocalSandbox } from './local/local-sandbox.js';
export type { LocalSandboxOptions, MechanismName } from './local/options.js';
export { DEFAULT_LIMITS } from './limits.js';
export { createPythonTool } from './python-tool.js';
export type { PythonToolOptions } from './python-tool.js';
export { createCodeJudgeSandbox } from './code-judge/client.js';
export type { CodeJudgeOptions } from './code-judge/client.js';
export type { RetryOptions } from '../io/index.js';
export { createSandboxServer } from './server/server.js';
export type { SandboxServer } from './server/server.js';
export type { Gauge, LogEntry, SandboxServerOptions } from './server/options.js';
export { createRedisSandbox } from './redis/producer.js';
export type { RedisSandbox, RedisSandboxOptions } from './redis/producer.js';
export type { QueueStatus } from './redis/queue-status.js';
export { startRedisWorker } from './redis/worker.js';
export type { RedisWorker } from './redis/worker.js';
export type { RedisWorkerOptions } from './redis/worker-options.js';
export type { IsolationReport, SandboxLimits, SandboxSession } from '../base/index.js';
