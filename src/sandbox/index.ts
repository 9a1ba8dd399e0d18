/** Runs model-written code: implementations of the `Sandbox` interface, and tools that use it. */
export { createLocalSandbox } from './local/local-sandbox.js';
export type { LocalSandboxOptions } from './local/options.js';
export { createPythonTool } from './python-tool.js';
export { createCodeJudgeSandbox } from './code-judge/code-judge-sandbox.js';
export { createSandboxServer } from './server/server.js';
export type { SandboxServer } from './server/server.js';
export type { SandboxServerOptions } from './server/options.js';
export { createRedisSandbox } from './redis/redis-sandbox.js';
export type { RedisSandbox } from './redis/redis-sandbox.js';
export { startRedisWorker } from './redis/redis-worker.js';
export type { RedisSandboxOptions } from './redis/options.js';
export type { BatchOptions, IsolationReport, SandboxLimits, SandboxSession } from '../base/index.js';
